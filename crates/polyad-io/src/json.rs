//! A strict JSON reader that hands out what it meets and keeps nothing: RFC 8259 to the letter, nesting bounded.
//!
//! Files are read as if an attacker wrote them, and every fault has to have its own word and place; a general
//! parser that builds trees, accepts what it can and keeps the last of two equal keys answers neither need.

use std::borrow::Cow;

use crate::fault::{Fault, Faults, Parse, Word};

/// Deep enough for any header, far from the end of the smallest thread's stack.
const MAX_DEPTH: usize = 64;

/// A place in JSON text.
#[derive(Clone)]
pub(crate) struct Json<'a> {
    text: &'a str,
    at: usize,
    base: u64,
    depth: usize,
}

impl<'a> Json<'a> {
    /// At the start of `text`, which lies at `base` in its file.
    pub(crate) fn new(text: &'a str, base: u64) -> Json<'a> {
        Json { text, at: 0, base, depth: 0 }
    }

    pub(crate) fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    fn fault(&self, word: Word, detail: impl Into<String>) -> Fault {
        Fault::at(word, self.offset(), detail)
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is no white space, which stays unread.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn seen(&mut self) -> String {
        match self.text[self.at..].chars().next() {
            Some(c) => format!("{c:?}"),
            None => "the end".to_owned(),
        }
    }

    fn expected(&mut self, what: &str) -> Fault {
        let seen = self.seen();
        self.fault(Word::BadHeader, format!("{what} expected, {seen} found"))
    }

    /// Nothing but white space may be left.
    pub(crate) fn end(&mut self) -> Parse<()> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of the header")),
        }
    }

