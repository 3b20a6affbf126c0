//! Whole numbers sorted by their digits, stably, in two lists that take turns.

/// Lists shorter than this are sorted by comparison: counting digits takes a few thousand steps by itself.
pub(super) const SHORT: usize = 1024;

/// Most passes of one sort. Keys that still agree then stand side by side, and few of them do.
const PASSES: u32 = 3;

/// A key, or a key with a place below it.
pub(super) trait Item: Copy + Ord {
    /// Bits of a digit, at most: as many piles as the caches and page tables take.
    const DIGIT: u32;

    /// All of it.
    fn bits(self) -> u64;

    /// The item of these bits, or the greatest.
    fn from_bits(bits: u64) -> Self;
}

impl Item for u32 {
    const DIGIT: u32 = 11;

    #[inline(always)]
    fn bits(self) -> u64 {
        self.into()
    }

    fn from_bits(bits: u64) -> u32 {
        u32::try_from(bits).unwrap_or(u32::MAX)
    }
}

impl Item for u64 {
    const DIGIT: u32 = 10;

    #[inline(always)]
    fn bits(self) -> u64 {
        self
    }

    fn from_bits(bits: u64) -> u64 {
        bits
    }
}

/// Sorts items by their bits from `lowest` on, with a list of the same length; items that come in the order of their places
/// may be compared whole. Says whether the result is in the other list.
pub(super) fn sort_items<I: Item>(items: &mut [I], other: &mut [I], lowest: u32) -> bool {
    if items.len() < SHORT || u32::try_from(items.len()).is_err() {
        items.sort_unstable();
        return false;
    }
    // From the least key on, so that numbers around 0 differ in as few bits as they do elsewhere.
    let least = items.iter().fold(u64::MAX, |least, item| least.min(item.bits())) >> lowest << lowest;
    let varying = items.iter().fold(0, |any, item| any | (item.bits() - least)) >> lowest << lowest;
    if varying == 0 {
        return false;
    }
    // Bits that all share need no pass, and the lowest are left to the end.
    let (high, last) = (u64::BITS - varying.leading_zeros(), varying.trailing_zeros());
    let low = last.max(high.saturating_sub(PASSES * I::DIGIT));
    let passes = (high - low).div_ceil(I::DIGIT);
    let digit = (high - low).div_ceil(passes);
    let spread = match digit {
        0..=8 => spread::<I, 256>,
        9..=10 => spread::<I, 1024>,
        _ => spread::<I, 2048>,
    };
    let from_piles = spread(items, other, least, low, passes);
    let (from, to) = if from_piles { (&mut *other, &mut *items) } else { (&mut *items, &mut *other) };
    if low > last {
        each_run(from, to, |item| (item.bits() - least) >> low, |run, other| sort_items(run, other, lowest));
    }
    from_piles
}

crate::tier::multiversion! {
    /// Sorts by up to three digits of `PILES` values each, from bit `low` of the difference to the least item on, by putting
    /// items on piles in one list and the other by turns. Says whether they are in the other list.
    fn spread[I: Item, const PILES: usize][I, PILES](
        items: &mut [I],
        other: &mut [I],
        least: u64,
        low: u32,
        passes: u32,
    ) -> bool {
        let digit = PILES.trailing_zeros();
        let pile = |item: I, pass: u32| ((item.bits() - least) >> (low + pass * digit)) as usize % PILES;
        let mut counts = vec![[0u32; PILES]; PASSES as usize];
        if let [first, second, third] = &mut counts[..] {
            for &item in items.iter() {
                first[pile(item, 0)] += 1;
                if passes > 1 {
                    second[pile(item, 1)] += 1;
                }
                if passes > 2 {
                    third[pile(item, 2)] += 1;
                }
            }
        }
        let (mut from, mut to) = (items, other);
        for (pass, starts) in (0..passes).zip(&mut counts) {
            let mut start = 0;
            for n in starts.iter_mut() {
                start += std::mem::replace(n, start);
            }
            for &item in from.iter() {
                let at = &mut starts[pile(item, pass)];
                to[*at as usize] = item;
                *at += 1;
            }
            std::mem::swap(&mut from, &mut to);
        }
        passes % 2 == 1
    }
}

/// Sorts every run of items that agree in `top`, by a sort that says whether its result is in the other list.
fn each_run<I: Item>(
    items: &mut [I],
    other: &mut [I],
    top: impl Fn(I) -> u64,
    sort: impl Fn(&mut [I], &mut [I]) -> bool,
) {
    let mut start = 0;
    while start < items.len() {
        let first = top(items[start]);
        let end = start + 1 + items[start + 1..].iter().take_while(|&&item| top(item) == first).count();
        if end - start > 1 {
            let (run, other) = (&mut items[start..end], &mut other[start..end]);
            if sort(run, other) {
                run.copy_from_slice(other);
            }
        }
        start = end;
    }
}

/// Items of places, which take the lowest bits, and of as many bits of a key as are left above them.
#[derive(Clone, Copy)]
pub(super) struct Places {
    bits: u32,
}

impl Places {
    /// Those below `n`.
    pub(super) fn below(n: usize) -> Places {
        Places { bits: usize::BITS - n.leading_zeros() }
    }

    /// The place of an item.
    #[inline(always)]
    pub(super) fn of(self, item: u64) -> usize {
        (item & ((1 << self.bits) - 1)) as usize
    }

    /// Sorts items that are places in ascending order by the keys of these, with a list of the same length. Says whether the
    /// result is in the other list.
    pub(super) fn sort(self, items: &mut [u64], other: &mut [u64], key: &impl Fn(usize) -> u64) -> bool {
        let (least, most) = items.iter().fold((u64::MAX, 0), |(least, most), &item| {
            let key = key(self.of(item));
            (least.min(key), most.max(key))
        });
        // The bits of the keys that differ most. Items that agree in them are sorted again by those below.
        let shift = (u64::BITS - most.saturating_sub(least).leading_zeros()).saturating_sub(u64::BITS - self.bits);
        let item = |at: usize| (key(at) - least) >> shift << self.bits | at as u64;
        items.iter_mut().for_each(|it| *it = item(self.of(*it)));
        let moved = sort_items(items, other, self.bits);
        if shift > 0 {
            let (sorted, free) = if moved { (other, items) } else { (items, other) };
            each_run(sorted, free, |item| item >> self.bits, |run, other| self.sort(run, other, key));
        }
        moved
    }
}
