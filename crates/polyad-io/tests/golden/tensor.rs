use crate::support::{Scratch, golden, values};
use polyad_core::{DType, Layout, View};
use polyad_io::{Metadata, UNNAMED, load, open, save};
use polyad_tensor::Tensor;

fn tensor(bytes: &[u8], dtype: DType, shape: &[usize]) -> Tensor {
    Tensor::from_view(View::from_bytes(bytes, dtype, shape).unwrap())
}

#[test]
fn a_permuted_tensor_is_saved_row_major() {
    let bytes: Vec<u8> = (0..6u16).flat_map(u16::to_le_bytes).collect();
    let plain = tensor(&bytes, DType::UInt16, &[2, 3]);
    let permuted = Tensor::from_view(plain.view().with_layout(plain.layout().permute(&[1, 0]).unwrap()).unwrap());
    for ending in ["safetensors", "npz", "npy"] {
        let scratch = Scratch::new(&format!("permuted.{ending}"));
        save(&scratch.0, &[("w", permuted.clone())], &Metadata::new()).unwrap();
        let back = load(&scratch.0).unwrap();
        assert_eq!(back[0].0, if ending == "npy" { UNNAMED } else { "w" });
        assert_eq!(back[0].1.shape(), [3, 2]);
        assert_eq!(values(back[0].1.view()), [0, 3, 1, 4, 2, 5], "{ending}");
    }
}

#[test]
fn a_part_of_a_ternary_tensor_is_saved_with_clean_bits_behind_it() {
    // Seven elements: 1 -1 0 1 -1 -1 1; of these five from the second on.
    let whole = tensor(&[0b01_00_11_01, 0b00_01_11_11], DType::Ternary, &[7]);
    let part = Tensor::from_view(whole.view().with_layout(Layout::new(&[5], &[1], 1).unwrap()).unwrap());
    let scratch = Scratch::new("part.tens");
    save(&scratch.0, &[("t", part)], &Metadata::new()).unwrap();
    assert_eq!(values(open(&scratch.0).unwrap().tensor(UNNAMED).unwrap().view()), [-1, 0, 1, -1, -1]);
}

#[test]
fn a_file_can_be_replaced_while_its_tensors_are_mapped() {
    let scratch = Scratch::new("replaced.npy");
    std::fs::copy(golden("npy", "c_3d.npy"), &scratch.0).unwrap();
    let (_, old) = load(&scratch.0).unwrap().remove(0);
    let before = values(old.view());
    save(&scratch.0, &[("x", tensor(&[1, 2], DType::UInt8, &[2]))], &Metadata::new()).unwrap();
    assert_eq!(values(old.view()), before);
    assert_eq!(values(load(&scratch.0).unwrap()[0].1.view()), [1, 2]);
}
