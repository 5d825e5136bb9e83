//! See crates/cli/tests/objects.rs for whole files.
