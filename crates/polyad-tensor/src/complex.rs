//! The parts of complex numbers: views of interleaved ones, and planar ones as two real tensors.

use num_complex::Complex;
use polyad_core::{DType, Error, Kind, Layout, Result, Slice, View};

use crate::{Scalar, Tensor};

impl Tensor {
    /// The real parts of a complex tensor: a view with doubled strides, so writes change the complex numbers.
    ///
    /// Dtypes: complex64 gives float32, complex128 float64, complex32 float16, bcomplex32 bfloat16.
    ///
    /// Errors: `DTypeUnsupported` for other dtypes, `SizeOverflow`.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use polyad_tensor::tensor;
    /// let z = tensor![Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)];
    /// assert_eq!((z.real_view()?, z.imag_view()?), (tensor![1.0, 3.0], tensor![2.0, 4.0]));
    /// z.real_view()?.fill(0.5)?;
    /// assert_eq!(z.get::<Complex<f64>>(&[1])?, Complex::new(0.5, 4.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn real_view(&self) -> Result<Tensor> {
        self.part_view("real_view", 0)
    }

    /// The imaginary parts of a complex tensor, as [`Tensor::real_view`].
    ///
    /// ```
    /// use num_complex::Complex;
    /// use polyad_tensor::tensor;
    /// let z = tensor![[Complex::new(1.0f32, 2.0)]];
    /// assert_eq!(z.imag_view()?, tensor![[2.0f32]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn imag_view(&self) -> Result<Tensor> {
        self.part_view("imag_view", 1)
    }

    fn part_view(&self, op: &'static str, part: usize) -> Result<Tensor> {
        let Some(dtype) = part_dtype(self.dtype()) else {
            let hint = "Only complex numbers have parts.";
            return Err(Error::DTypeUnsupported { op, dtype: self.dtype(), hint });
        };
        let overflow = || Error::SizeOverflow { op, shape: self.shape().into(), dtype: Some(dtype) };
        let doubled: Option<Vec<isize>> = self.strides().iter().map(|s| s.checked_mul(2)).collect();
        let offset = self.layout().offset().checked_mul(2).and_then(|o| o.checked_add(part));
        let layout = Layout::new(self.shape(), &doubled.ok_or_else(overflow)?, offset.ok_or_else(overflow)?)?;
        Ok(Tensor::from_view(View::new(self.buffer().clone(), layout, dtype)?))
    }
}

/// The dtype of the parts of a complex one.
fn part_dtype(dtype: DType) -> Option<DType> {
    match dtype {
        DType::Complex32 => Some(DType::Float16),
        DType::BComplex32 => Some(DType::BFloat16),
        DType::Complex64 => Some(DType::Float32),
        DType::Complex128 => Some(DType::Float64),
        _ => None,
    }
}

/// Complex numbers whose real parts lie all before their imaginary parts, as matrix units of half floats like them.
///
/// It is a row-major real tensor `[2, ..shape]`, so the operations of real tensors take it as it is. An element has no
/// address: it is read and written whole.
///
/// ```
/// use num_complex::Complex;
/// use polyad_tensor::{ComplexPlanar, tensor};
/// let planar = ComplexPlanar::from_complex(&tensor![Complex::new(1.0, 2.0), Complex::new(3.0, 4.0)])?;
/// assert_eq!(planar.as_tensor(), &tensor![[1.0, 3.0], [2.0, 4.0]]);
/// planar.set(&[0], Complex::new(5.0, 6.0))?;
/// assert_eq!(planar.get(&[0])?, Complex::new(5.0, 6.0));
/// # Ok::<(), polyad_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ComplexPlanar {
    planes: Tensor,
}

