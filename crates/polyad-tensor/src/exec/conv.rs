//! Convolutions as matrix products of weights and columns, which are packed tile by tile.
//!
//! Tiles and the order of their sums follow from the extents alone, so results do not depend on the number of threads.

use polyad_core::{DType, Result, View};
use polyad_ir::attr::{FILL, REVERSED};
use polyad_ir::{Attr, Axes, Op, Type, WindowAxis, ops};
use polyad_kernels::conv::{self, Grid};
use polyad_kernels::matmul::{self, Extents, Product, Strided};

use super::load::Scratch;
use super::{cast, decoded_as, in_dtype, threads, with_bytes};

/// Bytes of columns in one tile: as many as the second level of the cache holds; a product of fewer columns runs slower.
const TILE: usize = 512 << 10;
/// Rows of columns that are multiplied at once; more of them add to the sums so far.
const DEPTH: usize = 512;
/// Nanoseconds a multiplication and addition in a matrix product, and in a sum of one channel.
const COST: f64 = 0.03;
const DIRECT_COST: f64 = 0.15;

/// The axes as the kernels take them: three, the first of them 1 long where there are fewer.
fn grid(axes: &[WindowAxis]) -> Grid {
    let each = |of: fn(&WindowAxis) -> usize, none: usize| {
        let mut out = [none; 3];
        out[3 - axes.len()..].iter_mut().zip(axes).for_each(|(out, axis)| *out = of(axis));
        out
    };
    Grid {
        input: each(|a| a.input, 1),
        window: each(|a| a.window, 1),
        output: each(|a| a.output, 1),
        stride: each(|a| a.stride, 1),
        dilation: each(|a| a.dilation, 1),
        before: each(|a| a.before, 0),
    }
}

/// A number of the compute dtype as bytes.
fn number(op: Op, x: f64, dtype: DType) -> Result<Vec<u8>> {
    let wide = View::from_bytes(&x.to_le_bytes(), DType::Float64, &[])?;
    with_bytes(op.name, &[&cast(op.name, &wide, dtype)?], |bytes| Ok(bytes[0].to_vec()))
}

/// Image, weights and bias in row-major order, decoded; the sums' dtype is that of the bias.
struct Operands {
    views: [View; 3],
    product: Product,
}

impl Operands {
    fn new(op: Op, [x, weight, bias]: [&View; 3], compute: DType) -> Result<Operands> {
        let product = matmul::product(compute).expect("inference lets numbers through only");
        let views = [
            decoded_as(op.name, x, compute)?,
            decoded_as(op.name, weight, compute)?,
            decoded_as(op.name, bias, product.out)?,
        ];
        Ok(Operands { views, product })
    }

    /// The bytes of one element of the operands, and of one sum.
    fn widths(&self) -> [usize; 2] {
        [self.views[0].dtype().block_bytes(), self.product.out.block_bytes()]
    }
}

/// The bias of a channel: its own, or the only one.
fn bias_of(bytes: &[u8], width: usize, channel: usize) -> &[u8] {
    if bytes.len() == width { bytes } else { &bytes[channel * width..][..width] }
}

/// Sums over windows.
pub(super) fn conv(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let c = ops::convolution(op, attrs, [views[0].shape(), views[1].shape(), views[2].shape()])?;
    let compute = ty.dtype.compute();
    let mut weight = views[1].clone();
    if op.attr(attrs, REVERSED) {
        let axes = Axes::List((2..weight.shape().len() as i64).collect());
        weight = super::run(&ops::FLIP, &[&weight], &[Attr::Axes(axes)])?;
    }
    let sums = matmul::product(compute).expect("inference lets numbers through only").out;
    let mut out = View::alloc(op.name, &ty.shape, sums)?;
    if out.layout().size() > 0 {
        let operands = Operands::new(op, [views[0], &weight, views[2]], compute)?;
        let fill = number(op, op.attr(attrs, FILL), compute)?;
        let to = out.buffer_mut().unique().expect("a fresh result is not shared");
        let real = matches!(compute, DType::Float32 | DType::Float64);
        let run = if c.inputs == 1 && real { single } else { tiled };
        run(op, &c, &operands, &fill, to)?;
    }
    in_dtype(op.name, out, ty.dtype)
}

