//! What a file says beside its tensors: keys with values, in the file's order.

use std::fmt;

use crate::fault::{Fault, Faults, Parse, Word, quoted};

/// A value of the metadata. The kinds are GGUF's; safetensors has strings only.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// 8 bits, unsigned.
    U8(u8),
    /// 8 bits, signed.
    I8(i8),
    /// 16 bits, unsigned.
    U16(u16),
    /// 16 bits, signed.
    I16(i16),
    /// 32 bits, unsigned.
    U32(u32),
    /// 32 bits, signed.
    I32(i32),
    /// 32-bit float.
    F32(f32),
    /// True or false.
    Bool(bool),
    /// Text.
    String(String),
    /// Values of one kind.
    Array(Array),
    /// 64 bits, unsigned.
    U64(u64),
    /// 64 bits, signed.
    I64(i64),
    /// 64-bit float.
    F64(f64),
}

/// An array of the metadata: values of one kind, in the memory that they need.
#[derive(Clone, Debug, PartialEq)]
pub enum Array {
    /// 8 bits, unsigned.
    U8(Vec<u8>),
    /// 8 bits, signed.
    I8(Vec<i8>),
    /// 16 bits, unsigned.
    U16(Vec<u16>),
    /// 16 bits, signed.
    I16(Vec<i16>),
    /// 32 bits, unsigned.
    U32(Vec<u32>),
    /// 32 bits, signed.
    I32(Vec<i32>),
    /// 32-bit floats.
    F32(Vec<f32>),
    /// True or false.
    Bool(Vec<bool>),
    /// Texts.
    String(Strings),
    /// Arrays, which may differ in kind and length.
    Array(Vec<Array>),
    /// 64 bits, unsigned.
    U64(Vec<u64>),
    /// 64 bits, signed.
    I64(Vec<i64>),
    /// 64-bit floats.
    F64(Vec<f64>),
}

/// Many strings in one allocation: a vocabulary of 150,000 tokens costs two, not 150,000.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strings {
    text: String,
    ends: Vec<usize>,
}

impl Strings {
    /// None yet, with room for `count` strings of `bytes` bytes in all.
    pub fn with_capacity(count: usize, bytes: usize) -> Strings {
        Strings { text: String::with_capacity(bytes), ends: Vec::with_capacity(count) }
    }

    /// Adds one at the end.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The string at place `index`.
    pub fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Some(&self.text[start..end])
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|i| self.get(i))
    }
}

impl<S: AsRef<str>> FromIterator<S> for Strings {
    fn from_iter<I: IntoIterator<Item = S>>(items: I) -> Strings {
        let mut out = Strings::default();
        for item in items {
            out.push(item.as_ref());
        }
        out
    }
}

impl Array {
    /// How many elements.
    pub fn len(&self) -> usize {
        match self {
            Array::U8(v) => v.len(),
            Array::I8(v) => v.len(),
            Array::U16(v) => v.len(),
            Array::I16(v) => v.len(),
            Array::U32(v) => v.len(),
            Array::I32(v) => v.len(),
            Array::F32(v) => v.len(),
            Array::Bool(v) => v.len(),
            Array::String(v) => v.len(),
            Array::Array(v) => v.len(),
            Array::U64(v) => v.len(),
            Array::I64(v) => v.len(),
            Array::F64(v) => v.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at place `index`, as a value of its own.
    pub fn get(&self, index: usize) -> Option<Value> {
        Some(match self {
            Array::U8(v) => Value::U8(*v.get(index)?),
            Array::I8(v) => Value::I8(*v.get(index)?),
            Array::U16(v) => Value::U16(*v.get(index)?),
            Array::I16(v) => Value::I16(*v.get(index)?),
            Array::U32(v) => Value::U32(*v.get(index)?),
            Array::I32(v) => Value::I32(*v.get(index)?),
            Array::F32(v) => Value::F32(*v.get(index)?),
            Array::Bool(v) => Value::Bool(*v.get(index)?),
            Array::String(v) => Value::String(v.get(index)?.to_owned()),
            Array::Array(v) => Value::Array(v.get(index)?.clone()),
            Array::U64(v) => Value::U64(*v.get(index)?),
            Array::I64(v) => Value::I64(*v.get(index)?),
            Array::F64(v) => Value::F64(*v.get(index)?),
        })
    }

    /// The name of its elements' kind: "uint8", "string".
    pub fn kind(&self) -> &'static str {
        match self {
            Array::U8(_) => "uint8",
            Array::I8(_) => "int8",
            Array::U16(_) => "uint16",
            Array::I16(_) => "int16",
            Array::U32(_) => "uint32",
            Array::I32(_) => "int32",
            Array::F32(_) => "float32",
            Array::Bool(_) => "bool",
            Array::String(_) => "string",
            Array::Array(_) => "array",
            Array::U64(_) => "uint64",
            Array::I64(_) => "int64",
            Array::F64(_) => "float64",
        }
    }
}

impl Value {
    /// The text, if it is a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, if it is an integer of any width that is not negative.
    pub fn as_u64(&self) -> Option<u64> {
        match *self {
            Value::U8(n) => Some(n.into()),
            Value::U16(n) => Some(n.into()),
            Value::U32(n) => Some(n.into()),
            Value::U64(n) => Some(n),
            Value::I8(n) => n.try_into().ok(),
            Value::I16(n) => n.try_into().ok(),
            Value::I32(n) => n.try_into().ok(),
            Value::I64(n) => n.try_into().ok(),
            _ => None,
        }
    }

