//! What the numbers of a dtype reach: the limits of floats and integers.

use super::{Codec, DType, Kind};

/// The limits of a float format, or of the parts of a complex one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatInfo {
    /// Bits an element; of a complex dtype, of one part.
    pub bits: usize,
    /// The distance from 1 to the next larger number.
    pub eps: f64,
    /// The largest finite number.
    pub max: f64,
    /// The least finite number: positive for formats without a sign.
    pub min: f64,
    /// The smallest positive number that has all its digits.
    pub smallest_normal: f64,
    /// The real dtype that has these limits.
    pub dtype: DType,
}

/// Limits by exponents and digits: of formats that have a sign and subnormal numbers.
fn wide(dtype: DType, digits: i32, least: i32, most: i32) -> FloatInfo {
    let eps = 2f64.powi(1 - digits);
    let max = (2.0 - eps) * 2f64.powi(most);
    FloatInfo { bits: 8 * dtype.block_bytes(), eps, max, min: -max, smallest_normal: 2f64.powi(least), dtype }
}

impl DType {
    /// The limits of a float or complex dtype; `None` for integers, bool and formats whose elements share a scale.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::Float8E4M3FN.float_info().unwrap().max, 448.0);
    /// assert_eq!(DType::Complex64.float_info().unwrap().eps, f64::from(f32::EPSILON));
    /// assert_eq!(DType::Q4_0.float_info(), None);
    /// ```
    pub fn float_info(self) -> Option<FloatInfo> {
        Some(match self {
            DType::Float64 | DType::Complex128 => wide(DType::Float64, 53, -1022, 1023),
            DType::Float32 | DType::Complex64 => wide(DType::Float32, 24, -126, 127),
            DType::Float16 | DType::Complex32 => wide(DType::Float16, 11, -14, 15),
            DType::BFloat16 | DType::BComplex32 => wide(DType::BFloat16, 8, -126, 127),
            _ if self.is_quantized() || self.kind() != Kind::Float => return None,
            _ => self.by_codes(),
        })
    }

    /// The limits of a float of at most 8 bits, by looking at all its numbers.
    fn by_codes(self) -> FloatInfo {
        let numbers = self.all_numbers();
        let one = numbers.partition_point(|&x| x <= 1.0);
        let eps = numbers[one] - 1.0;
        let positive = numbers.partition_point(|&x| x <= 0.0);
        FloatInfo {
            bits: (self.bits() as usize).min(self.significant_bits()),
            eps,
            max: numbers[numbers.len() - 1],
            min: numbers[0],
            // The first normal number is as many steps from 0 as there are fractions of 1.
            smallest_normal: numbers[positive] / eps,
            dtype: self,
        }
    }

    /// Bits of a format that does not fill its byte.
    fn significant_bits(self) -> usize {
        if matches!(self, DType::Float6E2M3FN | DType::Float6E3M2FN) { 6 } else { 8 }
    }

    /// Every finite number of a float of at most 8 bits, in order.
    fn all_numbers(self) -> Vec<f64> {
        let Codec::Float { decode, .. } = self.codec() else { unreachable!("{self} is a float") };
        let mut values = vec![0.0; self.block_len()];
        let mut numbers: Vec<f64> = (0..=255u8)
            .map(|code| {
                decode(&[code], &mut values);
                values[0]
            })
            .filter(|x| x.is_finite())
            .collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        numbers
    }

    /// The binary digits of the largest number below 1: multiples of `2^-digits` in [0, 1) are numbers of this dtype.
    /// `None` where that is not so: no float, no 0, elements that share a scale.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::BFloat16.unit_digits(), Some(8));
    /// assert_eq!(DType::Float4E2M1FN.unit_digits(), Some(1));
    /// ```
    pub fn unit_digits(self) -> Option<u32> {
        match self {
            DType::Float64 => Some(53),
            DType::Float32 => Some(24),
            DType::Float16 => Some(11),
            DType::BFloat16 => Some(8),
            _ if self.is_quantized() || self.kind() != Kind::Float => None,
            _ => {
                let numbers = self.all_numbers();
                let below = numbers[numbers.partition_point(|&x| x < 1.0) - 1];
                numbers.contains(&0.0).then(|| -(1.0 - below).log2() as u32)
            }
        }
    }

    /// The least and the greatest integer; `None` for other kinds.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::Int4.int_range(), Some((-8, 7)));
    /// assert_eq!(DType::UInt64.int_range(), Some((0, u64::MAX.into())));
    /// ```
    pub fn int_range(self) -> Option<(i128, i128)> {
        let bits = self.bits() as u32;
        match self.kind() {
            _ if self == DType::Ternary => Some((-1, 1)),
            Kind::Signed => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            Kind::Unsigned => Some((0, (1 << bits) - 1)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_floats_have_the_limits_of_their_formats() {
        let of = |dtype: DType| {
            let info = dtype.float_info().unwrap();
            (info.bits, info.eps, info.max, info.min, info.smallest_normal)
        };
        assert_eq!(of(DType::Float8E4M3FN), (8, 0.125, 448.0, -448.0, 2f64.powi(-6)));
        assert_eq!(of(DType::Float8E5M2), (8, 0.25, 57344.0, -57344.0, 2f64.powi(-14)));
        assert_eq!(of(DType::Float8E4M3B11FNUZ), (8, 0.125, 30.0, -30.0, 2f64.powi(-10)));
        assert_eq!(of(DType::Float8E8M0FNU), (8, 1.0, 2f64.powi(127), 2f64.powi(-127), 2f64.powi(-127)));
        assert_eq!(of(DType::Float8UE4M3), (8, 0.125, 448.0, 0.0, 2f64.powi(-6)));
        assert_eq!(of(DType::Float6E2M3FN), (6, 0.125, 7.5, -7.5, 1.0));
        assert_eq!(of(DType::Float6E3M2FN), (6, 0.25, 28.0, -28.0, 0.25));
        assert_eq!(of(DType::Float4E2M1FN), (4, 0.5, 6.0, -6.0, 1.0));
        assert_eq!(of(DType::Float16), (16, 2f64.powi(-10), 65504.0, -65504.0, 2f64.powi(-14)));
        assert_eq!(of(DType::Float64).2, f64::MAX);
        assert_eq!(of(DType::Float32).2, f64::from(f32::MAX));
    }

    #[test]
    fn multiples_of_the_unit_are_numbers_of_the_dtype() {
        let narrow = DType::ALL.iter().filter(|d| d.kind() == Kind::Float && !d.is_quantized() && d.bits() <= 8.0);
        for dtype in narrow {
            let Some(digits) = dtype.unit_digits() else {
                assert_eq!(*dtype, DType::Float8E8M0FNU);
                continue;
            };
            let numbers = dtype.all_numbers();
            for i in 0..1 << digits {
                assert!(numbers.contains(&(f64::from(i) / f64::from(1 << digits))), "{dtype} {i}");
            }
        }
        assert_eq!(DType::Float8E5M2.unit_digits(), Some(3));
        assert_eq!(DType::Int8.unit_digits().or(DType::Q8_0.unit_digits()), None);
    }
}
