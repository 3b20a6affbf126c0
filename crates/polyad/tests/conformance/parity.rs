//! What other libraries promise about number formats, by the tables of `golden/parity`; `docs/parity.tsv` names the rows of each test.

use polyad::{
    BitOrder, Codec, DType, Error, Flags, GGML_MAX_DIMS, GGML_MAX_NAME, GgmlLayout, Kind, Layout, ScaledFormat,
    ScaledTensor, Tensor,
};

use crate::golden::rows;

fn described(shape: &[usize], dtype: DType) -> polyad::Result<GgmlLayout> {
    GgmlLayout::of(&Layout::contiguous(shape)?, dtype)
}

#[test]
fn extents_and_strides_are_ggmls() {
    assert_eq!(GGML_MAX_DIMS, 4);
    // Four columns and three rows: the innermost extent stands first.
    assert_eq!(described(&[3, 4], DType::Float32).unwrap().ne(), [4, 3, 1, 1]);
    assert_eq!(described(&[3, 64], DType::Q4_0).unwrap().nb(), [18, 36, 108, 108]);
    assert_eq!(described(&[5, 0], DType::Float32).unwrap().nbytes(), 0);
    let error = described(&[1, 1, 1, 1, 1], DType::Float32).unwrap_err();
    assert!(error.to_string().contains("[1, 1, 1, 1, 1]"), "{error}");
    assert!(matches!(Tensor::zeros(&[3, 60], DType::Q4_0), Err(Error::PartialBlock { .. })));
    assert!(matches!(Tensor::zeros(&[0, 1 << 40, 1 << 40], DType::Int8), Err(Error::SizeOverflow { .. })));
}

#[test]
fn names_are_free_and_ggmls_are_short() {
    assert_eq!(GGML_MAX_NAME, 64);
    let mut x = Tensor::arange(3).unwrap();
    assert_eq!((x.name(), x.ggml_name().unwrap()), ("", ""));
    x.set_name(format!("layer_{}_weight", 7));
    assert_eq!(x.ggml_name().unwrap(), "layer_7_weight");
    // A later name replaces the one before; here any text is one.
    let long = "\u{e9}".repeat(32);
    let x = x.with_name(&*long);
    assert_eq!(x.name(), long);
    let e = x.ggml_name().unwrap_err();
    assert!(matches!(e, Error::BadArgument { argument: "name", .. }) && e.to_string().contains("64 bytes"), "{e}");
    assert!(x.with_name("a\0b").ggml_name().is_err());
}

#[test]
fn flags_have_ggmls_bits() {
    let of = |dtype| Tensor::zeros(&[], dtype).unwrap();
    let x = of(DType::Float32);
    assert_eq!(x.flags(), Flags::NONE);
    let each = [(Flags::INPUT, 1), (Flags::OUTPUT, 2), (Flags::PARAM, 4), (Flags::LOSS, 8)];
    let all = each.into_iter().fold(x, |x, (flag, bit)| {
        assert_eq!((flag.bits(), Flags::from_bits(bit).unwrap()), (bit, flag));
        x.with_flags(flag).unwrap()
    });
    assert_eq!(all.flags().bits(), 15);
    assert!(matches!(Flags::from_bits(16), Err(Error::BadArgument { .. })));
    for dtype in [DType::Int32, DType::UInt1, DType::Bool] {
        assert!(matches!(of(dtype).with_flags(Flags::PARAM), Err(Error::DTypeUnsupported { .. })), "{dtype}");
    }
    let blocks = Tensor::zeros(&[32], DType::Q4_0).unwrap();
    assert!(blocks.ggml().unwrap().is_quantized() && !all.ggml().unwrap().is_quantized());
    assert!(matches!(blocks.with_flags(Flags::PARAM), Err(Error::DTypeUnsupported { .. })));
    assert!(matches!(of(DType::Float64).with_flags(Flags::LOSS), Err(Error::DTypeUnsupported { .. })));
    let two = Tensor::zeros(&[2], DType::Float32).unwrap();
    assert!(matches!(two.with_flags(Flags::LOSS), Err(Error::ShapeMismatch { .. })));
}

