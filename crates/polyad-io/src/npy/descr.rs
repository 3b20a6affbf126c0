//! The dtype of an NPY header: a type string of NumPy's array protocol, or something that has no place here.

use super::literal::Descr;
use crate::fault::{Fault, Parse, Word, quoted};
use crate::types::{EntryType, types};

/// What a type string means.
pub(super) struct Dtype {
    pub(super) dtype: EntryType,
    pub(super) big_endian: bool,
    /// Elements and bytes of a block; `None` where the values are not read.
    pub(super) block: Option<(u64, u64)>,
}

/// Real dtypes of NumPy's that are no tensor dtypes: by the letter of their kind, and the reason.
static REFUSED: &[(&[u8], &str)] = &[
    (b"O", "object arrays hold pickled Python objects, which are programs, and are never loaded"),
    (b"US", "text is no tensor; save it apart from the arrays"),
    (b"V", "raw bytes have no values; bfloat16 and 8-bit floats end up so in NPY, save those as safetensors"),
    (b"Mm", "dates and time spans are no tensor dtype; save them as int64"),
    (b"fc", "extended floats depend on the machine that wrote them; save them as float64 or complex128"),
];

pub(super) fn parse(descr: Descr<'_>) -> Parse<Dtype> {
    let text = match descr {
        Descr::Text(text) => text,
        Descr::Record => return Ok(refused("record", "a record has several fields; save each as an array of its own")),
        Descr::Other(what) => {
            return Err(Fault::new(Word::BadType, format!("descr is {what}; it has to be a string such as '<f4'")));
        }
    };
    let unknown = || {
        let known: Vec<&str> = types().iter().filter_map(|row| row.npy).collect();
        let detail = format!("unknown dtype {}; known: {} and these with `>`", quoted(text), known.join(", "));
        Fault::new(Word::BadType, detail)
    };
    let (order, rest) = match text.as_bytes().first() {
        Some(order @ (b'<' | b'>' | b'|' | b'=')) => (*order, &text[1..]),
        _ => (b'=', text),
    };
    if let Some(row) = types().iter().find(|row| row.npy.is_some_and(|descr| &descr[1..] == rest)) {
        let one_byte = row.block.1 == 1;
        if order == b'|' && !one_byte {
            return Err(unknown());
        }
        let big_endian = order == b'>' && !one_byte;
        return Ok(Dtype { dtype: row.entry_type(), big_endian, block: Some(row.block) });
    }
    let (letter, size) = rest.split_at_checked(1).ok_or_else(unknown)?;
    let reason = REFUSED.iter().find(|(letters, _)| letters.contains(&letter.as_bytes()[0]));
    let (_, why) = reason.ok_or_else(unknown)?;
    let digits = size.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = size.split_at(digits);
    let right = match letter {
        "O" => size.is_empty() || size == "8" || size == "4",
        "U" | "S" | "V" => unit.is_empty() && (1..10).contains(&digits),
        "f" => matches!(size, "12" | "16"),
        "c" => matches!(size, "24" | "32"),
        _ => number == "8" && (unit.is_empty() || (unit.starts_with('[') && unit.ends_with(']'))),
    };
    if right { Ok(refused(text, why)) } else { Err(unknown()) }
}

fn refused(name: &str, why: &'static str) -> Dtype {
    Dtype { dtype: EntryType::Named { name: name.to_owned(), why }, big_endian: false, block: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyad_core::DType;

    #[test]
    fn type_strings() {
        let read = |text| parse(Descr::Text(text)).map(|d| (d.dtype.known(), d.big_endian)).map_err(|f| f.word);
        assert_eq!(read("<f4"), Ok((Some(DType::Float32), false)));
        assert_eq!(read(">i8"), Ok((Some(DType::Int64), true)));
        assert_eq!(read("=u2"), Ok((Some(DType::UInt16), false)));
        assert_eq!(read(">u1"), Ok((Some(DType::UInt8), false)));
        for refused in ["|O", "<U3", "|S4", "|V2", "<M8[s]", "<m8[ns]", "<f16", "<c32"] {
            assert_eq!(read(refused), Ok((None, false)), "{refused}");
        }
        for unknown in ["", "<", "|f4", "<f3", "<f0", "<f-4", "<f4 ", "<f4,<f4", "!f4", "<U", "<U3x", "<b4", "\u{e9}"] {
            assert_eq!(read(unknown), Err(Word::BadType), "{unknown}");
        }
    }
}
