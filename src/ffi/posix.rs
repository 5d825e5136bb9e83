//! POSIX extended regular expressions, as the system's C library matches them. LLVM's own options
//! take the same dialect.

use std::ffi::{CStr, CString, OsStr};

#[allow(missing_docs, dead_code, nonstandard_style, clippy::all)]
mod system {
    include!(concat!(env!("OUT_DIR"), "/posix.rs"));
}

/// A compiled regular expression.
#[derive(Debug)]
pub struct Pattern(Box<system::regex_t>);

// SAFETY: POSIX lets threads share a compiled expression that none of them frees, and it is freed
// by its only owner.
unsafe impl Send for Pattern {}
// SAFETY: as above.
unsafe impl Sync for Pattern {}

impl Pattern {
    /// The pattern of an option: `None` for an empty one.
    ///
    /// # Errors
    /// What was expected, and what is wrong.
    pub fn of_option(text: &OsStr) -> Result<Option<Pattern>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        Pattern::new(text.as_encoded_bytes()).map(Some).map_err(|error| {
            format!(
                "a POSIX extended regular expression of symbol names, for example '^gemm_', but {error}"
            )
        })
    }

    fn new(text: &[u8]) -> Result<Pattern, String> {
        let text = CString::new(text).map_err(|_| "it has a NUL byte".to_owned())?;
        let mut regex = Box::<system::regex_t>::new_uninit();
        let flags = (system::REG_EXTENDED | system::REG_NOSUB) as i32;
        // SAFETY: the regex can be written; the text is terminated.
        let status = unsafe { system::regcomp(regex.as_mut_ptr(), text.as_ptr(), flags) };
        if status == 0 {
            // SAFETY: regcomp succeeded, so it is made.
            return Ok(Pattern(unsafe { regex.assume_init() }));
        }
        let mut message = [0; 200];
        // SAFETY: the buffer is as long as announced; with a status other than 0 the regex is only
        // looked at by address.
        unsafe {
            system::regerror(
                status,
                regex.as_ptr(),
                message.as_mut_ptr(),
                message.len() as _,
            );
        }
        // SAFETY: regerror terminates what it writes, and the buffer began as zeros.
        let message = unsafe { CStr::from_ptr(message.as_ptr()) };
        Err(format!("the system says: {}", message.to_string_lossy()))
    }

    /// Whether it matches some part of the text, which ends at its first NUL byte.
    pub fn matches(&self, text: &[u8]) -> bool {
        let end = text.iter().position(|&byte| byte == 0);
        let Ok(text) = CString::new(&text[..end.unwrap_or(text.len())]) else {
            return false;
        };
        // SAFETY: a compiled expression and a terminated text; REG_NOSUB: no matches are written.
        0 == unsafe { system::regexec(&*self.0, text.as_ptr(), 0, std::ptr::null_mut(), 0) }
    }
}

impl Drop for Pattern {
    fn drop(&mut self) {
        // SAFETY: compiled in new(), freed once.
        unsafe { system::regfree(&mut *self.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extended_expressions_match_anywhere() {
        let pattern = |text| Pattern::new(text).expect("an expression");
        assert!(pattern(b"^gemm_").matches(b"gemm_small"));
        assert!(!pattern(b"^gemm_").matches(b"a_gemm_small"));
        assert!(pattern(b"small|[[:digit:]]{2}$").matches(b"gemm_16"));
        assert!(pattern(b"^.$").matches(b"\xff\0x"));
        assert!(Pattern::new(b"gemm_[").is_err());
        assert!(Pattern::new(b"a\0b").is_err());
    }
}
