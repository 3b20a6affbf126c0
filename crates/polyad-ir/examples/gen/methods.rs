//! The methods of `Tensor`, and the options structs.

use std::fmt::Write;
use std::process::{Command, Stdio};

use polyad_ir::{Args, Attr, AttrKind, DTypeRule, Op, Param, ShapeRule, ops};

use crate::words::{self, wrapped};
use crate::{camel, constant, identifier, is_positional};

/// The Rust type of a positional parameter, and how it becomes an attribute.
fn argument(p: &Param) -> (&'static str, String) {
    match p.kind {
        AttrKind::Bool => ("bool", format!("Attr::Bool({})", p.name)),
        AttrKind::Int => ("i64", format!("Attr::Int({})", p.name)),
        AttrKind::Float => ("f64", format!("Attr::Float({})", p.name)),
        AttrKind::DType => ("DType", format!("Attr::DType({})", p.name)),
        AttrKind::Axes => ("impl Into<Axes>", format!("Attr::Axes({}.into())", p.name)),
        AttrKind::Ints => ("&[i64]", format!("Attr::Ints({}.into())", p.name)),
        AttrKind::Word(_) => ("&'static str", format!("Attr::Word({})", p.name)),
        AttrKind::Text => ("&str", format!("Attr::Text({}.into())", p.name)),
        AttrKind::Padding => ("impl Into<Padding>", format!("Attr::Padding({}.into())", p.name)),
    }
}

/// Type, default and conversion of a field of an options struct.
fn field(p: &Param) -> (&'static str, String, String) {
    let default = p.default.map(|d| d()).unwrap_or(Attr::None);
    let (of, value) = (format!("options.{}", p.name), |text: String| text);
    match (p.kind, default) {
        (AttrKind::Bool, Attr::Bool(x)) => ("bool", value(x.to_string()), format!("Attr::Bool({of})")),
        (AttrKind::Int, Attr::Int(x)) => ("i64", value(x.to_string()), format!("Attr::Int({of})")),
        (AttrKind::Float, Attr::Float(x)) => ("f64", value(format!("{x:?}")), format!("Attr::Float({of})")),
        (AttrKind::Word(_), Attr::Word(x)) => ("&'static str", value(format!("{x:?}")), format!("Attr::Word({of})")),
        (AttrKind::DType, _) => {
            ("Option<DType>", value("None".into()), format!("{of}.map_or(Attr::None, Attr::DType)"))
        }
        (AttrKind::Int, Attr::None) => {
            ("Option<i64>", value("None".into()), format!("{of}.map_or(Attr::None, Attr::Int)"))
        }
        (AttrKind::Ints, Attr::None) => {
            let to = format!("{of}.map_or(Attr::None, |list| Attr::Ints(list.into()))");
            ("Option<Vec<i64>>", value("None".into()), to)
        }
        (AttrKind::Ints, Attr::Ints(x)) => {
            ("Vec<i64>", value(format!("vec!{:?}", x.as_slice())), format!("Attr::Ints({of}.into())"))
        }
        (AttrKind::Padding, Attr::Padding(x)) => {
            ("Padding", value(format!("Padding::{x:?}")), format!("Attr::Padding({of})"))
        }
        (kind, default) => unreachable!("no option of {kind:?} with default {default:?}"),
    }
}

/// Whether the second of two operands broadcasts beside the first, so that it may be a number.
fn is_beside(op: Op) -> bool {
    op.arity() == Some(2) && op.params.is_empty() && matches!(op.shape, ShapeRule::Broadcast)
}

/// Whether the result may go into the first operand.
fn is_in_place(op: Op) -> bool {
    is_beside(op) && !matches!(op.dtype, DTypeRule::Bool | DTypeRule::Ordered)
}

/// What the generated methods are called after, and what follows the name.
pub(crate) struct Method {
    op: Op,
    id: String,
    /// Operands after `self`: name and type.
    operands: Vec<(String, &'static str)>,
}

impl Method {
    pub(crate) fn new(op: Op) -> Method {
        let ty = if is_beside(op) { "impl Into<Operand<'a>>" } else { "&Tensor" };
        let operands = match op.args {
            Args::Fixed(names) => names[1..].iter().map(|n| ((*n).to_string(), ty)).collect(),
            Args::Many(_) => vec![("others".to_string(), "&[&Tensor]")],
            Args::Indexed(_, indices, last) => std::iter::once((indices.to_string(), "&[&Tensor]"))
                .chain(last.iter().map(|n| ((*n).to_string(), ty)))
                .collect(),
        };
        Method { op, id: identifier(op.name), operands }
    }

