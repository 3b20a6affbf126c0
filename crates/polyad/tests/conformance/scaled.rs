//! Scaled tensors against the reference values, and their views against views of the values.

use std::path::PathBuf;

use polyad::{BitOrder, DType, Error, Held, ScaleRule, ScaledFormat, ScaledTensor, Slice, Tensor};

use crate::samples::Random;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../golden/minifloat").join(name)
}

/// The elements of an NPY file, which are its last bytes.
fn npy(name: &str, shape: &[usize], dtype: DType) -> Tensor {
    let bytes = std::fs::read(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let n = dtype.tensor_bytes("npy", shape).unwrap();
    Tensor::from_bytes(&bytes[bytes.len() - n..], dtype, shape).unwrap()
}

fn bits(x: &Tensor) -> Vec<u32> {
    // Any NaN is as good as another.
    x.to_vec::<f32>().unwrap().into_iter().map(|x| if x.is_nan() { f32::NAN } else { x }.to_bits()).collect()
}

/// Codes one a byte, as the reference has them.
fn codes(x: &ScaledTensor) -> Vec<u8> {
    let bytes = x.elements().to_bytes().unwrap();
    if x.elements().dtype().is_packed() { bytes.iter().flat_map(|b| [b & 15, b >> 4]).collect() } else { bytes }
}

fn random(shape: &[usize]) -> Tensor {
    let mut r = Random(5);
    let n = shape.iter().product();
    let values: Vec<f32> = (0..n).map(|_| r.float(-9.0, 9.0) as f32).collect();
    Tensor::from_slice(&values, shape).unwrap()
}

const MX: [ScaledFormat; 6] = [
    ScaledFormat::Mxfp8E4M3,
    ScaledFormat::Mxfp8E5M2,
    ScaledFormat::Mxfp6E2M3,
    ScaledFormat::Mxfp6E3M2,
    ScaledFormat::Mxfp4,
    ScaledFormat::Mxint8,
];

#[test]
fn mx_scales_codes_and_values_are_those_of_the_reference() {
    let x = npy("mx_input.npy", &[80, 32], DType::Float32);
    for format in MX {
        let q = ScaledTensor::quantize(&x, format).unwrap();
        let scales = npy(&format!("{format}_scales.npy"), &[80], DType::UInt8);
        assert_eq!(q.block_scales().to_bytes().unwrap(), scales.to_bytes().unwrap(), "{format}");
        let want = npy(&format!("{format}_codes.npy"), &[80, 32], DType::UInt8);
        assert_eq!(codes(&q), want.to_bytes().unwrap(), "{format}");
        let values = npy(&format!("{format}_dequant.npy"), &[80, 32], DType::Float32);
        assert_eq!(bits(&q.materialize().unwrap()), bits(&values), "{format}");
        let q = ScaledTensor::quantize_with(&x, format, ScaleRule::Ceil).unwrap();
        let scales = npy(&format!("{format}_scales_rceil.npy"), &[80], DType::UInt8);
        assert_eq!(q.block_scales().to_bytes().unwrap(), scales.to_bytes().unwrap(), "{format}");
    }
}

#[test]
fn nvfp4_scales_codes_and_values_are_those_of_the_reference() {
    let n = 1376;
    let (x, want) = (npy("nvfp4_input.npy", &[n], DType::Float32), npy("nvfp4_dequant.npy", &[n], DType::Float32));
    let want_codes = npy("nvfp4_codes.npy", &[n], DType::UInt8).to_bytes().unwrap();
    let want_scales = npy("nvfp4_scales.npy", &[n / 16], DType::UInt8).to_bytes().unwrap();
    let table = std::fs::read_to_string(path("nvfp4_tensors.tsv")).unwrap();
    let mut end = 0;
    for row in table.lines().skip(1) {
        let field: Vec<&str> = row.split('\t').collect();
        let [rows, cols, offset] = [1, 2, 3].map(|i| field[i].parse::<usize>().unwrap());
        end = offset + rows * cols;
        let part = |x: &Tensor| x.slice(&[(offset as i64..end as i64).into()]).unwrap();
        let q = part(&x).reshape(&[rows as i64, cols as i64]).unwrap();
        let q = ScaledTensor::quantize(&q, ScaledFormat::Nvfp4).unwrap();
        let scale = u32::from_str_radix(field[4].trim_start_matches("0x"), 16).unwrap();
        assert_eq!(q.tensor_scale().unwrap().to_bits(), scale, "{row}");
        assert_eq!(q.block_scales().to_bytes().unwrap(), want_scales[offset / 16..end / 16], "{row}");
        assert_eq!(codes(&q), want_codes[offset..end], "{row}");
        assert_eq!(bits(&q.materialize().unwrap()), bits(&part(&want)), "{row}");
    }
    assert_eq!(end, n);
}

#[test]
fn nibbles_are_read_and_written_in_both_orders() {
    for (name, format, shape) in [("mxfp4", ScaledFormat::Mxfp4, [80, 32]), ("nvfp4", ScaledFormat::Nvfp4, [86, 16])] {
        let bytes = |order: &str| {
            let packed = [shape[0], shape[1] / 2];
            npy(&format!("{name}_packed_{order}_first.npy"), &packed, DType::UInt8).to_bytes().unwrap()
        };
        let (high, low) = (bytes("high"), bytes("low"));
        let x = Tensor::from_packed(&high, format.element_dtype(), &shape, BitOrder::Big).unwrap();
        assert_eq!(x.to_bytes().unwrap(), low);
        assert_eq!(x.to_packed(BitOrder::Big).unwrap(), high);
        assert_eq!(x.to_packed(BitOrder::Little).unwrap(), low);
    }
}

#[test]
fn packed_integers_are_read_and_written_in_both_orders() {
    let table = std::fs::read_to_string(path("packed_ints.tsv")).unwrap();
    let mut count = 0;
    for row in table.lines().skip(1) {
        let field: Vec<&str> = row.split('\t').collect();
        let dtype = DType::from_name(field[0]).unwrap();
        let values: Vec<f64> = field[2].split(',').filter(|v| !v.is_empty()).map(|v| v.parse().unwrap()).collect();
        let hex = |text: &str| -> Vec<u8> {
            (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
        };
        for (order, bytes) in [(BitOrder::Little, hex(field[3])), (BitOrder::Big, hex(field[4]))] {
            let x = Tensor::from_packed(&bytes, dtype, &[values.len()], order).unwrap();
            assert_eq!(x.to_f64_vec().unwrap(), values, "{row} {order:?}");
            let x = Tensor::from_slice(&values, &[values.len()]).unwrap().astype(dtype).unwrap();
            assert_eq!(x.to_packed(order).unwrap(), bytes, "{row} {order:?}");
            // Neither a view inside a byte nor one backwards changes what is written.
            let back = x.flip(0).unwrap().copy().unwrap().flip(0).unwrap();
            assert_eq!(back.to_packed(order).unwrap(), bytes, "{row} {order:?}");
        }
        count += 1;
    }
    assert!(count > 100);
}

#[test]
fn an_order_of_bits_is_refused_where_there_is_none() {
    for dtype in [DType::Int8, DType::Q8_0, DType::Float6E2M3FN] {
        let x = Tensor::zeros(&[32], dtype).unwrap();
        assert!(matches!(x.to_packed(BitOrder::Big), Err(Error::DTypeUnsupported { .. })));
        let bytes = x.to_packed(BitOrder::Little).unwrap();
        let read = |order| Tensor::from_packed(&bytes, dtype, &[32], order);
        assert!(matches!(read(BitOrder::Big), Err(Error::DTypeUnsupported { .. })));
        assert_eq!(read(BitOrder::Little).unwrap().to_bytes().unwrap(), bytes);
    }
    // 01 and 10 from the top down: 10 is no number.
    assert!(Tensor::from_packed(&[0b01_10_00_00], DType::Ternary, &[2], BitOrder::Big).is_err());
    assert!("middle".parse::<BitOrder>().is_err());
}

#[test]
fn views_of_any_source_quantize_as_their_copies() {
    let x = random(&[6, 4, 64]);
    let backwards = x.flip(2).unwrap().flip(0).unwrap();
    let sources = [
        x.permute_dims(&[1, 0, 2]).unwrap(),
        backwards.slice(&[Slice::All, 1.into(), (16..48).into()]).unwrap(),
        random(&[64, 32, 3]).permute_dims(&[2, 0, 1]).unwrap(),
        Tensor::full(&[1, 1], 3.5f32, DType::Float32).unwrap().broadcast_to(&[3, 32]).unwrap(),
        Tensor::zeros(&[0, 32], DType::Float32).unwrap(),
        Tensor::zeros(&[3, 0], DType::Float32).unwrap(),
    ];
    for format in ScaledFormat::ALL {
        for source in &sources {
            let [a, b, c] = [source.clone(), source.copy().unwrap(), source.astype(DType::Float64).unwrap()]
                .map(|x| ScaledTensor::quantize(&x, format).unwrap());
            for other in [b, c] {
                assert_eq!(a.elements().to_bytes().unwrap(), other.elements().to_bytes().unwrap());
                assert_eq!(a.block_scales().to_bytes().unwrap(), other.block_scales().to_bytes().unwrap());
                assert_eq!(a.tensor_scale(), other.tensor_scale());
            }
        }
    }
}

#[test]
fn many_blocks_on_many_threads_are_as_each_alone() {
    let x = random(&[700, 1056]);
    for format in [ScaledFormat::Mxfp4, ScaledFormat::Mxint8, ScaledFormat::Nvfp4] {
        let whole = ScaledTensor::quantize(&x, format).unwrap();
        let values = whole.materialize().unwrap();
        for i in [0, 1, 349, 699] {
            let row = whole.index_axis(0, i).unwrap();
            assert_eq!(bits(&row.materialize().unwrap()), bits(&values.index_axis(0, i).unwrap()));
            if !format.has_tensor_scale() {
                let alone = ScaledTensor::quantize(&x.index_axis(0, i).unwrap(), format).unwrap();
                assert_eq!(codes(&alone), codes(&row));
            }
        }
    }
}

#[test]
fn a_view_holds_the_values_of_the_view() {
    let x = random(&[3, 4, 96]);
    let back = Slice::Range { start: None, stop: None, step: -2 };
    let all = Slice::Range { start: None, stop: None, step: 1 };
    let keys: [&[Slice]; 8] = [
        &[1.into()],
        &[back.clone(), (1..3).into()],
        &[Slice::All, (-1).into(), (32..).into()],
        &[Slice::NewAxis, Slice::All, Slice::NewAxis, back, (..64).into()],
        &[0.into(), 0.into(), (-32..).into()],
        &[Slice::All, Slice::All, (40..40).into()],
        &[(3..).into(), Slice::All, all],
        &[Slice::All, Slice::All, (32..4000).into()],
    ];
    for format in ScaledFormat::ALL {
        let q = ScaledTensor::quantize(&x, format).unwrap();
        let values = q.materialize().unwrap();
        for key in keys {
            let (part, want) = (q.slice(key).unwrap(), values.slice(key).unwrap());
            assert_eq!(part.shape(), want.shape(), "{format} {key:?}");
            assert_eq!(bits(&part.materialize().unwrap()), bits(&want), "{format} {key:?}");
            assert!(part.elements().buffer().is_same(q.elements().buffer()));
            assert!(part.block_scales().buffer().is_same(q.block_scales().buffer()));
        }
        let turned = q.permute_dims(&[1, 0, -1]).unwrap();
        assert_eq!(bits(&turned.materialize().unwrap()), bits(&values.permute_dims(&[1, 0, 2]).unwrap()));
    }
}

#[test]
fn what_takes_blocks_apart_is_refused_and_offers_the_values() {
    let q = ScaledTensor::quantize(&random(&[2, 64]), ScaledFormat::Mxfp4).unwrap();
    let range = |start, stop, step| Slice::Range { start, stop, step };
    for part in [
        5.into(),
        range(Some(3), None, 1),
        range(None, Some(40), 1),
        range(None, None, -1),
        range(None, None, 2),
        range(Some(-16), None, 1),
    ] {
        let e = q.slice(&[Slice::All, part]).unwrap_err();
        assert!(matches!(e, Error::SplitBlock { block: 32, .. }) && e.to_string().contains("materialize()"), "{e}");
    }
    assert!(matches!(q.slice(&[Slice::All, Slice::All, Slice::NewAxis]), Err(Error::SplitBlock { .. })));
    assert!(matches!(q.permute_dims(&[1, 0]), Err(Error::SplitBlock { .. })));
    assert!(matches!(q.permute_dims(&[1, 1]), Err(Error::RepeatedAxis { .. })));
    assert!(matches!(q.slice(&[2.into()]), Err(Error::IndexOutOfRange { .. })));
    assert_eq!(
        q.slice(&[Slice::All, (3..).into()]).unwrap_err().to_string(),
        "slice: 3: on the last axis of shape [2, 64] splits blocks of mxfp4, which share a scale. \
         Start and stop at multiples of 32 with step 1, or take materialize() first."
    );
}

#[test]
fn rows_that_are_no_whole_blocks_are_named() {
    let x = Tensor::zeros(&[2, 48], DType::Float32).unwrap();
    assert!(ScaledTensor::quantize(&x, ScaledFormat::Nvfp4).is_ok());
    for shape in [&[2, 48][..], &[]] {
        let x = Tensor::zeros(shape, DType::Float32).unwrap();
        let e = ScaledTensor::quantize(&x, ScaledFormat::Mxint8).unwrap_err();
        assert!(matches!(e, Error::PartialScaledBlock { block: 32, .. }));
        assert!(e.to_string().contains(&format!("{shape:?}")), "{e}");
    }
    let q = ScaledTensor::quantize(&x, ScaledFormat::Nvfp4).unwrap();
    assert!(matches!(q.transcode(ScaledFormat::Mxfp4), Err(Error::PartialScaledBlock { .. })));
    let z = Tensor::zeros(&[32], DType::Complex64).unwrap();
    assert!(matches!(ScaledTensor::quantize(&z, ScaledFormat::Mxfp4), Err(Error::DTypeUnsupported { .. })));
}

#[test]
fn parts_make_the_whole_again_or_say_what_is_wrong() {
    for format in ScaledFormat::ALL {
        let q = ScaledTensor::quantize(&random(&[3, 64]), format).unwrap();
        let (elements, scales) = (q.elements().clone(), q.block_scales().clone());
        let make = |e: &Tensor, s: &Tensor, t| ScaledTensor::from_parts(format, e.clone(), s.clone(), t);
        let again = make(&elements, &scales, q.tensor_scale()).unwrap();
        assert_eq!(bits(&again.materialize().unwrap()), bits(&q.materialize().unwrap()));
        assert!(matches!(make(&scales, &scales, None), Err(Error::DTypeMismatch { .. })));
        assert!(matches!(make(&elements, &elements, None), Err(Error::DTypeMismatch { .. })));
        let fewer = scales.slice(&[(..2).into()]).unwrap();
        assert!(matches!(make(&elements, &fewer, None), Err(Error::ShapeMismatch { .. })));
        let unscaled = make(&elements, &scales, Some(2.0));
        match format.has_tensor_scale() {
            true => assert_eq!(unscaled.unwrap().tensor_scale(), Some(2.0)),
            false => assert!(matches!(unscaled, Err(Error::BadArgument { .. }))),
        }
    }
}

#[test]
fn any_views_are_parts() {
    // Elements that start inside a byte, and one scale for all.
    let codes = Tensor::arange(35).unwrap().astype(DType::Float32).unwrap().astype(DType::Float4E2M1FN).unwrap();
    let elements = codes.slice(&[(3..).into()]).unwrap().flip(0).unwrap();
    let scale = Tensor::full(&[1], 4.0f32, DType::Float32).unwrap().astype(DType::Float8E8M0FNU).unwrap();
    let q = ScaledTensor::from_parts(ScaledFormat::Mxfp4, elements.clone(), scale, None).unwrap();
    let want = &elements.astype(DType::Float32).unwrap() * 4.0f32;
    assert_eq!(bits(&q.materialize().unwrap()), bits(&want));
    assert_eq!(
        q.to_blocks().unwrap().astype(DType::Float32).unwrap().to_f64_vec().unwrap(),
        want.to_f64_vec().unwrap()
    );
}

#[test]
fn transcoding_is_decoding_and_quantizing() {
    let x = random(&[2, 64]);
    for from in ScaledFormat::ALL {
        let q = ScaledTensor::quantize(&x, from).unwrap();
        for to in ScaledFormat::ALL {
            let (a, b) = (q.transcode(to).unwrap(), ScaledTensor::quantize(&q.materialize().unwrap(), to).unwrap());
            assert_eq!((a.format(), codes(&a)), (to, codes(&b)));
            assert_eq!(a.block_scales().to_bytes().unwrap(), b.block_scales().to_bytes().unwrap());
        }
        if !from.has_tensor_scale() {
            assert_eq!(bits(&q.transcode(from).unwrap().materialize().unwrap()), bits(&q.materialize().unwrap()));
        }
    }
}

#[test]
fn blocks_and_parts_are_the_same_numbers() {
    let x = random(&[5, 96]);
    let blocks = x.quantize(DType::Mxfp4).unwrap();
    let scaled = blocks.to_scaled().unwrap();
    assert_eq!(bits(&scaled.materialize().unwrap()), bits(&blocks.astype(DType::Float32).unwrap()));
    assert_eq!(scaled.to_blocks().unwrap().to_bytes().unwrap(), blocks.to_bytes().unwrap());
    let q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp4).unwrap();
    let part = q.slice(&[(1..4).into(), (32..).into()]).unwrap();
    let want = part.materialize().unwrap().to_f64_vec().unwrap();
    assert_eq!(part.to_blocks().unwrap().astype(DType::Float32).unwrap().to_f64_vec().unwrap(), want);
    let inside = blocks.slice(&[Slice::All, (8..40).into()]).unwrap();
    assert!(matches!(inside.to_scaled(), Err(Error::BlockWrite { .. })));
    assert!(matches!(x.to_scaled(), Err(Error::DTypeUnsupported { .. })));
    let other = ScaledTensor::quantize(&x, ScaledFormat::Mxint8).unwrap();
    assert!(matches!(other.to_blocks(), Err(Error::DTypeUnsupported { .. })));
}

#[test]
fn blocks_of_nvfp4_leave_the_scale_of_the_tensor_to_the_caller() {
    let q = ScaledTensor::quantize(&random(&[5, 128]), ScaledFormat::Nvfp4).unwrap();
    let e = q.to_blocks().unwrap_err();
    assert!(matches!(e, Error::BadArgument { argument: "tensor_scale", .. }), "{e}");
    let bare = q.with_tensor_scale(1.0).unwrap();
    let blocks = bare.to_blocks().unwrap();
    let values = blocks.astype(DType::Float32).unwrap();
    assert_eq!(values.to_f64_vec().unwrap(), bare.materialize().unwrap().to_f64_vec().unwrap());
    let again = blocks.to_scaled().unwrap().with_tensor_scale(q.tensor_scale().unwrap()).unwrap();
    assert_eq!(bits(&again.materialize().unwrap()), bits(&q.materialize().unwrap()));
    // ggml's blocks are longer than those of the format.
    let part = bare.slice(&[Slice::All, (..48).into()]).unwrap();
    assert!(matches!(part.to_blocks(), Err(Error::PartialBlock { .. })));
    let mx = ScaledTensor::quantize(&random(&[32]), ScaledFormat::Mxfp4).unwrap();
    assert!(matches!(mx.with_tensor_scale(1.0), Err(Error::BadArgument { .. })));
}

#[test]
fn a_block_that_is_nan_is_no_block_of_ggml() {
    let mut values = vec![1.0f32; 3 * 64];
    values[2 * 64 + 40] = f32::NAN;
    let x = Tensor::from_slice(&values, &[3, 64]).unwrap();
    let q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp4).unwrap();
    assert!(matches!(q.to_blocks(), Err(Error::NotEncodable { row: 2, column: 32, .. })));
    let q = ScaledTensor::quantize(&x, ScaledFormat::Nvfp4).unwrap().with_tensor_scale(1.0).unwrap();
    assert!(matches!(q.to_blocks(), Err(Error::NotEncodable { row: 2, column: 32, .. })));
}

