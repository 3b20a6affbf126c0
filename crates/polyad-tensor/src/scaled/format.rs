//! The formats whose scales lie apart from their elements.

use std::fmt;

use polyad_core::{DType, Error, Result};

/// A number format of blocks: elements of one dtype, and for every block of them a scale of another.
///
/// The MX formats are those of OCP Microscaling Formats 1.0; NVFP4 has a second scale for the whole tensor.
///
/// ```
/// use polyad_tensor::ScaledFormat;
/// let format = ScaledFormat::from_name("nvfp4")?;
/// assert_eq!((format, format.block_size(), format.bits()), (ScaledFormat::Nvfp4, 16, 4.5));
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ScaledFormat {
    /// float8_e4m3fn under powers of two.
    Mxfp8E4M3,
    /// float8_e5m2 under powers of two.
    Mxfp8E5M2,
    /// float6_e2m3fn under powers of two, one a byte.
    Mxfp6E2M3,
    /// float6_e3m2fn under powers of two, one a byte.
    Mxfp6E3M2,
    /// float4_e2m1fn under powers of two.
    Mxfp4,
    /// int8 in 1/64 under powers of two.
    Mxint8,
    /// float4_e2m1fn under float8_ue4m3, and a float32 for the tensor.
    Nvfp4,
}

/// What is known of a format.
struct Spec {
    name: &'static str,
    element: DType,
    scale: DType,
    block: usize,
}

impl ScaledFormat {
    /// Every format.
    pub const ALL: [ScaledFormat; 7] = [
        ScaledFormat::Mxfp8E4M3,
        ScaledFormat::Mxfp8E5M2,
        ScaledFormat::Mxfp6E2M3,
        ScaledFormat::Mxfp6E3M2,
        ScaledFormat::Mxfp4,
        ScaledFormat::Mxint8,
        ScaledFormat::Nvfp4,
    ];

    fn spec(self) -> Spec {
        let mx = |name, element| Spec { name, element, scale: DType::Float8E8M0FNU, block: 32 };
        match self {
            ScaledFormat::Mxfp8E4M3 => mx("mxfp8_e4m3", DType::Float8E4M3FN),
            ScaledFormat::Mxfp8E5M2 => mx("mxfp8_e5m2", DType::Float8E5M2),
            ScaledFormat::Mxfp6E2M3 => mx("mxfp6_e2m3", DType::Float6E2M3FN),
            ScaledFormat::Mxfp6E3M2 => mx("mxfp6_e3m2", DType::Float6E3M2FN),
            ScaledFormat::Mxfp4 => mx("mxfp4", DType::Float4E2M1FN),
            ScaledFormat::Mxint8 => mx("mxint8", DType::Int8),
            ScaledFormat::Nvfp4 => {
                Spec { name: "nvfp4", element: DType::Float4E2M1FN, scale: DType::Float8UE4M3, block: 16 }
            }
        }
    }

    /// The format of a name; case does not matter. Errors: `BadArgument`, which lists the names.
    pub fn from_name(name: &str) -> Result<ScaledFormat> {
        ScaledFormat::ALL.into_iter().find(|f| f.name().eq_ignore_ascii_case(name)).ok_or_else(|| Error::BadArgument {
            op: "scaled format",
            argument: "name",
            got: format!("{name:?}"),
            takes: ScaledFormat::ALL.map(ScaledFormat::name).join(", "),
        })
    }

    /// The name: `mxfp8_e4m3`.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The dtype of the elements.
    pub fn element_dtype(self) -> DType {
        self.spec().element
    }

    /// The dtype of the block scales.
    pub fn scale_dtype(self) -> DType {
        self.spec().scale
    }

    /// Elements a block.
    pub fn block_size(self) -> usize {
        self.spec().block
    }

    /// Whether the tensor has a scale of its own beside those of its blocks.
    pub fn has_tensor_scale(self) -> bool {
        self == ScaledFormat::Nvfp4
    }

    /// Bits an element as stored, with its share of the block scale: 6-bit floats take a byte.
    pub fn bits(self) -> f64 {
        self.element_dtype().bits() + self.scale_dtype().bits() / self.block_size() as f64
    }

    /// ggml's block of the same codes, and how many scales it holds.
    pub(super) fn blocks(self) -> Option<(DType, usize)> {
        match self {
            ScaledFormat::Mxfp4 => Some((DType::Mxfp4, 1)),
            ScaledFormat::Nvfp4 => Some((DType::Nvfp4, 4)),
            _ => None,
        }
    }
}

impl fmt::Display for ScaledFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for ScaledFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
