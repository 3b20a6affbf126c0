//! Which entries of a codebook lie near a point: where the encoders of the i-quants look for the best one.
//!
//! A point has a level for each of its elements; levels count magnitudes from the smallest. Most points are no entry, so
//! the nearest entries of a point are found once and kept.

use std::sync::OnceLock;

use super::codebook::entries;
use super::fit::nearest;

/// The entries of a codebook of `N` numbers each, as points.
pub(super) struct Lattice<const N: usize> {
    points: Vec<[u8; N]>,
    levels: usize,
    shells: usize,
    near: Vec<OnceLock<Near>>,
}

/// Entries near a point.
pub(super) struct Near {
    /// Whether the point is itself an entry, and then the only one here.
    pub(super) is_entry: bool,
    /// By distance, then by number.
    pub(super) entries: Vec<u16>,
}

impl<const N: usize> Lattice<N> {
    /// The lattice of a codebook with so many levels; of the distances to a point, entries at the `shells` least count as
    /// near.
    pub(super) fn new(book: &'static [u8], level: impl Fn(u8) -> u8, levels: usize, shells: usize) -> Lattice<N> {
        let near = (0..levels.pow(N as u32)).map(|_| OnceLock::new()).collect();
        Lattice { points: entries(book).iter().map(|entry| entry.map(&level)).collect(), levels, shells, near }
    }

    /// The levels of an entry.
    pub(super) fn point(&self, entry: u16) -> &[u8; N] {
        &self.points[usize::from(entry)]
    }

    /// The entries near a point.
    pub(super) fn near(&self, point: &[u8; N]) -> &Near {
        let at = point.iter().rev().fold(0, |at, &level| at * self.levels + usize::from(level));
        self.near[at].get_or_init(|| {
            let distance =
                |entry: &[u8; N]| entry.iter().zip(point).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum();
            let mut all: Vec<(u32, u16)> = self.points.iter().map(distance).zip(0..).collect();
            all.sort_unstable();
            let is_entry = all[0].0 == 0;
            let shells = if is_entry { 1 } else { self.shells };
            let runs = all.chunk_by(|a, b| a.0 == b.0).take(shells).flatten();
            Near { is_entry, entries: runs.map(|&(_, entry)| entry).collect() }
        })
    }

    /// The entry for magnitudes in odd multiples of `scale`, and whether it is the nearest point itself. Where it is not,
    /// entries nearby are weighed.
    pub(super) fn snap(&self, x: &[f32; N], w: &[f32; N], inverse: f32, scale: f32) -> (u16, bool) {
        let highest = self.levels as i32 - 1;
        let near = self.near(&x.map(|x| nearest(0.5 * (inverse * x - 1.0)).clamp(0, highest) as u8));
        (
            self.best(near, |point| {
                let off = point.iter().zip(x).map(|(&level, x)| scale * f32::from(2 * level + 1) - x);
                off.zip(w).fold(0.0, |sum, (off, w)| sum + w * off * off)
            }),
            near.is_entry,
        )
    }

    /// The first entry of least cost.
    pub(super) fn best(&self, near: &Near, cost: impl Fn(&[u8; N]) -> f32) -> u16 {
        let (mut best, mut least) = (near.entries[0], f32::MAX);
        if !near.is_entry {
            for &entry in &near.entries {
                let cost = cost(self.point(entry));
                if cost < least {
                    (best, least) = (entry, cost);
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::codebook::IQ3XXS;
    use super::*;

    #[test]
    fn entries_are_their_own_nearest_and_shells_end_at_a_distance() {
        let lattice = Lattice::<4>::new(IQ3XXS, |magnitude| (magnitude - 4) / 8, 8, 2);
        let mut others = 0;
        for at in 0..8u32.pow(4) {
            let point = [0, 1, 2, 3].map(|i| (at >> (3 * i) & 7) as u8);
            let near = lattice.near(&point);
            let distance =
                |entry| lattice.point(entry).iter().zip(point).map(|(a, b)| a.abs_diff(b).pow(2)).sum::<u8>();
            let mut distances: Vec<u8> = near.entries.iter().map(|&entry| distance(entry)).collect();
            assert!(distances.is_sorted());
            distances.dedup();
            assert_eq!(near.is_entry, distances == [0], "{point:?}");
            assert!(near.is_entry || distances.len() == 2, "{point:?}");
            others += usize::from(!near.is_entry);
        }
        assert_eq!(others, 4096 - 256);
    }
}
