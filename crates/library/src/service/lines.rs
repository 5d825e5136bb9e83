//! Requests line by line.

use std::io::{self, BufRead, Read as _, Write};

use super::Service;

/// The longest request, in bytes: 256 MiB.
pub const MOST_LINE_BYTES: u64 = 256 << 20;

/// Answers the lines of an input until its end. Empty lines are passed over.
///
/// # Errors
/// When reading or writing fails, and when a line is longer than [`MOST_LINE_BYTES`], behind which no beginning of
/// another can be found.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut service = Service::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        let limited = &mut (&mut input).take(MOST_LINE_BYTES + 1);
        if limited.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() as u64 > MOST_LINE_BYTES {
            return Err(io::Error::other("a request is longer than 256 MiB"));
        }
        let request = line.trim_ascii();
        if request.is_empty() {
            continue;
        }
        let mut answer = service.answer(request);
        answer.push('\n');
        output.write_all(answer.as_bytes())?;
        output.flush()?;
    }
}
