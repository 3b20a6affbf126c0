//! One entry of the table: everything there is to know about one operation, written once.

use polyad_core::{DType, Error, Layout, Result};

use crate::attr::{self, Attr, Attrs, Key, Param};
use crate::facts::Failure;
use crate::{Backward, DTypeRule, Expr, ShapeRule, Ty};

/// An operation: a reference into the table, compared by address.
pub type Op = &'static OpDef;

/// Everything there is to know about one operation.
pub struct OpDef {
    /// The array API or NumPy name.
    pub name: &'static str,
    /// Other names for it, found by a search of the documentation and by [`crate::ops::find`].
    pub aliases: &'static [&'static str],
    /// What it computes, in a line that stands alone.
    pub summary: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// A few lines of Rust that show it; `Tensor`, `tensor!`, `DType` and the options are in scope.
    pub example: &'static str,
    /// Its operands.
    pub args: Args,
    /// Its results.
    pub results: &'static [&'static str],
    /// Its parameters.
    pub params: &'static [Param],
    /// The dtype of the result.
    pub dtype: DTypeRule,
    /// The shape of the result.
    pub shape: ShapeRule,
    /// What it computes.
    pub meaning: Meaning,
    /// View or copy, and how much work, in words; empty where that follows from the meaning.
    pub cost: &'static str,
    /// What it refuses that does not follow from its rules.
    pub errors: &'static [Failure],
    /// Its gradient.
    pub grad: Grad,
    /// What its gradient's rule makes of complex numbers.
    pub complex_grad: ComplexGrad,
    /// Values that must come out.
    pub check: Check,
}

/// The operands of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Args {
    /// That many, with these names.
    Fixed(&'static [&'static str]),
    /// Any number from one on, under this name.
    Many(&'static str),
    /// One, then any number of indices from one on, under the second name, then those that are named last.
    Indexed(&'static str, &'static str, &'static [&'static str]),
}

impl Args {
    /// The fewest operands that there can be.
    pub fn least(&self) -> usize {
        match self {
            Args::Fixed(names) => names.len(),
            Args::Many(_) => 1,
            Args::Indexed(_, _, last) => 2 + last.len(),
        }
    }

    /// The names, in order.
    pub fn names(&self) -> Vec<&'static str> {
        match *self {
            Args::Fixed(names) => names.to_vec(),
            Args::Many(name) => vec![name],
            Args::Indexed(first, indices, last) => [&[first, indices], last].concat(),
        }
    }
}

/// A complex number: real part, imaginary part.
type Pair = [f64; 2];

/// A scalar function for each kind of number it makes sense for, in the widest type of the kind; results are
/// rounded to the compute dtype (integers wrap).
#[derive(Clone, Copy)]
pub struct Unary {
    /// Real floats.
    pub float: Option<fn(f64) -> f64>,
    /// Signed integers.
    pub signed: Option<fn(i64) -> i64>,
    /// Unsigned integers.
    pub unsigned: Option<fn(u64) -> u64>,
    /// bool.
    pub bool: Option<fn(bool) -> bool>,
    /// Complex floats.
    pub complex: Option<fn(Pair) -> Pair>,
    /// Complex floats, to a real number of the dtype of their parts; instead of `complex`.
    pub part: Option<fn(Pair) -> f64>,
}

impl Unary {
    /// No kind.
    pub const NONE: Unary = Unary { float: None, signed: None, unsigned: None, bool: None, complex: None, part: None };
}

/// As [`Unary`], of two operands of one dtype.
#[derive(Clone, Copy)]
pub struct Binary {
    /// Real floats.
    pub float: Option<fn(f64, f64) -> f64>,
    /// Signed integers.
    pub signed: Option<fn(i64, i64) -> i64>,
    /// Unsigned integers.
    pub unsigned: Option<fn(u64, u64) -> u64>,
    /// bool.
    pub bool: Option<fn(bool, bool) -> bool>,
    /// Complex floats.
    pub complex: Option<fn(Pair, Pair) -> Pair>,
}

impl Binary {
    /// No kind.
    pub const NONE: Binary = Binary { float: None, signed: None, unsigned: None, bool: None, complex: None };
}

/// A comparison of two operands of one dtype; the result is bool.
#[derive(Clone, Copy)]
pub struct Compare {
    /// Real floats.
    pub float: fn(f64, f64) -> bool,
    /// Signed integers.
    pub signed: fn(i64, i64) -> bool,
    /// Unsigned integers and bool.
    pub unsigned: fn(u64, u64) -> bool,
    /// Complex floats, where they can be compared.
    pub complex: Option<fn(Pair, Pair) -> bool>,
}

/// A question about one operand; the answer is bool.
#[derive(Clone, Copy)]
pub struct Test {
    /// Real floats.
    pub float: fn(f64) -> bool,
    /// Signed integers.
    pub signed: fn(i64) -> bool,
    /// Unsigned integers and bool.
    pub unsigned: fn(u64) -> bool,
    /// Complex floats, where it makes sense for them.
    pub complex: Option<fn(Pair) -> bool>,
}

/// A reduction that folds elements together; the order belongs to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Sum; of nothing 0.
    Sum,
    /// Product; of nothing 1.
    Prod,
    /// Greatest, NaN if there is one; of nothing an error.
    Max,
    /// Least, NaN if there is one; of nothing an error.
    Min,
    /// Whether all are true; of nothing true.
    All,
    /// Whether any is true; of nothing false.
    Any,
    /// How many are true.
    Count,
    /// Sum of what is not NaN.
    NanSum,
    /// Greatest of what is not NaN; of nothing but NaN it is NaN.
    NanMax,
    /// Least of what is not NaN; of nothing but NaN it is NaN.
    NanMin,
}

