//! Speeds of the loops on this machine: `cargo run --release -p polyad-kernels --example speed [WORD]`.
//!
//! Prints one line a loop, best of several short rounds on one thread; WORD keeps the lines that contain it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use polyad_core::DType;
use polyad_kernels::{codec, tier};

/// Seconds a call, best of several rounds.
fn seconds(mut call: impl FnMut()) -> f64 {
    call();
    let start = Instant::now();
    call();
    let rounds = (0.02 / start.elapsed().as_secs_f64().max(1e-9)).clamp(1.0, 1e6) as u32;
    let mut best = Duration::MAX;
    for _ in 0..7 {
        let start = Instant::now();
        for _ in 0..rounds {
            call();
        }
        best = best.min(start.elapsed() / rounds);
    }
    best.as_secs_f64()
}

struct Report {
    word: Option<String>,
}

impl Report {
    fn line(&self, name: &str, amount: f64, unit: &str, call: impl FnMut()) {
        if self.word.as_ref().is_none_or(|w| name.contains(w.as_str())) {
            println!("{name:<36} {:>10.2} {unit}", amount / seconds(call) / 1e9);
        }
    }
}

/// Made-up values around 0, always the same.
fn noise(n: usize) -> Vec<f32> {
    let mut state = 1u64;
    (0..n)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as f32 / (1 << 23) as f32 - 1.0
        })
        .collect()
}

fn codecs(report: &Report) {
    let x = noise(64 * 1024);
    let bytes = (x.len() * 4) as f64;
    let mut y = vec![0f32; x.len()];
    for dtype in
        [DType::Float16, DType::BFloat16, DType::Q8_0, DType::Q4_0, DType::Q4_1, DType::Q5_0, DType::Q5_1, DType::Mxfp4]
    {
        let mut raw = vec![0; dtype.storage_bytes(x.len()).expect("small")];
        report.line(&format!("encode {dtype}"), bytes, "GB/s of float32", || {
            codec::encode(dtype)(bytemuck::cast_slice(black_box(&x)), &mut raw).expect("finite values");
        });
        report.line(&format!("decode {dtype}"), bytes, "GB/s of float32", || {
            codec::decode(dtype)(black_box(&raw), bytemuck::cast_slice_mut(&mut y));
        });
    }
}

fn main() {
    let report = Report { word: std::env::args().nth(1) };
    println!("tier {:?}", tier::tier());
    codecs(&report);
}
