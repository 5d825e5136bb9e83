//! Regular expressions of symbol names, in the syntax of the `regex` crate.

use std::ffi::OsStr;

use regex::bytes::{Regex, RegexBuilder};

/// A compiled regular expression.
#[derive(Debug)]
pub struct Pattern(Regex);

impl Pattern {
    /// The pattern of an option: `None` for an empty one.
    ///
    /// # Errors
    /// What was expected, and what is wrong.
    pub fn of_option(text: &OsStr) -> Result<Option<Pattern>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let text = text
            .to_str()
            .ok_or_else(|| "it is not UTF-8 (write a byte of a symbol as '\\xff')".to_owned());
        text.and_then(Pattern::new).map(Some).map_err(|error| {
            format!("a regular expression of symbol names, for example '^gemm_', but {error}")
        })
    }

    fn new(text: &str) -> Result<Pattern, String> {
        // Symbols are any bytes, and so is what the dot stands for.
        let made = RegexBuilder::new(text)
            .unicode(false)
            .dot_matches_new_line(true)
            .build();
        made.map(Pattern).map_err(|error| reason(&error))
    }

    /// Whether it matches some part of a symbol.
    pub fn matches(&self, symbol: &[u8]) -> bool {
        self.0.is_match(symbol)
    }
}

/// One line for what is wrong. A syntax error is a drawing of several lines, of which the last one says it.
fn reason(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(limit) => {
            format!("it would take more than {limit} bytes of memory")
        }
        other => {
            let text = other.to_string();
            let last = text.lines().last().unwrap_or_default();
            let what = last.strip_prefix("error: ").unwrap_or(last);
            format!("it has an error of syntax: {what}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_match_anywhere() {
        let pattern = |text| Pattern::new(text).expect("an expression");
        assert!(pattern("^gemm_").matches(b"gemm_small"));
        assert!(!pattern("^gemm_").matches(b"a_gemm_small"));
        assert!(pattern("small|[[:digit:]]{2}$").matches(b"gemm_16"));
        assert!(!pattern("small|[[:digit:]]{2}$").matches(b"gemm_1"));
    }

    #[test]
    fn symbols_are_any_bytes() {
        let pattern = |text| Pattern::new(text).expect("an expression");
        assert!(pattern("^.$").matches(b"\xff") && pattern("^a.b$").matches(b"a\nb"));
        // A letter of two bytes is two.
        assert!(pattern("^..$").matches("é".as_bytes()) && pattern("é").matches("né".as_bytes()));
        assert!(pattern(r"^bad\xffname$").matches(b"bad\xffname"));
        assert!(pattern(r"a\x00b").matches(b"a\0b") && !pattern(r"^\w$").matches(b"\xe9"));
    }

    #[test]
    fn what_is_no_expression_is_refused_in_one_line() {
        let refusal = |text: &str| Pattern::of_option(OsStr::new(text)).unwrap_err();
        assert_eq!(
            refusal("gemm_["),
            "a regular expression of symbol names, for example '^gemm_', but it has an error of syntax: unclosed \
             character class"
        );
        assert!(refusal("(a)\\1").ends_with("backreferences are not supported"));
        assert!(refusal("(?=a)").contains("look-around"));
        assert!(refusal("((a{1000}){1000}){1000}").contains("bytes of memory"));
        for text in ["a(", "*", "a{2,1}", "[é]"] {
            assert_eq!(refusal(text).lines().count(), 1, "{}", refusal(text));
        }
        assert!(matches!(Pattern::of_option(OsStr::new("")), Ok(None)));
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            let refused = Pattern::of_option(OsStr::from_bytes(b"\xff")).unwrap_err();
            assert!(refused.ends_with("it is not UTF-8 (write a byte of a symbol as '\\xff')"));
        }
    }
}