    fn views(&self) -> String {
        match self.op.args {
            Args::Fixed(_) => {
                let rest: Vec<_> = self.operands.iter().map(|(n, _)| format!("{n}.view()")).collect();
                format!("&[{}]", std::iter::once("self.view()".into()).chain(rest).collect::<Vec<String>>().join(", "))
            }
            Args::Many(_) => {
                "&std::iter::once(self).chain(others.iter().copied()).map(Tensor::view).collect::<Vec<_>>()".into()
            }
            Args::Indexed(_, indices, last) => {
                let last: String = last.iter().map(|n| format!(".chain([{n}])")).collect();
                format!(
                    "&std::iter::once(self).chain({indices}.iter().copied()){last}.map(Tensor::view).collect::<Vec<_>>()"
                )
            }
        }
    }

    fn docs(&self, out: &mut String) {
        let op = self.op;
        let paragraph = |out: &mut String, text: &str| wrapped(out, "    /// ", text);
        paragraph(out, op.summary);
        for p in op.params.iter().filter(|p| is_positional(p)) {
            out.push_str("    ///\n");
            paragraph(out, &format!("`{}`: {}", p.name, p.doc));
        }
        let types = format!("{} Gradient: {}.", op.types_in_words().join(" "), op.gradient_in_words());
        for text in [types, words::errors(op)] {
            out.push_str("    ///\n");
            paragraph(out, &text);
        }
        out.push_str("    ///\n    /// ```\n    /// # use polyad_tensor::*;\n    /// # use polyad_core::DType;\n");
        for line in op.example.trim().lines() {
            let _ = writeln!(out, "    /// {}", line.trim_end());
        }
        out.push_str("    /// # Ok::<(), polyad_core::Error>(())\n    /// ```\n    ///\n");
        paragraph(out, &format!("Source: {}.", op.source));
        for alias in op.aliases {
            let _ = writeln!(out, "    #[doc(alias = {alias:?})]");
        }
    }

    /// What the form with options has beside the plain one.
    fn docs_of_options(&self, out: &mut String) {
        let names: Vec<String> =
            self.op.params.iter().filter(|p| !is_positional(p)).map(|p| format!("`{}`", p.name)).collect();
        let text = format!(
            "[`Tensor::{}`] with options: {}. Shapes, dtypes, cost, errors and source are told there.",
            self.id,
            names.join(", ")
        );
        wrapped(out, "    /// ", &text);
    }

    /// The declaration after `fn`.
    pub(crate) fn signature(&self, options: bool) -> String {
        let mut list: Vec<String> = vec!["&self".into()];
        list.extend(self.operands.iter().map(|(n, t)| format!("{n}: {t}")));
        list.extend(
            self.op.params.iter().filter(|p| is_positional(p)).map(|p| format!("{}: {}", p.name, argument(p).0)),
        );
        if options {
            list.push(format!("options: {}Options", camel(self.op.name)));
        }
        let id = if options { format!("{}_with", self.id.trim_end_matches('_')) } else { self.id.clone() };
        let lifetime = if is_beside(self.op) { "<'a>" } else { "" };
        format!("{id}{lifetime}({}) -> Result<Tensor>", list.join(", "))
    }

    /// The declarations of all forms.
    pub(crate) fn signatures(&self) -> Vec<String> {
        let mut out = vec![self.signature(false)];
        if self.has_options() {
            out.push(self.signature(true));
        }
        if is_in_place(self.op) {
            out.push(format!(
                "{}_assign<'a>(&self, {}: impl Into<Operand<'a>>) -> Result<()>",
                self.id, self.operands[0].0
            ));
        }
        out
    }

    fn has_options(&self) -> bool {
        self.op.params.iter().any(|p| !is_positional(p))
    }

