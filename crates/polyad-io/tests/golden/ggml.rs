//! ggml's own answers about shapes and strides.

use polyad_core::{DType, Error, GgmlLayout, Layout};
use polyad_tensor::Tensor;
use serde_json::Value as Json;

use crate::support::{list, manifest, text};

fn four<T: TryFrom<i64>>(json: &Json) -> [T; 4] {
    std::array::from_fn(|i| T::try_from(json[i].as_i64().unwrap()).ok().unwrap())
}

#[test]
fn predicates_answer_as_ggml_does() {
    let golden = manifest("ggml", "predicates.json");
    let mut asked = 0;
    for case in list(&golden, "cases") {
        let dtype = DType::from_name(text(case, "type")).unwrap();
        let g = GgmlLayout::new(dtype, four(&case["ne"]), four(&case["nb"]));
        let number = |key: &str| case[key].as_u64().unwrap();
        let sizes = [g.nelements() as u64, g.nrows() as u64, g.nbytes(), g.n_dims() as u64];
        assert_eq!(sizes, ["nelements", "nrows", "nbytes", "n_dims"].map(number), "{case}");
        let yes = |key: &str| number(key) == 1;
        for (got, key) in [
            (g.is_contiguous(), "contiguous"),
            (g.is_contiguous_1(), "contiguous_1"),
            (g.is_contiguous_2(), "contiguous_2"),
            (g.is_contiguous_rows(), "contiguous_rows"),
            (g.is_contiguously_allocated(), "contiguously_allocated"),
            (g.is_transposed(), "transposed"),
            (g.is_permuted(), "permuted"),
            (g.is_empty(), "empty"),
            (g.is_scalar(), "scalar"),
            (g.is_vector(), "vector"),
            (g.is_matrix(), "matrix"),
            (g.is_3d(), "is_3d"),
        ] {
            assert_eq!(got, yes(key), "{key} of {case}");
        }
        asked += 1;
        // New tensors have the strides that ours have.
        if text(case, "how") == "new" && !g.is_empty() {
            let mut shape: Vec<usize> = four::<usize>(&case["ne"]).to_vec();
            shape.reverse();
            let ours = GgmlLayout::of(&Layout::contiguous(&shape).unwrap(), dtype).unwrap();
            assert_eq!(ours, g, "{case}");
        }
    }
    assert_eq!(asked, 254);
}

#[test]
fn sizes_of_types_are_those_of_ggml() {
    let golden = manifest("ggml", "predicates.json");
    for row in list(&golden, "type_table") {
        let dtype = DType::from_name(text(row, "name")).unwrap();
        let sizes = (dtype.block_len() as u64, dtype.block_bytes() as u64, dtype.is_quantized());
        let number = |key: &str| row[key].as_u64().unwrap();
        assert_eq!(sizes, (number("blck"), number("size"), number("quantized") == 1), "{dtype}");
    }
}

#[test]
fn views_are_described_and_what_ggml_lacks_is_refused() {
    let x = Tensor::zeros(&[6, 64], DType::Q4_0).unwrap();
    assert_eq!(x.ggml_nb().unwrap(), [18, 36, 216, 216]);
    let turned = x.mt().unwrap().ggml().unwrap();
    assert_eq!((turned.ne(), turned.nb()), ([6, 64, 1, 1], [36, 18, 1152, 1152]));
    assert!(turned.is_transposed() && turned.is_permuted() && !turned.is_contiguous());
    let scalar = Tensor::zeros(&[], DType::Float32).unwrap().ggml().unwrap();
    assert!(scalar.is_scalar() && scalar.is_contiguous());
    assert_eq!((scalar.ne(), scalar.nb(), scalar.nbytes()), ([1; 4], [4; 4], 4));
    for (x, word) in [
        (Tensor::zeros(&[1, 2, 3, 4, 5], DType::Int8), "four axes"),
        (Tensor::zeros(&[4], DType::UInt1), "whole bytes"),
        (Tensor::zeros(&[4], DType::Float32).unwrap().flip(0), "not negative"),
    ] {
        let e = x.unwrap().ggml().unwrap_err();
        assert!(matches!(e, Error::BadArgument { op: "ggml", .. }) && e.to_string().contains(word), "{e}");
    }
}
