//! Symbols and paths as text. LLVM and the system allow any bytes in them, not only UTF-8.

use std::fmt::Write as _;
use std::path::Path;

/// Bytes as text. Valid UTF-8 is kept, except that a backslash is doubled; any other byte becomes
/// `\x` and two hexadecimal digits. Different byte strings give different texts.
pub fn bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text += &chunk.valid().replace('\\', "\\\\");
        write_out(chunk.invalid(), &mut text);
    }
    text
}

/// A message as text: only bytes that are not UTF-8 are escaped, because names in it may have been
/// through [`bytes`] already.
pub fn message(said: &[u8]) -> String {
    let mut text = String::with_capacity(said.len());
    for chunk in said.utf8_chunks() {
        text += chunk.valid();
        write_out(chunk.invalid(), &mut text);
    }
    text
}

fn write_out(invalid: &[u8], text: &mut String) {
    for byte in invalid {
        // Writing to a String cannot fail.
        let _ = write!(text, "\\x{byte:02x}");
    }
}

/// A path as text, as [`bytes`] gives it.
pub fn path(path: &Path) -> String {
    bytes(path.as_os_str().as_encoded_bytes())
}

/// A path as one word for a shell.
pub fn shell_word(path: &Path) -> String {
    match path.to_str() {
        Some(text) if !text.contains('\'') => format!("'{text}'"),
        _ => format!("$'{}'", self::path(path).replace('\'', "\\'")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_byte_strings_look_alike() {
        assert_eq!(bytes(b"gemm_f16"), "gemm_f16");
        assert_eq!(bytes("g\u{e9}mm".as_bytes()), "g\u{e9}mm");
        assert_eq!(bytes(b"a\xff"), r"a\xff");
        assert_eq!(bytes(br"a\xff"), r"a\\xff");
        assert_eq!(bytes(b"\xe2\x82"), r"\xe2\x82");
        assert_eq!(message(b"in 'a\\b\xff'"), r"in 'a\b\xff'");
    }

    #[test]
    fn a_shell_gives_the_path_back() {
        assert_eq!(shell_word(Path::new("/a b/c.flat")), "'/a b/c.flat'");
        assert_eq!(shell_word(Path::new("it's")), r"$'it\'s'");
    }
}
