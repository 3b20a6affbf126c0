//! Single elements, read and written by index under one hold.
//!
//! Indices count from the end where they are negative. Everything that can be wrong with a call is found before
//! anything is written. Packed elements are read and written as the type in which they compute: `i8` for ternary,
//! int4 and int2, `u8` for uint4, uint2 and uint1, `f32` for float4.

use bytemuck::{NoUninit, bytes_of, pod_read_unaligned};
use polyad_core::{Codec, DType, Element, Error, Holds, Kind, Result};

use crate::{Scalar, Tensor};

/// Elements of the longest block that there is.
const LONGEST_BLOCK: usize = 256;

impl Tensor {
    /// The element at an index, exactly. O(ndim).
    ///
    /// Errors: `ShapeMismatch` for another number of indices than axes, `IndexOutOfRange`, `DTypeMismatch` where `T` is
    /// not the type of the elements, `InUse`.
    ///
    /// ```
    /// use polyad_tensor::{Tensor, tensor};
    /// let x = tensor![[1, 2], [3, (1 << 53) + 1]];
    /// assert_eq!(x.get::<i64>(&[1, -1])?, (1 << 53) + 1);
    /// assert!(x.get::<f64>(&[0, 0]).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn get<T: Element>(&self, index: &[i64]) -> Result<T> {
        const OP: &str = "get";
        check_type::<T>(OP, self.dtype())?;
        let at = self.layout().element(index)?;
        self.read_bytes(OP, |bytes| read(bytes, self.dtype(), at))
    }

    /// Writes the element at an index, exactly. O(ndim).
    ///
    /// Errors: as [`Tensor::get`]; `ValueOutOfRange` for a number that a packed element cannot hold, `ReadOnly`,
    /// `SelfOverlap` for a view whose elements share memory.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::zeros(&[5], DType::Ternary)?;
    /// x.set(&[2], -1i8)?;
    /// assert_eq!(x.to_f64_vec()?, [0.0, 0.0, -1.0, 0.0, 0.0]);
    /// assert!(x.set(&[2], 2i8).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set<T: Element>(&self, index: &[i64], value: T) -> Result<()> {
        const OP: &str = "set";
        check_type::<T>(OP, self.dtype())?;
        let at = self.layout().element(index)?;
        let code = Code::of(OP, value, self.dtype())?;
        self.write_code(OP, at, code)
    }

    /// The element at an index as the nearest float64, block formats among them. O(ndim).
    ///
    /// Errors: as [`Tensor::get`]; `DTypeUnsupported` for complex numbers.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::full(&[2, 32], 0.5f32, DType::Float32)?.quantize(DType::Q8_0)?;
    /// assert!((x.get_f64(&[1, 31])? - 0.5).abs() < 1e-3);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn get_f64(&self, index: &[i64]) -> Result<f64> {
        const OP: &str = "get_f64";
        real(OP, self.dtype())?;
        let at = self.layout().element(index)?;
        Ok(as_f64(self.scalar_at(OP, at)?))
    }

    /// Writes the element at an index: floats round once, integers drop the fraction. O(ndim).
    ///
    /// Errors: `ValueOutOfRange` for a number past the range of the dtype, a NaN or infinity among integers, anything but
    /// -1, 0 and 1 among ternary and anything but 0 and 1 among bool; `DTypeUnsupported` for complex numbers,
    /// `BlockWrite` for block formats, of which only whole blocks are written; as [`Tensor::set`].
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_tensor::Tensor;
    /// let x = Tensor::zeros(&[2], DType::Int8)?;
    /// x.set_f64(&[0], -2.9)?;
    /// assert_eq!(x.get_f64(&[0])?, -2.0);
    /// assert!(x.set_f64(&[0], 128.0).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set_f64(&self, index: &[i64], value: f64) -> Result<()> {
        self.set_f64_at("set_f64", self.layout().element(index)?, value)
    }

    /// The element at a place of the row-major order, as [`Tensor::get_f64`].
    ///
    /// Errors: `IndexOutOfRange`, with the shape as one axis; as [`Tensor::get_f64`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!((x.get_flat(1)?, x.mt()?.get_flat(1)?), (2.0, 4.0));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn get_flat(&self, flat: i64) -> Result<f64> {
        const OP: &str = "get_flat";
        real(OP, self.dtype())?;
        Ok(as_f64(self.scalar_at(OP, self.element_of_flat(OP, flat)?)?))
    }

    /// Writes the element at a place of the row-major order, as [`Tensor::set_f64`].
    ///
    /// Errors: `IndexOutOfRange`, as [`Tensor::get_flat`]; as [`Tensor::set_f64`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.mt()?.set_flat(1, 9.0)?;
    /// assert_eq!(x, tensor![[1, 2, 3], [9, 5, 6]]);
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set_flat(&self, flat: i64, value: f64) -> Result<()> {
        const OP: &str = "set_flat";
        self.set_f64_at(OP, self.element_of_flat(OP, flat)?, value)
    }

    /// The element at an index as a number of its own kind, of any dtype. O(ndim). Errors: as [`Tensor::get`].
    ///
    /// ```
    /// use polyad_tensor::{Scalar, tensor};
    /// assert_eq!(tensor![[1, 2], [3, 4]].get_scalar(&[1, 0])?, Scalar::Int(3));
    /// assert_eq!(tensor![true].get_scalar(&[0])?, Scalar::Bool(true));
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn get_scalar(&self, index: &[i64]) -> Result<Scalar> {
        let at = self.layout().element(index)?;
        self.scalar_at("get_scalar", at)
    }

    /// Writes a number of any kind that the dtype holds, as [`Tensor::full`] does. O(ndim).
    ///
    /// Errors: `ValueOutOfRange`, also for a fraction among integers; `BlockWrite`; as [`Tensor::set`].
    ///
    /// ```
    /// use polyad_tensor::tensor;
    /// let x = tensor![1.5, 2.5];
    /// x.set_scalar(&[0], 7)?;
    /// assert_eq!(x, tensor![7.0, 2.5]);
    /// assert!(tensor![1, 2].set_scalar(&[0], 0.5).is_err());
    /// # Ok::<(), polyad_core::Error>(())
    /// ```
    pub fn set_scalar(&self, index: &[i64], value: impl Into<Scalar>) -> Result<()> {
        const OP: &str = "set_scalar";
        let at = self.layout().element(index)?;
        self.check_single_writes(OP)?;
        let code = Code::of_scalar(OP, value.into(), self.dtype())?;
        self.write_code(OP, at, code)
    }

    fn scalar_at(&self, op: &'static str, at: usize) -> Result<Scalar> {
        self.read_bytes(op, |bytes| decode(bytes, self.dtype(), at))
    }

    fn set_f64_at(&self, op: &'static str, at: usize, value: f64) -> Result<()> {
        let dtype = self.dtype();
        real(op, dtype)?;
        self.check_single_writes(op)?;
        let out_of_range = || Error::ValueOutOfRange { op, value: format!("{value:?}"), dtype };
        let number = match dtype.kind() {
            Kind::Float => Scalar::Float(value),
            _ => {
                let whole = if dtype == DType::Ternary || dtype == DType::Bool { value } else { value.trunc() };
                // The bounds are powers of two, so float64 has them exactly; 2^64 itself is out.
                if whole.fract() != 0.0 || !(-(2f64.powi(63))..2f64.powi(64)).contains(&whole) {
                    return Err(out_of_range());
                }
                if whole < 0.0 { Scalar::Int(whole as i64) } else { Scalar::UInt(whole as u64) }
            }
        };
        if !number.fits(dtype) {
            return Err(out_of_range());
        }
        self.write_code(op, at, Code::of_scalar(op, number, dtype)?)
    }

    /// The number in the buffer of the element at a place of the row-major order.
    fn element_of_flat(&self, op: &'static str, flat: i64) -> Result<usize> {
        let size = self.size();
        let mut rest = match usize::try_from(flat) {
            Ok(flat) if flat < size => flat,
            _ => return Err(Error::IndexOutOfRange { op, index: flat, axis: 0, shape: [size][..].into() }),
        };
        let mut at = self.layout().offset() as isize;
        for (&n, &stride) in self.shape().iter().zip(self.strides()).rev() {
            at += (rest % n) as isize * stride;
            rest /= n;
        }
        Ok(at as usize)
    }

    fn read_bytes<R>(&self, op: &'static str, f: impl FnOnce(&[u8]) -> R) -> Result<R> {
        let mut holds = Holds::take(op, &[self.buffer()], None)?;
        let (sources, _) = holds.slices();
        Ok(f(sources[0].expect("there is no destination")))
    }

    fn write_code(&self, op: &'static str, at: usize, code: Code) -> Result<()> {
        self.check_own_elements(op)?;
        let mut holds = Holds::take(op, &[], Some(self.buffer()))?;
        let (_, bytes) = holds.slices();
        code.write(bytes, self.dtype(), at);
        Ok(())
    }

    /// Refuses block formats. Errors: `BlockWrite`.
    pub(crate) fn check_single_writes(&self, op: &'static str) -> Result<()> {
        let (dtype, shape) = (self.dtype(), self.shape().into());
        if dtype.is_quantized() { Err(Error::BlockWrite { op, dtype, shape }) } else { Ok(()) }
    }

    /// Refuses views whose elements share memory. Errors: `SelfOverlap`.
    pub(crate) fn check_own_elements(&self, op: &'static str) -> Result<()> {
        if !self.is_contiguous() && self.layout().overlaps_itself() {
            let (shape, strides) = (self.shape().into(), self.strides().to_vec());
            return Err(Error::SelfOverlap { op, shape, strides });
        }
        Ok(())
    }
}

