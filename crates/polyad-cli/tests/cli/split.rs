//! Models in several files.

use polyad::io::{self, Metadata};

use crate::support::{Folder, golden, stored, tensor};

/// Two safetensors files of one model, and the index that lists them.
fn parts(folder: &Folder) {
    folder.save("m-00001-of-00002.safetensors", &[("a", tensor(&[2, 32], 1)), ("b", tensor(&[3], 2))]);
    folder.save("m-00002-of-00002.safetensors", &[("c", tensor(&[4, 32], 3))]);
    let map = ["a", "b", "c"].map(|name| {
        let part = if name == "c" { 2 } else { 1 };
        format!("\"{name}\": \"m-0000{part}-of-00002.safetensors\"")
    });
    let index = format!("{{\"metadata\": {{\"total_size\": 780}}, \"weight_map\": {{{}}}}}", map.join(", "));
    folder.write("m.safetensors.index.json", index.as_bytes());
}

fn names(folder: &Folder, file: &str) -> Vec<String> {
    io::open(folder.path(file)).unwrap().entries().iter().map(|e| e.name.clone()).collect()
}

#[test]
fn any_part_of_a_gguf_model_stands_for_the_whole() {
    let folder = Folder::new();
    for n in 1..=3 {
        let part = golden(&format!("gguf/split-0000{n}-of-00003.gguf"));
        folder.run(&format!("convert {} whole.gguf", part.display())).done();
        let whole = io::open(folder.path("whole.gguf")).unwrap();
        assert!(whole.split().is_none(), "{:?}", whole.metadata());
        let mut expected = Vec::new();
        for n in 1..=3 {
            let part = io::open(golden(&format!("gguf/split-0000{n}-of-00003.gguf"))).unwrap();
            for entry in part.entries() {
                let (a, b) = (part.raw(&entry.name).unwrap(), whole.raw(&entry.name).unwrap());
                assert_eq!(*a.read().unwrap(), *b.read().unwrap(), "{}", entry.name);
                expected.push(entry.name.clone());
            }
        }
        assert_eq!(names(&folder, "whole.gguf"), expected);
        assert!(folder.run(&format!("diff {} whole.gguf", part.display())).done().ends_with("equal\n"));
    }
}

#[test]
fn safetensors_parts_are_joined_by_name_and_by_index() {
    let folder = Folder::new();
    parts(&folder);
    for input in ["m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors", "m.safetensors.index.json"] {
        folder.run(&format!("convert {input} whole.gguf")).done();
        assert_eq!(names(&folder, "whole.gguf"), ["a", "b", "c"], "{input}");
        folder.run(&format!("quantize {input} q.gguf --type q8_0")).done();
        assert_eq!(names(&folder, "q.gguf"), ["a", "b", "c"], "{input}");
        folder.run(&format!("diff {input} whole.gguf")).done();
    }
    assert_eq!(stored(&folder, "whole.gguf", "c"), stored(&folder, "m-00002-of-00002.safetensors", "c"));
}

#[test]
fn ls_shows_a_part_alone_and_an_index_whole() {
    let folder = Folder::new();
    parts(&folder);
    let out = folder.run("ls m-00001-of-00002.safetensors").done();
    assert!(out.contains("safetensors, part 1 of 2, 2 tensors") && !out.contains("[4, 32]"), "{out}");
    let out = folder.run("ls m.safetensors.index.json").done();
    assert!(out.contains("safetensors, 2 files, 3 tensors") && out.contains("[4, 32]"), "{out}");
    let json: serde_json::Value =
        serde_json::from_str(&folder.run("ls m.safetensors.index.json --json").done()).unwrap();
    assert_eq!((&json["files"], &json["totals"]["tensors"]), (&2.into(), &3.into()));
    assert_eq!(json["tensors"][2]["file"], "m-00002-of-00002.safetensors");
}

