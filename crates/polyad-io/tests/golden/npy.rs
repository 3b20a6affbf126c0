use crate::support::{golden, list, manifest, numbers, refused, same_values, text, values};
use polyad_core::Error;
use polyad_io::{Archive, Format, UNNAMED, open, open_as};
use serde_json::Value as Json;

fn check_array(archive: &Archive, name: &str, wanted: &Json) {
    let context = (archive.path(), name);
    let entry = archive.get(name).unwrap_or_else(|| panic!("{context:?} is missing"));
    assert_eq!(entry.shape, numbers(&wanted["shape"]), "{context:?}");
    assert_eq!(entry.dtype.name(), text(wanted, "dtype"), "{context:?}");
    let view = archive.view(name).unwrap();
    assert_eq!(view.shape(), entry.shape, "{context:?}");
    assert_eq!(view.dtype().storage_bytes(entry.size()), Some(entry.size_bytes as usize), "{context:?}");
    let values = values(&view);
    match wanted.get("all") {
        Some(all) => assert!(values.iter().all(|v| v.as_f64() == all.as_f64()), "{context:?}"),
        None => same_values(&values, list(wanted, "values"), &context),
    }
}

#[test]
fn valid_files_load_as_listed() {
    let manifest = manifest("npy", "manifest.json");
    let files = list(&manifest, "valid");
    assert_eq!(files.len(), 65);
    for file in files {
        let path = golden("npy", text(file, "file"));
        let archive = open(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        match file.get("arrays") {
            Some(arrays) => {
                assert_eq!(archive.format(), Format::Npz);
                let arrays = arrays.as_array().unwrap();
                let names: Vec<&str> = arrays.iter().map(|a| text(a, "name")).collect();
                let ours: Vec<&str> = archive.entries().iter().map(|e| e.name.as_str()).collect();
                assert_eq!(ours, names, "{path:?}");
                arrays.iter().for_each(|array| check_array(&archive, text(array, "name"), array));
            }
            None => {
                assert_eq!((archive.format(), archive.len()), (Format::Npy, 1));
                check_array(&archive, UNNAMED, file);
                let trailing = file.get("trailing_bytes").map_or(0, |n| n.as_u64().unwrap());
                assert_eq!(archive.trailing_bytes(), trailing, "{path:?}");
            }
        }
    }
}

#[test]
fn malformed_files_are_refused() {
    let manifest = manifest("npy", "manifest.json");
    let files = list(&manifest, "malformed");
    assert_eq!(files.len(), 188);
    for file in files {
        refused(&golden("npy", text(file, "file")), &file["kind"]);
    }
}

#[test]
fn column_major_is_a_strided_view_of_the_file() {
    let archive = open(golden("npy", "fortran_3d.npy")).unwrap();
    let view = archive.view(UNNAMED).unwrap();
    assert_eq!(view.layout().strides(), [1, 2, 6]);
    assert!(view.buffer().is_read_only());
}

#[test]
fn an_archive_under_the_name_of_an_array_says_what_it_is() {
    let path = golden("npy", "bad/zip_as_npy.npy");
    let Error::Format(fault) = open(&path).unwrap_err() else { panic!() };
    assert!(fault.detail.contains(".npz"), "{fault}");
    assert_eq!(open_as(&path, Format::Npz).unwrap().len(), 0);
}

#[test]
fn a_refused_dtype_in_an_archive_leaves_the_other_arrays_readable() {
    let archive = open(golden("npy", "bad/npz_member_object.npz")).unwrap();
    let entry = &archive.entries()[0];
    assert_eq!(entry.dtype.name(), "|O");
    let Error::Format(fault) = archive.view(&entry.name).unwrap_err() else { panic!() };
    assert!(fault.detail.contains("pickle"), "{fault}");
}
