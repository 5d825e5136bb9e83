//! Printing that ends the program if it fails: silently if the reader has gone, as in
//! `cdna-sched replay CASE | head`, else with the reason. (`println!` would panic. SIGPIPE is no way
//! out: it would also end the program when a compiler that `doctor` examines does not read its input.)

use std::fmt::Arguments;
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit;
use indicatif::{ProgressBar, ProgressStyle};

/// The exit code that a shell reports for a program ended by SIGPIPE.
const NOBODY_READS: i32 = 128 + 13;
/// The exit code if the result cannot be printed.
const CANNOT_PRINT: i32 = exit::UNUSABLE as i32;

/// Prints to standard output.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::out::print(format_args!($($text)*))
    };
}

/// Prints to standard error.
macro_rules! complain {
    ($($text:tt)*) => {
        $crate::out::warn(format_args!("cdna-sched: {}\n", format_args!($($text)*)))
    };
}

pub(crate) use {complain, say};

/// Whether standard output was closed when the program started. Read before Rust's runtime opens the
/// null device in its place.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        const GET_DESCRIPTOR_FLAGS: std::ffi::c_int = 1;
        unsafe extern "C" {
            fn fcntl(descriptor: std::ffi::c_int, command: std::ffi::c_int, ...)
            -> std::ffi::c_int;
        }
        // SAFETY: asks about a descriptor, open or not.
        let flags = unsafe { fcntl(1, GET_DESCRIPTOR_FLAGS) };
        CLOSED.store(flags == -1, Ordering::Relaxed);
    }
    look
};

/// Names in a row, of many only the first.
pub fn names<'a>(all: impl ExactSizeIterator<Item = &'a String>) -> String {
    const MOST: usize = 8;
    let more = all.len().saturating_sub(MOST);
    let first: Vec<&str> = all.take(MOST).map(String::as_str).collect();
    match (first.is_empty(), more) {
        (true, _) => "none".to_owned(),
        (_, 0) => first.join(", "),
        (_, more) => format!("{} and {more} more", first.join(", ")),
    }
}

/// A progress bar over so many things, with its template's words; hidden where nobody sees it.
pub fn progress(count: Option<usize>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = match count {
        Some(count) => ProgressBar::new(count as u64),
        None => ProgressBar::no_length(),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A progress bar over files, if there are several.
pub fn progress_of_files(files: usize) -> ProgressBar {
    match files {
        0 | 1 => ProgressBar::hidden(),
        _ => progress(Some(files), "{bar:40} {pos}/{len} {eta}"),
    }
}

/// Prints, or ends the program.
pub fn print(text: Arguments<'_>) {
    print_by(|| io::stdout().lock().write_fmt(text));
}

/// Calls a printer of standard output, or ends the program.
pub fn print_by(printer: impl FnOnce() -> io::Result<()>) {
    let printed = if CLOSED.load(Ordering::Relaxed) {
        Err(io::Error::other("it is closed"))
    } else {
        printer().and_then(|()| io::stdout().flush())
    };
    if let Err(error) = printed {
        end(&error);
    }
}

/// Prints a message to standard error. If that fails, there is nowhere left to report it.
pub fn warn(text: Arguments<'_>) {
    let mut stream = io::stderr().lock();
    let written = stream.write_fmt(text).and_then(|()| stream.flush());
    if written.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        std::process::exit(NOBODY_READS);
    }
}

fn end(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(NOBODY_READS);
    }
    complain!(
        "cannot write to standard output: {error}; redirect it to a file that can be written, on a disk with free space"
    );
    std::process::exit(CANNOT_PRINT);
}

/// Ends the program: everything printed must have arrived.
pub fn end_with(code: ExitCode) -> ExitCode {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let copy = io::stdout().as_fd().try_clone_to_owned();
        if let Err(error) = copy.and_then(|copy| cdnasched_base::output::close(copy.into())) {
            end(&error);
        }
    }
    code
}
