//! Printing that ends the program quietly when nobody reads on, as in `cdna-sched replay CASE | head`.
//! (`println!` panics then. The signal for it, which would end the program, would end it as well
//! when a compiler that the doctor examines does not read what it is given.)

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};

/// What a shell gives for a program that the signal ended.
const NOBODY_READS: i32 = 128 + 13;

/// Prints to standard output, or whatever it is redirected to.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::out::to(std::io::stdout().lock(), format_args!($($text)*))
    };
}

/// Prints to standard error.
macro_rules! complain {
    ($($text:tt)*) => {
        $crate::out::to(std::io::stderr().lock(), format_args!("cdna-sched: {}\n", format_args!($($text)*)))
    };
}

pub(crate) use {complain, say};

/// Prints. Nothing is lost that anybody could still see when that fails.
pub fn to(mut stream: impl Write, text: Arguments<'_>) {
    let written = stream.write_fmt(text).and_then(|()| stream.flush());
    if written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        std::process::exit(NOBODY_READS);
    }
}
