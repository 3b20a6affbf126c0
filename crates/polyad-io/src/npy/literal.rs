//! The dictionary literal of an NPY header: three keys, and just enough of Python's syntax to tell an array from
//! an attack.

use crate::fault::{Fault, Faults, Parse, Word};
use polyad_core::MAX_NDIM;

/// Records nest, and their dtypes are skipped as text.
const MAX_DEPTH: usize = 32;

/// The three values, read but not yet understood, with the place of the first; `None` where a fault is kept.
pub(super) struct Raw<'a> {
    pub(super) descr: Option<(u64, Descr<'a>)>,
    pub(super) column_major: Option<bool>,
    pub(super) shape: Option<Vec<u64>>,
}

/// What stands behind `descr`.
pub(super) enum Descr<'a> {
    /// A string.
    Text(&'a str),
    /// A list or tuple: a dtype with fields or with a shape.
    Record,
    /// Anything else, in words.
    Other(&'static str),
}

/// Reads the header's text, which lies at `base` in the file.
pub(super) fn parse<'a>(text: &'a [u8], base: u64, faults: &mut Faults) -> Parse<Raw<'a>> {
    let mut l = Literal { text, at: 0, base };
    let (mut descr, mut order, mut shape) = (None, None, None);
    if l.peek() != Some(b'{') {
        return Err(l.expected("a dictionary"));
    }
    l.at += 1;
    loop {
        match l.peek() {
            Some(b'}') => break,
            Some(b'\'' | b'"') => {}
            _ => return Err(l.expected("a key in quotes or `}`")),
        }
        let key = l.string()?;
        if l.peek() != Some(b':') {
            return Err(l.expected("a colon"));
        }
        l.at += 1;
        l.peek();
        let at = l.at as u64 + base;
        let twice = match key {
            b"descr" => descr.replace(l.keep(faults, |l| Ok((at, l.descr()?)))?).is_some(),
            b"fortran_order" => order.replace(l.keep(faults, Literal::order)?).is_some(),
            b"shape" => shape.replace(l.keep(faults, Literal::shape)?).is_some(),
            _ => {
                let detail = "a key that is none of descr, fortran_order and shape";
                faults.note(Fault::at(Word::BadHeader, at, detail))?;
                l.skip(0)?;
                false
            }
        };
        if twice {
            faults.note(Fault::at(Word::Duplicate, at, "a key comes twice"))?;
        }
        match l.peek() {
            Some(b',') => l.at += 1,
            Some(b'}') => {}
            _ => return Err(l.expected("a comma or `}`")),
        }
    }
    l.at += 1;
    if l.peek().is_some() {
        return Err(l.expected("the end of the header"));
    }
    for (key, is_missing) in
        [("descr", descr.is_none()), ("fortran_order", order.is_none()), ("shape", shape.is_none())]
    {
        if is_missing {
            faults.note(Fault::at(Word::BadHeader, base, format!("the header has no {key}")))?;
        }
    }
    Ok(Raw { descr: descr.flatten(), column_major: order.flatten(), shape: shape.flatten() })
}

#[derive(Clone)]
struct Literal<'a> {
    text: &'a [u8],
    at: usize,
    base: u64,
}

impl<'a> Literal<'a> {
    fn fault(&self, word: Word, detail: impl Into<String>) -> Fault {
        Fault::at(word, self.base + self.at as u64, detail)
    }

    fn expected(&self, what: &str) -> Fault {
        let seen = match self.text.get(self.at) {
            Some(&b) => format!("{:?}", b as char),
            None => "the end".to_owned(),
        };
        self.fault(Word::BadHeader, format!("{what} expected, {seen} found"))
    }

    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// The bytes between quotes. Escapes stay as they are: nothing that is looked for here has one.
    fn string(&mut self) -> Parse<&'a [u8]> {
        let quote = self.byte();
        self.at += 1;
        let start = self.at;
        loop {
            match self.byte() {
                None | Some(b'\n' | b'\r' | 0) => return Err(self.expected("the closing quote of a string")),
                b if b == quote => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(&self.text[start..self.at - 1])
    }

    fn descr(&mut self) -> Parse<Descr<'a>> {
        Ok(match self.peek() {
            Some(b'\'' | b'"') => {
                let text = self.string()?;
                Descr::Text(std::str::from_utf8(text).unwrap_or("text beyond ASCII"))
            }
            Some(b'[' | b'(') => {
                self.skip(0)?;
                Descr::Record
            }
            _ => Descr::Other(self.skip(0)?),
        })
    }