#[test]
fn padded_and_turned_tensors_are_told_apart() {
    let padded = GgmlLayout::new(DType::Float32, [4, 3, 2, 1], [4, 32, 96, 192]);
    assert!(!padded.is_contiguous() && padded.is_contiguous_1() && padded.is_contiguous_2());
    // The padding behind the last row does not count.
    assert_eq!((padded.nelements(), padded.nrows(), padded.nbytes()), (24, 6, 96 + 64 + 16));
    let apart = GgmlLayout::new(DType::Float32, [4, 3, 2, 1], [4, 16, 100, 200]);
    assert!(!apart.is_contiguous() && !apart.is_contiguous_1() && apart.is_contiguous_2());
    let turned = GgmlLayout::new(DType::Float32, [3, 4, 1, 1], [16, 4, 48, 48]);
    assert!(turned.is_transposed() && turned.is_permuted() && !turned.is_contiguous());
    let blocks = GgmlLayout::new(DType::Q4K, [512, 2, 1, 1], [144, 288, 576, 576]);
    assert_eq!((blocks.is_contiguous(), blocks.nbytes()), (true, 576));
}

/// ggml's number of a type, and what the table says of it.
type Numbered<T> = Vec<(u32, T)>;

/// The types that ggml has, by the table, and the names of those that it removed.
fn types() -> (Numbered<Vec<String>>, Numbered<String>) {
    let (mut live, mut removed) = (vec![], vec![]);
    for row in rows("parity/ggml_types.tsv") {
        let number = row[0].parse().unwrap();
        match row[1].strip_prefix("removed ") {
            Some(name) => removed.push((number, name.to_owned())),
            None => live.push((number, row)),
        }
    }
    assert_eq!((live.len(), removed.len()), (35, 8));
    (live, removed)
}

#[test]
fn types_are_ggmls() {
    for (number, row) in types().0 {
        let dtype = DType::from_ggml_type(number).unwrap();
        assert_eq!((dtype.ggml_type(), dtype.ggml_name()), (Some(number), Some(&row[1][..])));
        for name in [row[1].clone(), row[1].to_uppercase(), row[1].to_lowercase()] {
            assert_eq!(DType::from_name(&name).unwrap(), dtype);
        }
        let sizes = [dtype.block_len().to_string(), dtype.block_bytes().to_string(), dtype.bits().to_string()];
        assert_eq!(sizes, row[2..5], "{dtype}");
        assert_eq!(dtype.is_quantized(), dtype.block_len() > 1, "{dtype}");
        let importance = match dtype.codec() {
            _ if dtype.needs_importance() => "needed",
            Codec::Float { encode_weighted: Some(_), .. } => "used",
            _ => "ignored",
        };
        assert_eq!(importance, row[5], "{dtype}");
        assert_eq!(dtype.is_partner(), row[6] == "itself", "{dtype}");
        let partner = dtype.ggml_partner().and_then(DType::ggml_name);
        assert_eq!(partner, Some(&*row[6]).filter(|name| !["itself", "-"].contains(name)), "{dtype}");
    }
    // What the other table calls `GGML_TYPE_Q4_K` is the `q4_K` of this one.
    let named =
        rows("parity/ggml.tsv").into_iter().filter_map(|row| Some(row[1].strip_prefix("GGML_TYPE_")?.to_owned()));
    let known: Vec<bool> =
        named.filter(|n| n != "COUNT").map(|n| DType::from_name(&n).unwrap().ggml_type().is_some()).collect();
    assert_eq!(known, [true; 28]);
}

#[test]
fn numbers_lead_to_types_or_are_refused_by_name() {
    let (live, removed) = types();
    for (number, name) in removed {
        let error = DType::from_ggml_type(number).unwrap_err().to_string();
        assert!(error.contains(&name) && error.contains("removed"), "{error}");
    }
    let last = live.iter().map(|(number, _)| *number).max().unwrap();
    assert_eq!(last, 42);
    for number in [last + 1, u32::MAX] {
        assert!(DType::from_ggml_type(number).unwrap_err().to_string().contains(&number.to_string()));
    }
}

#[test]
fn new_tensors_have_ggmls_strides() {
    for (shape, nb, nbytes) in [
        (&[128][..], [4, 512, 512, 512], 512),
        (&[3, 4], [4, 16, 48, 48], 48),
        (&[8, 32, 64], [4, 256, 8192, 65536], 65536),
        (&[2, 8, 32, 64], [4, 256, 8192, 65536], 131_072),
    ] {
        let g = described(shape, DType::Float32).unwrap();
        assert_eq!((g.nb(), g.nbytes(), g.is_contiguous()), (nb, nbytes, true));
    }
    assert!(matches!(Tensor::zeros(&[1 << 16; 4], DType::Float32), Err(Error::SizeOverflow { .. })));
}