    /// The name of its kind: "uint32", "string", "array".
    pub fn kind(&self) -> &'static str {
        match self {
            Value::U8(_) => "uint8",
            Value::I8(_) => "int8",
            Value::U16(_) => "uint16",
            Value::I16(_) => "int16",
            Value::U32(_) => "uint32",
            Value::I32(_) => "int32",
            Value::F32(_) => "float32",
            Value::Bool(_) => "bool",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::U64(_) => "uint64",
            Value::I64(_) => "int64",
            Value::F64(_) => "float64",
        }
    }
}

/// Plain text; arrays in brackets, their strings quoted.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::U8(v) => v.fmt(f),
            Value::I8(v) => v.fmt(f),
            Value::U16(v) => v.fmt(f),
            Value::I16(v) => v.fmt(f),
            Value::U32(v) => v.fmt(f),
            Value::I32(v) => v.fmt(f),
            Value::F32(v) => v.fmt(f),
            Value::Bool(v) => v.fmt(f),
            Value::String(v) => v.fmt(f),
            Value::Array(v) => v.fmt(f),
            Value::U64(v) => v.fmt(f),
            Value::I64(v) => v.fmt(f),
            Value::F64(v) => v.fmt(f),
        }
    }
}

impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for i in 0..self.len() {
            if i > 0 {
                f.write_str(", ")?;
            }
            match self.get(i) {
                Some(Value::String(text)) => write!(f, "{text:?}")?,
                Some(value) => write!(f, "{value}")?,
                None => {}
            }
        }
        f.write_str("]")
    }
}

macro_rules! value_from {
    ($($variant:ident $t:ty),+ $(,)?) => {$(
        impl From<$t> for Value {
            fn from(v: $t) -> Value {
                Value::$variant(v)
            }
        }
    )+};
}

value_from!(
    U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, F32 f32, Bool bool, String String, Array Array, U64 u64,
    I64 i64, F64 f64,
);

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::String(text.to_owned())
    }
}

/// Keys and their values, in order; each key once.
///
/// ```
/// use polyad_io::{Metadata, Value};
/// let mut m = Metadata::new();
/// m.insert("general.architecture", "bert");
/// m.insert("general.file_type", 7u32);
/// assert_eq!(m.get("general.file_type").and_then(Value::as_u64), Some(7));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    pairs: Vec<(String, Value)>,
}

impl Metadata {
    /// No keys.
    pub fn new() -> Metadata {
        Metadata::default()
    }

