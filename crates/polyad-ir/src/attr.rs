//! Attributes of an operation: uniform values, typed keys to read them, and the parameter list of an entry.

use std::sync::Arc;

use polyad_core::{DType, Error, Result};
use smallvec::SmallVec;

/// Axes to work on: all of them, or a list that may count from the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Axes {
    /// Every axis.
    All,
    /// These; an empty list means none.
    List(SmallVec<[i64; 4]>),
}

impl From<i64> for Axes {
    fn from(axis: i64) -> Axes {
        Axes::List(SmallVec::from_slice(&[axis]))
    }
}

impl<const N: usize> From<[i64; N]> for Axes {
    fn from(axes: [i64; N]) -> Axes {
        Axes::List(SmallVec::from_slice(&axes))
    }
}

impl From<&[i64]> for Axes {
    fn from(axes: &[i64]) -> Axes {
        Axes::List(SmallVec::from_slice(axes))
    }
}

impl From<()> for Axes {
    fn from((): ()) -> Axes {
        Axes::All
    }
}

/// How far windows reach past the ends of their axes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Padding {
    /// Not at all.
    Valid,
    /// So far that there are as many windows as elements, divided by the stride.
    Same,
    /// So far that every window is there that shows an element.
    Full,
    /// That many elements: one number for all sides, one for each axis, or two for each axis, before and after.
    Widths(SmallVec<[i64; 4]>),
}

impl From<i64> for Padding {
    fn from(width: i64) -> Padding {
        Padding::Widths(SmallVec::from_slice(&[width]))
    }
}

impl<const N: usize> From<[i64; N]> for Padding {
    fn from(widths: [i64; N]) -> Padding {
        Padding::Widths(SmallVec::from_slice(&widths))
    }
}

impl From<&[i64]> for Padding {
    fn from(widths: &[i64]) -> Padding {
        Padding::Widths(SmallVec::from_slice(widths))
    }
}

impl Padding {
    /// The words and what they say.
    pub const WORDS: [(&'static str, Padding); 3] =
        [("valid", Padding::Valid), ("same", Padding::Same), ("full", Padding::Full)];

    /// The padding that a word says.
    pub fn from_word(word: &str) -> Option<Padding> {
        Padding::WORDS.into_iter().find(|(name, _)| *name == word).map(|(_, padding)| padding)
    }
}

impl std::fmt::Display for Padding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Padding::Widths(widths) => write!(f, "{widths:?}"),
            word => {
                let found = Padding::WORDS.into_iter().find(|(_, padding)| padding == word);
                write!(f, "\"{}\"", found.map_or("", |(name, _)| name))
            }
        }
    }
}

/// The value of one attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Attr {
    /// Not given, and without a default.
    None,
    /// A truth value.
    Bool(bool),
    /// An integer, an axis for one.
    Int(i64),
    /// A number.
    Float(f64),
    /// A dtype.
    DType(DType),
    /// Axes.
    Axes(Axes),
    /// Extents, or axes in an order.
    Ints(SmallVec<[i64; 4]>),
    /// One of a few words.
    Word(&'static str),
    /// Any text.
    Text(Arc<str>),
    /// How far windows reach.
    Padding(Padding),
}

/// The kind of value that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrKind {
    /// [`Attr::Bool`].
    Bool,
    /// [`Attr::Int`], or none where that is the default.
    Int,
    /// [`Attr::Float`].
    Float,
    /// [`Attr::DType`], or none.
    DType,
    /// [`Attr::Axes`].
    Axes,
    /// [`Attr::Ints`], or none where that is the default.
    Ints,
    /// [`Attr::Word`], one of these.
    Word(&'static [&'static str]),
    /// [`Attr::Text`].
    Text,
    /// [`Attr::Padding`].
    Padding,
}

impl std::fmt::Display for Attr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Attr::None => f.write_str("none"),
            Attr::Bool(x) => write!(f, "{x}"),
            Attr::Int(x) => write!(f, "{x}"),
            Attr::Float(x) => write!(f, "{x:?}"),
            Attr::DType(x) => write!(f, "{x}"),
            Attr::Axes(Axes::All) => f.write_str("all axes"),
            Attr::Axes(Axes::List(x)) => write!(f, "{x:?}"),
            Attr::Ints(x) => write!(f, "{x:?}"),
            Attr::Word(x) => write!(f, "\"{x}\""),
            Attr::Text(x) => write!(f, "{x:?}"),
            Attr::Padding(x) => write!(f, "{x}"),
        }
    }
}

