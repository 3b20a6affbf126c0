//! Where a draw comes from.

use std::hash::{BuildHasher, RandomState};

use polyad_kernels::philox::Stream;

/// What one draw is a function of. The same key gives the same numbers; a draw of another kind gives others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key([u32; 2]);

/// The kinds of draws: each has a stream of its own.
#[derive(Clone, Copy)]
pub(super) enum Draw {
    Uniform,
    Normal,
    Integers,
    /// Integers anew whose first bits would have favoured some.
    IntegersAgain,
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

    /// The stream of a draw.
    pub(super) fn stream(self, draw: Draw) -> Stream {
        Stream { key: self.0, stream: [0, draw as u32] }
    }
}
