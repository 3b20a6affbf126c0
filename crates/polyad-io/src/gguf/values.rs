//! Metadata values: thirteen kinds, by number.

use crate::fault::{Fault, Faults, Parse, Word, quoted};
use crate::metadata::{Array, Strings, Value};
use crate::read::{Cursor, utf8};

/// Upstream takes no nesting at all; files that have some have one level.
const MAX_DEPTH: usize = 8;

/// Arrays inside arrays in one file: each costs more memory than the twelve bytes that announce it, so their
/// number is bounded where the file's size alone would not do.
const MAX_NESTED: usize = 8_192;

/// Reads values; counts nested arrays over the whole file.
#[derive(Default)]
pub(super) struct Reader {
    nested: usize,
}

impl Reader {
    /// The value of kind `kind` at the cursor.
    pub(super) fn value(&mut self, c: &mut Cursor<'_>, kind: u32, faults: &mut Faults) -> Parse<Value> {
        Ok(match kind {
            0 => Value::U8(c.u8("a uint8")?),
            1 => Value::I8(c.u8("an int8")? as i8),
            2 => Value::U16(c.u16("a uint16")?),
            3 => Value::I16(c.u16("an int16")? as i16),
            4 => Value::U32(c.u32("a uint32")?),
            5 => Value::I32(c.u32("an int32")? as i32),
            6 => Value::F32(f32::from_bits(c.u32("a float32")?)),
            7 => Value::Bool(bools(c.offset(), c.take(1, "a bool")?, faults)?[0]),
            8 => Value::String(string(c, "a string", faults)?.unwrap_or_default().to_owned()),
            9 => Value::Array(self.array(c, 0, faults)?),
            10 => Value::U64(c.u64("a uint64")?),
            11 => Value::I64(c.u64("an int64")? as i64),
            12 => Value::F64(f64::from_bits(c.u64("a float64")?)),
            _ => return Err(unknown(c.offset(), kind)),
        })
    }

    fn array(&mut self, c: &mut Cursor<'_>, depth: usize, faults: &mut Faults) -> Parse<Array> {
        if depth >= MAX_DEPTH {
            return Err(Fault::at(Word::TooDeep, c.offset(), format!("arrays nested more than {MAX_DEPTH} deep")));
        }
        let at = c.offset();
        let kind = c.u32("the kind of an array")?;
        if kind > 12 {
            return Err(unknown(at, kind));
        }
        let count = c.count("the length of an array")?;
        let big = c.is_big_endian();
        // The bytes of `count` numbers of `N` bytes, each turned into a value by `f`.
        fn numbers<const N: usize, T>(c: &mut Cursor<'_>, count: u64, f: impl Fn([u8; N]) -> T) -> Parse<Vec<T>> {
            let past = || Fault::at(Word::Overflow, c.offset(), format!("an array of {count} elements"));
            let len = count.checked_mul(N as u64).ok_or_else(past)?;
            let bytes = c.take(len, "an array")?;
            Ok(bytes.as_chunks::<N>().0.iter().map(|&b| f(b)).collect())
        }
        macro_rules! array {
            ($variant:ident, $t:ty) => {
                Array::$variant(numbers(c, count, if big { <$t>::from_be_bytes } else { <$t>::from_le_bytes })?)
            };
        }
        Ok(match kind {
            0 => array!(U8, u8),
            1 => array!(I8, i8),
            2 => array!(U16, u16),
            3 => array!(I16, i16),
            4 => array!(U32, u32),
            5 => array!(I32, i32),
            6 => array!(F32, f32),
            7 => Array::Bool(bools(c.offset(), c.take(count, "an array")?, faults)?),
            8 => Array::String(strings(c, count, faults)?),
            9 => {
                let least = c.left() / 12;
                if count > least as u64 {
                    let detail = format!("{count} arrays announced, {} bytes are left", c.left());
                    return Err(Fault::at(Word::Truncated, c.offset(), detail));
                }
                self.nested += count as usize;
                if self.nested > MAX_NESTED {
                    let detail = format!("more than {MAX_NESTED} arrays inside arrays");
                    return Err(Fault::at(Word::Unsupported, c.offset(), detail));
                }
                let each = (0..count).map(|_| self.array(c, depth + 1, faults));
                Array::Array(each.collect::<Parse<_>>()?)
            }
            10 => array!(U64, u64),
            11 => array!(I64, i64),
            _ => array!(F64, f64),
        })
    }
}

fn unknown(at: u64, kind: u32) -> Fault {
    Fault::at(Word::BadType, at, format!("unknown kind of value {kind}; the kinds are 0 to 12"))
}

/// Bytes that lie at `at` as bools. Of several that are none, the first is told.
fn bools(at: u64, bytes: &[u8], faults: &mut Faults) -> Parse<Vec<bool>> {
    if let Some(i) = bytes.iter().position(|&b| b > 1) {
        let detail = format!("a bool of {}; it has to be 0 or 1", bytes[i]);
        faults.note(Fault::at(Word::BadValue, at + i as u64, detail))?;
    }
    Ok(bytes.iter().map(|&b| b != 0).collect())
}

