//! The op table as Python functions: one a row, with signature and documentation from there.

use std::ffi::{CStr, CString};
use std::fmt::Write;

use polyad::ir::{Args, Attr, AttrKind, Axes, DTypeRule, Op, Padding, Param, ops};
use polyad::{DType, Error, Tensor, View, exec};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyCFunction, PyDict, PyString, PyTuple};

use crate::errors::raise;
use crate::tensor::PyTensor;
use crate::{dtypes, gil, lists, operand};

/// Runs an operation.
pub(crate) fn run(py: Python<'_>, op: Op, operands: &[&Tensor], attrs: &[Attr]) -> PyResult<Tensor> {
    let bytes = operands.iter().fold(0usize, |n, t| n.saturating_add(t.size_bytes()));
    gil::run(py, bytes, || {
        if let [a, b] = operands {
            return exec::run(op, &[a.view(), b.view()], attrs).map(Tensor::from_view);
        }
        let views: Vec<&View> = operands.iter().map(|t| t.view()).collect();
        exec::run(op, &views, attrs).map(Tensor::from_view)
    })
}

/// Entries whose functions are written by hand: operands may be left out, or arguments are NumPy's own.
const BY_HAND: &[Op] = &[
    &ops::ASTYPE,
    &ops::CLIP,
    &ops::CONV,
    &ops::CONV_TRANSPOSE,
    &ops::DIFF,
    &ops::EINSUM,
    &ops::INTERPOLATE,
    &ops::ONE_HOT,
    &ops::PAD,
    &ops::REPEAT,
    &ops::RESHAPE,
    &ops::SEARCHSORTED,
    &ops::TENSORDOT,
];

/// Adds the functions of the table to a module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    for &op in ops::ALL.iter().filter(|op| !BY_HAND.contains(op) && ops::module(op) == "polyad") {
        let function = function(py, op, "polyad")?;
        for alias in op.aliases {
            module.add(*alias, &function)?;
        }
        module.add(op.name, function)?;
    }
    Ok(())
}

/// The function of an entry.
pub(crate) fn function<'py>(py: Python<'py>, op: Op, module: &str) -> PyResult<Bound<'py, PyCFunction>> {
    let call =
        move |args: &Bound<'_, PyTuple>, keywords: Option<&Bound<'_, PyDict>>| call(op, args, keywords).map(PyTensor);
    let function = PyCFunction::new_closure(py, Some(text(op.name)), Some(text(&document(op))), call)?;
    function.setattr("__module__", module)?;
    Ok(function)
}

/// A C string that lives as long as the process: the module is made once.
fn text(text: &str) -> &'static CStr {
    let whole: Vec<u8> = text.bytes().filter(|&b| b != 0).collect();
    Box::leak(CString::new(whole).expect("zeros were taken out").into_boxed_c_str())
}

/// The signature, as `inspect` reads it, then what the operation does.
fn document(op: Op) -> String {
    let operands = op.args.names().join(", ");
    let mut out = format!("{}({operands}, /", op.name);
    let mut named_only = false;
    for param in op.params {
        if !named_only && !by_place(param) {
            named_only = true;
            out.push_str(", *");
        }
        match default(param) {
            Some(value) => write!(out, ", {}={}", param.name, shown(&value)),
            None => write!(out, ", {}", param.name),
        }
        .expect("strings take any text");
    }
    write!(out, ")\n--\n\n{}\n", op.summary).expect("strings take any text");
    for param in op.params {
        write!(out, "\n{}: {}", param.name, param.doc).expect("strings take any text");
    }
    for line in op.types_in_words() {
        write!(out, "\n\n{line}").expect("strings take any text");
    }
    write!(out, "\n\nSource: {}.", op.source).expect("strings take any text");
    out
}

/// Whether a parameter may be given by its place: what is required, and axes.
fn by_place(param: &Param) -> bool {
    param.default.is_none() || param.name == "axis"
}

/// The value where a caller names none: as in the table, else all axes.
fn default(param: &Param) -> Option<Attr> {
    match (param.default, param.kind) {
        (Some(make), _) => Some(make()),
        (None, AttrKind::Axes) => Some(Attr::Axes(Axes::All)),
        (None, _) => None,
    }
}

