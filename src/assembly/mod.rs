//! The front end for machine code: assembly text and code objects of any compiler.

pub mod object;