/// Refuses complex numbers where a real one is asked for.
fn real(op: &'static str, dtype: DType) -> Result<()> {
    let hint = "Take get_scalar and set_scalar, or real_view() and imag_view().";
    if dtype.kind() == Kind::Complex { Err(Error::DTypeUnsupported { op, dtype, hint }) } else { Ok(()) }
}

fn as_f64(x: Scalar) -> f64 {
    match x {
        Scalar::Bool(x) => f64::from(u8::from(x)),
        Scalar::Int(x) => x as f64,
        Scalar::UInt(x) => x as f64,
        Scalar::Float(x) | Scalar::Complex([x, _]) => x,
    }
}

/// Refuses a Rust type that the elements are not: theirs, or for packed ones that in which they compute.
pub(crate) fn check_type<T: Element>(op: &'static str, dtype: DType) -> Result<()> {
    if T::DTYPE == dtype || dtype.is_packed() && T::DTYPE == dtype.compute() {
        return Ok(());
    }
    Err(Error::DTypeMismatch { op, got: dtype, need: T::DTYPE })
}

/// The element of that number as a type that [`check_type`] let through.
pub(crate) fn read<T: Element>(bytes: &[u8], dtype: DType, at: usize) -> T {
    let raw = |bytes: &[u8]| T::from_raw(pod_read_unaligned(bytes));
    if T::DTYPE == dtype {
        let width = size_of::<T::Raw>();
        return raw(&bytes[at * width..(at + 1) * width]);
    }
    match decode(bytes, dtype, at) {
        Scalar::Int(x) => raw(&[x as u8]),
        Scalar::UInt(x) => raw(&[x as u8]),
        Scalar::Float(x) => raw(bytes_of(&(x as f32))),
        Scalar::Bool(_) | Scalar::Complex(_) => unreachable!("{dtype} is not packed"),
    }
}

