//! Printing that ends the program when it cannot be: quietly when nobody reads on, as in
//! `cdna-sched replay CASE | head`, else with the reason. (`println!` panics then. The signal for the
//! former, which would end the program, would end it as well when a compiler that the doctor examines
//! does not read what it is given.)

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a shell gives for a program that the signal ended.
const NOBODY_READS: i32 = 128 + 13;
/// The exit code of a program that cannot print what it was asked for.
const CANNOT_PRINT: i32 = 2;

/// Prints to standard output, or whatever it is redirected to.
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

/// Whether there was no standard output when the program began. Looked at before Rust's runtime
/// opens the null device in its place.
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

/// Prints, or ends the program.
pub fn print(text: Arguments<'_>) {
    print_by(|| io::stdout().lock().write_fmt(text));
}

/// Has something print to standard output, or ends the program.
pub fn print_by(printer: impl FnOnce() -> io::Result<()>) {
    let printed = match CLOSED.load(Ordering::Relaxed) {
        true => Err(io::Error::other("it is closed")),
        false => printer().and_then(|()| io::stdout().flush()),
    };
    if let Err(error) = printed {
        end(&error);
    }
}

/// Says what is wrong. Nothing is lost that anybody could still see when that fails.
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
        "cannot write to standard output: {error}; send it where there is room and writing is allowed"
    );
    std::process::exit(CANNOT_PRINT);
}

/// The program's end: what was printed must have arrived.
pub fn end_with(code: ExitCode) -> ExitCode {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let copy = io::stdout().as_fd().try_clone_to_owned();
        if let Err(error) = copy.and_then(|copy| cdnasched::output::close(copy.into())) {
            end(&error);
        }
    }
    code
}
