//! Instructions as the C ABIs describe them (`cpp/instructions.h`): flat arrays, of which nothing is believed.
//!
//! The plugin's shim and LLVM's MC layer send such arrays; each has the rest of its ABI in its own crate.
#![deny(missing_docs)]

pub mod raw;
pub mod registers;

/// The bindings of `cpp/instructions.h`.
#[allow(missing_docs, clippy::all)]
pub mod bindings {
    include!(concat!(env!("OUT_DIR"), "/instructions.rs"));
}

use bindings::CdnaStr;

impl CdnaStr {
    /// For C to look at while the text lives.
    pub fn of(text: &str) -> CdnaStr {
        CdnaStr {
            data: text.as_ptr().cast(),
            size: text.len() as u64,
        }
    }
}
