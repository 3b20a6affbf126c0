//! ggml's numbers and names of types: what GGUF files hold.

use super::DType;
use crate::{Error, Result};

/// Numbers of types that ggml once had. They are never given out again.
const REMOVED: &[(u32, &str)] = &[
    (4, "q4_2"),
    (5, "q4_3"),
    (31, "q4_0_4_4"),
    (32, "q4_0_4_8"),
    (33, "q4_0_8_8"),
    (36, "iq4_nl_4_4"),
    (37, "iq4_nl_4_8"),
    (38, "iq4_nl_8_8"),
];

impl DType {
    /// ggml's number of the type, which stands in GGUF files; `None` where ggml has no such type.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::Q4K.ggml_type(), Some(12));
    /// assert_eq!(DType::UInt8.ggml_type(), None);
    /// ```
    ///
    /// Source: ggml's type table.
    pub const fn ggml_type(self) -> Option<u32> {
        Some(match self {
            DType::Float32 => 0,
            DType::Float16 => 1,
            DType::Q4_0 => 2,
            DType::Q4_1 => 3,
            DType::Q5_0 => 6,
            DType::Q5_1 => 7,
            DType::Q8_0 => 8,
            DType::Q8_1 => 9,
            DType::Q2K => 10,
            DType::Q3K => 11,
            DType::Q4K => 12,
            DType::Q5K => 13,
            DType::Q6K => 14,
            DType::Q8K => 15,
            DType::Iq2Xxs => 16,
            DType::Iq2Xs => 17,
            DType::Iq3Xxs => 18,
            DType::Iq1S => 19,
            DType::Iq4Nl => 20,
            DType::Iq3S => 21,
            DType::Iq2S => 22,
            DType::Iq4Xs => 23,
            DType::Int8 => 24,
            DType::Int16 => 25,
            DType::Int32 => 26,
            DType::Int64 => 27,
            DType::Float64 => 28,
            DType::Iq1M => 29,
            DType::BFloat16 => 30,
            DType::Tq1_0 => 34,
            DType::Tq2_0 => 35,
            DType::Mxfp4 => 39,
            DType::Nvfp4 => 40,
            DType::Q1_0 => 41,
            DType::Q2_0 => 42,
            _ => return None,
        })
    }

    /// The type of ggml's number.
    ///
    /// Errors: [`Error::BadArgument`] for numbers that ggml never gave out, and for those of types that it removed, which are
    /// named.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::from_ggml_type(12)?, DType::Q4K);
    /// assert!(DType::from_ggml_type(4).unwrap_err().to_string().contains("q4_2"));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_ggml_type(number: u32) -> Result<DType> {
        DType::ALL.iter().copied().find(|d| d.ggml_type() == Some(number)).ok_or_else(|| {
            let got = match DType::removed_ggml_type(number) {
                Some(name) => format!("{number}, which was {name} and is removed from ggml"),
                None => number.to_string(),
            };
            let last = DType::ALL.iter().filter_map(|d| d.ggml_type()).max().unwrap_or_default();
            let takes = format!("the number of a type that ggml has, {last} at most");
            Error::BadArgument { op: "from_ggml_type", argument: "number", got, takes }
        })
    }

    /// The name of a type that ggml once had under this number.
    pub fn removed_ggml_type(number: u32) -> Option<&'static str> {
        REMOVED.iter().find(|(n, _)| *n == number).map(|&(_, name)| name)
    }

    /// ggml's name of the type: `f32`, `i8`, `q4_K`; `None` where ggml has no such type.
    pub fn ggml_name(self) -> Option<&'static str> {
        let spec = self.spec();
        // Its names of plain numbers are our first aliases.
        let name = if self.is_quantized() { Some(spec.name) } else { spec.aliases.first().copied() };
        self.ggml_type().and(name)
    }

    /// The type to which ggml rounds what it multiplies with numbers of this one; `None` where it multiplies no such numbers.
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::Q4K.ggml_partner(), Some(DType::Q8K));
    /// assert_eq!(DType::Int8.ggml_partner(), None);
    /// ```
    ///
    /// Source: ggml's type table.
    pub fn ggml_partner(self) -> Option<DType> {
        use DType::*;
        match self {
            Float32 | Float16 | BFloat16 => Some(self),
            Q4_1 | Q5_1 => Some(Q8_1),
            Q4_0 | Q5_0 | Q8_0 | Q1_0 | Q2_0 | Iq4Nl | Mxfp4 | Nvfp4 => Some(Q8_0),
            _ if self.is_quantized() && !self.is_partner() => Some(Q8K),
            _ => None,
        }
    }

    /// Bytes of a row of `elements` elements. Errors: [`Error::PartialBlock`], [`Error::SizeOverflow`].
    ///
    /// ```
    /// use polyad_core::DType;
    /// assert_eq!(DType::Q4K.row_bytes(4096)?, 2304);
    /// assert!(DType::Q4K.row_bytes(100).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn row_bytes(self, elements: usize) -> Result<usize> {
        self.tensor_bytes("row_bytes", &[elements])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_lead_back_to_their_types() {
        let mut count = 0;
        for &dtype in DType::ALL {
            assert_eq!(dtype.ggml_type().is_some(), dtype.ggml_name().is_some(), "{dtype}");
            if let (Some(number), Some(name)) = (dtype.ggml_type(), dtype.ggml_name()) {
                assert_eq!(DType::from_ggml_type(number).unwrap(), dtype);
                assert_eq!(DType::from_name(name).unwrap(), dtype);
                count += 1;
            }
        }
        assert_eq!(count, 35);
    }

    #[test]
    fn numbers_of_no_type_are_refused() {
        for number in (0..100).chain([u32::MAX]).filter(|&n| DType::ALL.iter().all(|d| d.ggml_type() != Some(n))) {
            let text = DType::from_ggml_type(number).unwrap_err().to_string();
            assert!(text.contains(&number.to_string()), "{text}");
            assert_eq!(text.contains("removed"), DType::removed_ggml_type(number).is_some(), "{text}");
        }
    }
}