    /// What begins here, for faults about values of the wrong kind.
    pub(crate) fn kind(&mut self) -> &'static str {
        match self.peek() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b'"') => "a string",
            Some(b't' | b'f') => "a bool",
            Some(b'n') => "null",
            Some(b'-' | b'0'..=b'9') => "a number",
            _ => "no value",
        }
    }

    /// A value of the wrong kind is the author's mistake, broken syntax is a broken header.
    fn wrong(&mut self, wanted: &str) -> Fault {
        match self.kind() {
            "no value" => self.expected(wanted),
            kind => self.fault(Word::BadValue, format!("{wanted} expected, {kind} found")),
        }
    }

    fn nest(&mut self) -> Parse<()> {
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fault(Word::TooDeep, format!("nested more than {MAX_DEPTH} deep")));
        }
        Ok(())
    }

    /// After a member: true if another follows, false if the closing `end` was read.
    fn more(&mut self, end: u8) -> Parse<bool> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(b) if b == end => {
                self.at += 1;
                self.depth -= 1;
                Ok(false)
            }
            _ => Err(self.expected(if end == b'}' { "a comma or `}`" } else { "a comma or `]`" })),
        }
    }

    /// An object: `member` is called where the value of each key begins and has to read it.
    pub(crate) fn object(&mut self, mut member: impl FnMut(&mut Json<'a>, Cow<'a, str>) -> Parse<()>) -> Parse<()> {
        if self.peek() != Some(b'{') {
            return Err(self.wrong("an object"));
        }
        self.nest()?;
        if self.peek() == Some(b'}') {
            self.more(b'}')?;
            return Ok(());
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.expected("a key in double quotes"));
            }
            let key = self.string()?;
            if self.peek() != Some(b':') {
                return Err(self.expected("a colon"));
            }
            self.at += 1;
            self.peek();
            member(self, key)?;
            if !self.more(b'}')? {
                return Ok(());
            }
        }
    }

    /// An array: `item` is called before each value and has to read it.
    pub(crate) fn array(&mut self, mut item: impl FnMut(&mut Json<'a>) -> Parse<()>) -> Parse<()> {
        if self.peek() != Some(b'[') {
            return Err(self.wrong("an array"));
        }
        self.nest()?;
        if self.peek() == Some(b']') {
            self.more(b']')?;
            return Ok(());
        }
        loop {
            item(self)?;
            if !self.more(b']')? {
                return Ok(());
            }
        }
    }

    /// A string, borrowed unless it has escapes.
    pub(crate) fn string(&mut self) -> Parse<Cow<'a, str>> {
        if self.peek() != Some(b'"') {
            return Err(self.wrong("a string"));
        }
        self.at += 1;
        let mut out: Option<String> = None;
        let mut start = self.at;
        loop {
            match self.byte() {
                None => return Err(self.expected("the closing quote of a string")),
                Some(b'"') => {
                    let rest = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(match out {
                        None => Cow::Borrowed(rest),
                        Some(text) => Cow::Owned(text + rest),
                    });
                }
                Some(b'\\') => {
                    let text = out.get_or_insert_with(String::new);
                    text.push_str(&self.text[start..self.at]);
                    let c = self.escape()?;
                    out.get_or_insert_with(String::new).push(c);
                    start = self.at;
                }
                Some(b) if b < 0x20 => {
                    return Err(self.fault(
                        Word::BadHeader,
                        format!("control character {b:#04x} in a string; it has to be escaped"),
                    ));
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Parse<char> {
        self.at += 1;
        let c = match self.byte() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let first = self.hex4()?;
                let code = match first {
                    0xd800..0xdc00 if self.text[self.at..].starts_with("\\u") => {
                        self.at += 2;
                        let second = self.hex4()?;
                        if !(0xdc00..0xe000).contains(&second) {
                            return Err(self.fault(Word::BadUtf8, "an escaped surrogate without its other half"));
                        }
                        0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                    }
                    _ => first,
                };
                return char::from_u32(code)
                    .ok_or_else(|| self.fault(Word::BadUtf8, "an escaped surrogate without its other half"));
            }
            _ => return Err(self.expected("an escape of JSON")),
        };
        self.at += 1;
        Ok(c)
    }

    fn hex4(&mut self) -> Parse<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for &digit in digits {
            code = code * 16 + (digit as char).to_digit(16).ok_or_else(|| self.expected("four hexadecimal digits"))?;
        }
        if digits.len() < 4 {
            return Err(self.expected("four hexadecimal digits"));
        }
        self.at += 4;
        Ok(code)
    }

    /// The text of a number in JSON's grammar.
    fn number(&mut self) -> Parse<&'a str> {
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        match self.byte() {
            Some(b'0') => {
                self.at += 1;
                if matches!(self.byte(), Some(b'0'..=b'9')) {
                    return Err(self.fault(Word::BadHeader, "a number with a leading zero"));
                }
            }
            _ => self.digits()?,
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) -> Parse<()> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == start { Err(self.expected("a digit")) } else { Ok(()) }
    }

    /// An integer from 0 to 2^63 - 1, written as one.
    pub(crate) fn unsigned(&mut self, what: &str) -> Parse<u64> {
        let Some(b'-' | b'0'..=b'9') = self.peek() else {
            return Err(self.wrong(what));
        };
        let at = self.offset();
        let text = self.number()?;
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            let detail = format!("{what} is {}; it has to be an integer that is not negative", brief(text));
            return Err(Fault::at(Word::BadValue, at, detail));
        }
        match text.parse::<u64>() {
            Ok(n) if n <= i64::MAX as u64 => Ok(n),
            _ => Err(Fault::at(Word::Overflow, at, format!("{what} is {}, past 63 bits", brief(text)))),
        }
    }

    /// What `read` makes of the value that comes next. Where it finds a fault that is kept, `None`, and the value is
    /// passed over if it is JSON at all.
    pub(crate) fn keep<T>(
        &mut self,
        faults: &mut Faults,
        read: impl FnOnce(&mut Json<'a>, &mut Faults) -> Parse<T>,
    ) -> Parse<Option<T>> {
        let mut behind = self.clone();
        match read(self, faults) {
            Ok(value) => Ok(Some(value)),
            Err(fault) if faults.is_lenient() && behind.skip().is_ok() => {
                faults.note(fault)?;
                *self = behind;
                Ok(None)
            }
            Err(fault) => Err(fault),
        }
    }

    /// Any value, checked and dropped.
    pub(crate) fn skip(&mut self) -> Parse<()> {
        match self.peek() {
            Some(b'{') => self.object(|json, _| json.skip()),
            Some(b'[') => self.array(Json::skip),
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number().map(drop),
            _ => {
                for word in ["true", "false", "null"] {
                    if self.text[self.at..].starts_with(word) {
                        self.at += word.len();
                        return Ok(());
                    }
                }
                Err(self.expected("a value"))
            }
        }
    }
}

