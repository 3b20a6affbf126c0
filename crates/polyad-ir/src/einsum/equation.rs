//! NumPy's grammar: `ij,jk->ik`, output left out, axes under `...`, spaces.

use polyad_core::{Dims, Error, MAX_NDIM, Result};

use super::{Label, Labels, bit, set};

/// Letters come first among the labels, then the axes under `...`, of which the last one has the highest number.
const LETTERS: usize = 52;

/// An equation beside the shapes of its operands.
pub(crate) struct Equation {
    /// The labels of each operand's axes.
    pub(crate) inputs: Vec<Vec<Label>>,
    /// The labels of the result's axes.
    pub(crate) output: Vec<Label>,
    /// The extent of each label.
    extents: [usize; LETTERS + MAX_NDIM],
}

/// The letters of one operand, and where `...` stands among them.
struct Term {
    labels: Vec<Label>,
    dots: Option<usize>,
}

/// What is wrong with an equation, or with operands beside it.
struct Fault<'a> {
    op: &'static str,
    text: &'a str,
}

impl Fault<'_> {
    fn grammar(&self, takes: String) -> Error {
        Error::BadArgument { op: self.op, argument: "equation", got: format!("{:?}", self.text), takes }
    }

    fn shape(&self, got: &[usize], need: String) -> Error {
        Error::ShapeMismatch { op: self.op, got: got.into(), need: format!("{need}, by {:?}", self.text) }
    }
}

impl Equation {
    /// Errors: [`Error::BadArgument`] for text outside the grammar, [`Error::ShapeMismatch`] for operands that do not fit it.
    pub(crate) fn new(op: &'static str, text: &str, shapes: &[&[usize]]) -> Result<Equation> {
        let fault = Fault { op, text };
        let spaceless: String = text.chars().filter(|&c| c != ' ').collect();
        let (left, right) = match spaceless.split_once("->") {
            Some((left, right)) => (left, Some(right)),
            None => (spaceless.as_str(), None),
        };
        let terms: Vec<Term> = left.split(',').map(|part| term(&fault, part)).collect::<Result<_>>()?;
        if terms.len() != shapes.len() {
            return Err(fault.grammar(format!("a term for each operand, of which there are {}", shapes.len())));
        }
        let mut beneath = 0;
        for (i, (term, shape)) in terms.iter().zip(shapes).enumerate() {
            let letters = term.labels.len();
            match shape.len().checked_sub(letters) {
                Some(0) => {}
                Some(more) if term.dots.is_some() => beneath = beneath.max(more),
                _ => {
                    let least = if term.dots.is_some() { "at least " } else { "" };
                    return Err(fault.shape(shape, format!("{least}{letters} axes of operand {i}")));
                }
            }
        }
        let inputs: Vec<Vec<Label>> =
            terms.iter().zip(shapes).map(|(term, shape)| term.spread(shape.len() - term.labels.len())).collect();
        let output = match right {
            Some(right) => {
                let term = term(&fault, right)?;
                if term.dots.is_none() && beneath > 0 {
                    return Err(fault.grammar("`...` in the output where an operand has axes under it".into()));
                }
                for (at, &label) in term.labels.iter().enumerate() {
                    if term.labels[..at].contains(&label) {
                        return Err(fault.grammar(format!("each label of the output once, but `{}`", shown(label))));
                    }
                    if !inputs.iter().any(|labels| labels.contains(&label)) {
                        return Err(
                            fault.grammar(format!("labels of the output that an operand has, not `{}`", shown(label)))
                        );
                    }
                }
                term.spread(beneath)
            }
            None => implicit(&inputs, beneath),
        };
        if output.len() > MAX_NDIM {
            return Err(Error::TooManyAxes { op, ndim: output.len() });
        }
        let extents = extents(&fault, &inputs, shapes)?;
        Ok(Equation { inputs, output, extents })
    }

    /// The extent of a label.
    pub(crate) fn extent(&self, label: Label) -> usize {
        self.extents[usize::from(label)]
    }

    /// The shape of the result.
    pub(crate) fn shape(&self) -> Dims {
        self.output.iter().map(|&label| self.extent(label)).collect()
    }
}

impl Term {
    /// The labels, with as many axes in the place of `...`.
    fn spread(&self, beneath: usize) -> Vec<Label> {
        let mut labels = self.labels.clone();
        if let Some(at) = self.dots {
            let last = LETTERS + MAX_NDIM;
            labels.splice(at..at, (last - beneath..last).map(|label| label as Label));
        }
        labels
    }
}

fn term(fault: &Fault, text: &str) -> Result<Term> {
    let mut out = Term { labels: vec![], dots: None };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_ascii_alphabetic() {
            // In the order of ASCII, which is that of an output left out.
            let at = if c.is_ascii_uppercase() { c as u8 - b'A' } else { c as u8 - b'a' + 26 };
            out.labels.push(at);
            rest = &rest[1..];
        } else if let Some(after) = rest.strip_prefix("...")
            && out.dots.is_none()
        {
            out.dots = Some(out.labels.len());
            rest = after;
        } else {
            let takes = "letters, one `...` a term, commas between terms and one `->` before the output";
            return Err(fault.grammar(takes.into()));
        }
    }
    Ok(out)
}

