//! Eight numbers of float32 side by side: one group of elements a lane, so that every group goes through exactly the
//! operations of the plain codec, in its order, and only the groups are at the same time.

/// Eight lanes of float32. No operation fuses or reorders, so a lane holds what scalar code would.
pub(super) trait Lanes: Copy {
    /// A truth a lane.
    type Mask: Copy;

    fn of(x: [f32; 8]) -> Self;
    fn array(self) -> [f32; 8];
    fn add(self, b: Self) -> Self;
    fn sub(self, b: Self) -> Self;
    fn mul(self, b: Self) -> Self;
    fn div(self, b: Self) -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    /// [`nearest`] between these bounds.
    fn nearest(self, lowest: i32, highest: i32) -> Self;
    /// `self < b`, false where one is NaN, as all comparisons.
    fn less(self, b: Self) -> Self::Mask;
    fn at_most(self, b: Self) -> Self::Mask;
    fn equal(self, b: Self) -> Self::Mask;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn any(mask: Self::Mask) -> bool;
    /// `a` where the mask holds, else `b`.
    fn pick(mask: Self::Mask, a: Self, b: Self) -> Self;

    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self::of([x; 8])
    }

    /// Lane `l` of number `i` is `x[l * stride + i]`.
    #[inline(always)]
    fn columns<const N: usize>(x: &[f32], stride: usize) -> [Self; N] {
        assert!(x.len() >= 7 * stride + N);
        let mut columns = [Self::splat(0.0); N];
        for (i, column) in columns.iter_mut().enumerate() {
            let at = |l: usize| x[l * stride + i];
            *column = Self::of([at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7)]);
        }
        columns
    }
}

/// A function that encodes in the lanes of the tier: the body is compiled for each kind of lanes, under the name given first.
macro_rules! by_lanes {
    ($lanes:ident, $vis:vis fn $name:ident($src:ident, $dst:ident) $body:block) => {
        $vis fn $name($src: &[u8], $dst: &mut [u8]) -> Result<(), polyad_core::Reject> {
            #[cfg(target_arch = "x86_64")]
            if $crate::tier::tier() >= $crate::tier::Tier::Avx2 {
                // Without FMA among the features nothing can be fused.
                #[target_feature(enable = "avx2")]
                fn avx2($src: &[u8], $dst: &mut [u8]) -> Result<(), polyad_core::Reject> {
                    type $lanes = $crate::codec::lanes::Avx2;
                    $body
                }
                // SAFETY: the tier has AVX2.
                return unsafe { avx2($src, $dst) };
            }
            type $lanes = $crate::codec::lanes::Plain;
            $body
        }
    };
}
pub(super) use by_lanes;

/// The nearest integer, ties to even, of what is below 2^22 in magnitude: added to 1.5 * 2^23, a float32 has the integer in
/// its mantissa. Of larger numbers and NaN it takes the same bits.
#[inline(always)]
pub(super) fn nearest(x: f32) -> i32 {
    ((x + MAGIC).to_bits() & MANTISSA) as i32 - MIDDLE
}

const MAGIC: f32 = 12_582_912.0;
const MANTISSA: u32 = 0x7f_ffff;
const MIDDLE: i32 = 0x40_0000;

/// Lanes as an array, on any machine.
#[derive(Clone, Copy)]
pub(super) struct Plain([f32; 8]);

impl Plain {
    #[inline(always)]
    fn each(self, f: impl Fn(f32) -> f32) -> Plain {
        Plain(self.0.map(f))
    }

    #[inline(always)]
    fn zip<T>(self, b: Plain, f: impl Fn(f32, f32) -> T) -> [T; 8] {
        std::array::from_fn(|l| f(self.0[l], b.0[l]))
    }
}

impl Lanes for Plain {
    type Mask = [bool; 8];

    #[inline(always)]
    fn of(x: [f32; 8]) -> Plain {
        Plain(x)
    }

    #[inline(always)]
    fn array(self) -> [f32; 8] {
        self.0
    }

    #[inline(always)]
    fn add(self, b: Plain) -> Plain {
        Plain(self.zip(b, |a, b| a + b))
    }

    #[inline(always)]
    fn sub(self, b: Plain) -> Plain {
        Plain(self.zip(b, |a, b| a - b))
    }

    #[inline(always)]
    fn mul(self, b: Plain) -> Plain {
        Plain(self.zip(b, |a, b| a * b))
    }

    #[inline(always)]
    fn div(self, b: Plain) -> Plain {
        Plain(self.zip(b, |a, b| a / b))
    }

    #[inline(always)]
    fn sqrt(self) -> Plain {
        self.each(f32::sqrt)
    }

