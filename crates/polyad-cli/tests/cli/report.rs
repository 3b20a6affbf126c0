use polyad::Tensor;
use serde_json::Value;

use crate::browser::Browser;
use crate::support::{Folder, tensor};

/// Names that would be more than text on a page, in Markdown or in a terminal.
const HOSTILE: [&str; 4] =
    ["<script>alert(1)</script>", "a&amp;b \"quoted\" 'name'", "größe.重み|`tick`", "esc\u{1b}[31m.\u{202e}back"];

fn model(folder: &Folder) -> Vec<String> {
    let mut tensors: Vec<(String, Tensor)> = Vec::new();
    for layer in 0..4u64 {
        tensors.push((format!("layers.{layer}.attention.weight"), tensor(&[64, 96], 10 + layer)));
        tensors.push((format!("layers.{layer}.mlp.weight"), tensor(&[96, 64], 20 + layer)));
        tensors.push((format!("layers.{layer}.norm.bias"), tensor(&[64], 30 + layer)));
    }
    tensors.push(("odd.weight".into(), tensor(&[16, 33], 3)));
    tensors.push(("empty.weight".into(), tensor(&[0, 32], 3)));
    tensors.push(("ids".into(), Tensor::arange(64).unwrap().reshape(&[2, 32]).unwrap()));
    tensors.push(("large".into(), tensor(&[300, 512], 4)));
    tensors.extend(HOSTILE.iter().map(|name| (name.to_string(), tensor(&[4, 64], 5))));
    let named: Vec<(&str, Tensor)> = tensors.iter().map(|(name, t)| (name.as_str(), t.clone())).collect();
    folder.save("m.safetensors", &named);
    tensors.into_iter().map(|(name, _)| name).collect()
}

