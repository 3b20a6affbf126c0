//! complex32, bcomplex32, complex64 and complex128: real part, then imaginary part.

use super::{Codec, DType, Kind, Spec, Storage, bfloat16, float16};

macro_rules! complex {
    ($(#[$doc:meta])* $spec:ident, $t:ty, $part:ident, $variant:ident, $name:literal, [$($alias:literal),*]) => {
        $(#[$doc])*
        pub(super) static $spec: Spec = Spec {
            name: $name,
            aliases: &[$($alias),*],
            kind: Kind::Complex,
            storage: Storage::Plain,
            block_len: 1,
            block_bytes: 2 * size_of::<$t>(),
            compute: DType::$variant,
            codec: Codec::Complex {
                decode: |bytes, values| {
                    for (v, b) in values.as_flattened_mut().iter_mut().zip(bytes.as_chunks().0) {
                        *v = <$t>::from_le_bytes(*b).into();
                    }
                },
                encode: |values, bytes| {
                    for (v, b) in values.as_flattened().iter().zip(bytes.as_chunks_mut().0) {
                        *b = (*v as $t).to_le_bytes();
                    }
                },
            },
            // Of its parts, whichever comes first.
            flaw: |bytes| DType::$part.first_flaw(bytes).map(|(i, flaw)| (i / 2, flaw)),
        };
    };
}

complex! {
    /// `Complex64`: Two binary32: real, imaginary.
    COMPLEX64, f32, Float32, Complex64, "complex64", ["c64"]
}
complex! {
    /// `Complex128`: Two binary64: real, imaginary.
    COMPLEX128, f64, Float64, Complex128, "complex128", ["c128"]
}

macro_rules! half_complex {
    ($(#[$doc:meta])* $spec:ident, $part:ident, $name:literal, [$($alias:literal),*], $half:expr) => {
        $(#[$doc])*
        pub(super) static $spec: Spec = Spec {
            name: $name,
            aliases: &[$($alias),*],
            kind: Kind::Complex,
            storage: Storage::Plain,
            block_len: 1,
            block_bytes: 4,
            compute: DType::Complex64,
            codec: Codec::Complex {
                decode: |bytes, values| $half.decode_words(bytes, values.as_flattened_mut()),
                encode: |values, bytes| {
                    $half.encode_words(values.as_flattened(), bytes).expect("half floats hold any value");
                },
            },
            flaw: |bytes| DType::$part.first_flaw(bytes).map(|(i, flaw)| (i / 2, flaw)),
        };
    };
}

half_complex! {
    /// `Complex32`: Two binary16: real, imaginary.
    COMPLEX32, Float16, "complex32", ["c32"], float16::FORMAT
}
half_complex! {
    /// `BComplex32`: Two bfloat16: real, imaginary.
    BCOMPLEX32, BFloat16, "bcomplex32", ["bf16c"], bfloat16::FORMAT
}