/// The output where none is written: axes under `...`, then the letters that stand once, in order.
fn implicit(inputs: &[Vec<Label>], beneath: usize) -> Vec<Label> {
    let all: Vec<Label> = inputs.concat();
    let first = LETTERS + MAX_NDIM - beneath;
    let dots = (first..LETTERS + MAX_NDIM).map(|label| label as Label);
    let once = (0..LETTERS as Label).filter(|label| all.iter().filter(|other| *other == label).count() == 1);
    dots.chain(once).collect()
}

/// The extent of each label: 1 in one operand fits any extent in another, as in broadcasting.
fn extents(fault: &Fault, inputs: &[Vec<Label>], shapes: &[&[usize]]) -> Result<[usize; LETTERS + MAX_NDIM]> {
    let mut extents = [1; LETTERS + MAX_NDIM];
    let mut seen: Labels = 0;
    for (i, (labels, shape)) in inputs.iter().zip(shapes).enumerate() {
        for (axis, (&label, &n)) in labels.iter().zip(*shape).enumerate() {
            let name = shown(label);
            if let Some(twin) = labels[..axis].iter().position(|&other| other == label)
                && shape[twin] != n
            {
                let need = format!("equal extents for `{name}` of operand {i}, not {} and {n}", shape[twin]);
                return Err(fault.shape(shape, need));
            }
            let known = &mut extents[usize::from(label)];
            if n != *known && n != 1 && *known != 1 {
                let need = format!("extent {known} or 1 for `{name}` of operand {i}, as an operand before it has");
                return Err(fault.shape(shape, need));
            }
            if n != 1 {
                *known = n;
            }
        }
        seen |= set(labels);
    }
    debug_assert!((0..extents.len()).all(|l| extents[l] == 1 || seen & bit(l as Label) != 0));
    Ok(extents)
}

/// A label as the equation has it.
fn shown(label: Label) -> char {
    match label {
        0..26 => (b'A' + label).into(),
        26..52 => (b'a' + label - 26).into(),
        _ => '…',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str, shapes: &[&[usize]]) -> Result<Vec<usize>, String> {
        Equation::new("einsum", text, shapes).map(|e| e.shape().to_vec()).map_err(|e| e.to_string())
    }

    #[test]
    fn equations_give_numpys_shapes() {
        for (text, shapes, want) in [
            ("ij,jk", &[&[2, 3][..], &[3, 4]][..], &[2, 4][..]),
            ("ij,jk", &[&[2, 1], &[5, 3]], &[2, 3]),
            ("ba", &[&[2, 3]], &[3, 2]),
            ("bA", &[&[2, 3]], &[3, 2]),
            ("b...a", &[&[2, 4, 3]], &[4, 3, 2]),
            ("...,...", &[&[2, 1], &[5]], &[2, 5]),
            (" i j , j k -> i k ", &[&[2, 3], &[3, 4]], &[2, 4]),
            ("...ij,...jk->ik...", &[&[4, 2, 3], &[5, 1, 3, 2]], &[2, 2, 5, 4]),
            ("", &[&[]], &[]),
            (",ij", &[&[], &[2, 2]], &[2, 2]),
            ("ij->...ij", &[&[2, 3]], &[2, 3]),
            ("ii,i->i", &[&[1, 1], &[4]], &[4]),
        ] {
            assert_eq!(shape(text, shapes).as_deref(), Ok(want), "{text}");
        }
    }

    #[test]
    fn faults_are_told_with_equation_operand_label_and_extents() {
        for (text, shapes, want) in [
            ("ij,jk", &[&[2, 3][..], &[5, 3]][..], "extent 3 or 1 for `j` of operand 1"),
            ("ii", &[&[1, 3]], "equal extents for `i` of operand 0, not 1 and 3"),
            ("i", &[&[2, 3]], "1 axes of operand 0"),
            ("...ijk", &[&[2, 3]], "at least 3 axes of operand 0"),
            ("ij,j", &[&[2, 3]], "a term for each operand, of which there are 1"),
            ("i.j", &[&[2, 3]], "letters, one `...` a term"),
            ("...i...", &[&[2, 3]], "letters, one `...` a term"),
            ("ij->ji->ij", &[&[2, 3]], "letters, one `...` a term"),
            ("ij->ii", &[&[2, 3]], "each label of the output once, but `i`"),
            ("ij->k", &[&[2, 3]], "labels of the output that an operand has, not `k`"),
            ("...i->i", &[&[2, 3]], "`...` in the output"),
            ("α", &[&[2]], "letters"),
            ("\u{1b}", &[&[2]], "\"\\u{1b}\""),
        ] {
            let text = shape(text, shapes).unwrap_err();
            assert!(text.contains(want), "{text}");
        }
    }
}