impl std::fmt::Display for AttrKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            AttrKind::Bool => "true or false",
            AttrKind::Int => "an integer",
            AttrKind::Float => "a number",
            AttrKind::DType => "a dtype",
            AttrKind::Axes => "axes",
            AttrKind::Ints => "integers",
            AttrKind::Text => "text",
            AttrKind::Word(words) => return write!(f, "one of {words:?}"),
            AttrKind::Padding => "\"valid\", \"same\", \"full\" or widths",
        })
    }
}

/// One parameter of an entry.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name, in both languages.
    pub name: &'static str,
    /// What it takes.
    pub kind: AttrKind,
    /// Its default; `None` makes it required and positional.
    pub default: Option<fn() -> Attr>,
    /// What it does, for the reference page.
    pub doc: &'static str,
}

/// Reads one attribute by name, typed: `body.attr(KEEPDIMS)` is a `bool`.
pub struct Key<T> {
    /// The parameter's name.
    pub name: &'static str,
    /// Unwraps the value.
    pub get: fn(&Attr) -> Option<T>,
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Key<T> {}

/// Attribute values in the order of the entry's parameters.
pub type Attrs = SmallVec<[Attr; 2]>;

/// The value of a key among the attributes of an entry.
///
/// # Panics
/// If the entry has no such parameter, or its value is of another kind: entries and rules are ours.
pub(crate) fn get<T>(params: &[Param], attrs: &[Attr], key: Key<T>) -> T {
    let at = params.iter().position(|p| p.name == key.name);
    at.and_then(|i| (key.get)(&attrs[i])).unwrap_or_else(|| panic!("attribute `{}` is not in the entry", key.name))
}

/// Checks attribute values against the parameter list. Errors: [`Error::BadArgument`].
pub(crate) fn check(op: &'static str, params: &[Param], attrs: &[Attr]) -> Result<()> {
    if attrs.len() != params.len() {
        return Err(Error::BadArgument {
            op,
            argument: "attributes",
            got: attrs.len().to_string(),
            takes: format!("{} of them", params.len()),
        });
    }
    for (param, attr) in params.iter().zip(attrs) {
        let fits = match (param.kind, attr) {
            (AttrKind::Bool, Attr::Bool(_))
            | (AttrKind::Int, Attr::Int(_))
            | (AttrKind::Float, Attr::Float(_))
            | (AttrKind::DType, Attr::DType(_))
            | (AttrKind::Axes, Attr::Axes(_))
            | (AttrKind::Ints, Attr::Ints(_))
            | (AttrKind::Text, Attr::Text(_))
            | (AttrKind::Padding, Attr::Padding(_)) => true,
            (AttrKind::DType, Attr::None) => param.default.is_some(),
            (AttrKind::Int | AttrKind::Ints, Attr::None) => param.default.is_some_and(|d| d() == Attr::None),
            (AttrKind::Word(words), Attr::Word(word)) => words.contains(word),
            _ => false,
        };
        if !fits {
            return Err(Error::BadArgument {
                op,
                argument: param.name,
                got: attr.to_string(),
                takes: param.kind.to_string(),
            });
        }
    }
    Ok(())
}

/// Axes of a reduction.
pub const AXIS: Key<Axes> = Key { name: "axis", get: |a| if let Attr::Axes(x) = a { Some(x.clone()) } else { None } };
/// One axis.
pub const ONE_AXIS: Key<i64> = Key { name: "axis", get: int };
/// Whether reduced axes stay with extent 1.
pub const KEEPDIMS: Key<bool> = Key { name: "keepdims", get: flag };
/// A dtype, if one was given.
pub const DTYPE: Key<Option<DType>> = Key {
    name: "dtype",
    get: |a| match a {
        Attr::DType(d) => Some(Some(*d)),
        Attr::None => Some(None),
        _ => None,
    },
};
/// Extents of a new shape.
pub const SHAPE: Key<SmallVec<[i64; 4]>> = Key { name: "shape", get: ints };
/// An order of axes.
pub const AXES: Key<SmallVec<[i64; 4]>> = Key { name: "axes", get: ints };
/// Where axes come from.
pub const SOURCE: Key<SmallVec<[i64; 4]>> = Key { name: "source", get: ints };
/// Where axes go.
pub const DESTINATION: Key<SmallVec<[i64; 4]>> = Key { name: "destination", get: ints };
/// Extents of windows.
pub const WINDOW_SHAPE: Key<SmallVec<[i64; 4]>> = Key { name: "window_shape", get: ints };
/// How often the whole is repeated, for each axis.
pub const REPS: Key<SmallVec<[i64; 4]>> = Key { name: "reps", get: ints };
/// How far elements move.
pub const SHIFT: Key<SmallVec<[i64; 4]>> = Key { name: "shift", get: ints };
/// How many elements are put before and after each axis.
pub const WIDTHS: Key<SmallVec<[i64; 4]>> = Key { name: "widths", get: ints };
/// How far apart windows start.
pub const STRIDE: Key<SmallVec<[i64; 4]>> = Key { name: "stride", get: ints };
/// How far apart the elements of a window lie.
pub const DILATION: Key<SmallVec<[i64; 4]>> = Key { name: "dilation", get: ints };
/// How far windows reach past the ends of their axes.
pub const PADDING: Key<Padding> =
    Key { name: "padding", get: |a| if let Attr::Padding(x) = a { Some(x.clone()) } else { None } };
/// What a transposed convolution adds at the ends of its axes.
pub const OUTPUT_PADDING: Key<SmallVec<[i64; 4]>> = Key { name: "output_padding", get: ints };
/// Into how many parts channels are cut that do not see each other.
pub const GROUPS: Key<i64> = Key { name: "groups", get: int };
/// The number past the ends of an axis.
pub const FILL: Key<f64> = Key { name: "fill", get: float };
/// Whether a kernel is reversed.
pub const REVERSED: Key<bool> = Key { name: "flip", get: flag };
/// Whether windows that reach past the end count.
pub const CEIL_MODE: Key<bool> = Key { name: "ceil_mode", get: flag };
/// Whether elements past the ends count in a mean.
pub const COUNT_INCLUDE_PAD: Key<bool> = Key { name: "count_include_pad", get: flag };
/// Whether the corners of the two grids are the same points.
pub const ALIGN_CORNERS: Key<bool> = Key { name: "align_corners", get: flag };
/// Extents of a result.
pub const SIZE: Key<SmallVec<[i64; 4]>> = Key { name: "size", get: ints };
/// One of the ways that an entry knows.
pub const MODE: Key<&'static str> = Key { name: "mode", get: word };
/// The base of the angles by which positions turn.
pub const BASE_OF_ANGLES: Key<f64> = Key { name: "base", get: float };
/// Whether two neighbours are a pair.
pub const INTERLEAVED: Key<bool> = Key { name: "interleaved", get: flag };
/// Whether positions see no later ones.
pub const CAUSAL: Key<bool> = Key { name: "causal", get: flag };
/// The factor of scores; 0 stands for one by the square root of the length of the last axis.
pub const SCALE: Key<f64> = Key { name: "scale", get: float };
/// Whether the mean of losses is given, their sum, or each.
pub const REDUCTION: Key<&'static str> = Key { name: "reduction", get: word };
/// The difference from which a loss is a straight line.
pub const DELTA: Key<f64> = Key { name: "delta", get: float };
/// The class that stands for no loss.
pub const IGNORE_INDEX: Key<i64> = Key { name: "ignore_index", get: int };
/// The share of a target that is spread over all classes.
pub const LABEL_SMOOTHING: Key<f64> = Key { name: "label_smoothing", get: float };
/// How often each element is repeated.
pub const COUNT: Key<i64> = Key { name: "count", get: int };
/// The small number that keeps a division finite.
pub const EPSILON: Key<f64> = Key { name: "epsilon", get: float };
/// What is subtracted from the count in a variance.
pub const CORRECTION: Key<f64> = Key { name: "correction", get: float };
/// The factor of what lies below zero, or of a slope.
pub const ALPHA: Key<f64> = Key { name: "alpha", get: float };
/// What is added to a slope.
pub const BETA: Key<f64> = Key { name: "beta", get: float };
/// The slope of what lies below zero.
pub const NEGATIVE_SLOPE: Key<f64> = Key { name: "negative_slope", get: float };
/// How a matrix product treats quantized weights.
pub const PRECISION: Key<&'static str> = Key { name: "precision", get: word };

/// The equation of a sum of products.
pub const EQUATION: Key<Arc<str>> =
    Key { name: "equation", get: |a| if let Attr::Text(x) = a { Some(x.clone()) } else { None } };
/// Axes of the first operand that are summed over.
pub const AXES1: Key<SmallVec<[i64; 4]>> = Key { name: "axes1", get: ints };
/// Axes of the second operand that are summed over.
pub const AXES2: Key<SmallVec<[i64; 4]>> = Key { name: "axes2", get: ints };
/// One of two axes.
pub const AXIS1: Key<i64> = Key { name: "axis1", get: int };
/// The other of two axes.
pub const AXIS2: Key<i64> = Key { name: "axis2", get: int };
/// How far a diagonal lies above the main one.
pub const OFFSET: Key<i64> = Key { name: "offset", get: int };

/// How often a difference is taken.
pub const N: Key<i64> = Key { name: "n", get: int };
/// Whether a scan starts at the end of its axis.
pub const REVERSE: Key<bool> = Key { name: "reverse", get: flag };
/// Whether a scan begins with its value of nothing.
pub const INCLUDE_INITIAL: Key<bool> = Key { name: "include_initial", get: flag };
/// Whether the greatest comes first.
pub const DESCENDING: Key<bool> = Key { name: "descending", get: flag };
/// How many elements are chosen.
pub const K: Key<i64> = Key { name: "k", get: int };
/// Places of a row in order.
pub const KTH: Key<SmallVec<[i64; 4]>> = Key { name: "kth", get: ints };
/// Whether the greatest are chosen.
pub const LARGEST: Key<bool> = Key { name: "largest", get: flag };
/// Whether what is chosen comes in order.
pub const SORTED: Key<bool> = Key { name: "sorted", get: flag };
/// On which side of equal elements a place lies.
pub const SIDE: Key<&'static str> = Key { name: "side", get: word };
/// Whether an answer is turned round.
pub const INVERT: Key<bool> = Key { name: "invert", get: flag };
/// How a value between two elements is found.
pub const METHOD: Key<&'static str> = Key { name: "method", get: word };

/// The order of a norm of vectors.
pub const ORD: Key<f64> = Key { name: "ord", get: float };
/// The order of a norm of matrices.
pub const ORD_WORD: Key<&'static str> = Key { name: "ord", get: word };
/// Whether the upper triangle counts.
pub const UPPER: Key<bool> = Key { name: "upper", get: flag };
/// Whether a diagonal counts as ones.
pub const UNIT_DIAGONAL: Key<bool> = Key { name: "unit_diagonal", get: flag };
/// Whether orthogonal factors are square.
pub const FULL_MATRICES: Key<bool> = Key { name: "full_matrices", get: flag };

/// The length of a transform, if one was given.
pub const LENGTH_OF_TRANSFORM: Key<Option<i64>> = Key {
    name: "n",
    get: |a| match a {
        Attr::Int(n) => Some(Some(*n)),
        Attr::None => Some(None),
        _ => None,
    },
};
/// The lengths of a transform along several axes, if they were given.
pub const LENGTHS_OF_TRANSFORM: Key<Option<SmallVec<[i64; 4]>>> = Key {
    name: "s",
    get: |a| match a {
        Attr::Ints(s) => Some(Some(s.clone())),
        Attr::None => Some(None),
        _ => None,
    },
};
/// The axes of a transform.
pub const TRANSFORMED: Key<Axes> = Key { name: "axes", get: AXIS.get };
/// Which direction of a transform has a factor.
pub const NORM: Key<&'static str> = Key { name: "norm", get: word };
/// Which cosines or sines are summed.
pub const KIND: Key<i64> = Key { name: "kind", get: int };

fn flag(a: &Attr) -> Option<bool> {
    if let Attr::Bool(x) = a { Some(*x) } else { None }
}

fn word(a: &Attr) -> Option<&'static str> {
    if let Attr::Word(x) = a { Some(*x) } else { None }
}

fn int(a: &Attr) -> Option<i64> {
    if let Attr::Int(x) = a { Some(*x) } else { None }
}

fn float(a: &Attr) -> Option<f64> {
    if let Attr::Float(x) = a { Some(*x) } else { None }
}

fn ints(a: &Attr) -> Option<SmallVec<[i64; 4]>> {
    if let Attr::Ints(x) = a { Some(x.clone()) } else { None }
}
