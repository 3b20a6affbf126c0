//! Handles: what they share, how they come to point elsewhere, and where their memory comes from.

use std::fs::File;
use std::io::Write;

use num_complex::Complex;
use polyad::{Buffer, DType, Error, Held, Layout, MemorySpace, Tensor, pool, s, tensor};

#[test]
fn handles_of_one_buffer_are_counted() {
    let x = tensor![[1, 2], [3, 4]];
    assert_eq!(x.ref_count(), 1);
    let others = (x.clone(), x.mt().unwrap(), x.buffer().clone());
    assert_eq!(x.ref_count(), 4);
    drop(others);
    let copy = x.copy().unwrap();
    assert_eq!((x.ref_count(), copy.ref_count()), (1, 1));
}

#[test]
fn a_clone_a_rebound_handle_and_a_copy_differ() {
    let x = tensor![1, 2, 3];
    let clone = x.clone();
    assert!(clone.is_same_view(&x) && x.ref_count() == 2);
    let mut rebound = tensor![7, 8].with_name("kept");
    let old = rebound.clone();
    rebound.rebind(&x).unwrap();
    assert!(rebound.is_same_view(&x) && x.ref_count() == 3 && old.ref_count() == 1);
    assert_eq!(rebound.name(), "kept");
    let copied = tensor![0, 0, 0];
    copied.copy_from(&x).unwrap();
    assert!(copied == x && !copied.is_same_view(&x) && x.ref_count() == 3 && copied.ref_count() == 1);
}

#[test]
fn only_the_same_kind_of_handle_is_rebound() {
    let mut x = tensor![1, 2, 3];
    assert!(matches!(x.rebind(&tensor![1.0]), Err(Error::DTypeMismatch { .. })));
    assert!(matches!(x.rebind(&tensor![[1]]), Err(Error::ShapeMismatch { .. })));
    let guard = x.buffer().read().unwrap();
    assert!(matches!(x.rebind(&tensor![4]), Err(Error::InUse { held: Held::Reading, .. })));
    drop(guard);
    x.rebind(&tensor![4]).unwrap();
    assert_eq!(x, tensor![4]);
}

#[test]
fn the_same_view_is_told_by_its_place_alone() {
    let x = tensor![[1, 2], [3, 4]];
    assert!(x.is_same_view(&x.mt().unwrap().mt().unwrap()));
    assert!(!x.is_same_view(&x.copy().unwrap()));
    assert!(!x.is_same_view(&x.mt().unwrap()));
    assert!(!x.is_same_view(&x.slice(s![0]).unwrap()));
    assert!(!x.slice(s![0]).unwrap().is_same_view(&x.slice(s![1]).unwrap()));
    let bits = Tensor::zeros(&[16], DType::UInt1).unwrap();
    assert!(!bits.slice(s![..3]).unwrap().is_same_view(&bits.slice(s![1..4]).unwrap()));
    let z = tensor![Complex::new(1.0f64, 2.0)];
    let parts = Tensor::from_view(polyad::View::new(z.buffer().clone(), z.layout().clone(), DType::Float64).unwrap());
    assert!(!z.is_same_view(&parts));
}

#[test]
fn foreign_memory_is_taken_up_in_place() {
    let values = vec![1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    let address = values.as_ptr() as usize;
    let mut x = Tensor::zeros(&[1], DType::Float32).unwrap();
    let old = x.clone();
    x.reset_external(Buffer::from_vec(values), &[2, 3]).unwrap();
    assert_eq!((x.shape(), x.buffer().address(), old.ref_count()), (&[2, 3][..], address, 1));
    let mut turned = x.mt().unwrap();
    turned.reset_external_data(Buffer::from_vec(vec![0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0])).unwrap();
    assert_eq!((turned.strides(), turned.get::<f32>(&[0, 1]).unwrap()), (&[1, 3][..], 3.0));
    turned.reset_external_at(Buffer::from_vec(vec![0.0f32; 8]), 8).unwrap();
    assert_eq!((turned.strides(), turned.layout().offset()), (&[1, 3][..], 2));
}

#[test]
fn foreign_memory_that_does_not_fit_is_refused() {
    let mut x = tensor![[1.0, 2.0], [3.0, 4.0]];
    let before = x.clone();
    let three = || Buffer::from_vec(vec![0.0; 3]);
    assert!(matches!(x.reset_external(three(), &[2, 2]), Err(Error::OutOfBounds { .. })));
    assert!(matches!(x.reset_external(three(), &[usize::MAX, 2]), Err(Error::SizeOverflow { .. })));
    assert!(matches!(x.reset_external_data(three()), Err(Error::OutOfBounds { .. })));
    assert!(matches!(x.reset_external_at(Buffer::from_vec(vec![0.0; 4]), 8), Err(Error::OutOfBounds { .. })));
    assert!(matches!(x.reset_external_at(three(), 7), Err(Error::BadArgument { argument: "start_bytes", .. })));
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&[0; 64]).unwrap();
    let crooked = odd_part(&file);
    assert!(matches!(x.reset_external(crooked, &[2, 2]), Err(Error::BadArgument { argument: "buffer", .. })));
    assert!(x.is_same_view(&before));
}

