//! A matrix averaged to the cells of a picture, from values that come in chunks.

/// How the last two axes of a shape are divided into cells; all other axes are averaged away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    /// Matrices that lie over each other.
    pub(crate) over: usize,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Cells from top to bottom and from left to right.
    pub(crate) height: usize,
    pub(crate) width: usize,
}

impl Grid {
    /// At most `height` times `width` cells; one axis is one row. `None` for a shape without axes or elements.
    pub(crate) fn new(shape: &[usize], height: usize, width: usize) -> Option<Grid> {
        let (&columns, rest) = shape.split_last()?;
        let (&rows, over) = rest.split_last().unwrap_or((&1, &[]));
        let over = over.iter().product();
        let cells = |n: usize, most: usize| n.min(most.max(1));
        let grid = Grid { over, rows, columns, height: cells(rows, height), width: cells(columns, width) };
        (over * rows * columns > 0).then_some(grid)
    }

    /// The row of the matrix that a row of cells begins with.
    pub(crate) fn first_row(&self, cell: usize) -> usize {
        first(cell, self.rows, self.height)
    }

    fn first_column(&self, cell: usize) -> usize {
        first(cell, self.columns, self.width)
    }

    /// How many elements a cell has.
    fn elements(&self, cell: usize) -> usize {
        let (row, column) = (cell / self.width, cell % self.width);
        let rows = self.first_row(row + 1) - self.first_row(row);
        let columns = self.first_column(column + 1) - self.first_column(column);
        rows * columns * self.over
    }
}

/// The first of `n` elements that belongs to one of so many cells.
fn first(cell: usize, n: usize, cells: usize) -> usize {
    (cell * n).div_ceil(cells)
}

/// What is in the cells so far.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    sums: Vec<f64>,
    /// Elements that are not finite.
    broken: Vec<u64>,
}

impl Cells {
    /// Nothing yet.
    pub(crate) fn new(grid: &Grid) -> Cells {
        let n = grid.height * grid.width;
        Cells { sums: vec![0.0; n], broken: vec![0; n] }
    }

    /// Adds values that begin at element `start` in row-major order.
    pub(crate) fn add(&mut self, grid: &Grid, start: usize, values: &[f64]) {
        let mut done = 0;
        while done < values.len() {
            let at = start + done;
            let (row, column) = (at / grid.columns % grid.rows, at % grid.columns);
            let across = column * grid.width / grid.columns;
            let n = (grid.first_column(across + 1) - column).min(values.len() - done);
            let cell = row * grid.height / grid.rows * grid.width + across;
            for &x in &values[done..done + n] {
                if x.is_finite() {
                    self.sums[cell] += x;
                } else {
                    self.broken[cell] += 1;
                }
            }
            done += n;
        }
    }

    /// Adds what another chunk has put into the cells.
    pub(crate) fn merge(&mut self, next: &Cells) {
        self.sums.iter_mut().zip(&next.sums).for_each(|(sum, more)| *sum += more);
        self.broken.iter_mut().zip(&next.broken).for_each(|(n, more)| *n += more);
    }

    /// The mean of each cell, row by row; `None` where an element is not finite.
    pub(crate) fn means(&self, grid: &Grid) -> Vec<Option<f64>> {
        let cells = self.sums.iter().zip(&self.broken).enumerate();
        cells.map(|(i, (sum, broken))| (*broken == 0).then(|| sum / grid.elements(i) as f64)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_those_of_a_plain_count() {
        for (shape, height, width) in
            [(vec![7, 11], 3, 4), (vec![5, 4], 10, 10), (vec![2, 3, 9, 5], 4, 2), (vec![23], 8, 6), (vec![6, 1], 4, 4)]
        {
            let grid = Grid::new(&shape, height, width).unwrap();
            let size: usize = shape.iter().product();
            let values: Vec<f64> = (0..size).map(|i| ((i * 37) % 101) as f64).collect();
            let mut cells = Cells::new(&grid);
            for (i, chunk) in values.chunks(13).enumerate() {
                let mut part = Cells::new(&grid);
                part.add(&grid, i * 13, chunk);
                cells.merge(&part);
            }
            let mut plain = vec![(0.0, 0.0); grid.height * grid.width];
            for (i, x) in values.iter().enumerate() {
                let (row, column) = (i / grid.columns % grid.rows, i % grid.columns);
                let cell = &mut plain[row * grid.height / grid.rows * grid.width + column * grid.width / grid.columns];
                *cell = (cell.0 + x, cell.1 + 1.0);
            }
            let means: Vec<f64> = cells.means(&grid).into_iter().map(Option::unwrap).collect();
            let plain: Vec<f64> = plain.into_iter().map(|(sum, n)| sum / n).collect();
            assert_eq!(means, plain, "{shape:?}");
        }
    }

    #[test]
    fn a_cell_with_a_nan_has_no_mean() {
        let grid = Grid::new(&[2, 4], 1, 2).unwrap();
        let mut cells = Cells::new(&grid);
        cells.add(&grid, 0, &[1.0, 2.0, 3.0, f64::NAN, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(cells.means(&grid), [Some(3.5), None]);
    }

    #[test]
    fn nothing_has_no_grid() {
        assert_eq!(Grid::new(&[], 4, 4), None);
        assert_eq!(Grid::new(&[0, 3], 4, 4), None);
        assert_eq!(Grid::new(&[3, 0], 4, 4), None);
    }
}