#[test]
fn resizing_keeps_to_its_memory_and_leaves_errors_without_effect() {
    for format in ScaledFormat::ALL {
        let x = random(&[4, 64]);
        let mut q = ScaledTensor::quantize(&x, format).unwrap();
        let (values, address) = (bits(&q.materialize().unwrap()), q.elements().buffer().address());
        assert_eq!(q.capacity(), 256);
        q.resize(&[2, 96]).unwrap();
        assert_eq!((q.shape(), q.block_scales().shape()), (&[2, 96][..], &[2, 96 / q.block_size()][..]));
        assert_eq!(bits(&q.materialize().unwrap()), values[..192]);
        q.resize(&[0, 32]).unwrap();
        q.resize(&[3, 2, 32]).unwrap();
        assert_eq!(bits(&q.materialize().unwrap()), [0; 192]);
        assert_eq!((q.capacity(), q.elements().buffer().address()), (256, address));
        for (shape, block) in [(&[5, 64][..], false), (&[2, 40], true), (&[], true), (&[usize::MAX, 32], false)] {
            let e = q.resize(shape).unwrap_err();
            let right = if block { matches!(e, Error::PartialScaledBlock { .. }) } else { !e.to_string().is_empty() };
            assert!(right, "{shape:?}: {e}");
            assert_eq!(q.shape(), [3, 2, 32]);
        }
        // What another tensor sees stays as it is.
        let view = q.slice(&[1.into()]).unwrap();
        assert!(matches!(q.resize(&[256]), Err(Error::InUse { held: Held::Shared, .. })));
        q.resize(&[32]).unwrap();
        drop(view);
        q.resize(&[256]).unwrap();
        let mut apart = q.slice(&[Slice::NewAxis, (32..96).into()]).unwrap();
        assert_eq!(apart.capacity(), 224);
        apart.resize(&[32]).unwrap();
        let mut stepped = ScaledTensor::quantize(&x, format)
            .unwrap()
            .slice(&[Slice::Range { start: None, stop: None, step: 2 }])
            .unwrap();
        assert!(matches!(stepped.resize(&[32]), Err(Error::NotAView { .. })));
    }
}