/// The element of that number, of any dtype, by the plain codec.
fn decode(bytes: &[u8], dtype: DType, at: usize) -> Scalar {
    let (len, width) = (dtype.block_len(), dtype.block_bytes());
    let (block, place) = (at / len, at % len);
    let bytes = &bytes[block * width..(block + 1) * width];
    match dtype.codec() {
        Codec::Float { decode, .. } => {
            let mut values = [0.0; LONGEST_BLOCK];
            decode(bytes, &mut values[..len]);
            Scalar::Float(values[place])
        }
        Codec::Signed { decode, .. } => {
            let mut values = [0; 8];
            decode(bytes, &mut values[..len]);
            Scalar::Int(values[place])
        }
        Codec::Unsigned { decode, .. } => {
            let mut values = [0; 8];
            decode(bytes, &mut values[..len]);
            if dtype == DType::Bool { Scalar::Bool(values[place] != 0) } else { Scalar::UInt(values[place]) }
        }
        Codec::Complex { decode, .. } => {
            let mut value = [[0.0; 2]];
            decode(bytes, &mut value);
            Scalar::Complex(value[0])
        }
    }
}

/// One element as it is stored: whole bytes, or the low bits of one.
#[derive(Clone, Copy)]
pub(crate) struct Code([u8; 16]);