/// Memory at an odd address.
fn odd_part(file: &File) -> Buffer {
    Buffer::map_file(file, "x", 0, 64).unwrap().part(1, 33).unwrap()
}

#[test]
fn crooked_memory_is_read_but_lent_to_nobody() {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&[&[0][..], &1.5f32.to_le_bytes(), &2.5f32.to_le_bytes(), &[0; 32]].concat()).unwrap();
    let view = polyad::View::new(odd_part_of(&file), Layout::contiguous(&[2]).unwrap(), DType::Float32).unwrap();
    let x = Tensor::from_view(view);
    assert_eq!((x.get::<f32>(&[1]).unwrap(), x.elements::<f32>().unwrap().sum::<f32>()), (2.5, 4.0));
    assert!(matches!(x.typed::<f32, 1>().unwrap().read(), Err(Error::BadArgument { argument: "memory", .. })));
}

fn odd_part_of(file: &File) -> Buffer {
    Buffer::map_file(file, "x", 0, 41).unwrap().part(1, 8).unwrap()
}

#[test]
fn swapped_handles_keep_their_names() {
    let (mut x, mut y) = (tensor![1, 2].with_name("x"), tensor![[0.5]].with_name("y"));
    let (at_x, at_y) = (x.buffer().address(), y.buffer().address());
    x.swap(&mut y);
    assert_eq!((x.name(), x.buffer().address(), x.shape()), ("x", at_y, &[1, 1][..]));
    assert_eq!((y.name(), y.buffer().address(), y.shape()), ("y", at_x, &[2][..]));
}

#[test]
fn names_are_labels_of_any_length() {
    let x = tensor![[1.0, 2.0]].astype(DType::Float32).unwrap();
    assert_eq!((x.name(), x.label()), ("", "tensor_2_float32".to_owned()));
    let long = "n".repeat(300);
    let named = x.clone().with_name(long.clone());
    let copy = named.clone().with_name("other");
    assert_eq!((named.name(), copy.label(), x.name()), (&long[..], "other".to_owned(), ""));
}

#[test]
fn a_layout_is_enough_to_make_a_tensor() {
    let every_second = tensor![[1, 2, 3, 4], [5, 6, 7, 8]].slice(s![.., ..; 2]).unwrap();
    let x = Tensor::from_layout(every_second.layout().clone(), DType::Float32).unwrap();
    assert_eq!((x.layout(), x.buffer().size_bytes(), x.size_bytes()), (every_second.layout(), 7 * 4, 4 * 4));
    let far = Layout::new(&[2], &[isize::MAX - 1], 0).unwrap();
    assert!(matches!(Tensor::from_layout(far, DType::Float32), Err(Error::SizeOverflow { .. })));
}

#[test]
fn memory_that_is_not_there_is_named() {
    assert_eq!(Tensor::new_in(&[2], DType::Float32, MemorySpace::default()).unwrap().space(), MemorySpace::Host);
    let missing = [
        (MemorySpace::Pinned, "pinned"),
        (MemorySpace::Managed, "managed"),
        (MemorySpace::Device(2), "device 2"),
        (MemorySpace::DeviceAsync { device: 0, stream: 5 }, "device 0, stream 5"),
    ];
    for (space, name) in missing {
        let e = Tensor::new_in(&[2], DType::Float32, space).unwrap_err();
        assert!(matches!(e, Error::BadArgument { .. }) && e.to_string().contains(name), "{e}");
    }
    let e = Tensor::new_in(&[1 << 50], DType::Float64, MemorySpace::Host).unwrap_err();
    assert!(matches!(e, Error::OutOfMemory { .. }), "{e}");
}

#[test]
fn results_do_not_depend_on_the_pool() {
    let run = || {
        let x = Tensor::arange(100_000).unwrap().astype(DType::Float32).unwrap();
        let y = (&(&x * 0.5) + &x).sum(()).unwrap();
        let q = x.reshape(&[-1, 32]).unwrap().quantize(DType::Q8_0).unwrap();
        (y.item::<f32>().unwrap(), q.to_bytes().unwrap(), Tensor::zeros(&[50_000], DType::Int64).unwrap().to_bytes())
    };
    let (sum, blocks, zeros) = run();
    let cap = pool::stats().cap_bytes;
    pool::set_cap(0);
    let without = run();
    assert_eq!(pool::stats().cached_bytes, 0);
    pool::set_cap(cap);
    assert!(without.0 == sum && without.1 == blocks && without.2.unwrap() == zeros.unwrap());
}

