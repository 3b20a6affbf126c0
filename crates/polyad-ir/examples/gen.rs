//! Writes the files that follow from the op table, or checks with `--check` that they are current.
//!
//! Run as `cargo xtask gen`. Paths are relative to the workspace.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use polyad_ir::{Args, AttrKind, DTypeRule, Op, Param, ShapeRule, ops};

fn main() -> ExitCode {
    let check = std::env::args().any(|a| a == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut stale = false;
    let files = [
        ("crates/polyad-tensor/src/methods/generated.rs", methods()),
        ("python/polyad/_ops.pyi", stubs()),
        ("docs/ops.md", reference()),
    ];
    for (path, text) in files {
        let full = root.join(path);
        let same = std::fs::read_to_string(&full).is_ok_and(|have| have == text);
        match (same, check) {
            (true, _) => {}
            (false, true) => {
                eprintln!("{path} is not current: run `cargo xtask gen`");
                stale = true;
            }
            (false, false) => {
                if let Err(e) = std::fs::write(&full, text) {
                    eprintln!("{path}: cannot write: {e}");
                    return ExitCode::FAILURE;
                }
                println!("wrote {path}");
            }
        }
    }
    if stale { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// A name of the table as a Rust identifier: `where` is a keyword.
fn identifier(name: &str) -> String {
    if name == "where" { "where_".into() } else { name.into() }
}

/// The static of an entry: `ALL` is the table itself.
fn constant(name: &str) -> String {
    if name == "all" { "ALL_".into() } else { name.to_uppercase() }
}

/// `layer_norm` as `LayerNorm`.
fn camel(name: &str) -> String {
    name.split('_').map(|w| w[..1].to_uppercase() + &w[1..]).collect()
}

/// Parameters that stand in the argument list: the required ones, and axes.
fn is_positional(p: &Param) -> bool {
    p.default.is_none() || p.name == "axis"
}

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
    }
}

/// Type, default and conversion of a field of an options struct.
fn field(p: &Param) -> (&'static str, String, String) {
    let default = p.default.map(|d| d()).unwrap_or(polyad_ir::Attr::None);
    let (of, value) = (format!("options.{}", p.name), |text: String| text);
    match (p.kind, default) {
        (AttrKind::Bool, polyad_ir::Attr::Bool(x)) => ("bool", value(x.to_string()), format!("Attr::Bool({of})")),
        (AttrKind::Int, polyad_ir::Attr::Int(x)) => ("i64", value(x.to_string()), format!("Attr::Int({of})")),
        (AttrKind::Float, polyad_ir::Attr::Float(x)) => ("f64", value(format!("{x:?}")), format!("Attr::Float({of})")),
        (AttrKind::Word(_), polyad_ir::Attr::Word(x)) => {
            ("&'static str", value(format!("{x:?}")), format!("Attr::Word({of})"))
        }
        (AttrKind::DType, _) => {
            ("Option<DType>", value("None".into()), format!("{of}.map_or(Attr::None, Attr::DType)"))
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
struct Method {
    op: Op,
    id: String,
    /// Operands after `self`: name and type.
    operands: Vec<(String, &'static str)>,
}

impl Method {
    fn new(op: Op) -> Method {
        let ty = if is_beside(op) { "impl Into<Operand<'a>>" } else { "&Tensor" };
        let operands = match op.args {
            Args::Fixed(names) => names[1..].iter().map(|n| ((*n).to_string(), ty)).collect(),
            Args::Many(_) => vec![("others".to_string(), "&[&Tensor]")],
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
        }
    }

    fn docs(&self, out: &mut String) {
        let _ = writeln!(out, "    /// {}", self.op.summary);
        for p in self.op.params.iter().filter(|p| is_positional(p)) {
            let _ = writeln!(out, "    ///\n    /// `{}`: {}", p.name, p.doc);
        }
        if !self.op.example.is_empty() {
            let _ = writeln!(
                out,
                "    ///\n    /// ```\n    /// # use polyad_tensor::*;\n    /// # use polyad_core::DType;"
            );
            for line in self.op.example.lines() {
                let _ = writeln!(out, "    /// {}", line.trim_end());
            }
            let _ = writeln!(out, "    /// # Ok::<(), polyad_core::Error>(())\n    /// ```");
        }
        let _ = writeln!(out, "    ///\n    /// Source: {}.", self.op.source);
        for alias in self.op.aliases {
            let _ = writeln!(out, "    #[doc(alias = {alias:?})]");
        }
    }

    fn write(&self, out: &mut String, options: bool) {
        let op = self.op;
        self.docs(out);
        let mut list: Vec<String> = vec!["&self".into()];
        list.extend(self.operands.iter().map(|(n, t)| format!("{n}: {t}")));
        let positional: Vec<&Param> = op.params.iter().filter(|p| is_positional(p)).collect();
        list.extend(positional.iter().map(|p| format!("{}: {}", p.name, argument(p).0)));
        if options {
            list.push(format!("options: {}Options", camel(op.name)));
        }
        let suffix = if options { "_with" } else { "" };
        let _ = writeln!(
            out,
            "    pub fn {}{suffix}{}({}) -> Result<Tensor> {{",
            self.id.trim_end_matches(if options { "_" } else { "\0" }),
            if is_beside(op) { "<'a>" } else { "" },
            list.join(", ")
        );
        let has_options = op.params.iter().any(|p| !is_positional(p));
        if has_options && !options {
            let mut pass: Vec<String> = self.operands.iter().map(|(n, _)| n.clone()).collect();
            pass.extend(positional.iter().map(|p| p.name.to_string()));
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
         /// Errors: `DTypeMismatch` where this dtype cannot hold the result, `ShapeMismatch` where `{other}` does not\n    \
         /// broadcast to this shape, `SelfOverlap`, `ReadOnly`, `InUse`.\n    \
         pub fn {id}_assign<'a>(&self, {other}: impl Into<Operand<'a>>) -> Result<()> {{\n        \
         update(&ops::{}, self, {other}.into())\n    }}\n",
        constant(m.op.name)
    );
}

/// The methods of `Tensor`, and the options structs.
fn methods() -> String {
    let mut out = String::from(
        "// Made from the op table by `cargo xtask gen`; edit the table instead.\n\n\
         use polyad_core::{DType, Result};\nuse polyad_ir::{Attr, Axes, ops};\n\nuse super::{beside, run, update};\nuse crate::{Operand, Tensor};\n\n",
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
        let derive = if plain { "Clone, Copy, Debug, Default" } else { "Clone, Copy, Debug" };
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
        if m.op.params.iter().any(|p| !is_positional(p)) {
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
    use std::io::Write;
    use std::process::{Command, Stdio};
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

/// Entries whose Python functions take more than the table says; their stubs stand in `__init__.pyi`.
const BY_HAND: &[&str] = &["astype", "clip", "diff", "pad", "repeat", "reshape"];

/// The Python functions for type checkers.
fn stubs() -> String {
    let mut out = String::from(
        "# Made from the op table by `cargo xtask gen`; edit the table instead.\n\n\
         from collections.abc import Sequence\nfrom typing import Literal\n\n\
         from polyad import Tensor, _Axes, _DType, _Operand\n\n",
    );
    for op in ops::ALL.iter().filter(|op| !BY_HAND.contains(&op.name)) {
        let mut list = match op.args {
            Args::Fixed(names) => names.iter().map(|n| format!("{n}: _Operand")).collect(),
            Args::Many(name) => vec![format!("{name}: Sequence[_Operand]")],
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
        let _ = write!(out, "def {}({list}) -> Tensor:\n    \"\"\"{}", op.name, op.summary);
        for p in op.params {
            let _ = write!(out, "\n\n    {}: {}", p.name, p.doc);
        }
        let _ = writeln!(out, "{}\"\"\"\n", if op.params.is_empty() { "" } else { "\n    " });
        for alias in op.aliases {
            let _ = writeln!(out, "{alias} = {}\n", op.name);
        }
    }
    out
}

fn stub_parameter(p: &Param) -> String {
    use polyad_ir::Attr;
    let default = p.default.map(|d| d());
    let ty = match p.kind {
        AttrKind::Bool => "bool".into(),
        AttrKind::Int => "int".into(),
        AttrKind::Float => "float".into(),
        AttrKind::DType => "_DType".into(),
        AttrKind::Axes => {
            return match &default {
                Some(Attr::Axes(polyad_ir::Axes::List(axes))) if axes.len() == 1 => {
                    format!("{}: _Axes = {}", p.name, axes[0])
                }
                _ => format!("{}: _Axes = None", p.name),
            };
        }
        AttrKind::Ints => "int | Sequence[int]".into(),
        AttrKind::Word(words) => {
            format!("Literal[{}]", words.iter().map(|w| format!("{w:?}")).collect::<Vec<_>>().join(", "))
        }
    };
    match default {
        None => format!("{}: {ty}", p.name),
        Some(Attr::Bool(x)) => format!("{}: {ty} = {}", p.name, if x { "True" } else { "False" }),
        Some(Attr::Int(x)) => format!("{}: {ty} = {x}", p.name),
        Some(Attr::Float(x)) => format!("{}: {ty} = {x:?}", p.name),
        Some(Attr::Word(x)) => format!("{}: {ty} = {x:?}", p.name),
        Some(_) => format!("{}: {ty} | None = None", p.name),
    }
}

/// The reference page.
fn reference() -> String {
    let mut out = String::from(
        "# Operations\n\nMade from the op table by `cargo xtask gen`. Every operation takes any view of any dtype it is defined for.\n\n\
         | operation | operands | parameters | what it computes | gradient | source |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for op in ops::ALL {
        let operands = match op.args {
            Args::Fixed(names) => names.join(", "),
            Args::Many(name) => format!("{name}, ..."),
        };
        let params: Vec<String> = op
            .params
            .iter()
            .map(|p| match p.default.map(|d| d()) {
                None => p.name.to_string(),
                Some(polyad_ir::Attr::Bool(x)) => format!("{}={x}", p.name),
                Some(polyad_ir::Attr::Int(x)) => format!("{}={x}", p.name),
                Some(polyad_ir::Attr::Float(x)) => format!("{}={x:?}", p.name),
                Some(polyad_ir::Attr::Word(x)) => format!("{}={x:?}", p.name),
                Some(polyad_ir::Attr::Axes(polyad_ir::Axes::List(x))) if x.len() == 1 => format!("{}={}", p.name, x[0]),
                Some(_) => format!("{}=None", p.name),
            })
            .collect();
        let names: Vec<String> =
            std::iter::once(op.name).chain(op.aliases.iter().copied()).map(|n| format!("`{n}`")).collect();
        let grad = if matches!(op.grad, polyad_ir::Grad::None) { "none" } else { "yes" };
        let _ = writeln!(
            out,
            "| {} | {operands} | {} | {} | {grad} | {} |",
            names.join(", "),
            params.join(", "),
            op.summary.replace('|', "\\|"),
            op.source
        );
    }
    out
}
