//! Printing, against the text that NumPy prints.

use std::path::Path;

use polyad::{DType, Tensor};

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

#[test]
fn tensors_print_as_numpy_prints_arrays() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/print/cases.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let mut cases = 0;
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [dtype, shape, data, text] = cells[..] else { panic!("{line}") };
        let extents: Vec<usize> = shape.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().unwrap()).collect();
        let dtype = DType::from_name(dtype).unwrap();
        let x = Tensor::from_bytes(&bytes(data), dtype, &extents).unwrap();
        assert_eq!(x.to_string(), text.replace("\\n", "\n"), "{dtype} {extents:?}");
        cases += 1;
    }
    assert!(cases > 200, "{cases}");
}
