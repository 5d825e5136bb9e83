//! Assembly text and machine code of any compiler: the second front end of the core.
//!
//! [`cdnasched_object`] finds code in files. LLVM's MC layer ([`cdnasched_mc`]) makes a listing of its instructions; `program` finds the functions in it and
//! builds what the rest of the core works on. What is done with them knows nothing of where they came from.
#![deny(missing_docs)]
#![forbid(unsafe_code)]
// What there is to say is in results: this runs inside of compilers and of services.
#![deny(clippy::print_stderr, clippy::print_stdout)]

mod accesses;
pub mod edit;
pub mod fix;
pub mod lint;
pub mod objects;
pub mod opt;
pub mod program;
pub mod rewrite;
pub mod target;
pub mod view;
pub mod why;