#[test]
fn turned_tensors_have_ggmls_strides() {
    let x = Tensor::zeros(&[2, 3, 4], DType::Float32).unwrap();
    let g = x.mt().unwrap().ggml().unwrap();
    assert_eq!((g.ne(), &g.nb()[..3]), ([3, 4, 2, 1], &[16, 4, 48][..]));
    // ggml's permute(2, 0, 1, 3) puts its axis 0 at 2, 1 at 0, 2 at 1.
    let g = x.permute_dims(&[2, 0, 1]).unwrap().ggml().unwrap();
    assert_eq!((g.ne(), &g.nb()[..3]), ([3, 2, 4, 1], &[16, 48, 4][..]));
    assert!(g.is_permuted());
}

#[test]
fn operations_heed_strides() {
    let x = Tensor::arange(24).unwrap().reshape(&[4, 6]).unwrap();
    let turned = x.mt().unwrap();
    let (a, b) = (turned.sum(0).unwrap(), turned.copy().unwrap().sum(0).unwrap());
    assert_eq!(a.to_vec::<i64>().unwrap(), b.to_vec::<i64>().unwrap());
    assert_eq!(a.to_vec::<i64>().unwrap(), [15, 51, 87, 123]);
}

#[test]
fn rows_have_ggmls_sizes() {
    for (dtype, n, bytes) in
        [(DType::Q4K, 4096, 2304), (DType::Q4_0, 4096, 2304), (DType::Float16, 10, 20), (DType::Q6K, 256, 210)]
    {
        assert_eq!(dtype.row_bytes(n).unwrap(), bytes);
    }
    assert!(matches!(DType::Q4K.row_bytes(4095), Err(Error::PartialBlock { .. })));
    assert!(matches!(DType::Float64.row_bytes(usize::MAX), Err(Error::SizeOverflow { .. })));
}

#[test]
fn what_cannot_be_quantized_is_refused() {
    let row = |x: f32| Tensor::full(&[1, 256], x, DType::Float32).unwrap();
    let ones = Tensor::ones(&[256], DType::Float32).unwrap();
    for bad in [f32::NAN, f32::INFINITY, 1e9] {
        assert!(matches!(row(bad).quantize(DType::Q4_0), Err(Error::NotEncodable { .. })), "{bad}");
    }
    assert!(matches!(row(1.0).quantize(DType::Iq2Xxs), Err(Error::NotEncodable { .. })));
    assert!(row(1.0).quantize_by(DType::Iq2Xxs, &ones).is_ok());
    for bad in [-1.0, f32::NAN] {
        let importance = Tensor::full(&[256], bad, DType::Float32).unwrap();
        assert!(matches!(row(1.0).quantize_by(DType::Q4K, &importance), Err(Error::BadArgument { .. })), "{bad}");
    }
    let short = Tensor::ones(&[255], DType::Float32).unwrap();
    assert!(matches!(row(1.0).quantize_by(DType::Q4K, &short), Err(Error::ShapeMismatch { .. })));
    let whole = Tensor::ones(&[1, 256], DType::Int32).unwrap();
    for (x, to) in [(row(1.0), DType::Float16), (whole, DType::Q4K), (row(1.0).narrow(1, 0, 255).unwrap(), DType::Q4K)]
    {
        assert!(x.quantize(to).unwrap_err().to_string().starts_with("quantize: "), "{to}");
        assert!(x.quantize_by(to, &ones).unwrap_err().to_string().starts_with("quantize_by: "), "{to}");
    }
}

#[test]
fn stored_blocks_are_checked() {
    for dtype in DType::ALL.iter().copied().filter(|d| d.ggml_type().is_some()) {
        let ones = vec![0xff; dtype.block_bytes()];
        // All ones are NaN in floats and in scales but those of nvfp4.
        let flawed = dtype.kind() == Kind::Float && dtype != DType::Nvfp4;
        assert_eq!(dtype.first_flaw(&ones).is_some(), flawed, "{dtype}");
        assert_eq!(dtype.first_flaw(&vec![0; dtype.block_bytes()]), None, "{dtype}");
    }
}

/// What a number becomes in another format.
fn through(dtype: DType, x: f64) -> f64 {
    let wide = if dtype.kind() == Kind::Complex { DType::Complex128 } else { DType::Float64 };
    let there = Tensor::full(&[1], x, wide).unwrap().astype(dtype).unwrap();
    let bytes = there.astype(wide).unwrap().to_bytes().unwrap();
    f64::from_le_bytes(bytes[..8].try_into().unwrap())
}