/// What an entry computes.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// Element by element.
    Unary(Unary),
    /// Element by element, broadcast.
    Binary(Binary),
    /// Element by element, broadcast, to bool.
    Compare(Compare),
    /// Element by element, to bool.
    Test(Test),
    /// The second operand where the first is true, else the third.
    Select,
    /// The operand in another dtype.
    Cast,
    /// A reduction over axes.
    Fold(Fold),
    /// Other operations; values stay in the compute dtype inside and are rounded once.
    Composed(fn(&Body) -> Expr),
    /// Another layout over the same elements, or `None` where that takes a copy.
    Movement(fn(&Call, &Layout) -> Result<Option<Layout>>),
    /// Only an executor has it; a test of the table sees that one does.
    Executor,
}

/// The gradient of an entry.
#[derive(Clone, Copy)]
pub enum Grad {
    /// The gradient of each operand from those of the results; `None` for operands without one.
    Rule(fn(&Backward) -> Vec<Option<Expr>>),
    /// That of the operations it is composed of.
    FromMeaning,
    /// It has none: a comparison, a logical, bitwise or integer operation.
    None,
}

/// What the rule of a gradient makes of complex numbers. A gradient that follows from the meaning takes them where its parts do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComplexGrad {
    /// It is one of real numbers.
    None,
    /// The entry has a complex derivative, by which the rule multiplies.
    Analytic,
    /// The rule says what becomes of complex gradients.
    Rule,
}

/// Values that must come out, and how near a kernel must come to the meaning.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Operands and result.
    pub points: &'static [(&'static [f64], f64)],
    /// The range of random operands.
    pub range: (f64, f64),
    /// The distance allowed between kernel and meaning, in units in the last place; 0 compares bits.
    pub ulp: u32,
}

/// The usual answers: an entry writes what differs.
pub const BASE: OpDef = OpDef {
    name: "",
    aliases: &[],
    summary: "",
    source: "",
    example: "",
    args: Args::Fixed(&["x"]),
    results: &["out"],
    params: &[],
    dtype: DTypeRule::Promote,
    shape: ShapeRule::Broadcast,
    meaning: Meaning::Executor,
    cost: "",
    errors: &[],
    grad: Grad::None,
    complex_grad: ComplexGrad::None,
    check: Check { points: &[], range: (-4.0, 4.0), ulp: 0 },
};

impl OpDef {
    /// How many operands, or `None` for any number.
    pub fn arity(&self) -> Option<usize> {
        match self.args {
            Args::Fixed(names) => Some(names.len()),
            Args::Many(_) | Args::Indexed(..) => None,
        }
    }

    /// Whether an operand holds indices, which keep their dtype: the one of that name.
    pub fn is_index(&self, operand: usize) -> bool {
        matches!(self.args, Args::Fixed(names) if names.get(operand) == Some(&"indices"))
    }

    /// The attributes that stand where a caller names none. Required parameters must not be among them.
    ///
    /// # Panics
    /// If a parameter has no default.
    pub fn defaults(&self) -> Attrs {
        self.params
            .iter()
            .map(|p| p.default.unwrap_or_else(|| panic!("{}: `{}` is required", self.name, p.name))())
            .collect()
    }

    /// The value of an attribute.
    pub fn attr<T>(&self, attrs: &[Attr], key: Key<T>) -> T {
        attr::get(self.params, attrs, key)
    }

    /// Refuses a wrong number of operands and attributes of the wrong kind.
    pub(crate) fn check_call(&'static self, operands: usize, attrs: &[Attr]) -> Result<()> {
        let fits = match self.args {
            Args::Fixed(names) => names.len() == operands,
            Args::Many(_) | Args::Indexed(..) => operands >= self.args.least(),
        };
        if !fits {
            let need = match self.args {
                Args::Fixed(names) => ["none", "one", "two", "three", "four", "five"][names.len().min(5)],
                Args::Many(_) => "at least one",
                Args::Indexed(..) => "a tensor and at least one tensor of indices",
            };
            return Err(Error::OperandCount { op: self.name, got: operands, need });
        }
        if self.params.is_empty() && attrs.is_empty() {
            return Ok(());
        }
        attr::check(self.name, self.params, attrs)
    }
}

impl PartialEq for OpDef {
    fn eq(&self, other: &OpDef) -> bool {
        std::ptr::eq(self, other)
    }
}

impl std::fmt::Debug for OpDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// An operation as called: entry and attributes, and the types of its operands.
pub struct Call<'a> {
    /// The entry.
    pub op: Op,
    /// Its attributes.
    pub attrs: &'a [Attr],
    /// The operands' types.
    pub x: &'a [Ty<'a>],
}

impl Call<'_> {
    /// The value of an attribute.
    pub fn attr<T>(&self, key: Key<T>) -> T {
        self.op.attr(self.attrs, key)
    }
}

/// What a composed entry is built from: its operands, all but indices already in the compute dtype, and its attributes.
pub struct Body<'a> {
    /// The entry.
    pub op: Op,
    /// The operands.
    pub x: &'a [Expr],
    /// Its attributes.
    pub attrs: &'a [Attr],
}

impl Body<'_> {
    /// The value of an attribute.
    pub fn attr<T>(&self, key: Key<T>) -> T {
        self.op.attr(self.attrs, key)
    }

    /// The compute dtype of the first operand.
    pub fn dtype(&self) -> DType {
        self.x[0].dtype()
    }
}
