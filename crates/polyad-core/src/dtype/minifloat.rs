//! Rounding into any IEEE-like narrow float, once, from float64.

use super::Reject;

/// A float format narrower than binary64: one sign bit, `exponent_bits`, `mantissa_bits`, with infinities and NaN.
#[derive(Clone, Copy)]
pub(super) struct Minifloat {
    pub(super) exponent_bits: u32,
    pub(super) mantissa_bits: u32,
}

impl Minifloat {
    const fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The code of +infinity.
    const fn infinity(self) -> u32 {
        ((1 << self.exponent_bits) - 1) << self.mantissa_bits
    }

    /// Nearest code, ties to even; overflow gives infinity, NaN a quiet NaN of the same sign.
    pub(super) fn encode(self, x: f64) -> u32 {
        let sign = ((x.to_bits() >> 63) as u32) << (self.exponent_bits + self.mantissa_bits);
        if x.is_nan() {
            return sign | self.infinity() | 1 << (self.mantissa_bits - 1);
        }
        let a = x.abs();
        if a.is_infinite() {
            return sign | self.infinity();
        }
        let m = self.mantissa_bits as i32;
        let lowest = 1 - self.bias();
        let exponent = ((a.to_bits() >> 52) as i32 - 1023).max(lowest);
        // Scaling by a power of two is exact, so the only rounding is that to an integer: adding and
        // subtracting 2^52 rounds half to even.
        let scaled = a * 2f64.powi(m - exponent);
        let big = (1u64 << 52) as f64;
        let units = ((scaled + big) - big) as u32;
        // A carry out of the mantissa runs into the exponent field, which is what rounding up means.
        let code = ((exponent - lowest) as u32) << self.mantissa_bits;
        sign | (code + units).min(self.infinity())
    }

    /// The value of a code, exact.
    pub(super) fn decode(self, code: u32) -> f64 {
        let m = self.mantissa_bits;
        let sign = if code >> (self.exponent_bits + m) & 1 == 1 { -1.0 } else { 1.0 };
        let exponent = (code >> m) & ((1 << self.exponent_bits) - 1);
        let mantissa = code & ((1 << m) - 1);
        if exponent == (1 << self.exponent_bits) - 1 {
            return if mantissa == 0 { sign * f64::INFINITY } else { f64::NAN.copysign(sign) };
        }
        let lead = if exponent == 0 { 0 } else { 1 << m };
        let power = (exponent.max(1) as i32) - self.bias() - m as i32;
        sign * f64::from(lead + mantissa) * 2f64.powi(power)
    }
}

/// Decodes the two-byte codes of a format.
pub(super) fn decode<const EXPONENT: u32, const MANTISSA: u32>(bytes: &[u8], values: &mut [f64]) {
    let format = Minifloat { exponent_bits: EXPONENT, mantissa_bits: MANTISSA };
    for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
        *v = format.decode(u16::from_le_bytes(*b).into());
    }
}

/// Encodes into the two-byte codes of a format, which hold any value.
pub(super) fn encode<const EXPONENT: u32, const MANTISSA: u32>(values: &[f64], bytes: &mut [u8]) -> Result<(), Reject> {
    let format = Minifloat { exponent_bits: EXPONENT, mantissa_bits: MANTISSA };
    for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
        *b = (format.encode(*v) as u16).to_le_bytes();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_survives_a_round_trip() {
        for (exponent_bits, mantissa_bits, one) in [(5, 10, 0x3c00), (8, 7, 0x3f80)] {
            let format = Minifloat { exponent_bits, mantissa_bits };
            assert_eq!(format.encode(1.0), one);
            for code in 0..=0xffff {
                let value = format.decode(code);
                if value.is_nan() {
                    assert!(format.decode(format.encode(value)).is_nan());
                } else {
                    assert_eq!(format.encode(value), code);
                }
            }
        }
    }
}
