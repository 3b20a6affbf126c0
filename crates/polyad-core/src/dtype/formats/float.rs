//! float64 and float32: themselves.

use super::{Codec, DType, Flaw, Kind, Spec, Storage, flaw};

macro_rules! float {
    ($(#[$doc:meta])* $spec:ident, $t:ty, $variant:ident, $name:literal, [$($alias:literal),*]) => {
        $(#[$doc])*
        pub(super) static $spec: Spec = Spec {
            name: $name,
            aliases: &[$($alias),*],
            kind: Kind::Float,
            storage: Storage::Plain,
            block_len: 1,
            block_bytes: size_of::<$t>(),
            compute: DType::$variant,
            codec: Codec::Float {
                decode: |bytes, values| {
                    for (v, b) in values.iter_mut().zip(bytes.as_chunks().0) {
                        *v = <$t>::from_le_bytes(*b).into();
                    }
                },
                encode: |values, bytes| {
                    for (v, b) in values.iter().zip(bytes.as_chunks_mut().0) {
                        *b = (*v as $t).to_le_bytes();
                    }
                    Ok(())
                },
        encode_weighted: None,
            },
            flaw: |bytes| {
                let value = |b: &[u8; size_of::<$t>()]| <$t>::from_le_bytes(*b);
                let i = flaw::first(bytes, |b| !value(b).is_finite())?;
                let is_nan = value(bytes[i * size_of::<$t>()..].first_chunk()?).is_nan();
                Some((i, if is_nan { Flaw::Nan } else { Flaw::Infinite }))
            },
        };
    };
}

float! {
    /// `Float64`: IEEE binary64.
    FLOAT64, f64, Float64, "float64", ["f64", "double"]
}
float! {
    /// `Float32`: IEEE binary32.
    FLOAT32, f32, Float32, "float32", ["f32"]
}
