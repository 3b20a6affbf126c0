//! Plans that were made lately, so that a second transform of a length does not plan again.

use std::sync::{Mutex, PoisonError};

use polyad_core::DType;

use super::{Kind, Plan};

/// The most plans that are kept.
const PLANS: usize = 64;
/// The greatest sum of their lengths; a plan holds some numbers for each element.
const ELEMENTS: usize = 1 << 23;

type Key = (DType, Kind, usize);

/// The plans that are kept, the one used last at the end.
static KEPT: Mutex<Vec<(Key, Plan)>> = Mutex::new(Vec::new());

/// The plan that is kept, or else the one that `make` makes.
pub(super) fn find(part: DType, kind: Kind, n: usize, make: impl FnOnce() -> Plan) -> Plan {
    let key = (part, kind, n);
    let lock = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    {
        let mut kept = lock();
        if let Some(at) = kept.iter().rposition(|(have, _)| *have == key) {
            let last = kept.len() - 1;
            kept[at..=last].rotate_left(1);
            return kept[last].1.clone();
        }
    }
    // Not under the lock: a long plan would keep others waiting.
    let plan = make();
    if n <= ELEMENTS {
        let mut kept = lock();
        kept.push((key, plan.clone()));
        while kept.len() > PLANS || kept.iter().map(|((.., n), _)| n).sum::<usize>() > ELEMENTS {
            kept.remove(0);
        }
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_kept_up_to_a_bound() {
        for n in 1..200 {
            Plan::new(DType::Float32, Kind::Half, n);
            let kept = KEPT.lock().unwrap();
            assert!(kept.len() <= PLANS && kept.iter().any(|(key, _)| *key == (DType::Float32, Kind::Half, n)));
        }
        Plan::new(DType::Float32, Kind::Half, 1 << 22);
        Plan::new(DType::Float64, Kind::Half, 1 << 22);
        Plan::new(DType::Float64, Kind::Half, 7);
        let kept = KEPT.lock().unwrap();
        assert!(kept.iter().map(|((.., n), _)| n).sum::<usize>() <= ELEMENTS);
        assert!(kept.iter().any(|(key, _)| *key == (DType::Float64, Kind::Half, 7)));
    }
}