#[test]
fn the_pool_reuses_memory_and_counts_it() {
    let before = pool::stats();
    let x = Tensor::zeros(&[1 << 20], DType::Float64).unwrap();
    let during = pool::stats();
    assert!(during.peak_bytes >= 8 << 20 && during.hits + during.misses > before.hits + before.misses);
    // The last handle goes on another thread.
    std::thread::spawn(move || drop(x)).join().unwrap();
    let zeros = Tensor::zeros(&[1 << 20], DType::Float64).unwrap();
    assert!(zeros.elements::<f64>().unwrap().all(|x| x == 0.0));
    assert_eq!(zeros.buffer().address() % 64, 0);
    assert!(matches!(Buffer::alloc(usize::MAX), Err(Error::OutOfMemory { .. })));
    assert!(matches!(Tensor::zeros(&[usize::MAX, 2], DType::Int8), Err(Error::SizeOverflow { .. })));
}

#[test]
fn memory_still_viewed_is_never_given_out() {
    let view = Tensor::full(&[20_000], 7, DType::Int64).unwrap().slice(s![1..3]).unwrap();
    let others: Vec<Tensor> = (0..8).map(|_| Tensor::zeros(&[20_000], DType::Int64).unwrap()).collect();
    assert!(others.iter().all(|x| !x.buffer().overlaps(view.buffer())));
    assert_eq!(view, tensor![7, 7]);
}

#[test]
fn handles_go_between_threads() {
    fn is_shared<T: Send + Sync>(_: &T) {}
    let x = tensor![1, 2, 3];
    is_shared(&x);
    is_shared(&x.typed::<i64, 1>().unwrap());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| (0..100).for_each(|_| assert_eq!(x.get::<i64>(&[1]).unwrap(), 2)));
        }
    });
    let guard = x.buffer().read().unwrap();
    let refused = std::thread::scope(|scope| scope.spawn(|| x.set(&[0], 5i64)).join().unwrap());
    assert!(matches!(refused, Err(Error::InUse { held: Held::Reading, .. })));
    drop(guard);
    x.set(&[0], 5i64).unwrap();
    assert_eq!(x, tensor![5, 2, 3]);
}

#[test]
fn a_place_without_a_tensor_is_none() {
    // There is no tensor without a buffer, so none can be used before it was made.
    assert_eq!(size_of::<Option<Tensor>>(), size_of::<Tensor>());
    let mut member: Option<Tensor> = None;
    assert!(member.is_none());
    let made = member.insert(Tensor::from_vec(vec![1.5f32; 6], &[2, 3]).unwrap());
    assert_eq!((made.ref_count(), made.get_f64(&[1, 2]).unwrap()), (1, 1.5));
    let empty = Tensor::zeros(&[0, 3], DType::Float32).unwrap();
    assert!(empty.buffer().address() != 0 && empty.ref_count() == 1);
}

#[test]
fn every_kind_of_mistake_is_told_with_its_values() {
    let x = Tensor::ones(&[2, 3], DType::Float32).unwrap();
    let y = Tensor::ones(&[4, 3], DType::Float32).unwrap();
    let told = |e: Error, kind: fn(&Error) -> bool, words: &[&str]| {
        let text = e.to_string();
        assert!(kind(&e) && words.iter().all(|w| text.contains(w)), "{text}");
    };
    told(x.extent(5).unwrap_err(), |e| matches!(e, Error::AxisOutOfRange { .. }), &["5", "[2, 3]"]);
    told(x.add(&y).unwrap_err(), |e| matches!(e, Error::Broadcast { .. }), &["[2, 3]", "[4, 3]"]);
    told(x.get::<i64>(&[0, 0]).unwrap_err(), |e| matches!(e, Error::DTypeMismatch { .. }), &["float32", "int64"]);
    told(x.real_view().unwrap_err(), |e| matches!(e, Error::DTypeUnsupported { .. }), &["float32"]);
    told(x.get_f64(&[0, 3]).unwrap_err(), |e| matches!(e, Error::IndexOutOfRange { .. }), &["3", "axis 1", "[2, 3]"]);
}

#[test]
fn a_guard_sees_operations_whole() {
    let x = Tensor::zeros(&[50_000], DType::Int64).unwrap();
    let one = Tensor::ones(&[50_000], DType::Int64).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..200 {
                match x.add_assign(&one) {
                    Ok(()) | Err(Error::InUse { .. }) => {}
                    Err(e) => panic!("{e}"),
                }
            }
        });
        for _ in 0..200 {
            let typed = x.typed::<i64, 1>().unwrap();
            let read = typed.read().unwrap();
            let first = read[[0]];
            assert!(read.as_slice().unwrap().iter().all(|&value| value == first));
        }
    });
}

#[test]
fn what_a_tensor_is_can_be_asked_beside_a_writer() {
    let x = tensor![[1, 2, 3], [4, 5, 6]].with_name("busy");
    let guard = x.buffer().write().unwrap();
    assert!(matches!(x.sum(()), Err(Error::InUse { .. })));
    assert_eq!((x.shape(), x.strides(), x.ndim(), x.size()), (&[2, 3][..], &[3, 1][..], 2, 6));
    assert!(x.is_contiguous() && x.name() == "busy" && x.ref_count() == 2 && x.size_bytes() == 48);
    drop(guard);
    assert_eq!(x.ref_count(), 1);
}
