//! Speeds of the formats on this machine: `cargo run --release -p polyad-kernels --example speed_formats [WORD]`.
//!
//! Prints, for every float format that computes in float32, how fast one thread decodes and encodes it, and a copy of as
//! many bytes beside it: once for values that stay in the cache, once for values that come from memory. Each figure is the
//! median of many short rounds, which alternate with those of the copy. WORD keeps the formats whose name contains it.

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use polyad_core::DType;
use polyad_kernels::{codec, tier};

/// How long a figure may take.
const BUDGET: Duration = Duration::from_millis(400);

/// Median seconds of two calls that alternate.
fn medians(mut first: impl FnMut(), mut second: impl FnMut()) -> [f64; 2] {
    let mut times = [Vec::new(), Vec::new()];
    let start = Instant::now();
    while times[0].len() < 5 || start.elapsed() < BUDGET {
        times[0].push(seconds(&mut first));
        times[1].push(seconds(&mut second));
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn seconds(call: &mut impl FnMut()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64()
}

/// Made-up values around 0, dense there, always the same.
fn noise(n: usize) -> Vec<f32> {
    let mut state = 1u64;
    let mut uniform = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1 << 24) as f32
    };
    (0..n).map(|_| (0..4).map(|_| uniform()).sum::<f32>() - 2.0).collect()
}

/// One line: what a format does with `x`.
fn line(dtype: DType, x: &[f32]) {
    let values: &[u8] = bytemuck::cast_slice(x);
    let mut raw = vec![0; dtype.storage_bytes(x.len()).expect("small")];
    if codec::encode(dtype, values, &mut raw).is_err() {
        println!("{:<20} is encoded by importance only", dtype.name());
        return;
    }
    let mut y = vec![0f32; x.len()];
    let out: &mut [u8] = bytemuck::cast_slice_mut(&mut y);
    // A copy that moves as many bytes in and out as the conversion does; of the same memory, as pages differ in speed.
    let moved = (values.len() + raw.len()) / 2;
    let out = RefCell::new(out);
    let mut copy = || out.borrow_mut()[..moved].copy_from_slice(black_box(&values[..moved]));
    let decode = medians(|| codec::decode(dtype, black_box(&raw), &mut out.borrow_mut()), &mut copy);
    let encode = medians(|| codec::encode(dtype, black_box(values), &mut raw).expect("encoded before"), &mut copy);
    let figures = [decode, encode].map(|[own, copy]| (values.len() as f64 / own / 1e9, own / copy));
    let [(decode, slower), (encode, slower_encode)] = figures;
    println!("{:<20} {decode:>12.3} {slower:>10.2} {encode:>12.3} {slower_encode:>10.2}", dtype.name());
}

fn main() {
    let word = std::env::args().nth(1).unwrap_or_default();
    println!("tier {:?}, one thread", tier::tier());
    for (place, elements) in [("in the cache", 64 * 1024), ("in memory", 16 << 20)] {
        println!("\n{elements} elements, {place}; GB/s of float32, and the time in copies of as many bytes");
        println!("{:<20} {:>12} {:>10} {:>12} {:>10}", "", "decode", "/ copy", "encode", "/ copy");
        let x = noise(elements);
        for &dtype in DType::ALL.iter().filter(|d| d.compute() == DType::Float32 && d.is_float()) {
            // Formats that compute take as long from memory, and far too long for a figure.
            let bound_by_memory = !dtype.is_quantized() || dtype == DType::Q8_0 || dtype == DType::Q4_0;
            if dtype.name().contains(&word) && (elements < 1 << 20 || bound_by_memory) {
                line(dtype, &x);
            }
        }
    }
}
