//! Cosine and sine transforms of types 1 to 4, with SciPy's factors: twice the sums that `rustdct` gives.

use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};
use std::sync::Arc;

use rustdct::{Dct1, DctPlanner, Dst1, TransformType2And3, TransformType4};

use super::{Form, Real, Row, pad, scale, split};

/// The plan of a type.
enum Sums<T> {
    Cosines1(Arc<dyn Dct1<T>>),
    Sines1(Arc<dyn Dst1<T>>),
    Twos(Arc<dyn TransformType2And3<T>>),
    Threes(Arc<dyn TransformType2And3<T>>),
    Fours(Arc<dyn TransformType4<T>>),
}

struct Waves<T> {
    n: usize,
    sums: Sums<T>,
    sine: bool,
    orthogonal: bool,
}

pub(super) fn row<T: Real>(n: usize, form: Form, sine: bool) -> Arc<dyn Row> {
    let mut planner = DctPlanner::<T>::new();
    let sums = match (form.number, sine) {
        (1, false) => Sums::Cosines1(planner.plan_dct1(n)),
        (1, true) => Sums::Sines1(planner.plan_dst1(n)),
        (2, _) => Sums::Twos(planner.plan_dct2(n)),
        (3, _) => Sums::Threes(planner.plan_dct3(n)),
        (4, _) => Sums::Fours(planner.plan_dct4(n)),
        (number, _) => panic!("there is no type {number}"),
    };
    Arc::new(Waves { n, sums, sine, orthogonal: form.orthogonal })
}

impl<T: Real> Waves<T> {
    fn scratch(&self) -> usize {
        match &self.sums {
            Sums::Cosines1(plan) => plan.get_scratch_len(),
            Sums::Sines1(plan) => plan.get_scratch_len(),
            Sums::Twos(plan) | Sums::Threes(plan) => plan.get_scratch_len(),
            Sums::Fours(plan) => plan.get_scratch_len(),
        }
    }

    /// Multiplies the terms that are their own mirror images: the first of cosines, the last of sines, both ends in type 1.
    fn weigh(&self, x: &mut [T], by: f64) {
        let by = T::of(by);
        match self.sums {
            Sums::Cosines1(_) => {
                x[0] *= by;
                x[self.n - 1] *= by;
            }
            Sums::Twos(_) | Sums::Threes(_) if self.sine => x[self.n - 1] *= by,
            Sums::Twos(_) | Sums::Threes(_) => x[0] *= by,
            Sums::Sines1(_) | Sums::Fours(_) => {}
        }
    }
}

impl<T: Real> Row for Waves<T> {
    fn room(&self) -> usize {
        (self.scratch() * size_of::<T>()).next_multiple_of(16)
    }

    fn run(&self, x: &[u8], factor: f64, room: &mut [u8], out: &mut [u8]) {
        let (scratch, _) = split(room, self.scratch());
        let out: &mut [T] = bytemuck::cast_slice_mut(out);
        pad(bytemuck::cast_slice(x), out);
        if self.orthogonal && !matches!(self.sums, Sums::Twos(_)) {
            self.weigh(out, SQRT_2);
        }
        match (&self.sums, self.sine) {
            (Sums::Cosines1(plan), _) => plan.process_dct1_with_scratch(out, scratch),
            (Sums::Sines1(plan), _) => {
                // It takes the zeros between the sines and their mirror images from there.
                scratch.fill(T::zero());
                plan.process_dst1_with_scratch(out, scratch);
            }
            (Sums::Twos(plan), false) => plan.process_dct2_with_scratch(out, scratch),
            (Sums::Twos(plan), true) => plan.process_dst2_with_scratch(out, scratch),
            (Sums::Threes(plan), false) => plan.process_dct3_with_scratch(out, scratch),
            (Sums::Threes(plan), true) => plan.process_dst3_with_scratch(out, scratch),
            (Sums::Fours(plan), false) => plan.process_dct4_with_scratch(out, scratch),
            (Sums::Fours(plan), true) => plan.process_dst4_with_scratch(out, scratch),
        }
        scale(out, 2.0 * factor);
        if self.orthogonal && !matches!(self.sums, Sums::Threes(_)) {
            self.weigh(out, FRAC_1_SQRT_2);
        }
    }
}
