//! What the rules of an entry say, in words: for the reference pages, the doc comments of the methods and the docstrings
//! of Python.

use crate::attr::AttrKind;
use crate::op::{Args, Grad, Meaning, OpDef};
use crate::{DTypeRule, ShapeRule};

/// What a call can give in place of a result: the variant of [`polyad_core::Error`], and when, in words that continue
/// its name.
pub type Failure = (&'static str, &'static str);

/// An axis that is not there.
pub const NO_AXIS: Failure = ("AxisOutOfRange", "for an axis outside the shape");
/// An axis that is named more than once.
pub const TWICE: Failure = ("RepeatedAxis", "for an axis named twice");
/// Operands that do not fit each other.
pub const APART: Failure = ("Broadcast", "for shapes that do not broadcast");
/// Nothing to choose from.
pub const EMPTY: Failure = ("ShapeMismatch", "where there is no element to choose from");
/// A result that is too large to count.
pub const TOO_LARGE: Failure = ("SizeOverflow", "for a result past the address space");

const NO_BOOL: Failure = ("DTypeUnsupported", "for bool");
const NO_COMPLEX: Failure = ("DTypeUnsupported", "for complex numbers");

/// The names of operands as a list: `x1`, `x2` and `x3`.
fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|n| format!("`{n}`")).collect();
    match &names[..] {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The name of the first operand, or of all of any number.
fn first(args: &Args) -> String {
    match args {
        Args::Fixed(names) => format!("`{}`", names[0]),
        Args::Many(name) | Args::Indexed(name, ..) => format!("`{name}`"),
    }
}

impl DTypeRule {
    /// The dtypes that operands may have, and the one that comes out.
    pub fn in_words(&self, args: &Args) -> String {
        let (x, common) = match args {
            Args::Fixed([x]) => (format!("`{x}`"), format!("that of `{x}`")),
            _ => (first(args), "the common dtype".to_string()),
        };
        match self {
            DTypeRule::Promote => format!("any; gives {common}"),
            DTypeRule::Number => format!("numbers, not bool; gives {common}"),
            DTypeRule::Real => format!("real numbers, not bool; gives {common}"),
            DTypeRule::RealOrBool => format!("real numbers and bool; gives {common}"),
            DTypeRule::Integer => format!("integers; gives {common}"),
            DTypeRule::Bits => format!("integers and bool; gives {common}"),
            DTypeRule::Part => format!("any; gives {common}, for complex numbers the dtype of their parts"),
            DTypeRule::Float => format!("any; gives {common}, float64 for integers and bool"),
            DTypeRule::RealFloat => format!("real numbers and bool; gives {common}, float64 for integers and bool"),
            DTypeRule::Magnitude => format!(
                "any; gives {common}, float64 for integers and bool, for complex numbers the dtype of their parts"
            ),
            DTypeRule::Complex => format!("any; gives {common} if it is complex, else the complex dtype of such parts"),
            DTypeRule::Bool => "any; gives bool".into(),
            DTypeRule::Ordered => "real numbers and bool; gives bool".into(),
            DTypeRule::Select => {
                let chosen = if let Args::Fixed([_, rest @ ..]) = args { listed(rest) } else { x };
                format!("any; gives the common dtype of {chosen}")
            }
            DTypeRule::Cast => "any, but complex numbers only to complex ones and bool; gives `dtype`".into(),
            DTypeRule::Sum => {
                format!(
                    "any; gives `dtype`, by default int64 for signed integers and bool, uint64 for unsigned ones, else that of {x}"
                )
            }
            DTypeRule::Product => {
                "numbers, and bool where `dtype` is given; gives `dtype`, by default the common dtype".into()
            }
            DTypeRule::Index => "any; gives int64".into(),
            DTypeRule::OrderedIndex => "real numbers and bool; gives int64".into(),
            DTypeRule::FirstRealFloat => {
                format!("real numbers and bool; gives that of {x}, float64 for integers and bool")
            }
            DTypeRule::First => format!("any, block formats too; gives that of {x}"),
            DTypeRule::FirstDecoded => format!("any; gives that of {x}"),
            DTypeRule::Moved => match args {
                Args::Fixed(_) | Args::Indexed(..) => format!("any; gives that of {x}"),
                Args::Many(_) => "any; gives their own where it is one, else the common dtype".into(),
            },
        }
    }

    /// What the rule refuses.
    fn failures(&self, args: &Args) -> Vec<Failure> {
        let mut out = match self {
            DTypeRule::Number => vec![NO_BOOL],
            DTypeRule::Real => vec![("DTypeUnsupported", "for bool and complex numbers")],
            DTypeRule::RealOrBool
            | DTypeRule::RealFloat
            | DTypeRule::Ordered
            | DTypeRule::OrderedIndex
            | DTypeRule::FirstRealFloat => vec![NO_COMPLEX],
            DTypeRule::Integer => vec![("DTypeUnsupported", "for floats, complex numbers and bool")],
            DTypeRule::Bits => vec![("DTypeUnsupported", "for floats and complex numbers")],
            DTypeRule::Cast => vec![("DTypeUnsupported", "from complex numbers to real ones")],
            DTypeRule::Sum => vec![("DTypeUnsupported", "for complex numbers where `dtype` is real")],
            DTypeRule::Product => vec![(
                "DTypeUnsupported",
                "for bool where no `dtype` is given, and for complex numbers where it is real",
            )],
            DTypeRule::Promote
            | DTypeRule::Part
            | DTypeRule::Float
            | DTypeRule::Magnitude
            | DTypeRule::Complex
            | DTypeRule::Bool
            | DTypeRule::Select
            | DTypeRule::Index
            | DTypeRule::First
            | DTypeRule::FirstDecoded
            | DTypeRule::Moved => vec![],
        };
        let alone = matches!(
            self,
            DTypeRule::Cast
                | DTypeRule::Index
                | DTypeRule::OrderedIndex
                | DTypeRule::FirstRealFloat
                | DTypeRule::First
                | DTypeRule::FirstDecoded
        );
        let several = match (args, self) {
            (Args::Fixed(_) | Args::Indexed(..), DTypeRule::Moved) => false,
            (Args::Fixed(names), _) => names.len() > 1,
            (Args::Many(_) | Args::Indexed(..), _) => true,
        };
        if several && !alone {
            out.push(("NoPromotion", "for uint64 beside a signed integer"));
        }
        out
    }
}

impl ShapeRule {
    /// The shape that comes out.
    pub fn in_words(&self, args: &Args) -> String {
        match (self, args) {
            (ShapeRule::Broadcast, Args::Fixed([x])) => format!("that of `{x}`"),
            (ShapeRule::Broadcast, Args::Fixed(names)) => format!("{} broadcast", listed(names)),
            (ShapeRule::Broadcast, Args::Many(name) | Args::Indexed(name, ..)) => format!("`{name}` broadcast"),
            (ShapeRule::Reduce | ShapeRule::ReduceSome, _) => {
                format!("that of {} without the axes, which stay with extent 1 under `keepdims`", first(args))
            }
            (ShapeRule::First | ShapeRule::AlongAxis, _) => format!("that of {}", first(args)),
            (ShapeRule::MatMul, _) => {
                "`[.., m, k]` and `[.., k, n]` give `[.., m, n]`, leading axes broadcast; a vector is one row on the left, \
                 one column on the right, and that axis is dropped"
                    .into()
            }
            (ShapeRule::Custom(_, words), _) => (*words).into(),
        }
    }

    /// What the rule refuses; an entry with a rule of its own states it.
    fn failures(&self, args: &Args) -> Vec<Failure> {
        match (self, args) {
            (ShapeRule::Broadcast, Args::Fixed([_])) | (ShapeRule::First | ShapeRule::Custom(..), _) => vec![],
            (ShapeRule::Broadcast, _) => vec![APART],
            (ShapeRule::Reduce, _) => vec![NO_AXIS, TWICE],
            (ShapeRule::ReduceSome, _) => vec![NO_AXIS, TWICE, EMPTY],
            (ShapeRule::AlongAxis, _) => vec![NO_AXIS],
            (ShapeRule::MatMul, _) => {
                vec![("ShapeMismatch", "where the inner extents differ, and for a tensor without axes"), APART]
            }
        }
    }
}

impl OpDef {
    /// Whether the result is a view or a copy, and how much work it is.
    pub fn cost_in_words(&self) -> &'static str {
        match self.meaning {
            _ if !self.cost.is_empty() => self.cost,
            Meaning::Movement(_) => "a view; nothing is copied",
            Meaning::Unary(_)
            | Meaning::Binary(_)
            | Meaning::Compare(_)
            | Meaning::Test(_)
            | Meaning::Select
            | Meaning::Cast => "copies; O(size of the result)",
            Meaning::Fold(_) | Meaning::Composed(_) | Meaning::Executor => "copies; O(size of operands and result)",
        }
    }

    /// Where the gradient comes from.
    pub fn gradient_in_words(&self) -> &'static str {
        match self.grad {
            Grad::Rule(_) => "yes, by a rule of its own",
            Grad::FromMeaning => "yes, that of the operations it is composed of",
            Grad::None => "none",
        }
    }

    /// Shape, dtypes and cost, a sentence each.
    pub fn types_in_words(&self) -> [String; 3] {
        [
            format!("Shape: {}.", self.shape.in_words(&self.args)),
            format!("Dtypes: {}.", self.dtype.in_words(&self.args)),
            format!("Cost: {}.", self.cost_in_words()),
        ]
    }

    /// What a call can give in place of a result, beside what every call can: a wrong number of operands, and a system
    /// without memory.
    pub fn failures(&self) -> Vec<Failure> {
        let mut out = self.shape.failures(&self.args);
        out.extend(self.dtype.failures(&self.args));
        out.extend(self.errors);
        if self.params.iter().any(|p| matches!(p.kind, AttrKind::Word(_))) {
            out.push(("BadArgument", "for a word that a parameter does not take"));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use polyad_core::DType;

    use crate::{Attr, AttrKind, Attrs, Axes, Op, ShapeRule, Ty, infer, ops};

    /// Attributes for a parameter list: defaults, and for axes `axis`.
    fn attrs(op: Op, axis: i64) -> Attrs {
        let one = |p: &crate::Param| match p.kind {
            AttrKind::Axes => Attr::Axes(Axes::from([axis, axis])),
            AttrKind::Int if p.name == "axis" => Attr::Int(axis),
            _ if p.default.is_some() => p.default.map_or(Attr::None, |d| d()),
            AttrKind::Bool => Attr::Bool(false),
            AttrKind::Int => Attr::Int(axis),
            AttrKind::Float => Attr::Float(0.0),
            AttrKind::DType => Attr::DType(DType::Float32),
            AttrKind::Ints => Attr::Ints([axis, axis].into_iter().collect()),
            AttrKind::Word(words) => Attr::Word(words[0]),
            AttrKind::Text => Attr::Text("ij,jk".into()),
            AttrKind::Padding => Attr::Padding(crate::Padding::from(axis)),
        };
        op.params.iter().map(one).collect()
    }

    /// The variants of [`polyad_core::Error`] that inference gives of many calls, most of them wrong.
    fn variants(op: Op) -> HashSet<String> {
        let mut out = HashSet::new();
        let dtypes = [DType::Bool, DType::Int64, DType::UInt64, DType::Float32, DType::Complex64];
        let shapes: [&[usize]; 5] = [&[2, 2], &[3, 2], &[0], &[], &[2, 1 << 61]];
        for (a, b) in dtypes.iter().flat_map(|&a| dtypes.map(|b| (a, b))) {
            for (s, t) in shapes.iter().flat_map(|&s| shapes.map(|t| (s, t))) {
                for axis in [0, 1, 7, -9] {
                    let count = op.arity().unwrap_or(op.args.least().max(2));
                    let ty = |i: usize| [(s, a), (t, b), (s, if a == b { a } else { DType::Int64 })][i.min(2)];
                    let x: Vec<Ty> = (0..count).map(ty).map(|(shape, dtype)| Ty { shape, dtype }).collect();
                    if let Err(e) = infer(op, &x, &attrs(op, axis)) {
                        let text = format!("{e:?}");
                        out.extend(text.split([' ', '(', '{']).next().map(String::from));
                    }
                }
            }
        }
        out
    }

    #[test]
    fn every_error_of_inference_is_stated() {
        let mut missing = vec![];
        for &op in ops::ALL {
            let stated = op.failures();
            let unstated = variants(op).into_iter().filter(|seen| !stated.iter().any(|f| f.0 == seen));
            missing.extend(unstated.map(|seen| format!("{}: {seen}", op.name)));
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn dtypes_that_are_said_to_be_refused_are() {
        let mut wrong = vec![];
        // What a parameter `dtype` refuses depends on its value.
        for &op in ops::ALL.iter().filter(|op| !op.params.iter().any(|p| p.name == "dtype")) {
            let (stated, seen) = (op.failures(), variants(op));
            for name in ["DTypeUnsupported", "NoPromotion"] {
                if stated.iter().any(|f| f.0 == name) != seen.contains(name) {
                    wrong.push(format!("{}: {name}", op.name));
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    #[test]
    fn stated_errors_stand_on_the_page_of_errors() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/errors.md")).unwrap();
        for &op in ops::ALL {
            for (name, when) in op.failures() {
                assert!(page.contains(&format!("| `{name}` |")), "{}: {name}", op.name);
                assert!(!when.is_empty() && !when.ends_with('.'), "{}: {name} {when}", op.name);
            }
        }
    }

    #[test]
    fn every_entry_has_an_example_and_words() {
        for &op in ops::ALL {
            assert!(op.example.contains("assert"), "{}: no example", op.name);
            let words = [op.shape.in_words(&op.args), op.dtype.in_words(&op.args), op.cost_in_words().into()];
            for text in words {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text:?}", op.name);
            }
            if let ShapeRule::Custom(..) = op.shape {
                assert!(!op.errors.is_empty(), "{}: a shape rule of its own refuses something", op.name);
            }
        }
    }
}
