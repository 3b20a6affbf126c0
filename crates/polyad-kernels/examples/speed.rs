//! Speeds of the loops on this machine: `cargo run --release -p polyad-kernels --example speed [WORD]`.
//!
//! Prints one line a loop, best of several short rounds on one thread; WORD keeps the lines that contain it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use polyad_core::DType;
use polyad_kernels::matmul::{Extents, Strided, few_rows_f32, few_rows_kn_f32, product};
use polyad_kernels::scaled::{self, ScaleRule};
use polyad_kernels::{binary, codec, qdot, reduce, tier, unary};

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

fn scaled_formats(report: &Report) {
    let x = noise(64 * 1024);
    let (raw, bytes) = (bytemuck::cast_slice(&x), (x.len() * 4) as f64);
    let (mut y, mut scales) = (vec![0f32; x.len()], vec![0; x.len() / 16]);
    for element in [DType::Float8E4M3FN, DType::Float6E2M3FN, DType::Float4E2M1FN, DType::Int8] {
        let mut codes = vec![0; element.storage_bytes(x.len()).expect("small")];
        let scales = &mut scales[..x.len() / 32];
        report.line(&format!("scaled encode mx {element}"), bytes, "GB/s of float32", || {
            scaled::quantize_mx(element, ScaleRule::Floor, black_box(raw), scales, &mut codes);
        });
        report.line(&format!("scaled decode mx {element}"), bytes, "GB/s of float32", || {
            let types = [element, DType::Float8E8M0FNU];
            scaled::dequantize(types, 32, 1.0, black_box([&codes, scales]), bytemuck::cast_slice_mut(&mut y));
        });
    }
    let mut codes = vec![0; x.len() / 2];
    report.line("scaled encode nvfp4", bytes, "GB/s of float32", || {
        scaled::quantize_nvfp4(scaled::max_abs(black_box(raw)) / 2688.0, raw, &mut scales, &mut codes);
    });
    report.line("scaled decode nvfp4", bytes, "GB/s of float32", || {
        let types = [DType::Float4E2M1FN, DType::Float8UE4M3];
        scaled::dequantize(types, 16, 1.0, black_box([&codes, &scales]), bytemuck::cast_slice_mut(&mut y));
    });
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
            codec::encode(dtype, bytemuck::cast_slice(black_box(&x)), &mut raw).expect("finite values");
        });
        report.line(&format!("decode {dtype}"), bytes, "GB/s of float32", || {
            codec::decode(dtype, black_box(&raw), bytemuck::cast_slice_mut(&mut y));
        });
    }
}

fn elementwise(report: &Report) {
    let (x, z) = (noise(16 * 1024), noise(16 * 1024));
    let mut y = vec![0f32; x.len()];
    let elements = x.len() as f64;
    for name in ["exp", "expm1", "log1p", "tanh", "sin", "erf", "gelu", "gelu_tanh", "silu", "sqrt", "negative"] {
        let f = unary::unary(name, DType::Float32).expect("in the table");
        report.line(&format!("{name} float32"), elements, "G elements/s", || {
            f(bytemuck::cast_slice(black_box(&x)), bytemuck::cast_slice_mut(&mut y));
        });
    }
    let f = unary::unary("exp", DType::Float64).expect("in the table");
    let wide = vec![0.5f64; x.len()];
    let mut wide_out = wide.clone();
    report.line("exp float64", elements, "G elements/s", || {
        f(bytemuck::cast_slice(black_box(&wide)), bytemuck::cast_slice_mut(&mut wide_out));
    });
    for (place, n) in [("L1", 2048), ("L2", 16 * 1024), ("RAM", 8 << 20)] {
        let (x, z) = if n <= x.len() { (x[..n].to_vec(), z[..n].to_vec()) } else { (vec![1.0; n], vec![2.0; n]) };
        let mut y = vec![0f32; n];
        let add = binary::binary("add", DType::Float32).expect("in the table");
        report.line(&format!("add float32 {place}"), 12.0 * n as f64, "GB/s in and out", || {
            add(
                bytemuck::cast_slice(black_box(&x)),
                bytemuck::cast_slice(black_box(&z)),
                bytemuck::cast_slice_mut(&mut y),
            );
        });
        report.line(&format!("memcpy float32 {place}"), 8.0 * n as f64, "GB/s in and out", || {
            y.copy_from_slice(black_box(&x));
        });
        let sum = reduce::fold("sum", DType::Float32).expect("in the table");
        report.line(&format!("sum float32 {place}"), 4.0 * n as f64, "GB/s in", || {
            for block in black_box(&x).chunks(reduce::BLOCK) {
                (sum.block)(bytemuck::cast_slice(block), bytemuck::cast_slice_mut(black_box(&mut [0f64])));
            }
        });
    }
}

fn products(report: &Report) {
    for [m, n, k] in
        [[1, 1536, 384], [10, 384, 384], [10, 1536, 384], [10, 384, 1536], [28, 1536, 384], [64, 1536, 384]]
    {
        let (x, w) = (noise(m * k), noise(n * k));
        let mut out = vec![0f32; m * n];
        let flops = (2 * m * n * k) as f64;
        report.line(&format!("few_rows_f32 {m}x{n}x{k}"), flops, "GFLOP/s", || {
            few_rows_f32([m, n, k], black_box(&x), k, &w, k, &mut out, n);
        });
        report.line(&format!("few_rows_kn_f32 {m}x{n}x{k}"), flops, "GFLOP/s", || {
            few_rows_kn_f32([m, n, k], black_box(&x), k, &w, n, &mut out, n);
        });
        for dtype in [DType::Q8_0, DType::Q4_0, DType::Q5_1, DType::Mxfp4] {
            let mut raw = vec![0; dtype.storage_bytes(w.len()).expect("small")];
            codec::encode(dtype, bytemuck::cast_slice(&w), &mut raw).expect("finite values");
            report.line(&format!("few_rows_q {dtype} {m}x{n}x{k}"), flops, "GFLOP/s", || {
                qdot::few_rows_q(dtype, [m, n, k], black_box(&x), k, &raw, &mut out, n);
            });
            let packed = qdot::repack(dtype, &raw, n, k).expect("quantized");
            report.line(&format!("few_rows_q {dtype} repacked {m}x{n}x{k}"), flops, "GFLOP/s", || {
                let x = qdot::Activations::new(black_box(&x), m, k, k);
                qdot::few_rows_repacked(dtype, &x, &packed, n, &mut out, n);
            });
        }
        let gemm = product(DType::Float32).expect("in the table").run;
        report.line(&format!("gemm float32 {m}x{n}x{k}"), flops, "GFLOP/s", || {
            gemm(
                Extents { m, n, k },
                bytemuck::cast_slice(black_box(&x)),
                Strided::row_major(k),
                bytemuck::cast_slice(&w),
                Strided { first: 0, row_stride: 1, col_stride: k as isize },
                bytemuck::cast_slice_mut(&mut out),
                Strided::row_major(n),
            );
        });
    }
}

fn main() {
    let report = Report { word: std::env::args().nth(1) };
    println!("tier {:?}", tier::tier());
    codecs(&report);
    scaled_formats(&report);
    elementwise(&report);
    products(&report);
}
