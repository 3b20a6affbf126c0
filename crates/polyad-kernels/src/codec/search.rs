//! The searches for scales of `polyad-core`, for eight groups of elements at a time, one a lane. Neither importance nor
//! refusals are known here.

use super::lanes::Lanes;

/// Groups of no greater magnitude count as zero.
pub(super) const TINY: f32 = 1e-15;

/// The element of greatest magnitude, the first of equals.
#[inline(always)]
pub(super) fn extreme<V: Lanes, const N: usize>(x: &[V; N]) -> V {
    x.iter().fold(
        x[0],
        #[inline(always)]
        |top, &v| V::pick(top.abs().less(v.abs()), v, top),
    )
}

/// Scales that are 0 where the largest element is as good as 0.
#[inline(always)]
pub(super) fn unless_tiny<V: Lanes>(top: V, scale: V) -> V {
    V::pick(top.abs().less(V::splat(TINY)), V::splat(0.0), scale)
}

/// Sums of weighted element times code and of weighted code times code; `wx` is weight times element.
#[inline(always)]
fn sums<V: Lanes, const N: usize>(wx: &[V; N], w: &[V; N], code: impl Fn(usize) -> V) -> (V, V) {
    let (mut xl, mut ll) = (V::splat(0.0), V::splat(0.0));
    for i in 0..N {
        let l = code(i);
        xl = xl.add(wx[i].mul(l));
        ll = ll.add(w[i].mul(l).mul(l));
    }
    (xl, ll)
}

/// Scale, and the inverse that gives the codes, of `scale * code` with codes from `-n` to `n - 1`.
#[inline(always)]
pub(super) fn scale<V: Lanes, const N: usize>(x: &[V; N], w: &[V; N], n: i32) -> (V, V) {
    let (top, zero) = (extreme(x), V::splat(0.0));
    let wx: [V; N] = std::array::from_fn(
        #[inline(always)]
        |i| w[i].mul(x[i]),
    );
    let mut best = V::splat(-n as f32).div(top);
    let (xl, ll) = sums(
        &wx,
        w,
        #[inline(always)]
        |i| best.mul(x[i]).nearest(-n, n - 1),
    );
    let mut scale = V::pick(ll.equal(zero), zero, xl.div(ll));
    let mut explained = scale.mul(xl);
    for step in (-9..=9).filter(|&step| step != 0) {
        let inverse = V::splat(-(n as f32 + 0.1 * step as f32)).div(top);
        let (xl, ll) = sums(
            &wx,
            w,
            #[inline(always)]
            |i| inverse.mul(x[i]).nearest(-n, n - 1),
        );
        let better = V::both(zero.less(ll), explained.mul(ll).less(xl.mul(xl)));
        let fitted = xl.div(ll);
        best = V::pick(better, inverse, best);
        scale = V::pick(better, fitted, scale);
        explained = V::pick(better, fitted.mul(xl), explained);
    }
    (unless_tiny(top, scale), best)
}

/// Scale and codes of `scale * code` with codes from `-n` to `n - 1`, which move one after the other.
#[inline(always)]
pub(super) fn scale_by_moves<V: Lanes, const N: usize>(x: &[V; N], w: &[V; N], n: i32) -> (V, [V; N]) {
    let (top, zero) = (extreme(x), V::splat(0.0));
    let wx: [V; N] = std::array::from_fn(
        #[inline(always)]
        |i| w[i].mul(x[i]),
    );
    let inverse = V::splat(-n as f32).div(top);
    let mut codes = x.map(
        #[inline(always)]
        |x| inverse.mul(x).nearest(-n, n - 1),
    );
    let (mut xl, mut ll) = sums(
        &wx,
        w,
        #[inline(always)]
        |i| codes[i],
    );
    // A lane in which a round moves nothing stays as it is in further rounds.
    for _ in 0..5 {
        let mut moved = false;
        for i in 0..N {
            let old = codes[i];
            let (xl_others, ll_others) = (xl.sub(wx[i].mul(old)), ll.sub(w[i].mul(old).mul(old)));
            let new = x[i].mul(ll_others).div(xl_others).nearest(-n, n - 1);
            let (xl_new, ll_new) = (xl_others.add(wx[i].mul(new)), ll_others.add(w[i].mul(new).mul(new)));
            let explains_more = xl.mul(xl).mul(ll_new).less(xl_new.mul(xl_new).mul(ll));
            let better = V::both(V::both(zero.less(xl_others), zero.less(ll_new)), explains_more);
            let other = V::pick(old.equal(new), zero, V::splat(1.0));
            let better = V::both(better, zero.less(other));
            codes[i] = V::pick(better, new, old);
            (xl, ll) = (V::pick(better, xl_new, xl), V::pick(better, ll_new, ll));
            moved |= V::any(better);
        }
        if !moved {
            break;
        }
    }
    let scale = V::pick(zero.less(ll), xl.div(ll), zero);
    let tiny = top.abs().less(V::splat(TINY));
    (
        unless_tiny(top, scale),
        codes.map(
            #[inline(always)]
            |code| V::pick(tiny, V::splat(-n as f32), code),
        ),
    )
}

