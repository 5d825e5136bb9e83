//! Random loops with copies.
