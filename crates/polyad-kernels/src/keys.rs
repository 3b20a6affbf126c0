//! Elements as keys: the unsigned order of the keys is the order of the elements.
//!
//! NaN is the greatest, all NaN are equal, and so are both zeros. Complex numbers are ordered by real part, then imaginary
//! part, those with NaN after all others as NumPy has them.

use bytemuck::Pod;
use polyad_core::DType;

/// An element with a key.
pub(crate) trait Keyed: Pod {
    /// The key, ordered as the elements are.
    type Key: Copy + Default + Ord + Send + Sync;

    /// The key of an element.
    fn key(self) -> Self::Key;

    /// The key in the order from the other end.
    fn flip(key: Self::Key) -> Self::Key;

    /// Whether it is NaN, or has a part that is.
    fn is_nan(self) -> bool;
}

/// An element whose key is a whole number, from which it comes back.
pub(crate) trait Whole: Keyed {
    /// The key in 64 bits.
    fn bits(key: Self::Key) -> u64;

    /// The element of a key; a zero or NaN may come back as another of its kind.
    fn value(key: Self::Key) -> Self;

    /// Whether elements that are told apart share the key of this one: it is a zero or NaN.
    fn is_shared(self) -> bool;
}

macro_rules! keyed {
    (float $t:ty, $key:ty, $signed:ty) => {
        impl Keyed for $t {
            type Key = $key;

            #[inline(always)]
            fn key(self) -> $key {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                // Adding 0 turns -0 into 0.
                let bits = (self + 0.0).to_bits();
                // All bits of a negative number turn, else the sign alone; without a branch that signs at random would miss.
                let key = bits ^ ((bits as $signed >> (<$key>::BITS - 1)) as $key | SIGN);
                if self.is_nan() { <$key>::MAX } else { key }
            }

            #[inline(always)]
            fn flip(key: $key) -> $key {
                !key
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                <$t>::is_nan(self)
            }
        }

        impl Whole for $t {
            #[inline(always)]
            fn bits(key: $key) -> u64 {
                u64::from(key)
            }

            #[inline(always)]
            fn value(key: $key) -> $t {
                const SIGN: $key = 1 << (<$key>::BITS - 1);
                <$t>::from_bits(key ^ ((!key as $signed >> (<$key>::BITS - 1)) as $key | SIGN))
            }

            #[inline(always)]
            fn is_shared(self) -> bool {
                self.is_nan() | (self == 0.0)
            }
        }
    };
    (integer $t:ty, $unsigned:ty, $key:ty) => {
        impl Keyed for $t {
            type Key = $key;

            #[inline(always)]
            fn key(self) -> $key {
                <$key>::from(self as $unsigned ^ <$t>::MIN as $unsigned)
            }

            #[inline(always)]
            fn flip(key: $key) -> $key {
                <$key>::from(!(key as $unsigned))
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                false
            }
        }

        impl Whole for $t {
            #[inline(always)]
            fn bits(key: $key) -> u64 {
                u64::from(key)
            }

            #[inline(always)]
            fn value(key: $key) -> $t {
                (key as $unsigned ^ <$t>::MIN as $unsigned) as $t
            }

            #[inline(always)]
            fn is_shared(self) -> bool {
                false
            }
        }
    };
}

keyed!(float f32, u32, i32);
keyed!(float f64, u64, i64);
keyed!(integer i8, u8, u32);
keyed!(integer i16, u16, u32);
keyed!(integer i32, u32, u32);
keyed!(integer i64, u64, u64);
keyed!(integer u8, u8, u32);
keyed!(integer u16, u16, u32);
keyed!(integer u32, u32, u32);
keyed!(integer u64, u64, u64);

macro_rules! complex {
    ($t:ty) => {
        impl Keyed for [$t; 2] {
            /// Which parts are NaN, the real part, the imaginary part.
            type Key = (u64, u64, u64);

            #[inline(always)]
            fn key(self) -> (u64, u64, u64) {
                let nan = 2 * u64::from(self[0].is_nan()) + u64::from(self[1].is_nan());
                (nan, self[0].key().into(), self[1].key().into())
            }

            #[inline(always)]
            fn flip(key: (u64, u64, u64)) -> (u64, u64, u64) {
                (!key.0, !key.1, !key.2)
            }

            #[inline(always)]
            fn is_nan(self) -> bool {
                self[0].is_nan() || self[1].is_nan()
            }
        }
    };
}

