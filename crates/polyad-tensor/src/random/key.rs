//! Where a draw comes from.

use std::hash::{BuildHasher, RandomState};

use polyad_kernels::philox::{self, Stream};

/// What one draw is a function of. The same key gives the same numbers; a draw of another kind gives others.
///
/// A program that draws often splits its key, or folds the number of a step into it, and gives each draw a key of its own.
/// Keys have 64 bits: among some billions of keys made in these ways two may be the same.
///
/// ```
/// use polyad_tensor::random::Key;
/// let [a, b] = Key::new(7).split(2)[..] else { unreachable!() };
/// assert_ne!(a, b);
/// assert_eq!(a.fold_in(3), a.fold_in(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u32; 2]);

/// The kinds of draws: each has a stream of its own. The order is part of the numbers.
#[derive(Clone, Copy)]
pub(super) enum Draw {
    Uniform,
    Normal,
    Integers,
    /// Integers anew whose first bits would have favoured some.
    IntegersAgain,
    Split,
    Fold,
    Bernoulli,
    Exponential,
    Laplace,
    Gumbel,
    Cauchy,
    Gamma,
    Beta,
    StudentT,
    Poisson,
    Binomial,
    TruncatedNormal,
    Categorical,
    Dirichlet,
    Multinomial,
    Permutation,
    Choice,
}

impl Key {
    /// The key of a seed: every seed has its own.
    pub fn new(seed: u64) -> Key {
        Key([seed as u32, (seed >> 32) as u32])
    }

    /// A key that nobody foresees, another one on each call: from the keys that the standard library draws from the
    /// operating system for its hash maps. Not for secrets.
    pub fn fresh() -> Key {
        Key::new(RandomState::new().hash_one("polyad"))
    }

    /// The seed that makes this key.
    pub fn seed(self) -> u64 {
        u64::from(self.0[1]) << 32 | u64::from(self.0[0])
    }

    /// Keys whose numbers have nothing to do with those of this key or of one another. The first keys are the same for any
    /// count.
    pub fn split(self, count: usize) -> Vec<Key> {
        (0..count as u64).map(|i| self.derived(Draw::Split, i)).collect()
    }

    /// The key of this key and a number, of a step for example.
    pub fn fold_in(self, number: u64) -> Key {
        self.derived(Draw::Fold, number)
    }

    fn derived(self, draw: Draw, number: u64) -> Key {
        let [a, b, ..] = philox::block(self.stream(draw), number);
        Key([a, b])
    }

    /// The stream of a draw.
    pub(super) fn stream(self, draw: Draw) -> Stream {
        Stream { key: self.0, stream: [0, draw as u32] }
    }
}
