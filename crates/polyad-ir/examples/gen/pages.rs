//! The reference pages: an index, and one page a family.

use std::fmt::Write;
use std::path::Path;

use polyad_ir::ops::{self, FAMILIES, Family};
use polyad_ir::{Args, Grad, Op, Param};

use crate::is_positional;
use crate::methods::Method;
use crate::stubs::{self, BY_HAND};
use crate::words;

/// Where the pages stand.
pub(crate) const FOLDER: &str = "docs/ops";

/// The hand-written stubs, whose signatures some pages show: those of the main module, and those of transforms.
const STUBS: [&str; 2] = ["python/polyad/__init__.pyi", "python/polyad/fft.pyi"];

/// Path and text of every page.
pub(crate) fn pages(root: &Path) -> Result<Vec<(String, String)>, String> {
    let [main, fft] =
        STUBS.map(|path| std::fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: cannot read: {e}")));
    let (main, fft) = (main?, fft?);
    let mut out = vec![(format!("{FOLDER}/README.md"), index())];
    for family in FAMILIES {
        out.push((
            format!("{FOLDER}/{}.md", family.name),
            page(family, if ops::is_fft(family.entries[0]) { &fft } else { &main })?,
        ));
    }
    Ok(out)
}

fn index() -> String {
    let mut out = String::from(
        "# Operations\n\n\
         Made from the op table by `cargo xtask gen`. Each name leads to what there is to know: signatures, parameters, shape,\n\
         dtypes, cost, errors, gradient, an example, and the source of the definition.\n\n\
         What holds for all of them:\n\n\
         - Operands may be views with any strides, transposed, reversed or broadcast; no operand is changed.\n\
         - The common dtype is that of the type promotion of the Python array API; beside a float, an integer or bool takes the\n  \
           float's dtype. Block formats count as float32, integers narrower than a byte as int8 or uint8 ([formats](../formats.md)).\n\
         - Whatever is wrong with shapes, dtypes and parameters is told before anything is computed. Beside the errors that a\n  \
           page names, any call can give `OperandCount` and `OutOfMemory` ([errors](../errors.md)).\n\
         - In Rust the operations are methods of the first operand; `name_with` takes options, `name_assign` writes into the\n  \
           first operand. In Python they are functions of `polyad`, `polyad.linalg` and `polyad.fft`, and take numbers and lists in\n  \
           place of tensors.\n\
         - The examples stand in the doc comments too and run as tests, with everything of `polyad` in scope.\n\n\
         Creation, indexing, files and random numbers are no operations of this table: `cargo doc` and\n\
         `python/polyad/__init__.pyi` list them.\n",
    );
    for family in FAMILIES {
        let _ = write!(
            out,
            "\n## [{}]({}.md)\n\n| operation | other names | what it computes | gradient |\n| --- | --- | --- | --- |\n",
            family.title, family.name
        );
        for op in family.entries {
            let grad = if matches!(op.grad, Grad::None) { "none" } else { "yes" };
            let summary = op.summary.replace('|', "\\|");
            let names = coded(op.aliases);
            let _ = writeln!(out, "| [`{0}`]({1}.md#{0}) | {names} | {summary} | {grad} |", op.name, family.name);
        }
    }
    out
}

/// Names in code, with commas.
fn coded(names: &[&str]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

fn page(family: &Family, text: &str) -> Result<String, String> {
    let mut out = format!(
        "# {}\n\nMade from the op table by `cargo xtask gen`; [all operations](README.md) tells what holds for all of them.\n",
        family.title
    );
    for op in family.entries {
        entry(&mut out, op, text)?;
    }
    Ok(out)
}

fn entry(out: &mut String, op: Op, text: &str) -> Result<(), String> {
    let _ = write!(out, "\n## {}\n\n{}\n\n```rust\n", op.name, op.summary);
    for signature in Method::new(op).signatures() {
        let _ = writeln!(out, "fn {signature}");
    }
    let _ = write!(out, "```\n\n```python\n{}.{}\n```\n\n", ops::module(op), python(op, text)?);
    if !op.aliases.is_empty() {
        let _ = writeln!(out, "- Other names: {}", coded(op.aliases));
    }
    let operands = match op.args {
        Args::Fixed(names) => coded(names),
        Args::Many(name) => format!("`{name}`, any number from one on; in Rust `self` is the first"),
        Args::Indexed(_, indices, _) => {
            let list = coded(&op.args.names());
            format!("{list}; of `{indices}` any number from one on, in Python one or a tuple of them")
        }
    };
    let _ = writeln!(out, "- Operands: {operands}");
    if !op.params.is_empty() {
        out.push_str("- Parameters:\n");
    }
    for p in op.params {
        let _ = writeln!(out, "  - `{}` ({}{}): {}", p.name, p.kind, default(p), p.doc);
    }
    if BY_HAND.contains(&op.name) {
        let _ = writeln!(out, "- In Python with parameters of its own: `help(polyad.{})`", op.name);
    }
    let errors = words::list(op);
    let facts = [
        ("Shape", op.shape.in_words(&op.args)),
        ("Dtypes", op.dtype.in_words(&op.args)),
        ("Cost", op.cost_in_words().into()),
        ("Errors", if errors.is_empty() { "none of its own".into() } else { errors }),
        ("Gradient", op.gradient_in_words().into()),
        ("Source", op.source.into()),
    ];
    for (name, text) in facts {
        let _ = writeln!(out, "- {name}: {text}");
    }
    let _ = writeln!(out, "\n```rust\n{}\n```", op.example.trim());
    Ok(())
}

/// The default of a parameter, after its kind. What Rust has in the argument list has a default in Python only.
fn default(p: &Param) -> String {
    match stubs::default(p) {
        None => String::new(),
        Some(_) if p.default.is_none() => "; left out as `()` in Rust, by default in Python".into(),
        Some(value) if is_positional(p) => format!("; {value} by default in Python"),
        Some(value) if value == "None" => "; none by default".into(),
        Some(value) => format!("; {} by default", value.to_lowercase()),
    }
}

/// Name and parameters of the Python function.
fn python(op: Op, text: &str) -> Result<String, String> {
    if BY_HAND.contains(&op.name) || ops::is_fft(op) {
        return by_hand(op.name, text);
    }
    let mut list = op.args.names().join(", ");
    list.push_str(", /");
    let mut named_only = false;
    for p in op.params {
        if !named_only && !is_positional(p) {
            named_only = true;
            list.push_str(", *");
        }
        let _ = match stubs::default(p) {
            Some(value) => write!(list, ", {}={value}", p.name),
            None => write!(list, ", {}", p.name),
        };
    }
    Ok(format!("{}({list})", op.name))
}

/// A signature of the hand-written stubs without its types: the last one, which is that of plain tensors.
fn by_hand(name: &str, text: &str) -> Result<String, String> {
    let missing = || format!("{STUBS:?}: no function {name}");
    let start = text.rfind(&format!("\ndef {name}(")).ok_or_else(missing)? + name.len() + "\ndef (".len();
    let (mut depth, mut list, mut part) = (0, vec![], String::new());
    for c in text[start..].chars() {
        match c {
            ')' if depth == 0 => break,
            ',' if depth == 0 => list.push(std::mem::take(&mut part)),
            _ => part.push(c),
        }
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
    }
    list.push(part);
    let untyped = |part: &String| {
        let name = part.split(':').next().unwrap_or("").trim().to_string();
        match part.rsplit_once(" = ") {
            Some((_, default)) => format!("{name}={}", default.trim()),
            None => name,
        }
    };
    let list: Vec<String> = list.iter().map(untyped).filter(|part| !part.is_empty()).collect();
    Ok(format!("{name}({})", list.join(", ")))
}
