//! What becomes of each tensor when a file is quantized.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use polyad::io::Entry;
use polyad::{DType, Kind};
use regex::Regex;

/// What becomes of one tensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Decision {
    /// Its bytes pass as they are.
    Keep(Reason),
    /// Its values are stored as this type.
    Encode(DType),
    /// Its rows fit no block of the type that was asked for; its values are stored as this one.
    Fallback(DType),
}

/// Why a tensor is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reason {
    /// A pattern says so.
    Asked,
    /// It has no rows.
    Rank,
    /// Its elements are no real floats.
    NotFloat,
    /// Its values cannot be read.
    NoDecoder,
    /// It is of the type already.
    Already,
    /// Its rows fit no block of the type, and a plain type would not be smaller.
    Rows,
    /// It has values that the type cannot hold.
    Nonfinite,
}

/// Continues "kept:".
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Reason::Asked => "matched by --keep",
            Reason::Rank => "rank 0 or 1",
            Reason::NotFloat => "no floats",
            Reason::NoDecoder => "no decoder for its type",
            Reason::Already => "of that type already",
            Reason::Rows => "rows fit no block",
            Reason::Nonfinite => "values that the type cannot hold",
        })
    }
}

/// A pattern of names with what it stands for on the command line, and whether any name matched.
struct Pattern {
    regex: Regex,
    option: &'static str,
    matched: Cell<bool>,
}

impl Pattern {
    fn new(regex: &Regex, option: &'static str) -> Pattern {
        Pattern { regex: regex.clone(), option, matched: Cell::new(false) }
    }

    fn matches(&self, name: &str) -> bool {
        let yes = self.regex.is_match(name);
        self.matched.set(self.matched.get() || yes);
        yes
    }
}

/// The argument of `--map`: `REGEX=T`.
#[derive(Clone)]
pub(crate) struct Mapping {
    regex: Regex,
    dtype: DType,
}

impl fmt::Display for Mapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.regex, self.dtype)
    }
}

impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Mapping, String> {
        // The pattern may have an equals sign of its own; names of types have none.
        let (regex, dtype) = text.rsplit_once('=').ok_or("it has the form REGEX=T, such as 'embed.*=q8_0'")?;
        Ok(Mapping { regex: Regex::new(regex).map_err(|e| e.to_string())?, dtype: float(dtype)? })
    }
}

/// The type of a name, if it is one to store weights in.
pub(crate) fn float(name: &str) -> Result<DType, String> {
    let dtype = DType::from_name(name).map_err(|e| e.to_string())?;
    let why = match dtype.kind() {
        Kind::Float if dtype.is_partner() => "holds activations, never weights",
        Kind::Float => return Ok(dtype),
        _ => "holds no real floats",
    };
    let floats: Vec<&str> = DType::ALL.iter().copied().filter(holds_weights).map(DType::name).collect();
    Err(format!("{dtype} {why}; types to quantize to: {}", floats.join(", ")))
}

/// Whether weights can be stored in a type.
fn holds_weights(dtype: &DType) -> bool {
    dtype.kind() == Kind::Float && !dtype.is_partner()
}

/// Which type each tensor gets: what `--keep` matches is kept, then the first `--map` that matches counts, then the rule:
/// real floats of rank 2 and more get the type, everything else is kept.
pub(crate) struct Rules {
    dtype: DType,
    keep: Vec<Pattern>,
    map: Vec<(Pattern, DType)>,
}

impl Rules {
    pub(crate) fn new(dtype: DType, keep: &[Regex], map: &[Mapping]) -> Rules {
        Rules {
            dtype,
            keep: keep.iter().map(|regex| Pattern::new(regex, "--keep")).collect(),
            map: map.iter().map(|m| (Pattern::new(&m.regex, "--map"), m.dtype)).collect(),
        }
    }

    /// What becomes of a tensor.
    pub(crate) fn decide(&self, entry: &Entry) -> Decision {
        // Every pattern sees every name, so that a pattern is called useless only when it is.
        let kept = self.keep.iter().filter(|p| p.matches(&entry.name)).count() > 0;
        let mapped = self
            .map
            .iter()
            .filter(|(p, _)| p.matches(&entry.name))
            .map(|(_, d)| *d)
            .fold(None, |first, d| first.or(Some(d)));
        if kept {
            return Decision::Keep(Reason::Asked);
        }
        let Some(source) = entry.dtype.known() else { return Decision::Keep(Reason::NoDecoder) };
        if source.kind() != Kind::Float {
            return Decision::Keep(Reason::NotFloat);
        }
        if mapped.is_none() && entry.shape.len() < 2 {
            return Decision::Keep(Reason::Rank);
        }
        let dtype = mapped.unwrap_or(self.dtype);
        let fitting = fitting(dtype, entry.shape.last().copied().unwrap_or(1));
        if source == fitting {
            return Decision::Keep(if fitting == dtype { Reason::Already } else { Reason::Rows });
        }
        match fitting == dtype {
            true => Decision::Encode(dtype),
            false if source.bits() <= fitting.bits() => Decision::Keep(Reason::Rows),
            false => Decision::Fallback(fitting),
        }
    }

    /// The patterns that matched no name so far, as they were given.
    pub(crate) fn unmatched(&self) -> impl Iterator<Item = String> {
        let all = self.keep.iter().chain(self.map.iter().map(|(pattern, _)| pattern));
        all.filter(|p| !p.matched.get()).map(|p| format!("{} {:?} matches no tensor", p.option, p.regex.as_str()))
    }
}

