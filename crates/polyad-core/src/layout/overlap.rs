//! Whether elements of one layout share memory.

use smallvec::SmallVec;

use super::Layout;

impl Layout {
    /// Whether two indices may name the same element. Exact for stride 0 and for strides that nest (every layout that
    /// slicing and permuting can make); a layout with other strides is taken to overlap.
    pub fn overlaps_itself(&self) -> bool {
        if self.size() <= 1 {
            return false;
        }
        let mut axes: Vec<(usize, usize)> = (self.shape.iter().zip(&self.strides))
            .filter(|(n, _)| **n > 1)
            .map(|(&n, &stride)| (stride.unsigned_abs(), n))
            .collect();
        axes.sort_unstable();
        let mut reach = 0;
        for (stride, n) in axes {
            if stride <= reach {
                return true;
            }
            reach += stride * (n - 1);
        }
        false
    }

    /// Axes of extent 1 dropped and neighbours merged that can be walked as one, outermost first: the fewest loops.
    pub fn merged(&self) -> MergedAxes {
        merge_axes(self.shape.iter().copied().zip(self.strides.iter().copied()))
    }
}

/// Length and stride of axes that are walked one inside the other, outermost first.
pub type MergedAxes = SmallVec<[(usize, isize); 4]>;

/// Axes of extent 1 dropped, neighbours merged that can be walked as one.
pub fn merge_axes(axes: impl IntoIterator<Item = (usize, isize)>) -> MergedAxes {
    let mut out = MergedAxes::new();
    for (n, stride) in axes.into_iter().filter(|(n, _)| *n != 1) {
        match out.last_mut() {
            Some((len, step)) if stride.checked_mul(n as isize) == Some(*step) => {
                *len *= n;
                *step = stride;
            }
            _ => out.push((n, stride)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_is_seen() {
        let l = Layout::contiguous(&[3, 4]).unwrap();
        assert!(!l.overlaps_itself());
        assert!(!l.flip(0).unwrap().permute(&[1, 0]).unwrap().overlaps_itself());
        assert!(l.broadcast_to(&[2, 3, 4]).unwrap().overlaps_itself());
        assert!(Layout::new(&[3, 3], &[1, 1], 0).unwrap().overlaps_itself());
        assert!(!Layout::new(&[1, 3], &[0, 1], 0).unwrap().overlaps_itself());
        assert!(!Layout::new(&[0, 3], &[0, 0], 0).unwrap().overlaps_itself());
    }
}
