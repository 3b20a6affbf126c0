//! The Python functions for type checkers.

use std::fmt::Write;

use polyad_ir::{Args, Attr, AttrKind, Axes, Param, ops};

use crate::is_positional;
use crate::words::wrapped;

/// Entries whose Python functions take more than the table says; their stubs stand in `__init__.pyi`.
pub(crate) const BY_HAND: &[&str] = &[
    "astype",
    "clip",
    "conv",
    "conv_transpose",
    "diff",
    "einsum",
    "interpolate",
    "one_hot",
    "pad",
    "repeat",
    "reshape",
    "searchsorted",
    "tensordot",
];

/// The stub file.
pub(crate) fn stubs() -> String {
    let mut out = String::from(
        "# Made from the op table by `cargo xtask gen`; edit the table instead.\n\n\
         from collections.abc import Sequence\nfrom typing import Literal\n\n\
         from polyad import Tensor, _Axes, _DType, _Operand, _Padding\n\n",
    );
    for op in ops::ALL.iter().filter(|op| !BY_HAND.contains(&op.name) && ops::module(op) == "polyad") {
        let mut list = match op.args {
            Args::Fixed(names) => names.iter().map(|n| format!("{n}: _Operand")).collect(),
            Args::Many(name) => vec![format!("{name}: Sequence[_Operand]")],
            Args::Indexed(first, indices, last) => {
                let many = format!("{indices}: _Operand | tuple[_Operand, ...]");
                let last = last.iter().map(|n| format!("{n}: _Operand"));
                [format!("{first}: _Operand"), many].into_iter().chain(last).collect()
            }
        };
        list.push("/".into());
        let mut named_only = false;
        for p in op.params {
            if !named_only && !is_positional(p) {
                named_only = true;
                list.push("*".into());
            }
            list.push(stub_parameter(p));
        }
        let list = list.join(", ");
        let mut text = String::new();
        wrapped(&mut text, "    ", &format!("\"\"\"{}", op.summary));
        for p in op.params {
            text.push('\n');
            wrapped(&mut text, "    ", &format!("{}: {}", p.name, p.doc));
        }
        text.push('\n');
        for line in op.types_in_words() {
            wrapped(&mut text, "    ", &line);
        }
        let _ = writeln!(out, "def {}({list}) -> Tensor:\n{text}    \"\"\"\n", op.name);
        for alias in op.aliases {
            let _ = writeln!(out, "{alias} = {}\n", op.name);
        }
    }
    out
}

fn stub_parameter(p: &Param) -> String {
    let ty = match p.kind {
        AttrKind::Bool => "bool".into(),
        AttrKind::Int => "int".into(),
        AttrKind::Float => "float".into(),
        AttrKind::DType if p.default.is_some() => "_DType | None".into(),
        AttrKind::DType => "_DType".into(),
        AttrKind::Axes => "_Axes".into(),
        AttrKind::Ints => "int | Sequence[int]".into(),
        AttrKind::Text => "str".into(),
        AttrKind::Word(words) => {
            format!("Literal[{}]", words.iter().map(|w| format!("{w:?}")).collect::<Vec<_>>().join(", "))
        }
        AttrKind::Padding => "_Padding".into(),
    };
    match default(p) {
        None => format!("{}: {ty}", p.name),
        Some(value) => format!("{}: {ty} = {value}", p.name),
    }
}

/// The default in Python: as in the table, and `None` for axes that the table requires.
pub(crate) fn default(p: &Param) -> Option<String> {
    Some(match p.default.map(|d| d()) {
        None if p.kind != AttrKind::Axes => return None,
        Some(Attr::Bool(x)) => if x { "True" } else { "False" }.into(),
        Some(Attr::Axes(Axes::List(axes))) if axes.len() == 1 => axes[0].to_string(),
        None | Some(Attr::None | Attr::Axes(_)) => "None".into(),
        Some(Attr::Ints(list)) if list.len() == 1 => list[0].to_string(),
        Some(Attr::Ints(list)) if list.is_empty() => "()".into(),
        Some(value) => value.to_string(),
    })
}