impl ComplexPlanar {
    /// Over the planes `[2, ..shape]`, without a copy.
    ///
    /// Errors: `DTypeUnsupported` but for floats of their own bytes, `ShapeMismatch` for another first axis or planes that
    /// are not contiguous.
    ///
    /// ```
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let x = tensor![[1.0, 3.0], [2.0, 4.0]];
    /// assert_eq!(ComplexPlanar::new(x.clone())?.shape(), [2]);
    /// assert!(ComplexPlanar::new(x.mt()?).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn new(planes: Tensor) -> Result<ComplexPlanar> {
        const OP: &str = "planar";
        let dtype = planes.dtype();
        if dtype.kind() != Kind::Float || !dtype.is_plain() {
            let hint = "The planes are floats such as float16 and bfloat16.";
            return Err(Error::DTypeUnsupported { op: OP, dtype, hint });
        }
        if planes.shape().first() != Some(&2) || !planes.is_contiguous() {
            let need = format!("[2, ..], row-major without gaps, not strides {:?}", planes.strides());
            return Err(Error::ShapeMismatch { op: OP, got: planes.shape().into(), need });
        }
        Ok(ComplexPlanar { planes })
    }

    /// A copy of a complex tensor. Errors: `DTypeUnsupported`, `TooManyAxes`, `OutOfMemory`.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::from_complex(&tensor![Complex::new(1.0f32, 2.0)])?;
    /// assert_eq!(planar.as_tensor(), &tensor![[1.0f32], [2.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn from_complex(x: &Tensor) -> Result<ComplexPlanar> {
        let (real, imaginary) = (x.real_view()?, x.imag_view()?);
        let shape: Vec<usize> = std::iter::once(2).chain(x.shape().iter().copied()).collect();
        let planes = ComplexPlanar { planes: Tensor::zeros(&shape, real.dtype())? };
        planes.real_view()?.copy_from(&real)?;
        planes.imag_view()?.copy_from(&imaginary)?;
        Ok(planes)
    }

    /// A copy with the parts of each number beside each other.
    ///
    /// Errors: `DTypeUnsupported` for floats that no complex dtype is made of, `OutOfMemory`.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let z = tensor![Complex::new(1.0, 2.0)];
    /// assert_eq!(ComplexPlanar::from_complex(&z)?.to_complex()?, z);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn to_complex(&self) -> Result<Tensor> {
        let part = self.planes.dtype();
        let Some(&dtype) = DType::ALL.iter().find(|&&d| part_dtype(d) == Some(part)) else {
            let hint = "No complex dtype has such parts; convert the planes with astype(\"float32\").";
            return Err(Error::DTypeUnsupported { op: "to_complex", dtype: part, hint });
        };
        let out = Tensor::zeros(self.shape(), dtype)?;
        out.real_view()?.copy_from(&self.real_view()?)?;
        out.imag_view()?.copy_from(&self.imag_view()?)?;
        Ok(out)
    }

    /// The extents of the complex tensor, outermost first.
    ///
    /// ```
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::new(tensor![[1.0, 3.0], [2.0, 4.0]])?;
    /// assert_eq!(planar.shape(), [2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn shape(&self) -> &[usize] {
        &self.planes.shape()[1..]
    }

    /// The planes, `[2, ..shape]`.
    ///
    /// ```
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::new(tensor![[1.0, 3.0], [2.0, 4.0]])?;
    /// assert_eq!(planar.as_tensor().shape(), [2, 2]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn as_tensor(&self) -> &Tensor {
        &self.planes
    }

    /// The plane of the real parts: a view.
    ///
    /// ```
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::new(tensor![[1.0, 3.0], [2.0, 4.0]])?;
    /// assert_eq!((planar.real_view()?, planar.imag_view()?), (tensor![1.0, 3.0], tensor![2.0, 4.0]));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn real_view(&self) -> Result<Tensor> {
        self.planes.slice(&[Slice::At(0)])
    }

    /// The plane of the imaginary parts, as [`ComplexPlanar::real_view`].
    ///
    /// ```
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::new(tensor![[1.0, 3.0], [2.0, 4.0]])?;
    /// assert_eq!(planar.imag_view()?, tensor![2.0, 4.0]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn imag_view(&self) -> Result<Tensor> {
        self.planes.slice(&[Slice::At(1)])
    }

    /// The number at an index. Errors: as [`Tensor::get_f64`].
    ///
    /// ```
    /// use num_complex::Complex;
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::new(tensor![[1.0, 3.0], [2.0, 4.0]])?;
    /// assert_eq!(planar.get(&[-1])?, Complex::new(3.0, 4.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn get(&self, index: &[i64]) -> Result<Complex<f64>> {
        Ok(Complex::new(self.real_view()?.get_f64(index)?, self.imag_view()?.get_f64(index)?))
    }

    /// Writes the number at an index, its parts rounded once. Errors: as [`Tensor::set_f64`], and then neither part changed.
    ///
    /// ```
    /// use num_complex::Complex;
    /// use polyad_tensor::{ComplexPlanar, tensor};
    /// let planar = ComplexPlanar::new(tensor![[1.0, 3.0], [2.0, 4.0]])?;
    /// planar.set(&[1], Complex::new(7.0, 8.0))?;
    /// assert_eq!(planar.as_tensor(), &tensor![[1.0, 7.0], [2.0, 8.0]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set(&self, index: &[i64], value: Complex<f64>) -> Result<()> {
        let (real, imaginary) = (self.real_view()?, self.imag_view()?);
        // What could be wrong with the second write is found by making its number first.
        Tensor::filled("set", &[], Scalar::Float(value.im), imaginary.dtype())?;
        real.set_f64(index, value.re)?;
        imaginary.set_f64(index, value.im)
    }
}