/// One channel of the image for each of the result: no matrix is to be multiplied.
fn single(op: Op, c: &ops::Convolution, operands: &Operands, fill: &[u8], to: &mut [u8]) -> Result<()> {
    let (grid, width) = (grid(&c.axes), operands.widths()[0]);
    let channels = c.groups * c.outputs;
    with_bytes(op.name, &[&operands.views[0], &operands.views[1], &operands.views[2]], |bytes| {
        let size = grid.outputs() * width;
        let each = |(i, out): (usize, &mut [u8])| {
            let (image, channel) = (i / channels, i % channels);
            let x =
                &bytes[0][(image * c.groups + channel / c.outputs) * grid.inputs() * width..][..grid.inputs() * width];
            let weights = &bytes[1][channel * grid.windows() * width..][..grid.windows() * width];
            let bias = bias_of(bytes[2], width, channel);
            match operands.product.out {
                DType::Float32 => {
                    let [x, weights] = [x, weights].map(bytemuck::cast_slice);
                    let [bias, fill] = [bias, fill].map(bytemuck::pod_read_unaligned::<f32>);
                    conv::depthwise_f32(&grid, x, weights, bias, fill, bytemuck::cast_slice_mut(out));
                }
                _ => {
                    let [x, weights] = [x, weights].map(bytemuck::cast_slice);
                    let [bias, fill] = [bias, fill].map(bytemuck::pod_read_unaligned::<f64>);
                    conv::depthwise_f64(&grid, x, weights, bias, fill, bytemuck::cast_slice_mut(out));
                }
            }
            Ok(())
        };
        let work = to.len() as f64 / width as f64 * grid.windows() as f64 * DIRECT_COST;
        let mut jobs = to.chunks_mut(size).enumerate();
        match threads::parts(work, jobs.len()) {
            1 => jobs.try_for_each(each),
            _ => threads::share(jobs, each),
        }
    })
}

/// A tile of the result: for one group the places from `start` on, counted over all images, as the parts of its rows,
/// image by image and channel by channel.
struct Tile<'a> {
    group: usize,
    start: usize,
    rows: Vec<&'a mut [u8]>,
}

/// How many places a tile has.
fn tile_length(depth: usize, places: usize, width: usize) -> usize {
    // Whole vectors, and no more bytes than a thread keeps.
    ((TILE / (depth.clamp(1, DEPTH) * width)).clamp(32, 2048) & !15).min(places)
}

/// The result cut into tiles of `length` places, by group.
fn tiles<'a>(c: &ops::Convolution, to: &'a mut [u8], places: usize, width: usize, length: usize) -> Vec<Tile<'a>> {
    let count = (c.batch * places).div_ceil(length);
    let make = |i: usize| Tile { group: i % c.groups, start: i / c.groups * length, rows: vec![] };
    let mut out: Vec<Tile> = (0..count * c.groups).map(make).collect();
    for (i, mut row) in to.chunks_mut(places * width).enumerate() {
        let (image, channel) = (i / (c.groups * c.outputs), i % (c.groups * c.outputs));
        let mut at = image * places;
        while !row.is_empty() {
            let tile = at / length;
            let n = ((tile + 1) * length - at).min(row.len() / width);
            let (part, rest) = row.split_at_mut(n * width);
            out[tile * c.groups + channel / c.outputs].rows.push(part);
            (row, at) = (rest, at + n);
        }
    }
    out
}

fn tiled(op: Op, c: &ops::Convolution, operands: &Operands, fill: &[u8], to: &mut [u8]) -> Result<()> {
    let (grid, [width, sum_width]) = (grid(&c.axes), operands.widths());
    let (places, depth) = (grid.outputs(), c.inputs * grid.windows());
    let length = tile_length(depth, c.batch * places, width);
    let work = (to.len() / sum_width) as f64 * depth as f64 * COST;
    with_bytes(op.name, &[&operands.views[0], &operands.views[1], &operands.views[2]], |bytes| {
        let each = |mut tile: Tile| {
            let end = (tile.start + length).min(c.batch * places);
            let n = end - tile.start;
            let mut sums = Scratch::new(c.outputs * n * sum_width);
            let sums = sums.get(c.outputs * n * sum_width);
            let weights = &bytes[1][tile.group * c.outputs * depth * width..][..c.outputs * depth * width];
            let image = |i: usize| {
                let size = c.inputs * grid.inputs() * width;
                &bytes[0][(i * c.groups + tile.group) * size..][..size]
            };
            // What of each image is in the tile.
            let parts = (tile.start / places..end.div_ceil(places)).map(|i| {
                let first = (i * places).max(tile.start);
                (i, first, first - i * places..end.min((i + 1) * places) - i * places)
            });
            let whole = tile.start / places == (end - 1) / places;
            let out_at = Strided::row_major(n);
            if depth == 0 {
                sums.fill(0);
            } else if grid.is_pointwise() && whole {
                let at = Strided { first: tile.start % places, row_stride: places as isize, col_stride: 1 };
                let e = Extents { m: c.outputs, n, k: depth };
                let (x, w_at) = (image(tile.start / places), Strided::row_major(depth));
                (operands.product.run)(e, weights, w_at, x, at, sums, out_at);
            } else {
                let mut scratch = Scratch::new(depth.min(DEPTH) * n * width);
                for first in (0..depth).step_by(DEPTH) {
                    let rows = first..depth.min(first + DEPTH);
                    let columns = scratch.get(rows.len() * n * width);
                    for (i, start, range) in parts.clone() {
                        let to = &mut columns[(start - tile.start) * width..];
                        conv::columns(width, &grid, image(i), rows.clone(), range, fill, to, n);
                    }
                    let multiply = if first == 0 { operands.product.run } else { operands.product.add };
                    let w_at = Strided { first, row_stride: depth as isize, col_stride: 1 };
                    let e = Extents { m: c.outputs, n, k: rows.len() };
                    multiply(e, weights, w_at, columns, Strided::row_major(n), sums, out_at);
                }
            }
            let mut rows = tile.rows.iter_mut();
            for (_, start, range) in parts {
                for channel in 0..c.outputs {
                    let row = rows.next().expect("there is a row for each image and channel");
                    let from = &sums[(channel * n + start - tile.start) * sum_width..][..range.len() * sum_width];
                    let bias = bias_of(bytes[2], sum_width, tile.group * c.outputs + channel);
                    conv::add_scalar(operands.product.out, from, bias, row);
                }
            }
            Ok(())
        };
        let mut jobs = tiles(c, to, places, sum_width, length).into_iter();
        match threads::parts(work, jobs.len()) {
            1 => jobs.try_for_each(each),
            _ => threads::share(jobs, each),
        }
    })
}