#[test]
fn scaled_formats_are_numkongs() {
    let formats: Vec<_> = rows("parity/numkong_dtypes.tsv").into_iter().filter(|row| row[3] == "block").collect();
    assert_eq!(formats.len(), 7);
    for row in formats {
        let format = ScaledFormat::from_name(&row[0]).unwrap();
        let parts = format!("{},{},{}", format.element_dtype(), format.scale_dtype(), format.block_size());
        assert_eq!([format.name(), &parts], row[1..3]);
        assert_eq!(format.bits().to_string(), row[4], "{format}");
        assert_eq!(format.element_dtype().block_len().to_string(), row[5], "{format}");
        // A whole block of the largest value comes back whole.
        let largest: f64 = row[7].parse().unwrap();
        let x = Tensor::full(&[2, 32], largest, DType::Float32).unwrap();
        let back = ScaledTensor::quantize(&x, format).unwrap().materialize().unwrap();
        assert_eq!(back.astype(DType::Float64).unwrap().to_vec::<f64>().unwrap(), [largest; 64], "{format}");
    }
}

#[test]
fn formats_are_numkongs() {
    let formats: Vec<_> = rows("parity/numkong_dtypes.tsv").into_iter().filter(|row| row[3] != "block").collect();
    assert_eq!(formats.len(), 26);
    for row in formats {
        let dtype = DType::from_name(&row[1]).unwrap();
        for name in row[2].split(',').filter(|name| *name != "-") {
            assert_eq!(DType::from_name(name).unwrap(), dtype);
        }
        let kind = match dtype.kind() {
            Kind::Signed => "signed",
            Kind::Unsigned => "unsigned",
            Kind::Float => "float",
            Kind::Complex => "complex",
            Kind::Bool => "bool",
        };
        let per_byte = match dtype.block_len() {
            1 if dtype.block_bytes() > 1 => format!("1/{}", dtype.block_bytes()),
            n => n.to_string(),
        };
        assert_eq!([kind, &dtype.bits().to_string(), &per_byte], row[3..6], "{dtype}");
        if dtype.is_integer() {
            integer_range(dtype, &row[6], &row[7]);
        } else {
            float_range(dtype, &row[6], &row[7]);
            let past = through(dtype, f64::INFINITY);
            let overflow = if past.is_nan() { "nan" } else { ["largest", "inf"][usize::from(past.is_infinite())] };
            assert_eq!(overflow, row[8], "{dtype}");
            assert_eq!(through(dtype, f64::NAN).is_nan(), row[9] == "yes", "{dtype}");
        }
        // There the first element stands in the high bits of a byte, here in the low ones, if not asked otherwise.
        assert_eq!(dtype.is_packed(), row[10] == "high", "{dtype}");
        if dtype.is_packed() {
            let mut values = vec![0.0; dtype.block_len()];
            values[0] = 1.0;
            let x = Tensor::from_slice(&values, &[dtype.block_len()]).unwrap().astype(dtype).unwrap();
            let [low, high] = [BitOrder::Little, BitOrder::Big].map(|order| x.to_packed(order).unwrap()[0]);
            let bits = dtype.bits() as u32;
            assert!(low > 0 && u32::from(low) < 1 << bits && high == low << (8 - bits), "{dtype}: {low:#x}, {high:#x}");
        }
    }
}

fn integer_range(dtype: DType, least: &str, largest: &str) {
    let (least, largest): (i128, i128) = (least.parse().unwrap(), largest.parse().unwrap());
    for (end, beyond) in [(least, -1e30), (largest, 1e30)] {
        let x = Tensor::full(&[1], beyond, DType::Float64).unwrap().astype(dtype).unwrap();
        let got = match dtype.kind() {
            Kind::Signed => i128::from(x.astype(DType::Int64).unwrap().to_vec::<i64>().unwrap()[0]),
            _ => i128::from(x.astype(DType::UInt64).unwrap().to_vec::<u64>().unwrap()[0]),
        };
        assert_eq!(got, end, "{dtype}");
    }
}

fn float_range(dtype: DType, smallest: &str, largest: &str) {
    let power: i32 = smallest.strip_prefix("2^").unwrap().parse().unwrap();
    let (smallest, largest) = (2f64.powi(power), largest.parse::<f64>().unwrap());
    assert_eq!(through(dtype, smallest), smallest, "{dtype}");
    assert_eq!(through(dtype, largest), largest, "{dtype}");
    if dtype != DType::Float8E8M0FNU {
        assert_eq!(through(dtype, smallest / 4.0), 0.0, "{dtype}");
    }
    if largest < f64::MAX {
        let past = through(dtype, largest * 2.0);
        assert!(past.is_nan() || past == largest || past.is_infinite(), "{dtype}: {past}");
    }
}