/// How a scale and a minimum are searched for.
#[derive(Clone, Copy)]
pub(super) struct Search {
    /// The highest code.
    pub(super) n: i32,
    /// Trials take the range of the elements for `n + first`, `n + first + 0.1`, ... codes.
    pub(super) first: f32,
    pub(super) trials: i32,
    /// Whether being off costs the square, not the magnitude.
    pub(super) squares: bool,
}

/// What a search finds for `scale * code - minimum`: codes are the nearest to `inverse * (x - low)`.
pub(super) struct Fit<V> {
    pub(super) scale: V,
    pub(super) minimum: V,
    pub(super) inverse: V,
    pub(super) low: V,
}

impl Search {
    /// What it costs to be off with these codes.
    #[inline(always)]
    fn error<V: Lanes, const N: usize>(self, x: &[V; N], w: &[V; N], scale: V, low: V, codes: &[V; N]) -> V {
        let mut sum = V::splat(0.0);
        for i in 0..N {
            let off = scale.mul(codes[i]).add(low).sub(x[i]);
            sum = sum.add(w[i].mul(if self.squares { off.mul(off) } else { off.abs() }));
        }
        sum
    }

    /// Codes from 0 to `n`; a minimum is at least 0.
    #[inline(always)]
    pub(super) fn run<V: Lanes, const N: usize>(self, x: &[V; N], w: &[V; N]) -> Fit<V> {
        let zero = V::splat(0.0);
        let (mut lo, mut hi, mut sum_w, mut sum_x) = (x[0], x[0], zero, zero);
        for i in 0..N {
            lo = V::pick(x[i].less(lo), x[i], lo);
            hi = V::pick(hi.less(x[i]), x[i], hi);
            sum_w = sum_w.add(w[i]);
            sum_x = sum_x.add(w[i].mul(x[i]));
        }
        let lowest = V::pick(zero.less(lo), zero, lo);
        let flat = hi.equal(lowest);
        let inverse = V::splat(self.n as f32).div(hi.sub(lowest));
        let mut fit = Fit { scale: V::splat(1.0).div(inverse), minimum: zero, inverse, low: lowest };
        let mut low = lowest;
        let mut codes = x.map(
            #[inline(always)]
            |x| inverse.mul(x.sub(lowest)).nearest(0, self.n),
        );
        let mut least = self.error(x, w, fit.scale, low, &codes);
        for step in 0..self.trials {
            let inverse = V::splat(self.first + 0.1 * step as f32 + self.n as f32).div(hi.sub(low));
            let (mut sum_l, mut sum_ll, mut sum_xl) = (zero, zero, zero);
            for i in 0..N {
                let l = inverse.mul(x[i].sub(low)).nearest(0, self.n);
                codes[i] = l;
                let wl = w[i].mul(l);
                sum_l = sum_l.add(wl);
                sum_ll = sum_ll.add(wl.mul(l));
                sum_xl = sum_xl.add(wl.mul(x[i]));
            }
            let determinant = sum_w.mul(sum_ll).sub(sum_l.mul(sum_l));
            let new_scale = sum_w.mul(sum_xl).sub(sum_x.mul(sum_l)).div(determinant);
            let new_low = sum_ll.mul(sum_x).sub(sum_l.mul(sum_xl)).div(determinant);
            let above = zero.less(new_low);
            let new_scale = V::pick(above, sum_xl.div(sum_ll), new_scale);
            let new_low = V::pick(above, zero, new_low);
            let e = self.error(x, w, new_scale, new_low, &codes);
            let better = V::both(zero.less(determinant), e.less(least));
            least = V::pick(better, e, least);
            fit.scale = V::pick(better, new_scale, fit.scale);
            fit.inverse = V::pick(better, inverse, fit.inverse);
            fit.low = V::pick(better, low, fit.low);
            low = V::pick(better, new_low, low);
        }
        Fit {
            scale: V::pick(flat, zero, fit.scale),
            // The negative, zeros too.
            minimum: V::pick(flat, lowest, low).mul(V::splat(-1.0)),
            inverse: V::pick(flat, zero, fit.inverse),
            low: V::pick(flat, lowest, fit.low),
        }
    }
}