impl Code {
    /// Of a value that [`check_type`] let through. Errors: `ValueOutOfRange` where a packed element cannot hold it.
    fn of<T: Element>(op: &'static str, value: T, dtype: DType) -> Result<Code> {
        let raw = value.into_raw();
        if T::DTYPE == dtype {
            return Ok(Code::plain(&raw));
        }
        let bytes = bytes_of(&raw);
        let number = match T::DTYPE {
            DType::Int8 => Scalar::Int((bytes[0] as i8).into()),
            DType::UInt8 => Scalar::UInt(bytes[0].into()),
            _ => Scalar::Float(pod_read_unaligned::<f32>(bytes).into()),
        };
        let code = Code::of_scalar(op, number, dtype)?;
        // A float4 that had to round is not the number given.
        if let Scalar::Float(x) = number
            && decode(&code.0[..1], dtype, 0) != number
        {
            return Err(Error::ValueOutOfRange { op, value: format!("{x:?}"), dtype });
        }
        Ok(code)
    }

    /// Of a number, rounded once; not for block formats. Errors: `ValueOutOfRange`.
    pub(crate) fn of_scalar(op: &'static str, value: Scalar, dtype: DType) -> Result<Code> {
        let out_of_range = || Error::ValueOutOfRange { op, value: value.to_string(), dtype };
        if !value.fits(dtype) {
            return Err(out_of_range());
        }
        match value.encode(dtype) {
            Some((bytes, _)) => Ok(Code(bytes)),
            // A large integer into a narrow float: what the engine makes of it.
            None => {
                let mut code = Code([0; 16]);
                Tensor::filled(op, &[], value, dtype)?.copy_bytes_to(&mut code.0[..dtype.block_bytes()])?;
                Ok(code)
            }
        }
    }

    fn plain(raw: &impl NoUninit) -> Code {
        let mut code = Code([0; 16]);
        let bytes = bytes_of(raw);
        code.0[..bytes.len()].copy_from_slice(bytes);
        code
    }

    /// Into the element of that number; neighbours in the same byte stay.
    pub(crate) fn write(self, bytes: &mut [u8], dtype: DType, at: usize) {
        let (len, width) = (dtype.block_len(), dtype.block_bytes());
        if len == 1 {
            bytes[at * width..(at + 1) * width].copy_from_slice(&self.0[..width]);
            return;
        }
        let bits = 8 / len;
        let (byte, shift) = (&mut bytes[at / len], at % len * bits);
        let mask = ((1u8 << bits) - 1) << shift;
        *byte = *byte & !mask | self.0[0] << shift & mask;
    }
}