    /// All pairs at once, of which `offsets` says where they lie in the file; gives the offsets that are left where keys
    /// came twice. O(n log n), where `insert` would be O(n^2).
    pub(crate) fn from_pairs(
        mut pairs: Vec<(String, Value)>,
        mut offsets: Vec<u64>,
        faults: &mut Faults,
    ) -> Parse<(Metadata, Vec<u64>)> {
        let again = duplicates(pairs.len(), |i| &pairs[i].0);
        for &i in &again {
            let detail = format!("key {} comes twice", quoted(&pairs[i as usize].0));
            faults.note(Fault::at(Word::Duplicate, offsets[i as usize], detail))?;
        }
        remove_all(&mut pairs, &again);
        remove_all(&mut offsets, &again);
        Ok((Metadata { pairs }, offsets))
    }

    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v)
    }

    /// Puts `value` under `key`, in the place of its former value or at the end; gives that former value.
    pub fn insert(&mut self, key: impl Into<String>, value: impl Into<Value>) -> Option<Value> {
        let (key, value) = (key.into(), value.into());
        match self.pairs.iter_mut().find(|(k, _)| *k == key) {
            Some(pair) => Some(std::mem::replace(&mut pair.1, value)),
            None => {
                self.pairs.push((key, value));
                None
            }
        }
    }

    /// Takes `key` out and gives its value.
    pub fn remove(&mut self, key: &str) -> Option<Value> {
        let at = self.pairs.iter().position(|(k, _)| k == key)?;
        Some(self.pairs.remove(at).1)
    }

    /// The pairs in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.pairs.iter().map(|(k, v)| (k.as_str(), v))
    }

    /// How many keys.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
}

/// Where names of the list come again, in order; found by sorting places: no hashing of names that a stranger has
/// chosen, four bytes a name.
pub(crate) fn duplicates<'a>(count: usize, name: impl Fn(usize) -> &'a str) -> Vec<u32> {
    let order = sorted(count, &name);
    let mut again = Vec::new();
    for same in order.chunk_by(|&a, &b| name(a as usize) == name(b as usize)).filter(|same| same.len() > 1) {
        let first = same.iter().min();
        again.extend(same.iter().filter(|&i| Some(i) != first));
    }
    again.sort_unstable();
    again
}

/// Takes the elements at these places, which are in order, out of the list.
pub(crate) fn remove_all<T>(list: &mut Vec<T>, places: &[u32]) {
    let mut next = places.iter().copied().peekable();
    let mut i = 0;
    list.retain(|_| {
        i += 1;
        next.next_if_eq(&(i - 1)).is_none()
    });
}

/// The places of the list in the order of its names.
pub(crate) fn sorted<'a>(count: usize, name: impl Fn(usize) -> &'a str) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_unstable_by_key(|&i| name(i as usize));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_keep_their_order_and_are_there_once() {
        let mut m = Metadata::new();
        m.insert("b", 1u32);
        m.insert("a", true);
        assert_eq!(m.insert("b", "x"), Some(Value::U32(1)));
        let keys: Vec<&str> = m.iter().map(|(k, _)| k).collect();
        assert_eq!(keys, ["b", "a"]);
        assert_eq!(m.remove("b"), Some(Value::String("x".into())));
        assert_eq!(m.len(), 1);
    }

    #[test]
    fn a_key_that_comes_again_is_told_with_its_place() {
        let pairs: Vec<(String, Value)> =
            ["k", "j", "k", "k"].iter().zip(0u8..).map(|(k, n)| (k.to_string(), n.into())).collect();
        let places = vec![10, 20, 30, 40];
        let fault = Metadata::from_pairs(pairs.clone(), places.clone(), &mut Faults::strict()).unwrap_err();
        assert_eq!((fault.word, fault.offset), (Word::Duplicate, Some(30)));
        let mut faults = Faults::lenient();
        let (metadata, places) = Metadata::from_pairs(pairs, places, &mut faults).unwrap();
        assert_eq!((metadata.get("k"), metadata.len(), places), (Some(&Value::U8(0)), 2, vec![10, 20]));
        let offsets: Vec<_> = faults.into_findings().iter().map(|f| f.offset).collect();
        assert_eq!(offsets, [Some(30), Some(40)]);
    }

    #[test]
    fn strings_are_found_by_place() {
        let s: Strings = ["", "one", "", "\u{4e8c}"].into_iter().collect();
        assert_eq!(s.iter().collect::<Vec<_>>(), ["", "one", "", "\u{4e8c}"]);
        assert_eq!(s.get(4), None);
        assert_eq!(Value::Array(Array::String(s)).to_string(), "[\"\", \"one\", \"\", \"\u{4e8c}\"]");
    }
}
