//! What a file seems to be that is no tensor file, so that the error can say more than "not this".

/// Signatures at the start of a file.
static SIGNATURES: &[(&[u8], &str)] = &[
    (b"GGUF", "a GGUF file"),
    (b"\x93NUMPY", "an NPY file"),
    (b"PK\x03\x04", "a zip archive (an NPZ file is one, and so is what torch.save writes)"),
    (b"PK\x05\x06", "an empty zip archive (an NPZ file without arrays)"),
    (b"TENS", "a TENS file"),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file"),
    (b"\x1f\x8b", "gzip data; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data; unpack it first"),
    (b"BZh", "bzip2 data; unpack it first"),
    (b"\xfd7zXZ\0", "xz data; unpack it first"),
    (b"\x7fELF", "an ELF program or library"),
    (b"MZ", "a Windows program or library"),
    (b"ggml", "a GGML file of before GGUF; convert it with the tools of its time"),
    (b"tjgg", "a GGJT file of before GGUF; convert it with the tools of its time"),
    (b"lmgg", "a GGML file of before GGUF; convert it with the tools of its time"),
    (b"version https://git-lfs", "a Git LFS pointer: the data have not been fetched"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"%PDF", "a PDF document"),
    (b"<!DOCTYPE", "an HTML page, as a failed download leaves"),
    (b"<html", "an HTML page, as a failed download leaves"),
];

/// In words, with an article.
pub(crate) fn describe(bytes: &[u8]) -> &'static str {
    if let Some((_, what)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return what;
    }
    let head = &bytes[..bytes.len().min(512)];
    if head.is_empty() {
        return "empty";
    }
    // Protocols 2 to 5 begin with their number, and end with a dot.
    if let [0x80, 2..=5, ..] = head {
        return "a Python pickle (torch.save of old writes one), which is a program and is never loaded";
    }
    if bytes.len() > 262 && bytes[257..].starts_with(b"ustar") {
        return "a tar archive; unpack it first";
    }
    if head.iter().all(|&b| b == 0) {
        return "zeros: a file whose writing or download broke off";
    }
    let end = match std::str::from_utf8(head) {
        Ok(_) => head.len(),
        // A character may be cut at the end of the head.
        Err(e) if head.len() - e.valid_up_to() < 4 && head.len() == 512 => e.valid_up_to(),
        Err(_) => 0,
    };
    let is_text = end > 0 && head[..end].iter().all(|&b| b >= 0x20 || matches!(b, b'\n' | b'\r' | b'\t'));
    match head.trim_ascii_start().first() {
        Some(b'{' | b'[') if is_text => "JSON text",
        _ if is_text => "text",
        _ => "binary data of a kind not known here",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_files_are_told_apart() {
        assert!(describe(b"\x80\x02}q\x00.").contains("pickle"));
        assert!(describe(b"{\"a\": 1}").contains("JSON"));
        assert!(describe("hall\u{e5} der".as_bytes()).contains("text"));
        assert!(describe(&[0x80, 9, 1, 2]).contains("binary"));
        assert!(describe(&[0; 100]).contains("zeros"));
        let cut = format!("{}\u{20ac}\u{20ac}", "a".repeat(510));
        assert_eq!(describe(cut.as_bytes()), "text");
    }
}