    #[inline(always)]
    fn abs(self) -> Plain {
        self.each(f32::abs)
    }

    #[inline(always)]
    fn nearest(self, lowest: i32, highest: i32) -> Plain {
        self.each(|x| nearest(x).clamp(lowest, highest) as f32)
    }

    #[inline(always)]
    fn less(self, b: Plain) -> [bool; 8] {
        self.zip(b, |a, b| a < b)
    }

    #[inline(always)]
    fn at_most(self, b: Plain) -> [bool; 8] {
        self.zip(b, |a, b| a <= b)
    }

    #[inline(always)]
    fn equal(self, b: Plain) -> [bool; 8] {
        self.zip(b, |a, b| a == b)
    }

    #[inline(always)]
    fn both(a: [bool; 8], b: [bool; 8]) -> [bool; 8] {
        std::array::from_fn(|l| a[l] & b[l])
    }

    #[inline(always)]
    fn any(mask: [bool; 8]) -> bool {
        mask.contains(&true)
    }

    #[inline(always)]
    fn pick(mask: [bool; 8], a: Plain, b: Plain) -> Plain {
        Plain(std::array::from_fn(|l| if mask[l] { a.0[l] } else { b.0[l] }))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Lanes, MAGIC, MANTISSA, MIDDLE};

    /// Lanes as a register. To be named only by functions that are compiled for AVX2 and run where the tier has it.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256);

    macro_rules! lanes {
        ($($name:ident($a:ident $(, $b:ident)?) { $body:expr })*) => {$(
            #[inline(always)]
            fn $name(self $(, $b: Avx2)?) -> Avx2 {
                let $a = self.0;
                $(let $b = $b.0;)?
                // SAFETY: whoever names this type has AVX2.
                Avx2(unsafe { $body })
            }
        )*};
    }

    macro_rules! comparisons {
        ($($name:ident: $how:ident)*) => {$(
            #[inline(always)]
            fn $name(self, b: Avx2) -> __m256 {
                // SAFETY: whoever names this type has AVX2.
                unsafe { _mm256_cmp_ps::<$how>(self.0, b.0) }
            }
        )*};
    }

    impl Lanes for Avx2 {
        type Mask = __m256;

        lanes! {
            add(a, b) { _mm256_add_ps(a, b) }
            sub(a, b) { _mm256_sub_ps(a, b) }
            mul(a, b) { _mm256_mul_ps(a, b) }
            div(a, b) { _mm256_div_ps(a, b) }
            sqrt(a) { _mm256_sqrt_ps(a) }
            abs(a) { _mm256_andnot_ps(_mm256_set1_ps(-0.0), a) }
        }

        comparisons! {
            less: _CMP_LT_OQ
            at_most: _CMP_LE_OQ
            equal: _CMP_EQ_OQ
        }

        #[inline(always)]
        fn of(x: [f32; 8]) -> Avx2 {
            // SAFETY: whoever names this type has AVX2; eight numbers are read from an array of eight.
            Avx2(unsafe { _mm256_loadu_ps(x.as_ptr()) })
        }

        #[inline(always)]
        fn array(self) -> [f32; 8] {
            bytemuck::cast(self.0)
        }

        #[inline(always)]
        fn nearest(self, lowest: i32, highest: i32) -> Avx2 {
            // SAFETY: whoever names this type has AVX2.
            unsafe {
                let bits = _mm256_castps_si256(_mm256_add_ps(self.0, _mm256_set1_ps(MAGIC)));
                let mantissa = _mm256_and_si256(bits, _mm256_set1_epi32(MANTISSA as i32));
                let integer = _mm256_sub_epi32(mantissa, _mm256_set1_epi32(MIDDLE));
                let high_enough = _mm256_max_epi32(integer, _mm256_set1_epi32(lowest));
                Avx2(_mm256_cvtepi32_ps(_mm256_min_epi32(high_enough, _mm256_set1_epi32(highest))))
            }
        }

        #[inline(always)]
        fn both(a: __m256, b: __m256) -> __m256 {
            // SAFETY: whoever names this type has AVX2.
            unsafe { _mm256_and_ps(a, b) }
        }

        #[inline(always)]
        fn any(mask: __m256) -> bool {
            // SAFETY: whoever names this type has AVX2.
            unsafe { _mm256_movemask_ps(mask) != 0 }
        }

        #[inline(always)]
        fn pick(mask: __m256, a: Avx2, b: Avx2) -> Avx2 {
            // SAFETY: whoever names this type has AVX2.
            Avx2(unsafe { _mm256_blendv_ps(b.0, a.0, mask) })
        }
    }
}
