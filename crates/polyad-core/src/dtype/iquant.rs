//! How the i-quants of 2 and 3 bits are encoded: signs aside, a scale and entries of the codebook for each group.

use std::sync::LazyLock;

use super::fit::{nearest, scale_of_positive, sum_squares, weigh};
use super::lattice::Lattice;
use super::scaled::{argmax_abs, largest, put_f16};

/// A format whose codebook has `N` magnitudes an entry.
pub(super) struct IQuant<const N: usize> {
    pub(super) lattice: &'static LazyLock<Lattice<N>>,
    /// Levels of a magnitude.
    pub(super) levels: i32,
    /// Elements that share a scale.
    pub(super) group: usize,
    /// Whether each 8 elements have an even count of negatives, as seven bits have to say all their signs.
    pub(super) even: bool,
    /// The spread of weights with importance, in mean squares of the block.
    pub(super) spread: f32,
    /// What elements weigh without importance beside their squares, in such spreads.
    pub(super) floor: f32,
    /// Groups of lower magnitude count as zero.
    pub(super) tiny: f32,
    /// Trials to each side of the scale that takes the largest for the highest level, and how far they are apart.
    pub(super) trials: i32,
    pub(super) step: f32,
    /// Whether the middle of the trials is a fit by plain codes, and not the largest.
    pub(super) by_fit: bool,
    /// Which entries are taken once more for the best scale.
    pub(super) again: Again,
    /// What `d` is multiplied by, as the rounding of scales leaves it a bit off.
    pub(super) factor: f32,
}

/// Which entries of a group are taken once more for its best scale.
#[derive(PartialEq)]
pub(super) enum Again {
    /// Those that are not the nearest point.
    Others,
    /// All.
    All,
}

/// The numbers of a block, to be packed.
pub(super) struct Parts {
    /// For each group.
    pub(super) scales: [u8; 16],
    /// For each 8 elements, a bit for each negative one.
    pub(super) signs: [u8; 32],
    /// For each `N` elements.
    pub(super) entries: [u16; 64],
}

impl<const N: usize> IQuant<N> {
    /// Finds scales, signs and entries of a block; writes `d`, the float16 at its start. A block of zeros has none.
    pub(super) fn encode(
        &self,
        x: &[f32; 256],
        importance: Option<&[f32; 256]>,
        b: &mut [u8],
    ) -> Result<Option<Parts>, (usize, &'static str)> {
        let spread = self.spread * sum_squares(x) / 256.0;
        let mut parts = Parts { scales: [0; 16], signs: [0; 32], entries: [0; 64] };
        let mut scales = [0.0; 16];
        let mut w = x.map(|x| self.floor * spread + x * x);
        if let Some(importance) = importance {
            weigh(x, importance, spread, &mut w);
        }
        for (g, (x, w)) in x.chunks(self.group).zip(w.chunks(self.group)).enumerate() {
            let mut magnitudes = [0.0; 32];
            let magnitudes = &mut magnitudes[..self.group];
            let signs = &mut parts.signs[g * self.group / 8..(g + 1) * self.group / 8];
            let eights = magnitudes.as_chunks_mut().0.iter_mut().zip(x.as_chunks().0).zip(w.as_chunks().0);
            for (sign, ((magnitudes, x), w)) in signs.iter_mut().zip(eights) {
                *sign = self.split(x, w, magnitudes);
            }
            let entries = &mut parts.entries[g * self.group / N..(g + 1) * self.group / N];
            scales[g] = self.fit(magnitudes, w, entries);
            if scales[g] == 0.0 {
                signs.fill(0);
                entries.fill(0);
            } else if scales[g] < 0.0 {
                scales[g] = -scales[g];
                signs.iter_mut().for_each(|sign| *sign = !*sign);
            }
        }
        let d = largest(scales) / 31.0;
        put_f16(d * self.factor, argmax_abs(x), b)?;
        parts.scales = scales.map(|scale| nearest(0.5 * (1.0 / d * scale - 1.0)).clamp(0, 15) as u8);
        Ok((d != 0.0).then_some(parts))
    }

    /// Magnitudes and signs of 8 elements. Where the count of negatives has to be even and is not, the element that matters
    /// least changes its sign, and its magnitude is below zero.
    fn split(&self, x: &[f32; 8], w: &[f32; 8], magnitudes: &mut [f32; 8]) -> u8 {
        *magnitudes = x.map(f32::abs);
        let signs = (0..8).fold(0u8, |signs, i| signs | u8::from(x[i] < 0.0) << i);
        if !self.even || signs.count_ones() % 2 == 0 {
            return signs;
        }
        let matters = |i: usize| w[i] * x[i] * x[i];
        let least = (1..8).fold(0, |least, i| if matters(i) < matters(least) { i } else { least });
        magnitudes[least] = -magnitudes[least];
        signs ^ 1 << least
    }

    /// The scale of a group and its entries.
    fn fit(&self, x: &[f32], w: &[f32], entries: &mut [u16]) -> f32 {
        let largest = x.iter().fold(x[0], |top, &x| top.max(x));
        if largest < self.tiny || largest == 0.0 {
            return 0.0;
        }
        let highest = (2 * self.levels - 1) as f32;
        let (mut scale, middle) = if self.by_fit {
            let scale = scale_of_positive(x, w, self.levels + 1, &mut [0; 32][..x.len()]);
            (scale, scale * self.levels as f32)
        } else {
            (largest / highest, largest)
        };
        if middle <= 0.0 {
            return 0.0;
        }
        let mut roots = [0.0; 32];
        roots.iter_mut().zip(w).for_each(|(root, w)| *root = w.sqrt());
        let snap = |k: usize, inverse: f32, scale: f32| {
            self.lattice.snap(&x.as_chunks().0[k], &roots.as_chunks().0[k], inverse, scale)
        };
        let mut explained = 0.0;
        let mut settled = [self.again == Again::Others; 8];
        for step in -self.trials..=self.trials {
            let inverse = (highest + step as f32 * self.step) / middle;
            let (mut trial, mut nearest) = ([0; 8], [false; 8]);
            for k in 0..entries.len() {
                (trial[k], nearest[k]) = snap(k, inverse, 1.0 / inverse);
            }
            let (xq, qq) = self.sums(x, w, &trial);
            if qq > 0.0 && xq * xq > explained * qq {
                scale = xq / qq;
                explained = scale * xq;
                entries.copy_from_slice(&trial[..entries.len()]);
                settled = nearest;
            }
        }
        let others = settled[..entries.len()].contains(&false);
        if scale > 0.0 && (others || self.by_fit) {
            for (k, entry) in entries.iter_mut().enumerate() {
                if self.again == Again::All || !settled[k] {
                    *entry = snap(k, 1.0 / scale, scale).0;
                }
            }
            let (xq, qq) = self.sums(x, w, entries);
            if qq > 0.0 {
                scale = xq / qq;
            }
        }
        scale
    }

    /// Weighted sums of element times code and of code times code.
    fn sums(&self, x: &[f32], w: &[f32], entries: &[u16]) -> (f32, f32) {
        let codes = entries.iter().flat_map(|&entry| self.lattice.point(entry)).map(|&level| f32::from(2 * level + 1));
        codes.zip(x.iter().zip(w)).fold((0.0, 0.0), |(xq, qq), (q, (x, w))| (xq + w * x * q, qq + w * q * q))
    }
}
