//! Known paths, timed.
