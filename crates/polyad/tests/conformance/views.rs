//! What moves elements without computing, on every dtype and layout: other layouts, printing, files.

use polyad::io::{self, Format, Metadata};
use polyad::{DType, Error, Tensor};

use crate::oracle::{Value, assert_values, spread, values};
use crate::samples::{Random, encode, layouts, tensor};

fn samples(dtype: DType) -> Vec<(&'static str, Tensor)> {
    layouts(dtype, (-4.0, 4.0), true, &mut Random(51 + dtype as u64))
}

/// The columns of a row-major matrix.
fn turned(x: &[Value], columns: usize) -> Vec<Value> {
    (0..columns).flat_map(|j| x.iter().skip(j).step_by(columns).copied()).collect()
}

#[test]
fn movements_of_every_dtype_and_layout() {
    for &dtype in DType::ALL {
        for (layout, x) in samples(dtype) {
            let what = format!("{dtype} {layout}");
            let all = values(&x);
            match x.reshape(&[-1]) {
                Ok(flat) => assert_values(&what, &flat, &all, 0),
                // To lie in a row they have to be copied, which blocks in parts cannot be.
                Err(e) => assert!(dtype.is_quantized() && matches!(e, Error::BlockWrite { .. }), "{what}: {e}"),
            }
            let shape: Vec<usize> = [2].iter().chain(x.shape()).copied().collect();
            let wide = x.broadcast_to(&shape.iter().map(|&n| n as i64).collect::<Vec<_>>()).unwrap();
            assert_values(&what, &wide, &spread(&all, x.shape(), &shape), 0);
            let &[rows, columns] = x.shape() else { continue };
            assert_values(&what, &x.permute_dims(&[1, 0]).unwrap(), &turned(&all, columns), 0);
            let part: Vec<Value> = all.chunks(columns).flat_map(|row| &row[5..17]).copied().collect();
            assert_values(&what, &x.narrow(1, 5, 12).unwrap(), &part, 0);
            let back: Vec<Value> = all.chunks(columns).rev().flatten().copied().collect();
            assert_values(&what, &x.flip(0).unwrap(), &back, 0);
            assert_eq!(back.len(), rows * columns, "{what}");
        }
    }
}

#[test]
fn copies_of_every_dtype_and_layout() {
    for &dtype in DType::ALL {
        let mut all = samples(dtype);
        let whole = tensor(dtype, &[4, 2 * dtype.block_len()], (-4.0, 4.0), true, &mut Random(53));
        all.push(("whole blocks reversed", whole.flip(0).unwrap()));
        all.push(("whole blocks", whole));
        for (layout, x) in all {
            let what = format!("{dtype} {layout}");
            match x.copy() {
                Ok(copy) => {
                    assert!(copy.is_contiguous() && copy.dtype() == dtype, "{what}");
                    assert_values(&what, &copy, &values(&x), 0);
                }
                Err(e) => {
                    assert!(dtype.is_quantized() && matches!(e, Error::BlockWrite { .. }), "{what}: {e}");
                    assert!(!layout.starts_with("whole"), "{what}: {e}");
                }
            }
        }
    }
}

#[test]
fn text_of_every_dtype_and_layout() {
    for &dtype in DType::ALL {
        let shown = if dtype.is_quantized() { DType::Float32 } else { dtype };
        for (layout, x) in samples(dtype) {
            let row_major = Tensor::from_bytes(&encode(shown, &values(&x)), shown, x.shape()).unwrap();
            assert_eq!(x.to_string(), row_major.to_string(), "{dtype} {layout}");
        }
    }
}

#[test]
fn files_of_every_dtype_and_layout() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("views-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut without = vec![];
    for &dtype in DType::ALL {
        let mut all: Vec<(&str, Tensor)> = samples(dtype).into_iter().filter(|(_, x)| x.copy().is_ok()).collect();
        let whole = tensor(dtype, &[4, 2 * dtype.block_len()], (-4.0, 4.0), true, &mut Random(55));
        all.push(("whole blocks reversed", whole.flip(0).unwrap()));
        let formats: Vec<Format> = Format::ALL.iter().copied().filter(|f| f.can_hold(&dtype.into())).collect();
        if formats.is_empty() {
            without.push(dtype);
        }
        for format in formats {
            let path = folder.join(format!("{dtype}.{format}"));
            // There are three bytes for four floats of 6 bits, and no part of a byte for any.
            let block = match dtype {
                DType::Float6E2M3FN | DType::Float6E3M2FN => 4,
                _ => dtype.block_len(),
            };
            let (fitting, others): (Vec<_>, Vec<_>) =
                all.iter().cloned().partition(|(_, x)| format != Format::Safetensors || x.size().is_multiple_of(block));
            for (name, x) in others {
                let saved = io::save_as(&path, format, &[(name, x.clone())], &Metadata::new());
                let e = saved.map_or_else(|e| e.to_string(), |()| format!("{dtype} {:?} was taken", x.shape()));
                assert!(
                    e.contains("whole bytes") && e.contains(dtype.name()) && e.contains(&format!("{:?}", x.shape())),
                    "{dtype} {name}: {e}"
                );
            }
            for some in fitting.chunks(if format.holds_many() { fitting.len() } else { 1 }) {
                io::save_as(&path, format, some, &Metadata::new()).unwrap_or_else(|e| panic!("{dtype} {format}: {e}"));
                let back = io::load(&path).unwrap();
                assert_eq!(back.len(), some.len(), "{dtype} {format}");
                for ((name, x), (read, y)) in some.iter().zip(&back) {
                    let what = format!("{dtype} {format} {name}");
                    assert!(read == name || !format.holds_many(), "{what}: {read}");
                    assert_eq!((y.shape(), y.dtype()), (x.shape(), dtype), "{what}");
                    assert_values(&what, y, &values(x), 0);
                }
            }
            std::fs::remove_file(&path).unwrap();
        }
    }
    std::fs::remove_dir(&folder).unwrap();
    assert!(without.len() < DType::ALL.len() / 4, "{without:?} are in no file");
}