/// A number for a message, which may have a thousand digits.
fn brief(text: &str) -> String {
    if text.len() > 24 { format!("{}... ({} digits)", &text[..20], text.len()) } else { text.to_owned() }
}

/// `text` as a JSON string, quotes included.
pub(crate) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Parse<()> {
        let mut json = Json::new(text, 0);
        json.skip()?;
        json.end()
    }

    #[test]
    fn agrees_with_another_parser_on_damaged_text() {
        let good = r#"{"a":[1,-2.5e+3,0,{"b":null}],"é\u00e9\ud83d\ude00\n":true,"c":"\"\\\/x", "d" : [ ] , "e":{}}"#;
        check(good).unwrap();
        let mut state = 0x2545_f491_4f6c_dd1du64;
        let mut accepted = 0;
        for _ in 0..20_000 {
            let mut bytes = good.as_bytes().to_vec();
            for _ in 0..1 + state % 3 {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                let at = (state >> 20) as usize % bytes.len();
                bytes[at] = br#"{}[]":,\0159.-+eEtrufalsn xd"#[(state >> 40) as usize % 28];
            }
            let Ok(text) = String::from_utf8(bytes) else { continue };
            let theirs: Result<serde_json::Value, _> = serde_json::from_str(&text);
            // The other parser refuses numbers past the range of a double, which only a value can tell.
            if theirs.as_ref().is_err_and(|e| e.to_string().contains("out of range")) {
                continue;
            }
            assert_eq!(check(&text).is_ok(), theirs.is_ok(), "{text}");
            accepted += usize::from(theirs.is_ok());
        }
        assert!(accepted > 100);
    }

    #[test]
    fn strings_are_read_as_another_parser_reads_them() {
        for text in [r#""""#, r#""plain""#, r#""\u0041\n\\\"\/""#, r#""\ud83d\ude80 é""#, "\"\u{7f}\u{2028}\""] {
            let theirs: String = serde_json::from_str(text).unwrap();
            let ours = Json::new(text, 0).string().unwrap().into_owned();
            assert_eq!(ours, theirs);
            let mut back = String::new();
            push_string(&mut back, &ours);
            assert_eq!(serde_json::from_str::<String>(&back).unwrap(), ours);
        }
        for half in [r#""\ud83d""#, r#""\ude80""#, r#""\ud83d\u0041""#] {
            assert_eq!(Json::new(half, 0).string().unwrap_err().word, Word::BadUtf8, "{half}");
        }
    }

    #[test]
    fn integers_are_exact_or_refused() {
        let read = |text| Json::new(text, 0).unsigned("n").map_err(|f| f.word);
        assert_eq!(read("0"), Ok(0));
        assert_eq!(read("9223372036854775807"), Ok(i64::MAX as u64));
        assert_eq!(read("9223372036854775808"), Err(Word::Overflow));
        assert_eq!(read("1e3"), Err(Word::BadValue));
        assert_eq!(read("-1"), Err(Word::BadValue));
        assert_eq!(read("04"), Err(Word::BadHeader));
        assert_eq!(read("true"), Err(Word::BadValue));
    }
}
