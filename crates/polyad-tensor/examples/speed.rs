//! Where the time of a small eager operation goes, and how far layouts are from the contiguous case.
//!
//! `cargo xtask bench speed`, or `cargo run --release -p polyad-tensor --example speed`. Medians of interleaved rounds.

use std::hint::black_box;
use std::time::Instant;

use polyad_core::{Buffer, DType, Holds, Slice, View};
use polyad_ir::{Ty, infer, ops};
use polyad_tensor::{Tensor, exec};

const ROUNDS: usize = 15;

/// A contestant: its name, and what it does once.
type Contestant<'a> = (&'a str, Box<dyn FnMut() + 'a>);

/// Median nanoseconds of one call of each contestant, in interleaved rounds.
fn race(calls: usize, contestants: &mut [Contestant]) -> Vec<f64> {
    let mut times = vec![vec![]; contestants.len()];
    for _ in 0..ROUNDS {
        for (times, (_, f)) in times.iter_mut().zip(contestants.iter_mut()) {
            let start = Instant::now();
            (0..calls).for_each(|_| f());
            times.push(start.elapsed().as_nanos() as f64 / calls as f64);
        }
    }
    times
        .into_iter()
        .map(|mut t| {
            t.sort_by(f64::total_cmp);
            t[ROUNDS / 2]
        })
        .collect()
}

fn main() -> polyad_core::Result<()> {
    exec::set_threads(1);
    small()?;
    layouts()
}

/// An addition of two tensors of eight float32 numbers, and its parts.
fn small() -> polyad_core::Result<()> {
    let a = Tensor::from_slice(&[1.0f32; 8], &[8])?;
    let b = Tensor::from_slice(&[2.0f32; 8], &[8])?;
    let ty = |t: &'static [usize]| Ty { shape: t, dtype: DType::Float32 };
    let types = [ty(&[8]), ty(&[8])];
    let kernel = polyad_kernels::binary::binary("add", DType::Float32).expect("add has a kernel");
    let (x, y, mut out) = ([1.0f32; 8], [2.0f32; 8], [0.0f32; 8]);
    let mut contestants: Vec<Contestant> = vec![
        ("whole: a.add(&b)", Box::new(|| drop(black_box(a.add(&b))))),
        ("inference", Box::new(|| drop(black_box(infer(&ops::ADD, &types, &[]))))),
        ("allocation of the buffer", Box::new(|| drop(black_box(Buffer::alloc(32))))),
        ("allocation with layout", Box::new(|| drop(black_box(View::alloc("add", &[8], DType::Float32))))),
        ("holds on two buffers", Box::new(|| drop(black_box(Holds::take("add", &[a.buffer(), b.buffer()], None))))),
        (
            "kernel with dispatch",
            Box::new(|| kernel(bytemuck::cast_slice(&x), bytemuck::cast_slice(&y), bytemuck::cast_slice_mut(&mut out))),
        ),
    ];
    println!("8 float32 numbers, nanoseconds a call");
    for (t, (name, _)) in race(20_000, &mut contestants).iter().zip(&contestants) {
        println!("  {name:28} {t:7.1}");
    }
    Ok(())
}

/// `x + y` of a million float32 numbers for several layouts of `x`.
fn layouts() -> polyad_core::Result<()> {
    let step = |n| Slice::Range { start: None, stop: None, step: n };
    let make = |shape: &[usize]| Tensor::ones(shape, DType::Float32);
    let y = make(&[1024, 1024])?;
    let x = [
        ("contiguous", make(&[1024, 1024])?),
        ("reversed", make(&[1024, 1024])?.flip(0)?.flip(1)?),
        ("transposed", make(&[1024, 1024])?.mt()?),
        ("step 2", make(&[1024, 2048])?.slice(&[Slice::All, step(2)])?),
        ("row broadcast", make(&[1024])?.broadcast_to(&[1024, 1024])?),
        ("column broadcast", make(&[1024, 1])?.broadcast_to(&[1024, 1024])?),
        ("float16", make(&[1024, 1024])?.astype(DType::Float16)?),
        ("q8_0", make(&[1024, 1024])?.quantize(DType::Q8_0)?),
    ];
    let out = make(&[1024, 1024])?;
    let mut contestants: Vec<Contestant> = x
        .iter()
        .map(|(name, x)| {
            let (out, y) = (&out, &y);
            let f = Box::new(move || {
                out.copy_from(y).and_then(|()| out.add_assign(x)).expect("shapes agree");
            }) as Box<dyn FnMut()>;
            (*name, f)
        })
        .collect();
    contestants.push(("(no addition)", Box::new(|| out.copy_from(&y).expect("shapes agree"))));
    let times = race(3, &mut contestants);
    let base = times[0] - times[times.len() - 1];
    println!("out += x of 1024 x 1024 float32 numbers, one thread: ns an element, ratio to contiguous");
    for (t, (name, _)) in times.iter().zip(&contestants).take(x.len()) {
        let own = t - times[times.len() - 1];
        println!("  {name:28} {:7.3} {:7.2}", own / 1048576.0, own / base);
    }
    Ok(())
}