complex!(f32);
complex!(f64);

/// The keys of a row, from the other end if `descending`.
#[inline(always)]
pub(crate) fn keys<T: Keyed>(x: &[T], descending: bool) -> impl Iterator<Item = T::Key> {
    x.iter().map(move |&v| if descending { T::flip(v.key()) } else { v.key() })
}

/// Runs an expression with `$t` standing for the element type of a compute dtype.
macro_rules! by_dtype {
    ($dtype:expr, $t:ident => $body:expr) => {
        by_dtype!($dtype, $t => $body, $body)
    };
    ($dtype:expr, $t:ident => $whole:expr, $complex:expr) => {
        match $dtype {
            DType::Float32 => {
                type $t = f32;
                $whole
            }
            DType::Float64 => {
                type $t = f64;
                $whole
            }
            DType::Int8 => {
                type $t = i8;
                $whole
            }
            DType::Int16 => {
                type $t = i16;
                $whole
            }
            DType::Int32 => {
                type $t = i32;
                $whole
            }
            DType::Int64 => {
                type $t = i64;
                $whole
            }
            DType::UInt8 | DType::Bool => {
                type $t = u8;
                $whole
            }
            DType::UInt16 => {
                type $t = u16;
                $whole
            }
            DType::UInt32 => {
                type $t = u32;
                $whole
            }
            DType::UInt64 => {
                type $t = u64;
                $whole
            }
            DType::Complex64 => {
                #[allow(dead_code)] // not every expression needs the type
                type $t = [f32; 2];
                $complex
            }
            DType::Complex128 => {
                #[allow(dead_code)] // not every expression needs the type
                type $t = [f64; 2];
                $complex
            }
            other => unreachable!("{other} is no compute dtype"),
        }
    };
}

pub(crate) use by_dtype;

/// Keys of any compute dtype.
#[derive(Clone, Debug)]
pub enum Keys {
    /// Of real numbers and bool.
    Real(Vec<u64>),
    /// Of complex numbers.
    Complex(Vec<(u64, u64, u64)>),
}

impl Keys {
    /// The keys of elements of a compute dtype, in their order.
    ///
    /// # Panics
    /// If the slice is not aligned, or the dtype is no compute dtype.
    ///
    /// ```
    /// use polyad_core::DType;
    /// use polyad_kernels::keys::Keys;
    /// let Keys::Real(keys) = Keys::new(DType::Int64, bytemuck::cast_slice(&[-1i64, 0, 1])) else { unreachable!() };
    /// assert!(keys.is_sorted());
    /// ```
    pub fn new(dtype: DType, x: &[u8]) -> Keys {
        fn real<T: Whole>(x: &[T]) -> Keys {
            Keys::Real(keys(x, false).map(T::bits).collect())
        }
        fn complex<T: Keyed<Key = (u64, u64, u64)>>(x: &[T]) -> Keys {
            Keys::Complex(keys(x, false).collect())
        }
        by_dtype!(dtype, T => real::<T>(bytemuck::cast_slice(x)), complex::<T>(bytemuck::cast_slice(x)))
    }

    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Keys::Real(keys) => keys.len(),
            Keys::Complex(keys) => keys.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The order of two of them.
    pub fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        match self {
            Keys::Real(keys) => keys[a].cmp(&keys[b]),
            Keys::Complex(keys) => keys[a].cmp(&keys[b]),
        }
    }
}

/// For each element of a compute dtype whether it is NaN, or has a part that is.
///
/// # Panics
/// As [`Keys::new`].
pub fn nans(dtype: DType, x: &[u8]) -> Vec<bool> {
    by_dtype!(dtype, T => bytemuck::cast_slice::<u8, T>(x).iter().map(|&v| Keyed::is_nan(v)).collect())
}
