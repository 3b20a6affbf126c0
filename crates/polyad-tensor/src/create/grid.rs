//! Unit matrices and coordinate grids.

use std::str::FromStr;

use polyad_core::{DType, Error, Layout, Result};

use crate::Tensor;

/// How the axes of a grid follow from the coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Indexing {
    /// As on paper: the first coordinate runs along columns, the second along rows, further ones along further axes.
    #[default]
    Xy,
    /// As in a matrix: coordinate `i` runs along axis `i`.
    Ij,
}

impl FromStr for Indexing {
    type Err = Error;

    fn from_str(name: &str) -> Result<Indexing> {
        match name {
            "xy" => Ok(Indexing::Xy),
            "ij" => Ok(Indexing::Ij),
            _ => {
                let takes = "\"xy\" or \"ij\"".into();
                Err(Error::BadArgument { op: "meshgrid", argument: "indexing", got: format!("{name:?}"), takes })
            }
        }
    }
}

impl Tensor {
    /// A matrix with ones where column minus row is `k`, and zeros elsewhere; `k` beyond the matrix gives zeros only.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{Tensor, tensor};
    /// assert_eq!(Tensor::eye(2, 3, 1, DType::Int64)?, tensor![[0, 1, 0], [0, 0, 1]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `SizeOverflow`, `PartialBlock`, `OutOfMemory`. Source: Python array API 2025.12, `eye`.
    pub fn eye(rows: usize, columns: usize, k: i64, dtype: DType) -> Result<Tensor> {
        dtype.tensor_bytes("eye", &[rows, columns])?;
        // Single elements of a block cannot be written.
        let own = if dtype.is_quantized() { dtype.compute() } else { dtype };
        let out = Tensor::zeros(&[rows, columns], own)?;
        let past = usize::try_from(k.unsigned_abs()).unwrap_or(usize::MAX);
        let (row, column) = if k < 0 { (past, 0) } else { (0, past) };
        let length = rows.saturating_sub(row).min(columns.saturating_sub(column));
        if length > 0 {
            let diagonal = Layout::new(&[length], &[columns as isize + 1], row * columns + column)?;
            out.with_layout(diagonal)?.fill(true)?;
        }
        out.astype(dtype)
    }

    /// The square matrix with ones on its diagonal. Errors: as [`Tensor::eye`].
    pub fn identity(n: usize, dtype: DType) -> Result<Tensor> {
        Tensor::eye(n, n, 0, dtype)
    }

    /// The coordinates of each point of a grid, a tensor for each list of coordinates, all of one shape. Copies. A 0-d
    /// tensor counts as a list of one.
    ///
    /// ```
    /// use polyad_tensor::{Indexing, Tensor, tensor};
    /// let grids = Tensor::meshgrid(&[&tensor![1, 2, 3], &tensor![4, 5]], Indexing::Xy)?;
    /// assert_eq!(grids[0], tensor![[1, 2, 3], [1, 2, 3]]);
    /// assert_eq!(grids[1], tensor![[4, 4, 4], [5, 5, 5]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: `ShapeMismatch` where one has more than one axis, `TooManyAxes`, `SizeOverflow`, `OutOfMemory`.
    ///
    /// Source: Python array API 2025.12, `meshgrid`.
    pub fn meshgrid(coordinates: &[&Tensor], indexing: Indexing) -> Result<Vec<Tensor>> {
        const OP: &str = "meshgrid";
        if let Some(x) = coordinates.iter().find(|x| x.ndim() > 1) {
            let need = "one axis, or none".into();
            return Err(Error::ShapeMismatch { op: OP, got: x.shape().into(), need });
        }
        let n = coordinates.len();
        if n > polyad_core::MAX_NDIM {
            return Err(Error::TooManyAxes { op: OP, ndim: n });
        }
        let axis = |i: usize| if indexing == Indexing::Xy && n > 1 && i < 2 { 1 - i } else { i };
        let shape: Vec<usize> = (0..n).map(|i| coordinates[axis(i)].size()).collect();
        for x in coordinates {
            x.dtype().tensor_bytes(OP, &shape)?;
        }
        let grid = |(i, x): (usize, &&Tensor)| {
            let mut line = vec![1i64; n];
            line[axis(i)] = -1;
            let spread = x.reshape(&line)?;
            spread.with_layout(spread.layout().broadcast_to(&shape)?)?.copy()
        };
        coordinates.iter().enumerate().map(grid).collect()
    }
}