/// The type itself where rows of `columns` elements are whole blocks of it; else the next larger float type that fits, of
/// equally large ones the one that ggml had first.
fn fitting(dtype: DType, columns: usize) -> DType {
    let fits = |d: DType| !d.is_quantized() || columns.is_multiple_of(d.block_len());
    if fits(dtype) {
        return dtype;
    }
    // A narrow float without a scale loses the weights that a scale would save.
    let keeps = |d: DType| holds_weights(&d) && !d.needs_importance() && (d.is_quantized() || d.bits() >= 16.0);
    let larger = DType::ALL.iter().copied().filter(|d| keeps(*d) && d.bits() >= dtype.bits() && fits(*d));
    let age = |d: &DType| d.ggml_type().unwrap_or(u32::MAX);
    larger.min_by(|a, b| a.bits().total_cmp(&b.bits()).then(age(a).cmp(&age(b)))).unwrap_or(DType::Float32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polyad::io::EntryType;

    fn entry(name: &str, dtype: impl Into<EntryType>, shape: &[usize]) -> Entry {
        Entry { name: name.into(), dtype: dtype.into(), shape: shape.into(), offset: 0, size_bytes: 0 }
    }

    fn rules(keep: &[&str], map: &[&str]) -> Rules {
        let keep: Vec<Regex> = keep.iter().map(|k| Regex::new(k).unwrap()).collect();
        let map: Vec<Mapping> = map.iter().map(|m| m.parse().unwrap()).collect();
        Rules::new(DType::Q4_0, &keep, &map)
    }

    #[test]
    fn matrices_of_floats_get_the_type_and_the_rest_is_kept() {
        let r = rules(&[], &[]);
        let decide = |dtype: DType, shape: &[usize]| r.decide(&entry("w", dtype, shape));
        assert_eq!(decide(DType::Float32, &[8, 64]), Decision::Encode(DType::Q4_0));
        assert_eq!(decide(DType::Q8_0, &[8, 64]), Decision::Encode(DType::Q4_0));
        assert_eq!(decide(DType::Float32, &[2, 3, 64]), Decision::Encode(DType::Q4_0));
        assert_eq!(decide(DType::Float32, &[64]), Decision::Keep(Reason::Rank));
        assert_eq!(decide(DType::Float32, &[]), Decision::Keep(Reason::Rank));
        assert_eq!(decide(DType::Int64, &[8, 64]), Decision::Keep(Reason::NotFloat));
        assert_eq!(decide(DType::Complex64, &[8, 64]), Decision::Keep(Reason::NotFloat));
        assert_eq!(decide(DType::Q4_0, &[8, 64]), Decision::Keep(Reason::Already));
        let named = EntryType::from_name("q8_1").unwrap();
        assert_eq!(r.decide(&entry("w", named, &[8, 256])), Decision::Keep(Reason::NoDecoder));
    }

    #[test]
    fn rows_that_fit_no_block_fall_back() {
        let r = rules(&[], &[]);
        let decide = |dtype: DType| r.decide(&entry("w", dtype, &[8, 33]));
        assert_eq!(decide(DType::Float32), Decision::Fallback(DType::Float16));
        assert_eq!(decide(DType::Float64), Decision::Fallback(DType::Float16));
        assert_eq!(decide(DType::BFloat16), Decision::Keep(Reason::Rows));
        assert_eq!(decide(DType::Float16), Decision::Keep(Reason::Rows));
    }

    #[test]
    fn rows_that_fit_a_smaller_block_get_it() {
        for (dtype, columns, want) in [
            (DType::Q4K, 96, DType::Q4_0),
            (DType::Q2K, 64, DType::Mxfp4),
            (DType::Q6K, 32, DType::Q8_0),
            (DType::Q1_0, 64, DType::Q2_0),
            (DType::Q8_0, 33, DType::Float16),
        ] {
            assert_eq!(fitting(dtype, columns), want, "{dtype} {columns}");
        }
    }

    #[test]
    fn types_for_activations_are_refused() {
        assert!(float("q8_K").unwrap_err().contains("activations"));
        assert_eq!(float("q4_k"), Ok(DType::Q4K));
    }

    #[test]
    fn keep_wins_then_the_first_map() {
        let r = rules(&["^emb"], &["a$=q8_0", "=f16", "zzz=q5_1"]);
        let decide = |name: &str, shape: &[usize]| r.decide(&entry(name, DType::Float32, shape));
        assert_eq!(decide("emb.a", &[8, 64]), Decision::Keep(Reason::Asked));
        assert_eq!(decide("x.a", &[8, 64]), Decision::Encode(DType::Q8_0));
        assert_eq!(decide("x.b", &[8, 64]), Decision::Encode(DType::Float16));
        assert_eq!(decide("x.b", &[64]), Decision::Encode(DType::Float16));
        assert_eq!(r.unmatched().collect::<Vec<_>>(), ["--map \"zzz\" matches no tensor"]);
    }

    #[test]
    fn a_mapping_splits_at_its_last_equals_sign() {
        let m: Mapping = "a=b=q8_0".parse().unwrap();
        assert_eq!((m.regex.as_str(), m.dtype, m.to_string()), ("a=b", DType::Q8_0, "a=b=q8_0".to_owned()));
        for (text, word) in [("abc", "REGEX=T"), ("a=q9", "known"), ("(=f16", "unclosed"), ("a=int8", "no real floats")]
        {
            let e = text.parse::<Mapping>().err().unwrap().to_lowercase();
            assert!(e.contains(&word.to_lowercase()), "{text}: {e}");
        }
    }
}
