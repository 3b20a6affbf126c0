//! A tensor as ggml describes it: four extents, the innermost first, and byte strides, the first of them a block's.
//!
//! Metadata only. Source: ggml's documentation of its tensor structure and predicates.

use crate::{DType, Error, Layout, Result};

/// Axes of a tensor in ggml.
pub const GGML_MAX_DIMS: usize = 4;

/// Bytes of a name in ggml, with the 0 that ends it.
pub const GGML_MAX_NAME: usize = 64;

/// Extents and byte strides in ggml's order, unused axes being 1 long.
///
/// ```
/// use polyad_core::{DType, GgmlLayout, Layout};
/// let g = GgmlLayout::of(&Layout::contiguous(&[3, 64])?, DType::Q4_0)?;
/// assert_eq!((g.ne(), g.nb()), ([64, 3, 1, 1], [18, 36, 108, 108]));
/// assert_eq!((g.nrows(), g.nbytes()), (3, 108));
/// assert!(g.is_contiguous());
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GgmlLayout {
    dtype: DType,
    ne: [i64; GGML_MAX_DIMS],
    nb: [u64; GGML_MAX_DIMS],
}

impl GgmlLayout {
    /// These extents and byte strides, as they are.
    pub fn new(dtype: DType, ne: [i64; GGML_MAX_DIMS], nb: [u64; GGML_MAX_DIMS]) -> GgmlLayout {
        GgmlLayout { dtype, ne, nb }
    }

    /// ggml's description of a layout.
    ///
    /// Errors: [`Error::BadArgument`] for more than four axes, for strides that are negative or cut blocks, and for elements
    /// that share bytes without being a block format.
    pub fn of(layout: &Layout, dtype: DType) -> Result<GgmlLayout> {
        let refuse = |takes: &str| {
            let got = format!("shape {:?}, strides {:?}, {dtype}", layout.shape(), layout.strides());
            Err(Error::BadArgument { op: "ggml", argument: "tensor", got, takes: takes.to_owned() })
        };
        if layout.ndim() > GGML_MAX_DIMS {
            return refuse("four axes at most; reshape it");
        }
        if dtype.is_packed() {
            return refuse("whole bytes or ggml's blocks; cast it to int8 or float32");
        }
        let (len, size) = (dtype.block_len() as i64, dtype.block_bytes() as u64);
        let mut ne = [1; GGML_MAX_DIMS];
        let mut nb = [0; GGML_MAX_DIMS];
        let axes = layout.ndim();
        // Steps of one element inside a block count as steps of one block; that is how a row is described.
        for (i, (&n, &stride)) in layout.shape().iter().rev().zip(layout.strides().iter().rev()).enumerate() {
            ne[i] = n as i64;
            nb[i] = match stride as i64 {
                1 => size,
                s if s >= 0 && s % len == 0 => (s / len) as u64 * size,
                _ if n <= 1 => size,
                s if s < 0 => return refuse("strides that are not negative; copy it"),
                _ => return refuse("strides of whole blocks; copy it"),
            };
        }
        if axes == 0 {
            nb[0] = size;
        }
        for i in axes.max(1)..GGML_MAX_DIMS {
            // An axis that is not there lies outside of the one before it.
            let packed =
                if i == 1 { nb[0] * (ne[0] as u64).div_ceil(len as u64) } else { nb[i - 1] * ne[i - 1] as u64 };
            nb[i] = packed;
        }
        Ok(GgmlLayout { dtype, ne, nb })
    }

    /// The dtype.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Whether elements come in blocks that share a scale.
    pub fn is_quantized(&self) -> bool {
        self.dtype.is_quantized()
    }

    /// Extents, the innermost first.
    pub fn ne(&self) -> [i64; GGML_MAX_DIMS] {
        self.ne
    }

    /// Byte strides, the innermost first; for a block format `nb[0]` is a block.
    pub fn nb(&self) -> [u64; GGML_MAX_DIMS] {
        self.nb
    }

    fn block(&self) -> (i64, u64) {
        (self.dtype.block_len() as i64, self.dtype.block_bytes() as u64)
    }

    /// Axes up to the last one that is not 1 long, at least 1.
    pub fn n_dims(&self) -> usize {
        (1..GGML_MAX_DIMS).rev().find(|&i| self.ne[i] > 1).map_or(1, |i| i + 1)
    }

    /// How many elements.
    pub fn nelements(&self) -> i64 {
        self.ne.iter().product()
    }

    /// How many rows.
    pub fn nrows(&self) -> i64 {
        self.ne[1..].iter().product()
    }

    /// Bytes from the first to the last one in use, strides included; 0 where there is no element.
    pub fn nbytes(&self) -> u64 {
        if self.is_empty() {
            return 0;
        }
        let (len, size) = self.block();
        let span = |axes: std::ops::Range<usize>| axes.map(|i| (self.ne[i] - 1) as u64 * self.nb[i]).sum::<u64>();
        match len {
            1 => size + span(0..GGML_MAX_DIMS),
            _ => self.ne[0] as u64 * self.nb[0] / len as u64 + span(1..GGML_MAX_DIMS),
        }
    }

    /// Whether the bytes are one run, row after row.
    pub fn is_contiguous(&self) -> bool {
        self.is_contiguous_above(0)
    }

    /// As [`GgmlLayout::is_contiguous`], the stride of rows being free.
    pub fn is_contiguous_1(&self) -> bool {
        self.is_contiguous_above(1)
    }

    /// As [`GgmlLayout::is_contiguous`], the strides of rows and matrices being free.
    pub fn is_contiguous_2(&self) -> bool {
        self.is_contiguous_above(2)
    }

    /// Whether the axes past `free` follow from those below, rows being packed.
    fn is_contiguous_above(&self, free: usize) -> bool {
        if !self.is_contiguous_rows() {
            return false;
        }
        let (len, size) = self.block();
        let mut next = size * (self.ne[0] / len) as u64;
        for i in 1..GGML_MAX_DIMS {
            // The stride of an axis of length 1 says nothing, unless it is one of those that are free.
            if i > free && self.ne[i] != 1 && self.nb[i] != next {
                return false;
            }
            next = if i > free { next } else { self.nb[i] } * self.ne[i] as u64;
        }
        true
    }

    /// Whether the elements of a row lie one after the other.
    pub fn is_contiguous_rows(&self) -> bool {
        let (len, size) = self.block();
        self.ne[0] == len || self.nb[0] == size
    }

    /// Whether there are no bytes between the elements, in whatever order they lie.
    pub fn is_contiguously_allocated(&self) -> bool {
        let (len, size) = self.block();
        self.nbytes() == self.nelements() as u64 / len as u64 * size
    }

    /// Whether a step along a row is longer than one between rows.
    pub fn is_transposed(&self) -> bool {
        self.nb[0] > self.nb[1]
    }

    /// Whether strides fall anywhere.
    pub fn is_permuted(&self) -> bool {
        !self.nb.is_sorted()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.ne.contains(&0)
    }

    /// Whether there is one element.
    pub fn is_scalar(&self) -> bool {
        self.ne == [1; GGML_MAX_DIMS]
    }

    /// Whether there is one row at most.
    pub fn is_vector(&self) -> bool {
        self.ne[1..] == [1; 3]
    }

    /// Whether there is one matrix at most.
    pub fn is_matrix(&self) -> bool {
        self.ne[2..] == [1; 2]
    }

    /// Whether the fourth axis is 1 long.
    pub fn is_3d(&self) -> bool {
        self.ne[3] == 1
    }
}
