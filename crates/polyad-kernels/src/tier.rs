//! Which instructions the loops may use, found once at run time.
//!
//! Every hot loop exists in up to three copies made from one plain body by `multiversion!`; this file
//! decides which copy runs. Nothing else in the crate looks at the processor.

use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Tier {
    /// What the target guarantees (SSE2 on x86-64, NEON on AArch64).
    Baseline = 0,
    /// AVX2, FMA and F16C.
    Avx2 = 1,
    /// AVX-512 F, BW, CD, DQ, VL, beside all of [`Tier::Avx2`].
    Avx512 = 2,
}

impl Tier {
    /// Every tier, lowest first.
    pub const ALL: [Tier; 3] = [Tier::Baseline, Tier::Avx2, Tier::Avx512];

    /// The word that `POLYAD_TIER` takes for this tier.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Baseline => "baseline",
            Tier::Avx2 => "avx2",
            Tier::Avx512 => "avx512",
        }
    }

    fn from_name(name: &str) -> Option<Tier> {
        Tier::ALL.into_iter().find(|t| t.name().eq_ignore_ascii_case(name))
    }

    fn from_code(code: u8) -> Option<Tier> {
        Tier::ALL.into_iter().find(|&t| t as u8 == code)
    }
}

const UNSET: u8 = u8::MAX;
static CURRENT: AtomicU8 = AtomicU8::new(UNSET);

/// The tier in use: the machine's, unless the environment variable `POLYAD_TIER`
/// (`baseline`, `avx2`, `avx512`; other words are ignored) or [`force`] lowers it.
#[inline]
pub fn tier() -> Tier {
    Tier::from_code(CURRENT.load(Ordering::Relaxed)).unwrap_or_else(detect)
}

/// Lowers the tier for the whole process, or goes back to the detected one with `None`.
///
/// Meant for tests. A tier above the machine's is cut down to the machine's, so no call can make
/// the loops use instructions that are not there.
pub fn force(tier: Option<Tier>) {
    match tier {
        Some(t) => CURRENT.store(t.min(machine()) as u8, Ordering::Relaxed),
        None => CURRENT.store(UNSET, Ordering::Relaxed),
    }
}

/// The tiers this machine can run, lowest first.
pub fn available() -> impl Iterator<Item = Tier> {
    let top = machine();
    Tier::ALL.into_iter().filter(move |&t| t <= top)
}

#[cold]
fn detect() -> Tier {
    let wish = std::env::var("POLYAD_TIER").ok().and_then(|w| Tier::from_name(w.trim()));
    let found = wish.unwrap_or(Tier::Avx512).min(machine());
    CURRENT.store(found as u8, Ordering::Relaxed);
    found
}

#[cfg(target_arch = "x86_64")]
fn machine() -> Tier {
    use std::arch::is_x86_feature_detected as has;
    let avx2 =
        has!("avx2") && has!("fma") && has!("f16c") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
    let avx512 =
        avx2 && has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq") && has!("avx512vl");
    if avx512 {
        Tier::Avx512
    } else if avx2 {
        Tier::Avx2
    } else {
        Tier::Baseline
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn machine() -> Tier {
    Tier::Baseline
}

/// Makes one plain loop body into a copy per tier and a function that picks the copy.
///
/// The body is inlined into each copy, so what it calls must be `#[inline(always)]` or small
/// closures. Arguments are plain names (`mut` is not taken); generics are written twice, as declared and as
/// used: `fn name[const N: usize][N](...)`.
macro_rules! multiversion {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident$([$($declared:tt)*][$($used:tt)*])?($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block
    ) => {
        $(#[$meta])*
        $vis fn $name$(<$($declared)*>)?($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn plain$(<$($declared)*>)?($($arg: $ty),*) $(-> $ret)? $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2$(<$($declared)*>)?($($arg: $ty),*) $(-> $ret)? {
                    plain$(::<$($used)*>)?($($arg),*)
                }
                #[target_feature(enable = "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt")]
                #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
                fn avx512$(<$($declared)*>)?($($arg: $ty),*) $(-> $ret)? {
                    plain$(::<$($used)*>)?($($arg),*)
                }
                match $crate::tier::tier() {
                    // SAFETY: a tier is only ever reported when all its instructions were detected.
                    #[allow(unsafe_code)]
                    $crate::tier::Tier::Avx512 => return unsafe { avx512$(::<$($used)*>)?($($arg),*) },
                    // SAFETY: as above.
                    #[allow(unsafe_code)]
                    $crate::tier::Tier::Avx2 => return unsafe { avx2$(::<$($used)*>)?($($arg),*) },
                    $crate::tier::Tier::Baseline => {}
                }
            }
            plain$(::<$($used)*>)?($($arg),*)
        }
    };
}
pub(crate) use multiversion;

/// Runs a check once under every tier the machine has, one check at a time.
#[cfg(test)]
pub(crate) fn each_tier(mut check: impl FnMut(Tier)) {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    struct Restore;
    impl Drop for Restore {
        fn drop(&mut self) {
            force(None);
        }
    }
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let _restore = Restore;
    for t in available() {
        force(Some(t));
        check(t);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    multiversion! {
        fn total(x: &[f64]) -> f64 {
            x.iter().sum()
        }
    }

    #[test]
    fn every_copy_runs_the_same_body() {
        let mut seen = Vec::new();
        each_tier(|t| {
            assert_eq!(tier(), t);
            assert_eq!(total(&[1.0, 2.0, 4.0]), 7.0);
            seen.push(t);
        });
        assert_eq!(seen, available().collect::<Vec<_>>());
        assert_eq!(seen[0], Tier::Baseline);
    }

    #[test]
    fn a_tier_above_the_machine_is_cut_down() {
        each_tier(|_| {
            force(Some(Tier::Avx512));
            assert!(available().any(|t| t == tier()));
        });
    }

    #[test]
    fn names_read_back() {
        for t in Tier::ALL {
            assert_eq!(Tier::from_name(t.name()), Some(t));
        }
        assert_eq!(Tier::from_name("sse9"), None);
    }
}
