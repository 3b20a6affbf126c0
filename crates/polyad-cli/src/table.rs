//! Tables of aligned columns.

use std::fmt;

use crate::output::{HEADING, styled};

/// On which side the cells of a column begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Cells are aligned up to this width. Wider ones push their own row aside: a name may be a stranger's, and as long as
/// its file, and all rows of the table would be filled up to it.
const WIDEST: usize = 120;

/// Rows under a heading; each column as wide as its widest cell, or as wide as columns get.
pub(crate) struct Table<const N: usize> {
    align: [Align; N],
    rows: Vec<[String; N]>,
}

impl<const N: usize> Table<N> {
    /// A table without rows.
    pub(crate) fn new(heading: [(&str, Align); N]) -> Table<N> {
        Table { align: heading.map(|(_, align)| align), rows: vec![heading.map(|(name, _)| name.to_owned())] }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: [String; N]) {
        self.rows.push(row);
    }

    /// Whether there is only the heading.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.len() == 1
    }
}

impl<const N: usize> fmt::Display for Table<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut widths = [0; N];
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().clamp(*width, WIDEST);
            }
        }
        for (i, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for ((cell, align), width) in row.iter().zip(self.align).zip(widths) {
                let room = " ".repeat(width.saturating_sub(cell.chars().count()));
                match align {
                    Align::Left => line.extend([cell.as_str(), &room]),
                    Align::Right => line.extend([&room, cell.as_str()]),
                }
                line.push_str("  ");
            }
            match line.trim_end() {
                heading if i == 0 => writeln!(f, "{}", styled(heading, HEADING))?,
                row => writeln!(f, "{row}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new([("name", Align::Left), ("n", Align::Right)]);
        assert!(table.is_empty());
        table.push(["é".into(), "1".into()]);
        table.push(["longer".into(), "200".into()]);
        let heading = styled("name      n", HEADING);
        assert_eq!(table.to_string(), format!("{heading}\né         1\nlonger  200\n"));
    }

    #[test]
    fn a_cell_too_wide_moves_its_own_row_only() {
        let mut table = Table::new([("", Align::Left), ("", Align::Left)]);
        let long = "n".repeat(10 * WIDEST);
        table.push([long.clone(), "1".into()]);
        table.push(["a".into(), "2".into()]);
        let text = table.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], format!("{long}  1"));
        assert_eq!(lines[2], format!("{:WIDEST$}  2", "a"));
    }
}
