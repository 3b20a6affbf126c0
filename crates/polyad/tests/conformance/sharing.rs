//! Tensors shared between threads.

use polyad::{DType, Tensor};

#[test]
fn no_update_is_lost_and_nothing_deadlocks() {
    let a = Tensor::zeros(&[64], DType::Int64).unwrap();
    let b = Tensor::ones(&[64], DType::Int64).unwrap();
    std::thread::scope(|s| {
        for _ in 0..3 {
            s.spawn(|| (0..3000).for_each(|_| a.add_assign(&b).unwrap()));
        }
        s.spawn(|| (0..3000).for_each(|_| drop((&a + &b).sum(()).unwrap())));
    });
    assert_eq!(a.to_vec::<i64>().unwrap(), [9000; 64]);
}

#[test]
fn opposite_updates_finish() {
    let a = Tensor::ones(&[64], DType::Float32).unwrap();
    let b = Tensor::ones(&[64], DType::Float32).unwrap();
    std::thread::scope(|s| {
        s.spawn(|| (0..5000).for_each(|_| a.subtract_assign(&b).unwrap()));
        s.spawn(|| (0..5000).for_each(|_| b.subtract_assign(&a).unwrap()));
    });
}

#[test]
fn large_operations_share_the_pool() {
    let a = Tensor::ones(&[1 << 20], DType::Float32).unwrap();
    std::thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                for _ in 0..10 {
                    assert_eq!((&a + &a).sum(()).unwrap().item::<f32>().unwrap(), (2 << 20) as f32);
                }
            });
        }
    });
}