/// A name as a page shows it, written as a browser writes the text of an element.
fn shown(name: &str) -> String {
    let name = name.replace('\u{1b}', "\\u{1b}").replace('\u{202e}', "\\u{202e}");
    name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn json(folder: &Folder, line: &str) -> Value {
    serde_json::from_str(&folder.run(line).done()).unwrap()
}

#[test]
fn a_page_shows_every_tensor_and_asks_for_nothing() {
    let Some(browser) = Browser::find() else { return };
    let folder = Folder::new();
    let names = model(&folder);
    folder.run("quantize m.safetensors q.gguf --type q4_0 --report r.html --quiet").done();
    let seen = browser.open(&folder, "r.html");
    let dom = seen.dom.replace("<wbr>", "");
    for name in &names {
        assert!(dom.contains(&format!("<bdi class=\"name\">{}</bdi>", shown(name))), "{name:?} is not in {dom}");
    }
    let plots = dom.matches("<svg ").count();
    assert!(dom.contains(&format!("<body data-plots=\"{plots}\">")), "{plots}: {dom}");
    // One for sizes, one for layers, one for each tensor that has values and was encoded.
    assert_eq!(plots, 2 + 8 + 1 + 1 + HOSTILE.len());
    assert_eq!((seen.console, seen.requests), (Vec::<String>::new(), Vec::<String>::new()));
}

#[test]
fn a_page_is_drawn_in_light_and_dark() {
    let Some(browser) = Browser::find() else { return };
    let folder = Folder::new();
    model(&folder);
    folder.run("quantize m.safetensors q.gguf --type q4_0 --report r.html --quiet").done();
    for dark in [false, true] {
        let picture = browser.picture(&folder, "r.html", dark);
        assert_eq!(picture.size, (1280, 2000));
        let brightness = picture.background().map(u32::from).iter().sum::<u32>() / 3;
        assert!(if dark { brightness < 64 } else { brightness > 224 }, "dark {dark}: {brightness}");
        assert!(picture.distinct() > 100 && (0.02..0.7).contains(&picture.drawn()), "{}", picture.drawn());
    }
}

#[test]
fn what_a_page_must_not_do_is_noticed() {
    let Some(browser) = Browser::find() else { return };
    let folder = Folder::new();
    let page = "<!DOCTYPE html><title>bad</title><img src=\"http://127.0.0.1:9/x.png\">\
                <script>throw new Error('broken')</script>";
    folder.write("bad.html", page.as_bytes());
    let seen = browser.open(&folder, "bad.html");
    assert_eq!(seen.requests, ["http://127.0.0.1:9/x.png"]);
    assert!(seen.console.iter().any(|line| line.contains("broken")), "{:?}", seen.console);
    folder.write("blank.html", b"<!DOCTYPE html><title>blank</title>");
    let picture = browser.picture(&folder, "blank.html", false);
    assert_eq!((picture.distinct(), picture.drawn()), (1, 0.0));
}

#[test]
fn json_has_the_keys_that_are_promised() {
    let folder = Folder::new();
    let names = model(&folder);
    let out =
        json(&folder, "quantize m.safetensors q.gguf --type q4_0 --keep mlp --map large=q8_0 --report r.json --json");
    let file: Value = serde_json::from_slice(&folder.read("r.json")).unwrap();
    assert_eq!(out, file);
    let keys = |value: &Value| {
        // Another crate of the workspace may ask for objects in their own order.
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys.join(" ")
    };
    assert_eq!(
        keys(&out),
        "command dtype importance input keep map output polyad_version pooled seconds tensors threads totals"
    );
    assert_eq!(keys(&out["input"]), "file_bytes format path");
    assert_eq!(keys(&out["totals"]), "after_bytes before_bytes encoded fallback kept tensors");
    assert_eq!(keys(&out["pooled"]), "cosine max_abs relative_rmse rmse snr_db");
    let tensors = out["tensors"].as_array().unwrap();
    assert_eq!(tensors.iter().map(|t| t["name"].as_str().unwrap()).collect::<Vec<_>>(), names);
    let find = |name: &str| tensors.iter().find(|t| t["name"] == name).unwrap();
    let encoded = find("layers.2.attention.weight");
    assert_eq!(
        keys(encoded),
        "action after_bytes before_bytes dtype_after dtype_before error histogram layer name reason role shape"
    );
    assert_eq!(keys(&encoded["histogram"]), "after before high low");
    assert_eq!(keys(&encoded["histogram"]["before"]), "above below counts max min");
    let told = |name: &str, key: &str| find(name)[key].clone();
    let attention = "layers.2.attention.weight";
    assert_eq!((told(attention, "layer"), told(attention, "role")), (2.into(), "layers.*.attention.weight".into()));
    assert_eq!((told(attention, "action"), told(attention, "reason")), ("encoded".into(), Value::Null));
    assert_eq!((told("large", "dtype_after"), told("large", "reason")), ("q8_0".into(), "matched by --map".into()));
    assert_eq!(
        (told("odd.weight", "action"), told("odd.weight", "dtype_after")),
        ("fallback".into(), "float16".into())
    );
    assert_eq!(
        (told("layers.0.mlp.weight", "reason"), told("ids", "reason")),
        ("matched by --keep".into(), "no floats".into())
    );
    assert_eq!((told("ids", "error"), told("ids", "histogram"), told("empty.weight", "histogram")), Default::default());
    let kept = tensors.iter().filter(|t| t["action"] == "kept").count();
    assert_eq!(out["totals"]["kept"], kept);
    assert_eq!((&out["keep"], &out["map"]), (&serde_json::json!(["mlp"]), &serde_json::json!(["large=q8_0"])));
}

#[test]
fn histograms_count_every_value_and_errors_are_those_of_diff() {
    let folder = Folder::new();
    model(&folder);
    let out = json(&folder, "quantize m.safetensors q.gguf --type q4_0 --json");
    let diff: Value = serde_json::from_str(&folder.run("diff m.safetensors q.gguf --json").out).unwrap();
    for t in out["tensors"].as_array().unwrap().iter().filter(|t| !t["error"].is_null()) {
        let size: u64 = t["shape"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).product();
        for side in ["before", "after"].iter().filter(|_| size > 0) {
            let h = &t["histogram"][side];
            let counts: u64 = h["counts"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
            assert_eq!(counts + h["below"].as_u64().unwrap() + h["above"].as_u64().unwrap(), size, "{t}");
        }
        let pair = diff["tensors"].as_array().unwrap().iter().find(|d| d["name"] == t["name"]).unwrap();
        for measure in ["max_abs", "rmse", "relative_rmse", "snr_db", "cosine"] {
            assert_eq!(t["error"][measure], pair[measure], "{measure} of {t}");
        }
    }
    for measure in ["max_abs", "rmse", "relative_rmse", "snr_db", "cosine"] {
        let (a, b) = (out["pooled"][measure].as_f64().unwrap(), diff["pooled"][measure].as_f64().unwrap());
        assert!((a - b).abs() <= 1e-12 * b.abs(), "{measure}: {a} {b}");
    }
}

#[test]
fn a_report_does_not_change_what_is_written() {
    let folder = Folder::new();
    model(&folder);
    let plain = folder.run("quantize m.safetensors a.gguf --type q5_1").done();
    let told = folder.run("quantize m.safetensors b.gguf --type q5_1 --report r.md").done();
    assert_eq!(folder.read("a.gguf"), folder.read("b.gguf"));
    assert!(!plain.contains("report") && told.ends_with("report: r.md\n"), "{told}");
    let table = |text: &str| text.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(table(&plain), table(&told));
    let markdown = String::from_utf8(folder.read("r.md")).unwrap();
    assert!(markdown.contains("| `` größe.重み\\|`tick` `` |"), "{markdown}");
    assert_eq!(folder.files(), ["a.gguf", "b.gguf", "m.safetensors", "r.md"]);
}

#[test]
fn a_report_that_cannot_be_written_stops_the_work_before_it_begins() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    std::fs::rename(folder.path("m.safetensors"), folder.path("m.json")).unwrap();
    std::fs::create_dir(folder.path("folder.md")).unwrap();
    let before = folder.read("m.json");
    for (report, code, words) in [
        ("r.pdf", 2, [".html, .md or .json", "r.pdf"]),
        ("report", 2, [".html, .md or .json", "--report"]),
        ("m.json", 2, ["m.json", "name another file"]),
        ("./m.json", 2, ["m.json", "name another file"]),
        ("q.html", 2, ["q.html", "name another file"]),
        ("folder.md", 2, ["folder.md", "no file"]),
        ("missing/r.html", 1, ["missing/r.html", "No such file"]),
    ] {
        let line = format!("quantize m.json q.html --to gguf --type q8_0 --report {report}");
        folder.run(&line).fails(code, &words);
        assert_eq!(folder.files(), ["folder.md", "m.json"], "{report}");
    }
    assert_eq!(folder.read("m.json"), before);
}

#[test]
fn a_report_is_not_written_over_what_it_is_about() {
    let folder = Folder::new();
    folder.save("m.safetensors", &[("w", tensor(&[2, 32], 1))]);
    for report in ["out.json", "./out.json"] {
        let line = format!("quantize m.safetensors out.json --to gguf --type q8_0 --report {report}");
        folder.run(&line).fails(2, &["it is out.json; name another file"]);
    }
    assert_eq!(folder.files(), ["m.safetensors"]);
}
