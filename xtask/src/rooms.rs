//! House rule: unsafe code has a few rooms, and says in each place why it is sound.

use crate::Result;
use crate::source::{split, words};
use crate::step::root;
use std::fs;
use std::path::Path;

/// A part of the tree where unsafe code may stand.
struct Room {
    /// How the paths of its files start.
    prefix: &'static str,
    /// How many of them may have unsafe code in them.
    files: usize,
}

const ROOMS: &[Room] = &[
    // Memory itself: owned, mapped and foreign.
    Room { prefix: "crates/polyad-core/src/buffer", files: usize::MAX },
    // SIMD loops and tiles.
    Room { prefix: "crates/polyad-kernels/", files: usize::MAX },
    // Lending borrowed work to the thread pool.
    Room { prefix: "crates/polyad-tensor/src/exec/", files: 1 },
    // A counting allocator, which holds the readers to their bound on memory.
    Room { prefix: "crates/polyad-io/tests/memory.rs", files: 1 },
    // The border to the Python interpreter.
    Room { prefix: "crates/polyad-python/", files: usize::MAX },
];

/// How far above an unsafe block its reason may start: a comment of a few lines, the attributes
/// and the start of the statement lie between.
const REACH: usize = 12;

/// Unsafe code outside the rooms, and inside without a reason, as lines for the reader.
pub(crate) fn problems() -> Result<Vec<String>> {
    let mut files = Vec::new();
    for folder in ["crates", "examples", "xtask"] {
        collect(&root().join(folder), &mut files)?;
    }
    files.sort();
    Ok(judge(ROOMS, &files))
}

/// The Rust files below a directory, with their paths from the root.
fn collect(directory: &Path, files: &mut Vec<(String, String)>) -> Result {
    let failed = |e: std::io::Error| format!("{}: {e}", directory.display());
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.push((name, text));
        }
    }
    Ok(())
}

fn judge(rooms: &[Room], files: &[(String, String)]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut occupied = vec![Vec::new(); rooms.len()];
    for (path, text) in files {
        let source = split(text);
        let lines: Vec<&str> = source.code.lines().collect();
        let found = |line: &&str| words(line, "unsafe").next().is_some();
        let Some(first) = lines.iter().position(found) else { continue };
        match rooms.iter().position(|room| path.starts_with(room.prefix)) {
            None => problems.push(format!("{path}:{}: unsafe code outside its rooms", first + 1)),
            Some(room) => occupied[room].push(path.as_str()),
        }
        let comments: Vec<&str> = source.comments.lines().collect();
        for at in needs_reason(&lines) {
            let near = &comments[at.saturating_sub(REACH)..=at.min(comments.len() - 1)];
            if !near.iter().any(|line| line.contains("SAFETY:")) {
                problems.push(format!("{path}:{}: no `// SAFETY:` above", at + 1));
            }
        }
    }
    for (room, paths) in rooms.iter().zip(&occupied) {
        if paths.len() > room.files {
            problems.push(format!(
                "{}: unsafe code in {} files ({}), {} allowed",
                room.prefix,
                paths.len(),
                paths.join(", "),
                room.files
            ));
        }
    }
    problems
}

/// The lines that promise something to the compiler: unsafe blocks and implementations. An unsafe
/// function asks a promise of its caller; its conditions are documentation, which rustc checks.
fn needs_reason(lines: &[&str]) -> Vec<usize> {
    let promises = |at: usize, start: usize| {
        let rest = std::iter::once(&lines[at][start + "unsafe".len()..]).chain(lines[at + 1..].iter().copied());
        rest.map(str::trim_start)
            .find(|text| !text.is_empty())
            .is_some_and(|text| text.starts_with('{') || text.starts_with("impl"))
    };
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if words(line, "unsafe").any(|start| promises(at, start)) {
            found.push(at);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &[Room] = &[Room { prefix: "core/buffer", files: usize::MAX }, Room { prefix: "exec/", files: 1 }];
    const GOOD: &str = "fn f() {\n    // SAFETY: nothing is touched.\n    unsafe { g() }\n}\n";

    fn judged(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<_> = files.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        judge(SMALL, &files)
    }

    #[test]
    fn unsafe_code_in_its_room_with_its_reason_passes() {
        let mentions = "// unsafe\nfn f() -> &'static str { \"unsafe { }\" }\n";
        let files = [("core/buffer.rs", GOOD), ("core/buffer/map.rs", GOOD), ("core/error.rs", mentions)];
        assert_eq!(judged(&files), Vec::<String>::new());
    }

    #[test]
    fn unsafe_code_elsewhere_is_named_with_its_line() {
        assert_eq!(judged(&[("core/layout.rs", GOOD)]), ["core/layout.rs:3: unsafe code outside its rooms"]);
        assert_eq!(judged(&[("io/lib.rs", "unsafe fn f() {}")]).len(), 1);
    }

    #[test]
    fn a_block_without_a_reason_is_named() {
        for text in ["unsafe { g() }", "unsafe\n{ g() }", "unsafe impl Send for X {}"] {
            assert_eq!(judged(&[("core/buffer.rs", text)]), ["core/buffer.rs:1: no `// SAFETY:` above"]);
        }
        let far = format!("// SAFETY: long ago.\n{}unsafe {{ g() }}", "\n".repeat(REACH + 1));
        assert_eq!(judged(&[("core/buffer.rs", &far)]).len(), 1);
        let text = "f(\"SAFETY: \"); unsafe { g() }";
        assert_eq!(judged(&[("core/buffer.rs", text)]).len(), 1);
    }

    #[test]
    fn an_unsafe_function_or_type_needs_no_reason_here() {
        let text = "unsafe fn f() {}\ntype F = unsafe extern \"C\" fn(*mut u8);\n";
        assert_eq!(judged(&[("core/buffer.rs", text)]), Vec::<String>::new());
    }

    #[test]
    fn a_room_for_one_file_holds_one_file() {
        assert_eq!(judged(&[("exec/lend.rs", GOOD)]), Vec::<String>::new());
        let problems = judged(&[("exec/lend.rs", GOOD), ("exec/pool.rs", GOOD)]);
        assert_eq!(problems.len(), 1);
        assert!(problems[0].contains("exec/lend.rs, exec/pool.rs"), "{problems:?}");
    }
}
