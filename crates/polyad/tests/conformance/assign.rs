//! Writing in place: overlap gives the copy-first result, what cannot be written is told.

use polyad::{DType, Error, Slice, Tensor};

use crate::oracle::{assert_values, values};
use crate::samples::{Random, tensor};

fn step(n: i64) -> Slice {
    Slice::Range { start: None, stop: None, step: n }
}

/// A view of a one-dimensional tensor.
type Cut = fn(&Tensor) -> Tensor;

#[test]
fn any_overlap_is_as_if_sources_were_read_first() {
    let cuts: [(&str, Cut); 6] = [
        ("itself", |x| x.slice(&[Slice::from(0..3000)]).unwrap()),
        ("reversed", |x| x.slice(&[Slice::from(0..3000)]).unwrap().flip(0).unwrap()),
        ("shifted", |x| x.slice(&[Slice::from(1..3001)]).unwrap()),
        ("shifted more", |x| x.slice(&[Slice::from(1500..4500)]).unwrap()),
        ("every other", |x| x.slice(&[step(2)]).unwrap()),
        ("from the end", |x| x.slice(&[step(-2)]).unwrap()),
    ];
    let mut r = Random(1);
    for dtype in [DType::Float32, DType::Int64, DType::UInt8, DType::Float16, DType::Ternary] {
        for (to, a) in &cuts {
            for (from, b) in &cuts {
                let x = tensor(dtype, &[6000], (-9.0, 9.0), false, &mut r);
                let (dst, src) = (a(&x), b(&x));
                let want = values(&src);
                dst.copy_from(&src).unwrap();
                assert_values(&format!("{dtype}: {to} = {from}"), &dst, &want, 0);
                if dtype == DType::Ternary {
                    continue;
                }
                let x = tensor(dtype, &[6000], (-9.0, 9.0), false, &mut r);
                let (dst, src) = (a(&x), b(&x));
                let want = values(&(&dst.copy().unwrap() + &src.copy().unwrap()));
                dst.add_assign(&src).unwrap();
                assert_values(&format!("{dtype}: {to} += {from}"), &dst, &want, 0);
            }
        }
    }
}

