//! How the i-quants of 1 bit are encoded: for each group a scale, entries of the codebook of -1, 0 and 1, and shifts.

use std::sync::LazyLock;

use super::codebook;
use super::lattice::Lattice;

/// The codebook; level 0 stands for -1.
pub(super) static LATTICE: LazyLock<Lattice<8>> =
    LazyLock::new(|| Lattice::new(codebook::IQ1S, |value| value.wrapping_add(1), 3, 3));

/// The shifted values of the levels.
pub(super) fn values(down: bool) -> [f32; 3] {
    let shift = if down { -0.125 } else { 0.125 };
    [-1.0 + shift, shift, 1.0 + shift]
}

/// What is found for a group: at most 32 elements in `SHIFTS` parts, which have a shift each.
pub(super) struct Group<const SHIFTS: usize> {
    pub(super) scale: f32,
    /// Whether a part is shifted down.
    pub(super) down: [bool; SHIFTS],
    /// For each 8 elements.
    pub(super) entries: [u16; 4],
}

impl<const SHIFTS: usize> Group<SHIFTS> {
    /// Fits a group; what is of no greater magnitude than `tiny` counts as zero.
    pub(super) fn fit(x: &[f32], w: &[f32], tiny: f32) -> Group<SHIFTS> {
        let mut group = Group { scale: 0.0, down: [false; SHIFTS], entries: [0; 4] };
        if x.iter().all(|x| x.abs() < tiny) {
            return group;
        }
        let mut levels = [0; 32];
        if !group.split(x, w, &mut levels) {
            return group;
        }
        let part = x.len() / SHIFTS;
        let mut all_entries = true;
        for (k, (x, w)) in x.as_chunks::<8>().0.iter().zip(w.as_chunks::<8>().0).enumerate() {
            let values = values(group.down[8 * k / part]);
            let near = LATTICE.near(&levels.as_chunks().0[k]);
            all_entries &= near.is_entry;
            group.entries[k] = LATTICE.best(near, |point| {
                let off = point.iter().zip(x).map(|(&level, x)| group.scale * values[usize::from(level)] - x);
                off.zip(w).fold(0.0, |sum, (off, w)| sum + w * off * off)
            });
        }
        if !all_entries {
            let (xq, qq) = group.sums(x, w);
            if xq > 0.0 && qq > 0.0 {
                group.scale = xq / qq;
            }
        }
        group
    }

    /// Splits the sorted elements into low, middle and high ones so that scale and shifts explain the most: every split is
    /// tried, with every choice of shifts. Says whether there is one.
    fn split(&mut self, x: &[f32], w: &[f32], levels: &mut [u8; 32]) -> bool {
        let n = x.len();
        let mut order: Vec<usize> = (0..n).collect();
        // Equal elements keep their order; +0 makes both zeros equal.
        order.sort_by(|&a, &b| (x[a] + 0.0).total_cmp(&(x[b] + 0.0)));
        let elements: Vec<Element> =
            order.iter().map(|&i| Element { x: x[i], w: w[i], part: i * SHIFTS / n }).collect();
        let splits = Splits::new(&elements);
        let mut best = None;
        let mut explained = f32::MIN;
        for first in 0..=n {
            for second in first..=n {
                for choice in 0..1 << SHIFTS {
                    let down: [bool; SHIFTS] = std::array::from_fn(|part| choice >> (SHIFTS - 1 - part) & 1 == 1);
                    let (xq, qq) = if SHIFTS == 1 {
                        splits.by_running_sums(first, second, values(down[0]))
                    } else {
                        splits.by_elements(first, second, down.map(values))
                    };
                    if qq > 0.0 && xq * xq > explained * qq {
                        self.scale = xq / qq;
                        explained = self.scale * xq;
                        best = Some((first, second));
                        self.down = down;
                    }
                }
            }
        }
        let Some((first, second)) = best else { return false };
        for (j, &i) in order.iter().enumerate() {
            levels[i] = u8::from(j >= first) + u8::from(j >= second);
        }
        if self.scale < 0.0 {
            // Values mirrored are values shifted the other way.
            self.scale = -self.scale;
            self.down = self.down.map(|down| !down);
            levels[..n].iter_mut().for_each(|level| *level = 2 - *level);
        }
        true
    }

    /// Weighted sums of element times value and of value times value.
    pub(super) fn sums(&self, x: &[f32], w: &[f32]) -> (f32, f32) {
        let part = x.len() / SHIFTS;
        let levels = self.entries.iter().flat_map(|&entry| LATTICE.point(entry));
        let mut sums = (0.0, 0.0);
        for (i, ((&level, x), w)) in levels.zip(x).zip(w).enumerate() {
            let q = values(self.down[i / part])[usize::from(level)];
            sums = (sums.0 + w * q * x, sums.1 + w * q * q);
        }
        sums
    }
}

/// An element among the sorted ones.
struct Element {
    x: f32,
    w: f32,
    part: usize,
}

/// Sums over the sorted elements for a split. The formats take them in different orders, which decides ties.
struct Splits<'a> {
    elements: &'a [Element],
    /// Weighted sums of the first so many elements, and of their weights.
    running: [(f32, f32); 33],
}

impl Splits<'_> {
    fn new(elements: &[Element]) -> Splits<'_> {
        let mut running = [(0.0, 0.0); 33];
        for (j, e) in elements.iter().enumerate() {
            running[j + 1] = (running[j].0 + e.w * e.x, running[j].1 + e.w);
        }
        Splits { elements, running }
    }

    /// Weighted sums of element times value and of value times value, where all elements have the same shift.
    fn by_running_sums(&self, first: usize, second: usize, v: [f32; 3]) -> (f32, f32) {
        let (low, middle, all) = (self.running[first], self.running[second], self.running[self.elements.len()]);
        let xq = low.0 * v[0] + (middle.0 - low.0) * v[1] + (all.0 - middle.0) * v[2];
        let qq = low.1 * v[0] * v[0] + (middle.1 - low.1) * v[1] * v[1] + (all.1 - middle.1) * v[2] * v[2];
        (xq, qq)
    }

    /// The same sums where parts have values of their own.
    fn by_elements<const SHIFTS: usize>(&self, first: usize, second: usize, v: [[f32; 3]; SHIFTS]) -> (f32, f32) {
        let mut sums = (0.0, 0.0);
        for (j, e) in self.elements.iter().enumerate() {
            let q = v[e.part][usize::from(j >= first) + usize::from(j >= second)];
            sums = (sums.0 + e.w * q * e.x, sums.1 + e.w * q * q);
        }
        sums
    }
}
