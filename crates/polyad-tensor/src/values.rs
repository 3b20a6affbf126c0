//! Many elements written at once from nested arrays.

use polyad_core::{Error, Holds, Kind, Result, Slice};

use crate::element::Code;
use crate::{Nested, Scalar, Tensor};

impl Tensor {
    /// Writes every element from nested arrays of exactly this shape, through the strides of a view.
    ///
    /// Numbers take the tensor's dtype as [`Tensor::full`] has it. A complex tensor also takes real numbers with one level
    /// more, the pairs of real and imaginary part. An error changes nothing.
    ///
    /// Errors: `ShapeMismatch`, `ValueOutOfRange`, `BlockWrite`, `SelfOverlap`, `ReadOnly`, `InUse`.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::{Tensor, tensor};
    /// let x = Tensor::zeros(&[2, 3], DType::Float64)?;
    /// x.mt()?.set_vals([[1, 2], [3, 4], [5, 6]])?;
    /// assert_eq!(x, tensor![[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set_vals<N: Nested>(&self, values: N) -> Result<()>
    where
        N::Element: Into<Scalar>,
    {
        const OP: &str = "set_vals";
        let (mut shape, mut numbers) = (vec![], vec![]);
        N::shape(&mut shape);
        values.flatten(&mut numbers);
        let numbers: Vec<Scalar> = numbers.into_iter().map(Into::into).collect();
        let pairs = self.dtype().kind() == Kind::Complex
            && shape.len() == self.ndim() + 1
            && !matches!(numbers.first(), Some(Scalar::Complex(_)));
        if pairs && shape.pop() == Some(2) && shape == self.shape() {
            let part = |x: Scalar| match x {
                Scalar::Float(x) => x,
                Scalar::Bool(x) => f64::from(u8::from(x)),
                Scalar::Int(x) => x as f64,
                Scalar::UInt(x) => x as f64,
                Scalar::Complex([x, _]) => x,
            };
            let pairs = numbers.as_chunks::<2>().0.iter();
            return self.set_numbers(OP, &pairs.map(|&pair| Scalar::Complex(pair.map(part))).collect::<Vec<_>>());
        }
        if pairs || shape != self.shape() {
            let mut given = vec![];
            N::shape(&mut given);
            let pairs = if self.dtype().kind() == Kind::Complex { ", or pairs in these places" } else { "" };
            let need = format!("lists of exactly these lengths{pairs}, not {given:?}");
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        self.set_numbers(OP, &numbers)
    }

    /// As [`Tensor::set_vals`], where lists may be shorter than their axis: the elements past their ends stay.
    ///
    /// Errors: `ShapeMismatch` for a longer list or another depth; as [`Tensor::set_vals`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.set_vals_partial([[7, 8]])?;
    /// assert_eq!(x, tensor![[7, 8, 3], [4, 5, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set_vals_partial<N: Nested>(&self, values: N) -> Result<()>
    where
        N::Element: Into<Scalar>,
    {
        const OP: &str = "set_vals_partial";
        self.check_own_elements(OP)?;
        let mut shape = vec![];
        N::shape(&mut shape);
        if shape.len() < self.ndim() || shape.iter().zip(self.shape()).any(|(given, n)| given > n) {
            let need = format!("lists of at most these lengths and as deep, not {shape:?}");
            return Err(Error::ShapeMismatch { op: OP, got: self.shape().into(), need });
        }
        let corner: Vec<Slice> = shape[..self.ndim()].iter().map(|&n| (..n as i64).into()).collect();
        self.slice(&corner)?.set_vals(values)
    }

    /// Writes numbers in row-major order, as many as there are elements.
    fn set_numbers(&self, op: &'static str, numbers: &[Scalar]) -> Result<()> {
        self.check_single_writes(op)?;
        self.check_own_elements(op)?;
        let dtype = self.dtype();
        let codes: Vec<Code> = numbers.iter().map(|&x| Code::of_scalar(op, x, dtype)).collect::<Result<_>>()?;
        let mut holds = Holds::take(op, &[], Some(self.buffer()))?;
        let (_, bytes) = holds.slices();
        self.layout().elements().zip(codes).for_each(|(at, code)| code.write(bytes, dtype, at));
        Ok(())
    }
}