#[test]
fn stores_through_reversed_and_strided_views() {
    let x = Tensor::arange(6).unwrap().astype(DType::Float32).unwrap();
    let b = Tensor::zeros(&[6], DType::Float32).unwrap();
    b.flip(0).unwrap().add_assign(&(&x.flip(0).unwrap() * 2.0)).unwrap();
    assert_eq!(b.to_vec::<f32>().unwrap(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    b.slice(&[step(2)]).unwrap().fill(7.0).unwrap();
    assert_eq!(b.to_vec::<f32>().unwrap(), [7.0, 2.0, 7.0, 6.0, 7.0, 10.0]);
    let t = Tensor::zeros(&[3, 4], DType::Ternary).unwrap();
    t.slice(&[Slice::All, Slice::from(1..3)]).unwrap().mt().unwrap().fill(-1).unwrap();
    assert_eq!(t.astype(DType::Int8).unwrap().to_vec::<i8>().unwrap(), [0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0]);
}

#[test]
fn what_cannot_be_written_is_told_and_left_alone() {
    let x = Tensor::arange(4).unwrap();
    let wide = x.broadcast_to(&[2, 4]).unwrap();
    assert!(matches!(wide.add_assign(&x), Err(Error::SelfOverlap { .. })));
    assert_eq!(x.to_vec::<i64>().unwrap(), [0, 1, 2, 3]);
    assert!(matches!(x.divide_assign(&x), Err(Error::DTypeMismatch { .. })));
    let e = x.add_assign(&wide).unwrap_err();
    let text = "add: shape [2, 4] does not fit; add needs a shape that broadcasts to that of the destination, [4].";
    assert_eq!(e.to_string(), text);
    assert!(matches!(x.fill(0.5), Err(Error::ValueOutOfRange { .. })));
    let e = Tensor::full(&[2], 300, DType::UInt8).unwrap_err();
    assert_eq!(e.to_string(), "full: 300 does not fit uint8. Take a wider dtype, or clip first.");
    assert!(matches!(x.add_assign(&Tensor::scalar(1.5, DType::Float64).unwrap()), Err(Error::DTypeMismatch { .. })));
    let q = Tensor::zeros(&[4, 32], DType::Q4_0).unwrap();
    let rows = q.slice(&[Slice::from(1..3)]).unwrap();
    rows.fill(1.0).unwrap();
    assert_eq!(q.sum(()).unwrap().item::<f32>().unwrap(), 64.0);
    let columns = q.slice(&[Slice::All, Slice::from(3..7)]).unwrap();
    assert!(matches!(columns.fill(1.0), Err(Error::BlockWrite { .. })));
    let fixed = crate::samples::unaligned(&x);
    assert!(matches!(fixed.fill(1), Err(Error::ReadOnly { .. })));
}

#[test]
fn guards_of_the_host_are_respected() {
    let a = Tensor::ones(&[4], DType::Float32).unwrap();
    let guard = a.buffer().read().unwrap();
    assert_eq!((&a + &a).to_vec::<f32>().unwrap(), [2.0; 4]);
    assert!(matches!(a.add_assign(&a), Err(Error::InUse { .. })));
    drop(guard);
    a.add_assign(&a).unwrap();
    let guard = a.buffer().write().unwrap();
    assert!(matches!(a.exp(), Err(Error::InUse { .. })));
    drop(guard);
    assert_eq!(a.to_vec::<f32>().unwrap(), [2.0; 4]);
}

#[test]
fn halves_of_one_large_buffer() {
    // Disjoint, but of one buffer, and long enough for several threads.
    let n = 1_000_000i64;
    let x = Tensor::arange(2 * n as usize).unwrap();
    let (low, high) = (x.slice(&[Slice::from(0..n)]).unwrap(), x.slice(&[Slice::from(n..2 * n)]).unwrap());
    low.add_assign(&high).unwrap();
    assert_eq!(low.slice(&[Slice::from(n - 2..n)]).unwrap().to_vec::<i64>().unwrap(), [3 * n - 4, 3 * n - 2]);
    high.copy_from(&low).unwrap();
    assert_eq!(high.to_bytes().unwrap(), low.to_bytes().unwrap());
}

#[test]
fn no_write_cuts_a_value_short() {
    let of = |dtype| Tensor::ones(&[3], dtype).unwrap();
    let refused = [
        (DType::Float32, DType::Complex64),
        (DType::Int8, DType::Int64),
        (DType::UInt8, DType::Int8),
        (DType::Int32, DType::Float32),
        (DType::Bool, DType::Int8),
    ];
    for (to, from) in refused {
        assert!(matches!(of(to).copy_from(&of(from)), Err(Error::DTypeMismatch { .. })), "{to} = {from}");
    }
    let taken = [
        (DType::Int64, DType::UInt8),
        (DType::Int64, DType::Bool),
        (DType::Float16, DType::Int64),
        (DType::Float16, DType::Float64),
        (DType::Complex64, DType::Float64),
    ];
    for (to, from) in taken {
        let x = Tensor::zeros(&[3], to).unwrap();
        x.copy_from(&of(from)).unwrap();
        assert!(x.equal(&of(to)).unwrap().to_vec::<bool>().unwrap().iter().all(|&same| same), "{to} = {from}");
    }
}

#[test]
fn blocks_are_written_whole_from_any_source() {
    let q = Tensor::zeros(&[2240], DType::Float32).unwrap().quantize(DType::Q8_0).unwrap().reshape(&[320, 7]).unwrap();
    let row = Tensor::from_slice(&[1.0f32; 7], &[7]).unwrap();
    q.copy_from(&row).unwrap();
    // The scale 1/127 is rounded to float16.
    assert!((q.sum(()).unwrap().item::<f32>().unwrap() - 2240.0).abs() < 0.2);
}
