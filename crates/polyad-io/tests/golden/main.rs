//! The golden files of every format: what loads, with every value, and what has to be refused, with which word.

mod ggml;
mod gguf;
mod npy;
mod safetensors;
mod support;
mod tens;
mod tensor;
mod validate;
mod write;