    fn write(&self, out: &mut String, options: bool) {
        let op = self.op;
        if options {
            self.docs_of_options(out);
        } else {
            self.docs(out);
        }
        let _ = writeln!(out, "    pub fn {} {{", self.signature(options));
        if self.has_options() && !options {
            let mut pass: Vec<String> = self.operands.iter().map(|(n, _)| n.clone()).collect();
            pass.extend(op.params.iter().filter(|p| is_positional(p)).map(|p| p.name.to_string()));
            pass.push(format!("{}Options::default()", camel(op.name)));
            let _ = writeln!(out, "        self.{}_with({})\n    }}\n", self.id, pass.join(", "));
            return;
        }
        let attrs: Vec<String> =
            op.params.iter().map(|p| if is_positional(p) { argument(p).1 } else { field(p).2 }).collect();
        let upper = constant(op.name);
        if is_beside(op) {
            let _ = writeln!(out, "        beside(&ops::{upper}, self, {}.into())\n    }}\n", self.operands[0].0);
            return;
        }
        let _ = writeln!(out, "        run(&ops::{upper}, {}, &[{}])\n    }}\n", self.views(), attrs.join(", "));
    }
}

/// The in-place form.
fn write_in_place(m: &Method, out: &mut String) {
    let (id, other) = (&m.id, &m.operands[0].0);
    let _ = writeln!(
        out,
        "    /// [`Tensor::{id}`] in place, as if both operands were read first; the dtype stays.\n    ///\n    \
         /// Shape: that of this tensor, which `{other}` broadcasts to. Cost: writes in place; O(size).\n    ///\n    \
         /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `{other}` does not\n    \
         /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.\n    \
         pub fn {id}_assign<'a>(&self, {other}: impl Into<Operand<'a>>) -> Result<()> {{\n        \
         update(&ops::{}, self, {other}.into())\n    }}\n",
        constant(m.op.name)
    );
}

/// The methods of `Tensor`, and the options structs.
pub(crate) fn methods() -> String {
    let mut out = String::from(
        "// Made from the op table by `cargo xtask gen`; edit the table instead.\n\n\
         use polyad_core::{DType, Result};\nuse polyad_ir::{Attr, Axes, Padding, ops};\n\nuse super::{beside, run, update};\nuse crate::{Operand, Tensor};\n\n",
    );
    // `astype` has a method of its own, which returns the tensor itself where nothing changes.
    let list: Vec<Method> = ops::ALL.iter().filter(|op| op.name != "astype").map(|op| Method::new(op)).collect();
    for m in &list {
        let fields: Vec<&Param> = m.op.params.iter().filter(|p| !is_positional(p)).collect();
        if fields.is_empty() {
            continue;
        }
        let name = camel(m.op.name);
        let plain = fields.iter().all(|p| ["false", "None", "0"].contains(&field(p).1.as_str()));
        let owns = fields.iter().any(|p| matches!(p.kind, AttrKind::Ints | AttrKind::Padding));
        let derive = match (plain, owns) {
            (true, _) => "Clone, Copy, Debug, Default",
            (false, true) => "Clone, Debug",
            (false, false) => "Clone, Copy, Debug",
        };
        let _ = writeln!(
            out,
            "/// Options of [`Tensor::{}_with`].\n#[derive({derive})]\npub struct {name}Options {{",
            m.id
        );
        for p in &fields {
            let _ = writeln!(out, "    /// {}\n    pub {}: {},", p.doc, p.name, field(p).0);
        }
        let _ = writeln!(out, "}}\n");
        if plain {
            continue;
        }
        let _ =
            writeln!(out, "impl Default for {name}Options {{\n    fn default() -> Self {{\n        {name}Options {{");
        for p in &fields {
            let _ = writeln!(out, "            {}: {},", p.name, field(p).1);
        }
        let _ = writeln!(out, "        }}\n    }}\n}}\n");
    }
    let _ = writeln!(out, "impl Tensor {{");
    for m in &list {
        m.write(&mut out, false);
        if m.has_options() {
            m.write(&mut out, true);
        }
        if is_in_place(m.op) {
            write_in_place(m, &mut out);
        }
    }
    let _ = writeln!(out, "}}");
    rustfmt(&out)
}

/// The text as rustfmt lays it out, so that a formatted tree is a current one.
fn rustfmt(text: &str) -> String {
    use std::io::Write as _;
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rustfmt.toml");
    let mut child = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path", config])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt comes with the toolchain");
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("rustfmt reads its input");
    let done = child.wait_with_output().expect("rustfmt ends");
    assert!(done.status.success(), "rustfmt refuses the generated text");
    String::from_utf8(done.stdout).expect("rustfmt writes UTF-8")
}
