//! The command `minilm`: judge a model's smaller files, embed texts, time the encoder.

mod demo;
mod embed;
mod timing;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use minilm::Result;

const USAGE: &str = "\
usage: minilm COMMAND

  demo --dir DIR          judge DIR/model-*.gguf against DIR/model.safetensors: one table, and DIR/summary.json
  embed MODEL TEXT...     the vector of a text; of several, how near each is to the first
  tokens --dir DIR        the tokens of the ten sentences, as JSON
  time MODEL              reads lines of tokens, as JSON lists; answers each with the time it took and the vector

MODEL is a tensor file of any format; config.json and tokenizer.json lie beside it. Options of demo, embed and time:

  --precision exact|fast  fast multiplies 8-bit activations with quantized weights (exact if not told)
  --threads N             threads of one operation (demo and time: 1 if not told; embed: all cores)
";

/// What follows the command: options and the rest.
struct Arguments {
    directory: Option<PathBuf>,
    precision: &'static str,
    threads: Option<usize>,
    words: Vec<String>,
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let command = words.next().unwrap_or_default();
    if matches!(command.as_str(), "help" | "--help" | "-h") {
        return print(USAGE);
    }
    match Arguments::parse(words).and_then(|arguments| choose(&command, arguments)) {
        Ok(Ok(text)) => print(&text),
        Ok(Err(e)) => {
            eprintln!("minilm {command}: {e}");
            ExitCode::FAILURE
        }
        Err(why) => {
            eprint!("minilm: {why}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Writes what a command has to say. A reader that closed its end has seen enough.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("minilm: standard output: {e}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Runs a command, which gives the text to print; the outer error is a call that has no meaning.
fn choose(command: &str, arguments: Arguments) -> Result<Result<String>, String> {
    let threads = |or: usize| polyad::exec::set_threads(arguments.threads.unwrap_or(or));
    let directory = arguments.directory.clone().ok_or("--dir DIR is missing".to_string());
    let options = polyad::MatmulOptions { precision: arguments.precision };
    let model = arguments.words.first().map(PathBuf::from).ok_or("MODEL is missing".to_string());
    let texts = arguments.words.get(1..).unwrap_or_default();
    Ok(match command {
        "demo" => {
            threads(1);
            demo::run(&directory?)
        }
        "tokens" => timing::tokens(&directory?),
        "embed" if texts.is_empty() => return Err("TEXT is missing".to_string()),
        "embed" => {
            threads(0);
            embed::run(&model?, texts, options)
        }
        "time" => {
            threads(1);
            timing::run(&model?, options).map(|()| String::new())
        }
        "" => return Err("which command?".to_string()),
        other => return Err(format!("no command `{other}`")),
    })
}

impl Arguments {
    fn parse(mut given: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments { directory: None, precision: "exact", threads: None, words: vec![] };
        while let Some(word) = given.next() {
            let mut value = || given.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--dir" => arguments.directory = Some(value()?.into()),
                "--precision" => {
                    arguments.precision = match value()?.as_str() {
                        "exact" => "exact",
                        "fast" => "fast",
                        other => return Err(format!("--precision takes exact or fast, not `{other}`")),
                    }
                }
                "--threads" => {
                    let n = value()?;
                    arguments.threads = Some(n.parse().map_err(|_| format!("--threads takes a number, not `{n}`"))?);
                }
                option if option.starts_with("--") => return Err(format!("no option `{option}`")),
                _ => arguments.words.push(word),
            }
        }
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        Arguments::parse(line.split_whitespace().map(str::to_string))
    }

    #[test]
    fn options_may_stand_anywhere() {
        let arguments = parse("a.gguf --threads 3 b --precision fast --dir d c").unwrap();
        assert_eq!((arguments.threads, arguments.precision), (Some(3), "fast"));
        assert_eq!(arguments.directory, Some("d".into()));
        assert_eq!(arguments.words, ["a.gguf", "b", "c"]);
    }

    #[test]
    fn a_call_without_meaning_says_what_is_wrong_with_it() {
        for (line, word) in
            [("--threads", "value"), ("--threads x", "`x`"), ("--precision good", "exact or fast"), ("--out", "--out")]
        {
            assert!(parse(line).err().unwrap().contains(word));
        }
        let why = |command, line| choose(command, parse(line).unwrap()).err().unwrap();
        assert!(why("demo", "").contains("--dir"));
        assert!(why("embed", "a.gguf").contains("TEXT"));
        assert!(why("time", "").contains("MODEL"));
        assert!(why("run", "").contains("`run`"));
    }
}