#[test]
fn scaled_tensors_print_their_values() {
    let x = Tensor::from_slice(&[1.5f32; 32], &[32]).unwrap();
    let q = ScaledTensor::quantize(&x, ScaledFormat::Mxfp6E3M2).unwrap();
    assert_eq!(q.to_string(), x.to_string());
    assert_eq!(format!("{q:?}"), format!("ScaledTensor({x}, shape=[32], dtype=mxfp6_e3m2)"));
    let long = random(&[8, 40, 64]);
    let q = ScaledTensor::quantize(&long, ScaledFormat::Nvfp4).unwrap();
    assert_eq!(q.to_string(), q.materialize().unwrap().to_string());
    assert!(format!("{q:?}").contains("dtype=nvfp4, tensor_scale="));
    assert_eq!(
        ScaledTensor::quantize(&Tensor::zeros(&[0, 32], DType::Float32).unwrap(), ScaledFormat::Mxfp4)
            .unwrap()
            .to_string(),
        "[]"
    );
}

#[test]
fn names_find_their_formats() {
    for format in ScaledFormat::ALL {
        assert_eq!(ScaledFormat::from_name(&format.to_string().to_uppercase()).unwrap(), format);
    }
    let e = ScaledFormat::from_name("mxfp5").unwrap_err().to_string();
    assert!(e.contains("mxfp5") && e.contains("mxfp6_e2m3"), "{e}");
}

#[test]
fn magnitudes_near_zero_are_not_nan_in_nvfp4() {
    let x = Tensor::from_slice(&[f32::from_bits(1); 16], &[16]).unwrap();
    let q = ScaledTensor::quantize(&x, ScaledFormat::Nvfp4).unwrap();
    assert_eq!((q.tensor_scale(), q.materialize().unwrap().to_vec::<f32>().unwrap()), (Some(1.0), vec![0.0; 16]));
}