fn shown(value: &Attr) -> String {
    match value {
        Attr::Bool(true) => "True".into(),
        Attr::Bool(false) => "False".into(),
        Attr::Int(n) => n.to_string(),
        Attr::Float(x) => format!("{x:?}"),
        Attr::DType(dtype) => format!("'{dtype}'"),
        Attr::Word(word) => format!("'{word}'"),
        Attr::Text(text) => format!("'{text}'"),
        Attr::Axes(Axes::List(axes)) if axes.len() == 1 => axes[0].to_string(),
        Attr::Ints(list) if list.len() == 1 => list[0].to_string(),
        Attr::Ints(_) => "()".into(),
        Attr::Padding(padding) => padding.to_string().replace('"', "'"),
        Attr::None | Attr::Axes(_) => "None".into(),
    }
}

/// The short way for the common call: nothing but one or two tensors.
fn plain(op: Op, args: &Bound<'_, PyTuple>, keywords: Option<&Bound<'_, PyDict>>) -> Option<PyResult<Tensor>> {
    if keywords.is_some() || !op.params.is_empty() || op.arity() != Some(args.len()) || args.len() > 2 {
        return None;
    }
    let first = args.get_borrowed_item(0).ok()?;
    let a = &first.cast::<PyTensor>().ok()?.get().0;
    if args.len() == 1 {
        return Some(run(args.py(), op, &[a], &[]));
    }
    let second = args.get_borrowed_item(1).ok()?;
    let b = &second.cast::<PyTensor>().ok()?.get().0;
    Some(run(args.py(), op, &[a, b], &[]))
}

/// A call as Python makes it: operands, then parameters by place or name.
pub(crate) fn call(op: Op, args: &Bound<'_, PyTuple>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Tensor> {
    let py = args.py();
    if let Some(done) = plain(op, args, keywords) {
        return done;
    }
    let count = op.args.names().len();
    if args.len() < count {
        let need = if count == 1 { "one operand" } else { "more operands" };
        return Err(PyTypeError::new_err(format!("{}: {} given; it takes {need}.", op.name, args.len())));
    }
    let given: Vec<Bound<'_, PyAny>> = args.iter().take(count).collect();
    let tensors = match op.args {
        Args::Fixed(_) => operands(op, &given)?,
        Args::Many(_) => operands(op, &given[0].try_iter()?.collect::<PyResult<Vec<_>>>()?)?,
        Args::Indexed(..) => {
            let indices = match given[1].cast::<PyTuple>() {
                Ok(several) => several.iter().collect(),
                Err(_) => vec![given[1].clone()],
            };
            let all = [&given[..1], &indices, &given[2..]].concat();
            operands(op, &all)?
        }
    };
    let mut places = args.iter().skip(count);
    let mut attrs = polyad::ir::Attrs::new();
    for param in op.params {
        let by_name = match keywords {
            Some(keywords) => keywords.get_item(param.name)?,
            None => None,
        };
        let by_place = if by_place(param) { places.next() } else { None };
        attrs.push(match (by_place, by_name) {
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err(format!("{}: {} is given twice.", op.name, param.name)));
            }
            (Some(value), None) | (None, Some(value)) => attribute(op, param, &value)?,
            (None, None) => default(param)
                .ok_or_else(|| PyTypeError::new_err(format!("{}: {} is missing.", op.name, param.name)))?,
        });
    }
    if places.next().is_some() {
        let text = format!("{}: {} given by place, which are too many.", op.name, args.len());
        return Err(PyTypeError::new_err(text));
    }
    for (name, _) in keywords.into_iter().flatten() {
        if !op.params.iter().any(|p| name.eq(p.name).unwrap_or(false)) {
            let known: Vec<&str> = op.params.iter().map(|p| p.name).collect();
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            return Err(PyTypeError::new_err(format!("{}: no parameter {name}; it has {known}.", op.name)));
        }
    }
    run(py, op, &tensors.iter().collect::<Vec<_>>(), &attrs)
}