    fn order(&mut self) -> Parse<bool> {
        let start = self.at;
        match self.peek() {
            Some(b'T') if self.word() == b"True" => Ok(true),
            Some(b'F') if self.word() == b"False" => Ok(false),
            _ => {
                self.at = start;
                let what = self.skip(0)?;
                Err(self.fault(Word::BadValue, format!("fortran_order is {what}; it has to be True or False")))
            }
        }
    }

    fn shape(&mut self) -> Parse<Vec<u64>> {
        if self.peek() != Some(b'(') {
            let what = self.skip(0)?;
            return Err(self.fault(Word::BadValue, format!("shape is {what}; it has to be a tuple")));
        }
        self.at += 1;
        let mut shape = Vec::new();
        loop {
            match self.peek() {
                Some(b')') => break,
                Some(b'-' | b'0'..=b'9') => shape.push(self.extent()?),
                _ => {
                    let what = self.skip(0)?;
                    return Err(self.fault(Word::BadValue, format!("an extent is {what}; it has to be an integer")));
                }
            }
            if shape.len() > MAX_NDIM {
                let detail = format!("more than {MAX_NDIM} axes; a tensor has {MAX_NDIM} at most");
                return Err(self.fault(Word::BadValue, detail));
            }
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b')') if shape.len() == 1 => {
                    return Err(
                        self.fault(Word::BadValue, "shape is a number in parentheses; a tuple of one has a comma")
                    );
                }
                Some(b')') => {}
                _ => return Err(self.expected("a comma or `)`")),
            }
        }
        self.at += 1;
        Ok(shape)
    }

    fn extent(&mut self) -> Parse<u64> {
        let start = self.at;
        let what = self.skip(0)?;
        let text = self.text[start..self.at].strip_suffix(b"L").unwrap_or(&self.text[start..self.at]);
        if what != "an integer" || text.starts_with(b"-") {
            let what = if text.starts_with(b"-") { "negative" } else { what };
            return Err(self.fault(Word::BadValue, format!("an extent is {what}; it has to be an integer from 0")));
        }
        let value = std::str::from_utf8(text).ok().and_then(|text| text.parse::<u64>().ok());
        value.filter(|&n| n <= i64::MAX as u64).ok_or_else(|| self.fault(Word::Overflow, "an extent past 63 bits"))
    }

    /// What `read` makes of the value that comes next. Where it finds a fault that is kept, `None`, and the value is
    /// passed over if it is a literal at all.
    fn keep<T>(&mut self, faults: &mut Faults, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<Option<T>> {
        let mut behind = self.clone();
        match read(self) {
            Ok(value) => Ok(Some(value)),
            Err(fault) if faults.is_lenient() && behind.skip(0).is_ok() => {
                faults.note(fault)?;
                *self = behind;
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        while self.byte().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_') {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Passes one literal and says what it was. Anything that would have to be computed is no literal.
    fn skip(&mut self, depth: usize) -> Parse<&'static str> {
        if depth > MAX_DEPTH {
            return Err(self.fault(Word::TooDeep, format!("nested more than {MAX_DEPTH} deep")));
        }
        match self.peek() {
            Some(b'\'' | b'"') => self.string().map(|_| "a string"),
            Some(open @ (b'(' | b'[')) => {
                let (close, what) = if open == b'(' { (b')', "a tuple") } else { (b']', "a list") };
                self.at += 1;
                while self.peek() != Some(close) {
                    self.skip(depth + 1)?;
                    match self.peek() {
                        Some(b',') => self.at += 1,
                        Some(b) if b == close => {}
                        _ => return Err(self.expected("a comma or the end of a list")),
                    }
                }
                self.at += 1;
                Ok(what)
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let start = self.at;
                match self.word() {
                    b"True" | b"False" => Ok("a bool"),
                    b"None" => Ok("None"),
                    _ => {
                        self.at = start;
                        Err(self.expected("a string, number, tuple or list (nothing is evaluated)"))
                    }
                }
            }
        }
    }

    fn number(&mut self) -> Parse<&'static str> {
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.expected("a digit"));
        }
        if self.byte() == Some(b'L') {
            self.at += 1;
            return Ok("an integer");
        }
        let mut what = "an integer";
        if let Some(b'.' | b'e' | b'E') = self.byte() {
            what = "a float";
            while let Some(b'0'..=b'9' | b'.' | b'e' | b'E') = self.byte() {
                self.at += 1;
            }
        }
        if let Some(b'j') = self.byte() {
            what = "a complex number";
            self.at += 1;
        }
        Ok(what)
    }
}
