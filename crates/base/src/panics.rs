//! Panics, stopped: what only shows something must not cost the result that it shows.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a panic said.
pub fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message")
}

/// Does work whose loss can be borne. The work must leave nothing half done that is used later.
///
/// # Errors
/// When it panics: a sentence that says `what` there will not be, and what the panic said.
pub fn stopped<T>(what: &str, work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        format!(
            "internal error ({}); there is no {what}, and the code is not affected; please report it",
            message(&*panic)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_or_its_panic_is_told() {
        assert_eq!(stopped("page", || 3), Ok(3));
        for told in [
            stopped("page", || -> u32 { panic!("index {}", 7) }),
            stopped("page", || -> u32 { panic!("index 7") }),
        ] {
            let told = told.expect_err("it panics");
            assert!(
                told.starts_with("internal error (index 7); there is no page"),
                "{told}"
            );
        }
    }
}