/// A length and that many bytes of text; `None` where they are no text and the fault is kept.
pub(super) fn string<'a>(c: &mut Cursor<'a>, what: &str, faults: &mut Faults) -> Parse<Option<&'a str>> {
    let len = c.count(what)?;
    let at = c.offset();
    let bytes = c.take(len, what)?;
    faults.keep(utf8(bytes, at, what))
}

/// Lengths are walked once before anything is allocated, so that the memory taken is what the file holds.
fn strings(c: &mut Cursor<'_>, count: u64, faults: &mut Faults) -> Parse<Strings> {
    if count > (c.left() / 8) as u64 {
        let detail = format!("{count} strings announced, {} bytes are left", c.left());
        return Err(Fault::at(Word::Truncated, c.offset(), detail));
    }
    let mut ahead = c.clone();
    let mut total = 0;
    for _ in 0..count {
        let len = ahead.count("a string")?;
        total += ahead.take(len, "a string")?.len();
    }
    let mut out = Strings::with_capacity(count as usize, total);
    for _ in 0..count {
        out.push(string(c, "a string", faults)?.unwrap_or_default());
    }
    Ok(out)
}

/// The number of the value's kind.
pub(super) fn kind(value: &Value) -> u32 {
    match value {
        Value::U8(_) => 0,
        Value::I8(_) => 1,
        Value::U16(_) => 2,
        Value::I16(_) => 3,
        Value::U32(_) => 4,
        Value::I32(_) => 5,
        Value::F32(_) => 6,
        Value::Bool(_) => 7,
        Value::String(_) => 8,
        Value::Array(_) => 9,
        Value::U64(_) => 10,
        Value::I64(_) => 11,
        Value::F64(_) => 12,
    }
}

/// Appends a value, without its kind.
pub(super) fn push_value(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::U8(v) => out.push(*v),
        Value::I8(v) => out.push(*v as u8),
        Value::U16(v) => out.extend(v.to_le_bytes()),
        Value::I16(v) => out.extend(v.to_le_bytes()),
        Value::U32(v) => out.extend(v.to_le_bytes()),
        Value::I32(v) => out.extend(v.to_le_bytes()),
        Value::F32(v) => out.extend(v.to_le_bytes()),
        Value::Bool(v) => out.push(u8::from(*v)),
        Value::String(v) => push_string(out, v),
        Value::Array(v) => push_array(out, v),
        Value::U64(v) => out.extend(v.to_le_bytes()),
        Value::I64(v) => out.extend(v.to_le_bytes()),
        Value::F64(v) => out.extend(v.to_le_bytes()),
    }
}

fn push_array(out: &mut Vec<u8>, array: &Array) {
    let mut head = |kind: u32, len: usize| {
        out.extend(kind.to_le_bytes());
        out.extend((len as u64).to_le_bytes());
    };
    macro_rules! push {
        ($kind:literal, $v:expr) => {{
            head($kind, $v.len());
            $v.iter().for_each(|x| out.extend(x.to_le_bytes()));
        }};
    }
    match array {
        Array::U8(v) => push!(0, v),
        Array::I8(v) => push!(1, v),
        Array::U16(v) => push!(2, v),
        Array::I16(v) => push!(3, v),
        Array::U32(v) => push!(4, v),
        Array::I32(v) => push!(5, v),
        Array::F32(v) => push!(6, v),
        Array::Bool(v) => {
            head(7, v.len());
            out.extend(v.iter().map(|&b| u8::from(b)));
        }
        Array::String(v) => {
            head(8, v.len());
            v.iter().for_each(|text| push_string(out, text));
        }
        Array::Array(v) => {
            head(9, v.len());
            v.iter().for_each(|inner| push_array(out, inner));
        }
        Array::U64(v) => push!(10, v),
        Array::I64(v) => push!(11, v),
        Array::F64(v) => push!(12, v),
    }
}

/// Appends a length and the text.
pub(super) fn push_string(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// A key as the format allows it.
pub(super) fn check_key(key: &str) -> Result<(), String> {
    match key.len() {
        0 => Err("an empty key".to_owned()),
        len if len > super::MAX_KEY => {
            Err(format!("key {} takes {len} bytes; a key takes {} at most", quoted(key), super::MAX_KEY))
        }
        _ => Ok(()),
    }
}

/// Refuses what the reader would refuse: arrays nested too deep, or too many of them.
pub(super) fn check_nesting(value: &Value) -> Parse<()> {
    fn count(array: &Array, depth: usize, nested: &mut usize) -> Parse<()> {
        let Array::Array(inner) = array else { return Ok(()) };
        *nested += inner.len();
        if depth >= MAX_DEPTH || *nested > MAX_NESTED {
            let detail = format!("arrays in arrays: at most {MAX_NESTED} of them, {MAX_DEPTH} deep, can be read back");
            return Err(Fault::new(Word::TooDeep, detail));
        }
        inner.iter().try_for_each(|array| count(array, depth + 1, nested))
    }
    match value {
        Value::Array(array) => count(array, 1, &mut 0),
        _ => Ok(()),
    }
}
