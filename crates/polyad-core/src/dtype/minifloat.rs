//! Rounding into any narrow float, once, from float64.

use super::{Flaw, Reject};

/// A float format narrower than binary64: one sign bit, then exponent, then mantissa.
#[derive(Clone, Copy)]
pub(super) struct Minifloat {
    exponent_bits: u32,
    mantissa_bits: u32,
    bias: i32,
    special: Special,
}

/// What the codes at the upper end mean.
#[derive(Clone, Copy, PartialEq)]
enum Special {
    /// The largest exponent holds infinity and NaN; overflow gives infinity.
    Ieee,
    /// The last code of each sign is NaN; overflow and infinity give the largest finite number.
    NanOnly,
    /// All codes are finite; overflow, infinity and NaN give the largest number of their sign.
    Finite,
    /// The code of -0 is NaN, and there is no -0; overflow and infinity give NaN.
    Fnuz,
}

/// The smallest number whose float64 neighbours are integers: adding it rounds to one, half to even.
const INTEGERS: f64 = (1u64 << 52) as f64;

impl Minifloat {
    /// With infinities and NaN, as IEEE 754 has them.
    pub(super) const fn ieee(exponent_bits: u32, mantissa_bits: u32) -> Minifloat {
        Minifloat { exponent_bits, mantissa_bits, bias: (1 << (exponent_bits - 1)) - 1, special: Special::Ieee }
    }

    /// Without infinities, the last code being NaN ("fn").
    pub(super) const fn nan_only(exponent_bits: u32, mantissa_bits: u32) -> Minifloat {
        Minifloat { special: Special::NanOnly, ..Minifloat::ieee(exponent_bits, mantissa_bits) }
    }

    /// With finite numbers only.
    pub(super) const fn finite(exponent_bits: u32, mantissa_bits: u32) -> Minifloat {
        Minifloat { special: Special::Finite, ..Minifloat::ieee(exponent_bits, mantissa_bits) }
    }

    /// One NaN, one zero, no infinities ("fnuz").
    pub(super) const fn fnuz(exponent_bits: u32, mantissa_bits: u32, bias: i32) -> Minifloat {
        Minifloat { exponent_bits, mantissa_bits, bias, special: Special::Fnuz }
    }

    const fn bits(self) -> u32 {
        self.exponent_bits + self.mantissa_bits
    }

    const fn sign_bit(self) -> u32 {
        1 << self.bits()
    }

    /// The first code past the finite ones: infinity or NaN, or the sign bit.
    const fn end(self) -> u32 {
        match self.special {
            Special::Ieee => ((1 << self.exponent_bits) - 1) << self.mantissa_bits,
            Special::NanOnly => self.sign_bit() - 1,
            Special::Finite | Special::Fnuz => self.sign_bit(),
        }
    }

    const fn nan(self, sign: u32) -> u32 {
        match self.special {
            Special::Ieee => sign | self.end() | 1 << (self.mantissa_bits - 1),
            Special::NanOnly => sign | self.end(),
            Special::Finite => sign | (self.end() - 1),
            Special::Fnuz => self.sign_bit(),
        }
    }

    /// What a number past the largest one becomes.
    const fn overflow(self, sign: u32) -> u32 {
        match self.special {
            Special::Ieee => sign | self.end(),
            Special::NanOnly | Special::Finite => sign | (self.end() - 1),
            Special::Fnuz => self.nan(sign),
        }
    }

    /// Nearest code, ties to even.
    pub(super) fn encode(self, x: f64) -> u32 {
        let sign = ((x.to_bits() >> 63) as u32) << self.bits();
        if x.is_nan() {
            return self.nan(sign);
        }
        let a = x.abs();
        if a.is_infinite() {
            return self.overflow(sign);
        }
        let m = self.mantissa_bits as i32;
        let lowest = 1 - self.bias;
        let exponent = ((a.to_bits() >> 52) as i32 - 1023).max(lowest);
        // Scaling by a power of two is exact, so the only rounding is that to an integer.
        let scaled = a * 2f64.powi(m - exponent);
        let units = ((scaled + INTEGERS) - INTEGERS) as u32;
        // A carry out of the mantissa runs into the exponent field, which is what rounding up means.
        let code = (((exponent - lowest) as u32) << self.mantissa_bits) + units;
        match code {
            0 if self.special == Special::Fnuz => 0,
            code if code >= self.end() => self.overflow(sign),
            code => sign | code,
        }
    }

    /// The value of a code, exact. Bits above the sign mean nothing.
    pub(super) fn decode(self, code: u32) -> f64 {
        let m = self.mantissa_bits;
        let negative = code & self.sign_bit() != 0;
        let sign = if negative { -1.0 } else { 1.0 };
        let magnitude = code & (self.sign_bit() - 1);
        if self.special == Special::Fnuz && negative && magnitude == 0 {
            return f64::NAN;
        }
        if magnitude >= self.end() {
            let infinite = self.special == Special::Ieee && magnitude == self.end();
            return if infinite { sign * f64::INFINITY } else { f64::NAN.copysign(sign) };
        }
        let exponent = magnitude >> m;
        let lead = if exponent == 0 { 0 } else { 1 << m };
        let power = (exponent.max(1) as i32) - self.bias - m as i32;
        sign * f64::from(lead + (magnitude & ((1 << m) - 1))) * 2f64.powi(power)
    }

    /// Decodes codes of one byte each.
    pub(super) fn decode_bytes(self, bytes: &[u8], values: &mut [f64]) {
        for (v, b) in values.iter_mut().zip(bytes) {
            *v = self.decode((*b).into());
        }
    }

    /// Encodes into codes of one byte each; any value has one.
    pub(super) fn encode_bytes(self, values: &[f64], bytes: &mut [u8]) -> Result<(), Reject> {
        for (v, b) in values.iter().zip(bytes) {
            *b = self.encode(*v) as u8;
        }
        Ok(())
    }

    /// The first of the codes of one byte each that is no finite number.
    pub(super) fn first_flaw(self, bytes: &[u8]) -> Option<(usize, Flaw)> {
        let i = bytes.iter().position(|b| !self.decode((*b).into()).is_finite())?;
        Some((i, if self.decode(bytes[i].into()).is_nan() { Flaw::Nan } else { Flaw::Infinite }))
    }

    /// Decodes codes of two bytes each.
    pub(super) fn decode_words(self, bytes: &[u8], values: &mut [f64]) {
        for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
            *v = self.decode(u16::from_le_bytes(*b).into());
        }
    }

    /// Encodes into codes of two bytes each; any value has one.
    pub(super) fn encode_words(self, values: &[f64], bytes: &mut [u8]) -> Result<(), Reject> {
        for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
            *b = (self.encode(*v) as u16).to_le_bytes();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_survives_a_round_trip() {
        let formats = [
            (Minifloat::ieee(5, 10), 0x3c00),
            (Minifloat::ieee(8, 7), 0x3f80),
            (Minifloat::ieee(5, 2), 0x3c),
            (Minifloat::nan_only(4, 3), 0x38),
            (Minifloat::finite(2, 1), 0x2),
            (Minifloat::fnuz(4, 3, 8), 0x40),
        ];
        for (format, one) in formats {
            assert_eq!(format.encode(1.0), one);
            for code in 0..2 * format.sign_bit() {
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