/// Operands as tensors. Numbers take the dtype of the first tensor that they meet in the result: not that of a
/// condition, nor where operands mean different things.
pub(crate) fn operands(op: Op, given: &[Bound<'_, PyAny>]) -> PyResult<Vec<Tensor>> {
    let stored = |at: usize| {
        let names = op.args.names();
        let from_end = given.len() - at;
        op.arity() != Some(1)
            && from_end <= names.len()
            && ["updates", "values"].contains(&names[names.len() - from_end])
    };
    let meets = |at: usize| match op.dtype {
        // What is written takes the dtype of what it is written to.
        DTypeRule::First | DTypeRule::FirstDecoded => at == 0 || stored(at),
        DTypeRule::Moved => matches!(op.args, Args::Many(_)) || at == 0 || stored(at),
        DTypeRule::FirstRealFloat => at == 0,
        DTypeRule::Select => at > 0,
        _ => true,
    };
    let mut found: Vec<Option<Tensor>> = Vec::with_capacity(given.len());
    for (at, obj) in given.iter().enumerate() {
        let weak = meets(at) && operand::number(obj, DType::Float64)?.is_some();
        found.push(if weak { None } else { Some(lists::asarray(obj, None, None)?) });
    }
    let strong = found.iter().enumerate().filter(|(at, _)| meets(*at));
    let dtype = strong.filter_map(|(_, t)| t.as_ref()).map(Tensor::dtype).next();
    let one = |(obj, tensor): (&Bound<'_, PyAny>, Option<Tensor>)| match (tensor, dtype) {
        (Some(tensor), _) => Ok(tensor),
        (None, Some(dtype)) => operand::other(dtype, obj)?.map_or_else(|| lists::asarray(obj, None, None), Ok),
        (None, None) => lists::asarray(obj, None, None),
    };
    given.iter().zip(found).map(one).collect()
}

/// The value of a parameter.
fn attribute(op: Op, param: &Param, value: &Bound<'_, PyAny>) -> PyResult<Attr> {
    let wrong = |takes: &str| {
        let name = value.get_type().name().map_or_else(|_| "that".to_string(), |n| n.to_string());
        PyTypeError::new_err(format!("{}: {} takes {takes}, not {name}.", op.name, param.name))
    };
    let ints = || value.extract::<i64>().map(|n| vec![n]).or_else(|_| value.extract::<Vec<i64>>());
    Ok(match param.kind {
        AttrKind::Bool => Attr::Bool(value.cast::<PyBool>().map_err(|_| wrong("True or False"))?.is_true()),
        AttrKind::Int => Attr::Int(value.extract().map_err(|_| wrong("an integer"))?),
        AttrKind::Float => Attr::Float(value.extract().map_err(|_| wrong("a number"))?),
        AttrKind::DType => match dtypes::parse_optional(Some(value))? {
            Some(dtype) => Attr::DType(dtype),
            None => Attr::None,
        },
        AttrKind::Axes if value.is_none() => Attr::Axes(Axes::All),
        AttrKind::Axes => Attr::Axes(Axes::from(&ints().map_err(|_| wrong("None, an integer or several"))?[..])),
        AttrKind::Ints => Attr::Ints(ints().map_err(|_| wrong("integers"))?.into()),
        AttrKind::Text => {
            let text = value.cast::<PyString>().map_err(|_| wrong("text"))?.to_cow()?;
            Attr::Text(text.as_ref().into())
        }
        AttrKind::Word(words) => {
            let word = value.cast::<PyString>().map_err(|_| wrong("a word"))?.to_cow()?;
            let known = words.iter().find(|&&w| w == word);
            let bad = || Error::BadArgument {
                op: op.name,
                argument: param.name,
                got: format!("\"{word}\""),
                takes: words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(" or "),
            };
            Attr::Word(known.copied().ok_or_else(|| raise(bad()))?)
        }
        AttrKind::Padding => {
            let word = value.cast::<PyString>().ok().map(|s| s.to_cow()).transpose()?;
            let pairs = || value.extract::<Vec<[i64; 2]>>().map(|pairs| pairs.concat());
            Attr::Padding(match word {
                Some(word) => Padding::from_word(&word).ok_or_else(|| {
                    let (got, takes) = (format!("{:?}", word), param.kind.to_string());
                    raise(Error::BadArgument { op: op.name, argument: param.name, got, takes })
                })?,
                None => Padding::from(
                    &ints().or_else(|_| pairs()).map_err(|_| wrong("a word, an integer or several, or pairs"))?[..],
                ),
            })
        }
    })
}