/// What undoes a convolution: columns by a matrix product, added up where windows stand.
pub(super) fn transpose(op: Op, views: &[&View], attrs: &[Attr], ty: Type) -> Result<View> {
    let c = ops::transposed(op, attrs, [views[0].shape(), views[1].shape(), views[2].shape()])?;
    let operands = Operands::new(op, [views[0], views[1], views[2]], ty.dtype.compute())?;
    let (grid, [width, sum_width]) = (grid(&c.axes), operands.widths());
    let sums = operands.product.out;
    let mut out = View::alloc(op.name, &ty.shape, sums)?;
    let to = out.buffer_mut().unique().expect("a fresh result is not shared");
    if to.is_empty() {
        return cast(op.name, &out, ty.dtype);
    }
    // Channels of the result go by as many as fill a product; each is written by one thread.
    let (windows, places) = (grid.windows(), grid.outputs());
    let several = 128usize.div_ceil(windows).min(c.inputs);
    let channel = grid.inputs() * sum_width;
    let length = tile_length(several * windows, places, sum_width);
    let work = (c.batch * c.groups * c.outputs * places * c.inputs * windows) as f64 * COST;
    with_bytes(op.name, &[&operands.views[0], &operands.views[1], &operands.views[2]], |bytes| {
        let each = |(group, first, to): (usize, usize, &mut [u8])| {
            let of_group = group % c.groups;
            for (i, to) in to.chunks_mut(channel).enumerate() {
                let bias = bias_of(bytes[2], sum_width, of_group * c.inputs + first + i);
                to.chunks_mut(sum_width).for_each(|to| to.copy_from_slice(bias));
            }
            let rows = to.len() / channel * windows;
            let size = c.outputs * places * width;
            let x = &bytes[0][group * size..][..size];
            let size = c.outputs * c.inputs * windows * width;
            let weights = &bytes[1][of_group * size..][..size];
            let all = (c.inputs * windows) as isize;
            let mut scratch = Scratch::new(rows * length * sum_width);
            for start in (0..places).step_by(length) {
                let n = length.min(places - start);
                let columns = scratch.get(rows * n * sum_width);
                columns.fill(0);
                let w_at = Strided { first: first * windows, row_stride: 1, col_stride: all };
                let x_at = Strided { first: start, row_stride: places as isize, col_stride: 1 };
                let e = Extents { m: rows, n, k: c.outputs };
                (operands.product.run)(e, weights, w_at, x, x_at, columns, Strided::row_major(n));
                conv::add_columns(sums, &grid, columns, 0..rows, start..start + n, n, to);
            }
            Ok(())
        };
        let mut jobs = to.chunks_mut(c.inputs * channel).enumerate().flat_map(|(group, to)| {
            to.chunks_mut(several * channel).enumerate().map(move |(i, to)| (group, i * several, to))
        });
        match threads::parts(work, c.batch * c.groups * c.inputs.div_ceil(several)) {
            1 => jobs.try_for_each(each),
            _ => threads::share(jobs, each),
        }
    })?;
    in_dtype(op.name, out, ty.dtype)
}
