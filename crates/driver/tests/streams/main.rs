//! Judges and makers together: whole streams, one behaviour each.

mod close;
mod copied_programs;
mod copies;
mod copies_lanes;
mod copies_matrix;
mod copies_memory;
mod copies_undefined;
mod dice;
#[path = "../../../../tests/support/lanes.rs"]
mod lanes;
mod late;
mod mutants;
mod passing;
mod random;
mod random_coalesced;
mod random_copies;
mod random_renamed;
mod random_renamed_faults;
mod random_rotated;
mod random_rotated_pipeline;
mod random_rotated_real;
mod renamed;
mod renaming;
mod rotation;
mod rotation_build;
mod rotation_run;
mod values;
#[path = "../../../../tests/support/whole_core.rs"]
mod whole_core;

use cdnasched_check::*;
// For the interpreter, which integration tests have as well.
use cdnasched_base::machine;
use cdnasched_base::machine::{Function, InstId, RegRange, text};

const END: &str = "S_ENDPGM #0 | return term noreturn\n";

fn parse(body: &str) -> Function {
    match text::parse(body) {
        Ok(function) => function,
        Err(error) => panic!("{error}\n{body}"),
    }
}

/// A kernel from its blocks in the text form.
fn kernel(gpu: &str, blocks: &str) -> Function {
    parse(&format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=0 entry\n{blocks}"
    ))
}

/// A kernel of one block.
fn straight(gpu: &str, lines: &[&str]) -> Function {
    let body = lines.join("\n");
    kernel(gpu, &format!("block 0 frequency=1 depth=0\n{body}\n{END}"))
}

/// The function with another register in each of these operands: instruction, operand, register.
fn with_registers(function: &Function, changes: &[(u32, usize, &str)]) -> Function {
    let mut changed = function.clone();
    for &(inst, operand, register) in changes {
        let register = RegRange::parse(register).expect("a register");
        changed.set_register(InstId(inst), operand, register);
    }
    changed
}
