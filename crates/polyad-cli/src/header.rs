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

/// llama.cpp's number for a file whose tensors are mostly of this type.
fn file_type(dtype: DType) -> Option<u32> {
    Some(match dtype {
        DType::Float32 => 0,
        DType::Float16 => 1,
        DType::Q4_0 => 2,
        DType::Q4_1 => 3,
        DType::Q8_0 => 7,
        DType::Q5_0 => 8,
        DType::Q5_1 => 9,
        DType::BFloat16 => 32,
        DType::Mxfp4 => 38,
        _ => return None,
    })
}
