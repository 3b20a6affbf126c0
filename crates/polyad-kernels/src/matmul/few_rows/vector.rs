//! Vectors of 32 bytes, so that one loop serves float32 and float64.
//!
//! Every method is inlined into a function that has AVX2 and FMA; nothing else may call them.

use std::arch::x86_64::*;

/// A vector of AVX2.
pub(in super::super) trait Vector: Copy {
    /// What it holds.
    type Element: super::Plain;

    /// Zeros.
    ///
    /// # Safety
    /// The processor has AVX2 and FMA; so for all methods.
    unsafe fn zero() -> Self;

    /// One number in every lane.
    ///
    /// # Safety
    /// As [`Vector::zero`].
    unsafe fn splat(x: Self::Element) -> Self;

    /// A vector from memory.
    ///
    /// # Safety
    /// As [`Vector::zero`]; 32 bytes lie at `from`.
    unsafe fn load(from: *const Self::Element) -> Self;

    /// The first `count` lanes from memory, zeros behind.
    ///
    /// # Safety
    /// As [`Vector::zero`]; so many elements lie at `from`.
    unsafe fn load_first(from: *const Self::Element, count: usize) -> Self;

    /// Writes a vector.
    ///
    /// # Safety
    /// As [`Vector::zero`]; 32 bytes have room at `to`.
    unsafe fn store(self, to: *mut Self::Element);

    /// Writes the first `count` lanes.
    ///
    /// # Safety
    /// As [`Vector::zero`]; so many elements have room at `to`.
    unsafe fn store_first(self, to: *mut Self::Element, count: usize);

    /// `self * x + sum`, rounded once.
    ///
    /// # Safety
    /// As [`Vector::zero`].
    unsafe fn times_plus(self, x: Self, sum: Self) -> Self;

    /// The sum of the lanes, by halves.
    ///
    /// # Safety
    /// As [`Vector::zero`].
    unsafe fn sum(self) -> Self::Element;

    /// The sums of the lanes of four vectors, each as [`Vector::sum`].
    ///
    /// # Safety
    /// As [`Vector::zero`].
    unsafe fn sums(four: [Self; 4]) -> [Self::Element; 4];
}

impl Vector for __m256 {
    type Element = f32;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the processor has the instruction by the caller's word; so below.
        unsafe { _mm256_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn splat(x: f32) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_set1_ps(x) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: as above, and the elements lie there by the caller's word; so below.
        unsafe { _mm256_loadu_ps(from) }
    }

    #[inline(always)]
    unsafe fn load_first(from: *const f32, count: usize) -> Self {
        // SAFETY: as above; the mask lets only `count` elements be read.
        unsafe { _mm256_maskload_ps(from, first_of_eight(count)) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_ps(to, self) }
    }

    #[inline(always)]
    unsafe fn store_first(self, to: *mut f32, count: usize) {
        // SAFETY: as above; the mask lets only `count` elements be written.
        unsafe { _mm256_maskstore_ps(to, first_of_eight(count), self) }
    }

    #[inline(always)]
    unsafe fn times_plus(self, x: Self, sum: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_fmadd_ps(self, x, sum) }
    }

    /// (l0+l4 + l2+l6) + (l1+l5 + l3+l7), as the plain version.
    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        // SAFETY: as above.
        unsafe {
            let four = _mm_add_ps(_mm256_castps256_ps128(self), _mm256_extractf128_ps::<1>(self));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        }
    }

    #[inline(always)]
    unsafe fn sums([a, b, c, d]: [Self; 4]) -> [f32; 4] {
        let mut out = [0.0; 4];
        // SAFETY: as above; four elements have room for four lanes.
        unsafe {
            // a and c, four lanes each; then of a, b, c and d two lanes each.
            let (ac, bd) = (_mm256_castps_pd(halves(a, c)), _mm256_castps_pd(halves(b, d)));
            let low = _mm256_castpd_ps(_mm256_unpacklo_pd(ac, bd));
            let high = _mm256_castpd_ps(_mm256_unpackhi_pd(ac, bd));
            let twos = _mm256_add_ps(low, high);
            let (ab, cd) = (_mm256_castps256_ps128(twos), _mm256_extractf128_ps::<1>(twos));
            let sums = _mm_add_ps(_mm_shuffle_ps::<0b10_00_10_00>(ab, cd), _mm_shuffle_ps::<0b11_01_11_01>(ab, cd));
            _mm_storeu_ps(out.as_mut_ptr(), sums);
        }
        out
    }
}

impl Vector for __m256d {
    type Element = f64;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: as for float32; so below.
        unsafe { _mm256_setzero_pd() }
    }

    #[inline(always)]
    unsafe fn splat(x: f64) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_set1_pd(x) }
    }

    #[inline(always)]
    unsafe fn load(from: *const f64) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_loadu_pd(from) }
    }

    #[inline(always)]
    unsafe fn load_first(from: *const f64, count: usize) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_maskload_pd(from, first_of_four(count)) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f64) {
        // SAFETY: as above.
        unsafe { _mm256_storeu_pd(to, self) }
    }

    #[inline(always)]
    unsafe fn store_first(self, to: *mut f64, count: usize) {
        // SAFETY: as above.
        unsafe { _mm256_maskstore_pd(to, first_of_four(count), self) }
    }

    #[inline(always)]
    unsafe fn times_plus(self, x: Self, sum: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm256_fmadd_pd(self, x, sum) }
    }

    /// (l0+l2) + (l1+l3), as the plain version.
    #[inline(always)]
    unsafe fn sum(self) -> f64 {
        // SAFETY: as above.
        unsafe {
            let two = _mm_add_pd(_mm256_castpd256_pd128(self), _mm256_extractf128_pd::<1>(self));
            _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)))
        }
    }

    #[inline(always)]
    unsafe fn sums(four: [Self; 4]) -> [f64; 4] {
        // SAFETY: as above.
        four.map(|v| unsafe { v.sum() })
    }
}

/// The sums of the halves of two vectors.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn halves(p: __m256, q: __m256) -> __m256 {
    // SAFETY: by the caller's word.
    unsafe { _mm256_add_ps(_mm256_permute2f128_ps::<0x20>(p, q), _mm256_permute2f128_ps::<0x31>(p, q)) }
}

/// All bits set in the first `count` lanes of eight.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn first_of_eight(count: usize) -> __m256i {
    // SAFETY: by the caller's word.
    unsafe { _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)) }
}

/// All bits set in the first `count` lanes of four.
///
/// # Safety
/// The processor has AVX2.
#[inline(always)]
unsafe fn first_of_four(count: usize) -> __m256i {
    // SAFETY: by the caller's word.
    unsafe { _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), _mm256_setr_epi64x(0, 1, 2, 3)) }
}
