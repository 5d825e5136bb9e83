//! What targets share with the tests.

#[path = "../tests/support/whole_core.rs"]
pub mod whole_core;
