//! Texts in a better order: what is found in them, and what is refused.

mod calls;
pub(super) mod faults;
mod orders;
mod refused;
mod registers;
mod waits;

use super::*;

/// A kernel with these instructions.
fn text(body: &str) -> String {
    let lines: String = body
        .lines()
        .map(|line| format!("\t{}\n", line.trim()))
        .collect();
    format!(
        "\t.text\n\t.globl k\n\t.type k,@function\nk:\n{lines}\ts_endpgm\n\t.amdhsa_kernel k\n\
         \t\t.amdhsa_next_free_vgpr 16\n\t\t.amdhsa_next_free_sgpr 16\n\t\t.amdhsa_accum_offset 16\n\
         \t.end_amdhsa_kernel\n"
    )
}

fn program(source: &str) -> Program {
    let read = Program::of_text(&SourceText::new(source), Gpu::Gfx942, Features::default());
    let read = read.expect("assembly");
    assert_eq!(read.not_analysed, []);
    read
}

/// What the judge says of a routine that was read, where another function was meant.
fn judge(original: &Function, function: &Function, read: &Routine) -> Result<(), String> {
    let meant = super::judge::Meant {
        original,
        without_copies: original,
        function,
    };
    super::judge::lanes(&meant)?;
    super::judge::judge(&meant, read, cdnasched_base::rules::Policy::Safe)
}
