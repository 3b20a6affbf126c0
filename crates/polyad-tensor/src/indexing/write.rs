//! Writing to what a key takes.

use polyad_core::Result;
use polyad_kernels::places::Combine;

use super::IndexPart;
use super::key::{Chosen, Key};
use crate::exec::scatter;
use crate::{ScatterOptions, Tensor, exec};

impl Tensor {
    /// Writes `value`, broadcast, into the elements that [`Tensor::index`] takes, as if key and value were read first. Every
    /// index is checked before the first write. Of an element that a key names twice the last value stays.
    ///
    /// ```
    /// use polyad_tensor::{ix, tensor};
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.set_index(ix![&tensor![1, 0], &tensor![2, 0]], &tensor![7, 8])?;
    /// assert_eq!(x, tensor![[8, 2, 3], [4, 5, 7]]);
    /// x.set_index(ix![&x.greater(4)?], &tensor![0])?;
    /// assert_eq!(x, tensor![[0, 2, 3], [4, 0, 0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::index`] and [`Tensor::copy_from`].
    pub fn set_index(&self, parts: &[IndexPart], value: &Tensor) -> Result<()> {
        self.write_index("set_index", parts, value, None)
    }

    /// [`Tensor::set_index`] with options: `mode`, which says what happens to the elements that are there. Elements that a
    /// key names twice are added to, or compared, twice.
    ///
    /// ```
    /// use polyad_tensor::{ScatterOptions, ix, tensor};
    /// let x = tensor![1, 1, 1];
    /// x.set_index_with(ix![&tensor![0, 2, 0]], &tensor![10], ScatterOptions { mode: "add" })?;
    /// assert_eq!(x, tensor![21, 1, 11]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    ///
    /// Errors: as [`Tensor::set_index`], `BadArgument` for another mode, `DTypeUnsupported` for `max` and `min` of complex
    /// numbers.
    pub fn set_index_with(&self, parts: &[IndexPart], value: &Tensor, options: ScatterOptions) -> Result<()> {
        const OP: &str = "set_index";
        self.write_index(OP, parts, value, scatter::how(OP, options.mode)?)
    }

    fn write_index(&self, op: &'static str, parts: &[IndexPart], value: &Tensor, how: Option<Combine>) -> Result<()> {
        // What is wrong with the key is told as of reading.
        let Key { view, axis, chosen } = Key::new("index", self, parts)?;
        match (chosen, how) {
            (Chosen::All, None) => exec::assign(op, &view, value.view()),
            (Chosen::All, Some(how)) => {
                // Every element is met once.
                let places = exec::places::Places::new(op, &[], &[], &[])?;
                scatter::write(op, &view, 0, places, value.view(), Some(how))
            }
            (Chosen::Mask(mask), None) => exec::masks::write(op, &view, axis, &mask, value.view()),
            (Chosen::Mask(mask), how) => {
                let axes: Vec<usize> = (axis..axis + mask.shape().len()).collect();
                let places = exec::masks::places(op, view.shape(), &axes, &mask)?;
                scatter::write(op, &view, axis, places, value.view(), how)
            }
            (Chosen::Places(places), how) => scatter::write(op, &view, axis, *places, value.view(), how),
        }
    }
}
