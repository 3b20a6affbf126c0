//! The metadata of a file that is made from another one.

use polyad::DType;
use polyad::io::{Format, Metadata, Model};

/// What readers of GGUF look for first: the name of the network that the weights belong to.
const ARCHITECTURE: &str = "general.architecture";
const ALIGNMENT: &str = "general.alignment";
const FILE_TYPE: &str = "general.file_type";
const QUANTIZATION_VERSION: &str = "general.quantization_version";

/// The metadata of `model` for a file of format `to`; `dtype` is the type that most tensors were turned into.
///
/// All keys stay. GGUF gets an architecture where there is none ("unknown": a file of bare tensors does not say), and
/// keys that state the type are brought up to date.
pub(crate) fn metadata(model: &Model, to: Format, dtype: Option<DType>) -> Metadata {
    let mut metadata = model.metadata().into_owned();
    if to != Format::Gguf {
        return metadata;
    }
    if model.format() != Format::Gguf {
        // Elsewhere it is text that steers nothing; here it would have to be a number.
        metadata.remove(ALIGNMENT);
    }
    if metadata.get(ARCHITECTURE).is_none() {
        metadata.insert(ARCHITECTURE, "unknown");
    }
    if let Some(dtype) = dtype {
        match file_type(dtype) {
            Some(n) => drop(metadata.insert(FILE_TYPE, n)),
            None => drop(metadata.remove(FILE_TYPE)),
        }
        if dtype.is_quantized() {
            metadata.insert(QUANTIZATION_VERSION, 2u32);
        }
    }
    metadata
}

/// llama.cpp's number for a file whose tensors are mostly of this type; where several numbers say so, the one for few tensors of
/// larger types.
fn file_type(dtype: DType) -> Option<u32> {
    Some(match dtype {
        DType::Float32 => 0,
        DType::Float16 => 1,
        DType::Q4_0 => 2,
        DType::Q4_1 => 3,
        DType::Q8_0 => 7,
        DType::Q5_0 => 8,
        DType::Q5_1 => 9,
        DType::Q2K => 10,
        DType::Q3K => 11,
        DType::Q4K => 14,
        DType::Q5K => 16,
        DType::Q6K => 18,
        DType::Iq2Xxs => 19,
        DType::Iq2Xs => 20,
        DType::Iq3Xxs => 23,
        DType::Iq1S => 24,
        DType::Iq4Nl => 25,
        DType::Iq3S => 26,
        DType::Iq2S => 28,
        DType::Iq4Xs => 30,
        DType::Iq1M => 31,
        DType::BFloat16 => 32,
        DType::Tq1_0 => 36,
        DType::Tq2_0 => 37,
        DType::Mxfp4 => 38,
        DType::Nvfp4 => 39,
        DType::Q1_0 => 40,
        DType::Q2_0 => 41,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use polyad::Kind;

    use super::*;

    #[test]
    fn every_type_for_weights_in_gguf_has_a_number_of_its_own() {
        let weights =
            DType::ALL.iter().filter(|d| d.ggml_type().is_some() && d.kind() == Kind::Float && !d.is_partner());
        let mut numbers: Vec<u32> = weights.filter(|d| **d != DType::Float64).filter_map(|&d| file_type(d)).collect();
        assert_eq!(numbers.len(), 28);
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers.len(), 28);
    }
}
