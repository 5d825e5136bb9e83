//! Texts ordered anew.
