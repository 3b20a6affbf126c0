//! What part a tensor plays in a computation: marks that its user sets.

use std::fmt;
use std::ops::BitOr;

use crate::{Error, Result};

/// Marks of a tensor, any of them together. The bits are ggml's.
///
/// ```
/// use polyad_core::Flags;
/// let marks = Flags::INPUT | Flags::PARAM;
/// assert!(marks.contains(Flags::PARAM) && !marks.contains(Flags::LOSS));
/// assert_eq!((marks.bits(), marks.to_string()), (5, "input | param".to_string()));
/// assert_eq!("input".parse::<Flags>()?, Flags::INPUT);
/// # Ok::<(), polyad_core::Error>(())
/// ```
///
/// Source: ggml's tensor flags.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags(u32);

/// Every mark, in the order of its bit.
const ALL: [(Flags, &str); 4] =
    [(Flags::INPUT, "input"), (Flags::OUTPUT, "output"), (Flags::PARAM, "param"), (Flags::LOSS, "loss")];

impl Flags {
    /// No mark.
    pub const NONE: Flags = Flags(0);
    /// Filled by the caller before a computation.
    pub const INPUT: Flags = Flags(1);
    /// Kept to the end of a computation.
    pub const OUTPUT: Flags = Flags(2);
    /// Trained: it gets a gradient, and an optimizer moves it.
    pub const PARAM: Flags = Flags(4);
    /// To be made small; several add up.
    pub const LOSS: Flags = Flags(8);

    /// The marks of ggml's bits. Errors: [`Error::BadArgument`] for bits that mean nothing.
    pub fn from_bits(bits: u32) -> Result<Flags> {
        let known = ALL.iter().fold(Flags::NONE, |all, (flag, _)| all | *flag).bits();
        if bits & !known != 0 {
            let (got, takes) = (format!("{bits:#b}"), format!("bits of {known:#b}"));
            return Err(Error::BadArgument { op: "flags", argument: "bits", got, takes });
        }
        Ok(Flags(bits))
    }

    /// ggml's bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether all those marks are here.
    pub const fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether there is no mark.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of the marks, in the order of their bits.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        ALL.into_iter().filter(move |(flag, _)| self.contains(*flag)).map(|(_, name)| name)
    }
}

impl BitOr for Flags {
    type Output = Flags;

    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl std::str::FromStr for Flags {
    type Err = Error;

    fn from_str(name: &str) -> Result<Flags> {
        ALL.into_iter().find(|(_, known)| *known == name).map(|(flag, _)| flag).ok_or_else(|| {
            let takes = format!("one of {:?}", ALL.map(|(_, name)| name));
            Error::BadArgument { op: "flags", argument: "flag", got: format!("{name:?}"), takes }
        })
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.names().collect::<Vec<_>>().join(" | "))
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Flags({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_names_lead_back_to_their_flags() {
        for bits in 0..16 {
            let flags = Flags::from_bits(bits).unwrap();
            assert_eq!(flags.bits(), bits);
            let again = flags.names().fold(Flags::NONE, |all, name| all | name.parse().unwrap());
            assert_eq!((again, flags.is_empty()), (flags, bits == 0));
        }
    }

    #[test]
    fn bits_and_names_of_nothing_are_refused() {
        for bits in [16, 17, u32::MAX] {
            assert!(matches!(Flags::from_bits(bits), Err(Error::BadArgument { .. })), "{bits}");
        }
        let e = "Loss\n".parse::<Flags>().unwrap_err().to_string();
        assert_eq!(e, r#"flags: flag = "Loss\n"; it takes one of ["input", "output", "param", "loss"]."#);
    }
}