#[test]
fn a_missing_part_is_named_before_anything_is_written() {
    let folder = Folder::new();
    parts(&folder);
    std::fs::remove_file(folder.path("m-00002-of-00002.safetensors")).unwrap();
    let files = folder.files();
    for line in [
        "convert m-00001-of-00002.safetensors out.gguf",
        "quantize m-00001-of-00002.safetensors out.gguf --type q8_0",
        "convert m.safetensors.index.json out.gguf",
    ] {
        folder.run(line).fails(1, &["m-00002-of-00002.safetensors"]);
    }
    assert_eq!(folder.files(), files);
    // Alone under another name it is a file like any other.
    std::fs::rename(folder.path("m-00001-of-00002.safetensors"), folder.path("part.safetensors")).unwrap();
    folder.run("convert part.safetensors out.gguf").done();
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    let folder = Folder::new();
    let part = |no: u16, count: u16, total: i32| {
        let mut metadata = Metadata::new();
        metadata.insert("split.no", no);
        metadata.insert("split.count", count);
        metadata.insert("split.tensors.count", total);
        metadata
    };
    let save = |n: usize, name: &str, metadata: &Metadata| {
        folder.save_with(&format!("m-0000{n}-of-00002.gguf"), &[(name, tensor(&[2], 1))], metadata);
    };
    for (second, name, words) in [
        (part(0, 2, 2), "b", "part 1 of 2, its name part 2 of 2"),
        (part(1, 2, 7), "b", "says the model has 7 tensors, its parts have 2"),
        (part(1, 2, 2), "a", "tensor \"a\": two parts have"),
    ] {
        save(1, "a", &part(0, 2, 2));
        save(2, name, &second);
        folder.run("convert m-00001-of-00002.gguf out.gguf").fails(1, &[words]);
    }
    save(1, "a", &part(0, 3, 2));
    folder.run("convert m-00001-of-00002.gguf out.gguf").fails(1, &["part 1 of 3", "-of-00003.gguf"]);
    assert_eq!(folder.files().len(), 2);
}

#[test]
fn an_index_that_lies_is_refused() {
    let folder = Folder::new();
    parts(&folder);
    for (index, words) in [
        ("{\"weight_map\": {\"a\": \"../m.safetensors\"}}", "not a plain name"),
        ("{\"weight_map\": {\"zz\": \"m-00001-of-00002.safetensors\"}}", "tensor \"zz\": it is not in"),
        ("{\"weight_map\": {}}", "lists no files"),
        ("{\"weight_map\": 3}", "expected"),
        ("[", "expected"),
    ] {
        folder.write("bad.safetensors.index.json", index.as_bytes());
        folder.run("convert bad.safetensors.index.json out.gguf").fails(1, &["bad.safetensors.index.json", words]);
    }
}

#[test]
fn no_part_of_a_model_is_written_over() {
    let folder = Folder::new();
    parts(&folder);
    let both = ["m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors"];
    // Another name of a part is one, too.
    std::fs::hard_link(folder.path(both[1]), folder.path("r.html")).unwrap();
    let before: Vec<(String, Vec<u8>)> = folder.files().into_iter().map(|f| (f.clone(), folder.read(&f))).collect();
    for input in [both[0], both[1], "m.safetensors.index.json"] {
        for output in both {
            folder.run(&format!("convert {input} {output}")).fails(2, &[output, "name another file"]);
            let line = format!("quantize {input} {output} --type q8_0 --to gguf");
            folder.run(&line).fails(2, &[output, "name another file"]);
        }
        let line = format!("quantize {input} q.gguf --type q8_0 --report r.html");
        folder.run(&line).fails(2, &["--report r.html", "name another file"]);
    }
    let after: Vec<(String, Vec<u8>)> = folder.files().into_iter().map(|f| (f.clone(), folder.read(&f))).collect();
    assert_eq!(after, before);
}

/// Reading one to its end would never end.
#[cfg(unix)]
#[test]
fn an_index_is_a_plain_file() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("/dev/zero", folder.path("m.safetensors.index.json")).unwrap();
    for line in ["ls m.safetensors.index.json", "convert m.safetensors.index.json out.gguf"] {
        folder.run(line).fails(1, &["m.safetensors.index.json", "device"]);
    }
}
