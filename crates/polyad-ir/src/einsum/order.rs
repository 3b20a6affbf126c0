//! Which two operands are multiplied next.

use super::{Label, Labels};

/// Operands up to which every order is tried.
const TRIED: usize = 5;

/// What a sequence of steps costs: multiplications, then the size of the largest result between.
type Cost = (f64, f64);

/// The steps, each of two places in the list of what is left; the result goes to its end, the two are taken out.
///
/// Up to five operands it is the order of fewest multiplications, and among those the one of the smallest intermediate
/// results; of more, each step takes the pair that leaves the least.
pub(super) fn plan(terms: &[Labels], output: Labels, extent: &dyn Fn(Label) -> f64) -> Vec<[usize; 2]> {
    let size = |mut labels: Labels| {
        let mut size = 1.0;
        while labels != 0 {
            size *= extent(labels.trailing_zeros() as Label);
            labels &= labels - 1;
        }
        size
    };
    let search = Search { output, size: &size };
    if terms.len() <= TRIED {
        search.best(terms, (0.0, 0.0), (f64::INFINITY, f64::INFINITY)).map_or(vec![], |(_, steps)| steps)
    } else {
        search.greedy(terms.to_vec())
    }
}

struct Search<'a> {
    output: Labels,
    size: &'a dyn Fn(Labels) -> f64,
}

impl Search<'_> {
    /// What is left after a step, its result last, and what the step costs.
    fn step(&self, terms: &[Labels], [i, j]: [usize; 2]) -> (Vec<Labels>, Cost) {
        let mut left: Vec<Labels> = (0..terms.len()).filter(|&k| k != i && k != j).map(|k| terms[k]).collect();
        let all = terms[i] | terms[j];
        let result = all & left.iter().fold(self.output, |set, t| set | t);
        left.push(result);
        let between = if left.len() > 1 { (self.size)(result) } else { 0.0 };
        (left, ((self.size)(all), between))
    }

    /// The cheapest steps after what was spent; none where nothing is cheaper than `bound`.
    fn best(&self, terms: &[Labels], spent: Cost, mut bound: Cost) -> Option<(Cost, Vec<[usize; 2]>)> {
        if terms.len() <= 1 {
            return (spent < bound).then(|| (spent, vec![]));
        }
        let mut best = None;
        for [i, j] in pairs(terms.len()) {
            let (left, (work, between)) = self.step(terms, [i, j]);
            let spent = (spent.0 + work, spent.1.max(between));
            if spent.0 > bound.0 {
                continue;
            }
            if let Some((cost, mut steps)) = self.best(&left, spent, bound) {
                bound = cost;
                steps.insert(0, [i, j]);
                best = Some((cost, steps));
            }
        }
        best
    }

    fn greedy(&self, mut terms: Vec<Labels>) -> Vec<[usize; 2]> {
        let mut steps = vec![];
        while terms.len() > 1 {
            let gain = |[i, j]: [usize; 2]| {
                let shared = terms[i] & terms[j] != 0;
                let (left, (work, _)) = self.step(&terms, [i, j]);
                let result = left.last().map_or(0.0, |&r| (self.size)(r));
                // Two that share nothing only make something larger: they come last.
                (!shared, result - (self.size)(terms[i]) - (self.size)(terms[j]), work)
            };
            let least = pairs(terms.len()).min_by(|&a, &b| {
                let (a, b) = (gain(a), gain(b));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.total_cmp(&b.2))
            });
            let Some(pair) = least else { break };
            terms = self.step(&terms, pair).0;
            steps.push(pair);
        }
        steps
    }
}

fn pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| [i, j]))
}

#[cfg(test)]
mod tests {
    use super::super::set;
    use super::*;

    #[test]
    fn a_chain_is_multiplied_from_its_thin_end() {
        // 100 x 2, 2 x 100, 100 x 1: the last two first.
        let extent = |l: Label| [100.0, 2.0, 100.0, 1.0][usize::from(l)];
        assert_eq!(plan(&[set(&[0, 1]), set(&[1, 2]), set(&[2, 3])], set(&[0, 3]), &extent), [[1, 2], [0, 1]]);
    }

    #[test]
    fn many_operands_are_all_taken() {
        let terms: Vec<Labels> = (0..40).map(|i| set(&[i, i + 1])).collect();
        let steps = plan(&terms, set(&[0, 40]), &|_| 2.0);
        assert_eq!(steps.len(), 39);
        // Neighbours only: no result of more than two labels.
        let mut left = terms;
        let search = Search { output: set(&[0, 40]), size: &|labels| 2f64.powi(labels.count_ones() as i32) };
        for step in steps {
            left = search.step(&left, step).0;
            assert!(left.last().unwrap().count_ones() <= 2);
        }
    }
}
