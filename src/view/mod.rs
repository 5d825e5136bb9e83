//! A page for a kernel: what runs when, what each wait is for, where the clocks go (`docs/view.md`).

pub mod data;
