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

/// `f` of every number. The map of arrays is not inlined when they are long, and then has no AVX2.
#[inline(always)]
pub(super) fn each<V: Lanes, const N: usize>(x: &[V; N], f: impl Fn(V) -> V) -> [V; N] {
    let mut y = *x;
    for y in &mut y {
        *y = f(*y);
    }
    y
}

/// Products of two rows of numbers.
#[inline(always)]
fn products<V: Lanes, const N: usize>(a: &[V; N], b: &[V; N]) -> [V; N] {
    let mut y = *a;
    for (y, b) in y.iter_mut().zip(b) {
        *y = y.mul(*b);
    }
    y
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
    let wx = products(w, x);
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

/// Scale and codes of `scale * code` with codes from `-n` to `n - 1`, which move one after the other. Two searches side by
/// side, as each waits for its own divisions most of the time.
#[inline(always)]
pub(super) fn scale_by_moves<V: Lanes, const N: usize>(x: &[[V; N]; 2], w: &[[V; N]; 2], n: i32) -> [(V, [V; N]); 2] {
    let mut states = [Moves::new(&x[0], &w[0], n), Moves::new(&x[1], &w[1], n)];
    // A lane in which a round moves nothing stays as it is in further rounds.
    for _ in 0..5 {
        let mut moved = false;
        for i in 0..N {
            let (first, second) = (states[0].step(i, x[0][i], w[0][i], n), states[1].step(i, x[1][i], w[1][i], n));
            moved |= first | second;
        }
        if !moved {
            break;
        }
    }
    let [a, b] = states;
    [a.end(&x[0], n), b.end(&x[1], n)]
}

/// The state of a search by moves: codes and their sums.
struct Moves<V, const N: usize> {
    wx: [V; N],
    codes: [V; N],
    xl: V,
    ll: V,
}

impl<V: Lanes, const N: usize> Moves<V, N> {
    #[inline(always)]
    fn new(x: &[V; N], w: &[V; N], n: i32) -> Moves<V, N> {
        let inverse = V::splat(-n as f32).div(extreme(x));
        let wx = products(w, x);
        let codes = each(
            x,
            #[inline(always)]
            |x| inverse.mul(x).nearest(-n, n - 1),
        );
        let (xl, ll) = sums(
            &wx,
            w,
            #[inline(always)]
            |i| codes[i],
        );
        Moves { wx, codes, xl, ll }
    }

    /// Moves one code where that explains more; whether a lane did.
    #[inline(always)]
    fn step(&mut self, i: usize, x: V, w: V, n: i32) -> bool {
        let (old, zero) = (self.codes[i], V::splat(0.0));
        let (xl_others, ll_others) = (self.xl.sub(self.wx[i].mul(old)), self.ll.sub(w.mul(old).mul(old)));
        let new = x.mul(ll_others).div(xl_others).nearest(-n, n - 1);
        let (xl, ll) = (xl_others.add(self.wx[i].mul(new)), ll_others.add(w.mul(new).mul(new)));
        let explains_more = self.xl.mul(self.xl).mul(ll).less(xl.mul(xl).mul(self.ll));
        let is_other = zero.less(new.sub(old).abs());
        let better = V::both(V::both(zero.less(xl_others), zero.less(ll)), V::both(explains_more, is_other));
        self.codes[i] = V::pick(better, new, old);
        (self.xl, self.ll) = (V::pick(better, xl, self.xl), V::pick(better, ll, self.ll));
        V::any(better)
    }

    /// Scale and codes.
    #[inline(always)]
    fn end(self, x: &[V; N], n: i32) -> (V, [V; N]) {
        let (top, zero) = (extreme(x), V::splat(0.0));
        let scale = V::pick(zero.less(self.ll), self.xl.div(self.ll), zero);
        let tiny = top.abs().less(V::splat(TINY));
        let codes = each(
            &self.codes,
            #[inline(always)]
            |code| V::pick(tiny, V::splat(-n as f32), code),
        );
        (unless_tiny(top, scale), codes)
    }
}

/// How a scale and a minimum are searched for.
///
/// Being off costs the square, or else the magnitude.
#[derive(Clone, Copy)]
pub(super) struct Search<const SQUARES: bool> {
    /// The highest code.
    pub(super) n: i32,
    /// Trials take the range of the elements for `n + first`, `n + first + 0.1`, ... codes.
    pub(super) first: f32,
    pub(super) trials: i32,
}

/// What a search finds for `scale * code - minimum`: codes are the nearest to `inverse * (x - low)`.
pub(super) struct Fit<V> {
    pub(super) scale: V,
    pub(super) minimum: V,
    pub(super) inverse: V,
    pub(super) low: V,
}

impl<const SQUARES: bool> Search<SQUARES> {
    /// What it costs to be off with these codes.
    #[inline(always)]
    fn error<V: Lanes, const N: usize>(self, x: &[V; N], w: &[V; N], scale: V, low: V, codes: &[V; N]) -> V {
        let mut sum = V::splat(0.0);
        for i in 0..N {
            let off = scale.mul(codes[i]).add(low).sub(x[i]);
            sum = sum.add(w[i].mul(if SQUARES { off.mul(off) } else { off.abs() }));
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
        let mut codes = each(
            x,
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
