//! Columns of rows into a room, one after the other, and back: so a transform along another axis than the last sees rows.

/// How many rows are walked down for one column before the next: as many as stay in cache while a cache line of each is
/// used up.
const TALL: usize = 32;

/// Copies columns of elements of `width` bytes, 4, 8 or 16, to the room: element `r` of column `c` to place
/// `c * stride + r`. `row(r)` has the elements of row `r` that belong to the columns.
pub fn gather<'a>(width: usize, rows: usize, row: impl Fn(usize) -> &'a [u8], stride: usize, room: &mut [u8]) {
    match width {
        4 => gather_by::<4>(rows, row, stride, room),
        8 => gather_by::<8>(rows, row, stride, room),
        16 => gather_by::<16>(rows, row, stride, room),
        _ => panic!("no elements of {width} bytes"),
    }
}

fn gather_by<'a, const W: usize>(rows: usize, row: impl Fn(usize) -> &'a [u8], stride: usize, room: &mut [u8]) {
    let room = room.as_chunks_mut::<W>().0;
    for first in (0..rows).step_by(TALL) {
        let band: [&[[u8; W]]; TALL] =
            std::array::from_fn(|i| if first + i < rows { row(first + i).as_chunks().0 } else { &[] });
        let band = &band[..TALL.min(rows - first)];
        for (c, column) in room.chunks_mut(stride).take(band[0].len()).enumerate() {
            for (to, from) in column[first..].iter_mut().zip(band) {
                *to = from[c];
            }
        }
    }
}

/// The way back of [`gather`]: rows have as many elements as there are columns.
pub fn scatter(width: usize, rows: &mut [&mut [u8]], first: usize, columns: usize, stride: usize, room: &[u8]) {
    match width {
        4 => scatter_by::<4>(rows, first, columns, stride, room),
        8 => scatter_by::<8>(rows, first, columns, stride, room),
        16 => scatter_by::<16>(rows, first, columns, stride, room),
        _ => panic!("no elements of {width} bytes"),
    }
}

fn scatter_by<const W: usize>(rows: &mut [&mut [u8]], first: usize, columns: usize, stride: usize, room: &[u8]) {
    let room = room.as_chunks::<W>().0;
    for (band, rows) in rows.chunks_mut(TALL).enumerate() {
        for (c, column) in room.chunks(stride).take(columns).enumerate() {
            for (row, from) in rows.iter_mut().zip(&column[band * TALL..]) {
                row.as_chunks_mut::<W>().0[first + c] = *from;
            }
        }
    }
}
