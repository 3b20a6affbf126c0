//! What changes the rank by one: written out, as the compiler does not count.

use polyad_core::{Element, Result};

use super::Typed;

impl<T: Element> Typed<T, 0> {
    /// The element. Errors: `InUse`.
    ///
    /// ```
    /// let x = polyad_tensor::Typed::from_vec(vec![2.5], [])?;
    /// assert_eq!(x.item()?, 2.5);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn item(&self) -> Result<T> {
        self.get([])
    }
}

macro_rules! ranks {
    ($($rank:literal less one is $less:literal;)*) => {$(
        impl<T: Element> Typed<T, $rank> {
            /// One index of the first axis: a view. Negative counts from the end. Errors: `IndexOutOfRange`.
            ///
            /// ```
            /// let x = polyad_tensor::Typed::from_vec(vec![1i64, 2, 3, 4], [2, 2])?;
            /// assert_eq!(x.at(1)?.to_vec()?, [3, 4]);
            /// # Ok::<(), polyad_core::Error>(())
            /// ```
            pub fn at(&self, index: i64) -> Result<Typed<T, $less>> {
                self.as_tensor().index_axis(0, index)?.try_into()
            }

            /// The parts along the first axis, in order: views.
            ///
            /// ```
            /// let x = polyad_tensor::Typed::from_vec(vec![1i64, 2, 3, 4], [2, 2])?;
            /// let firsts: Vec<i64> = x.outer().map(|row| row.get([0])).collect::<Result<_, _>>()?;
            /// assert_eq!(firsts, [1, 3]);
            /// # Ok::<(), polyad_core::Error>(())
            /// ```
            pub fn outer(&self) -> impl ExactSizeIterator<Item = Typed<T, $less>> + DoubleEndedIterator + use<T> {
                let typed = |part: crate::Tensor| part.try_into().expect("a part has one axis less");
                self.as_tensor().into_iter().map(typed)
            }
        }
    )*};
}

ranks! {
    1 less one is 0;
    2 less one is 1;
    3 less one is 2;
    4 less one is 3;
    5 less one is 4;
    6 less one is 5;
    7 less one is 6;
    8 less one is 7;
}
