//! What the functions of the library do with an input.

use super::Failure;
use super::module::{Input, Module};
use super::outcome::{FunctionFacts, Outcome, Place};
use crate::assembly::code::ListedId;
use crate::assembly::object::{self, Contents, Target};
use crate::assembly::program::{Program, SourceText};
use crate::machine::Features;

/// See the header.
pub fn lint(module: &Module) -> Result<Outcome, Failure> {
    let input = module.input()?;
    let mut outcome = Outcome::default();
    describe(&program(input)?, &mut outcome);
    Ok(outcome)
}

fn program(input: &Input) -> Result<Program, Failure> {
    match (
        object::read(&input.bytes).map_err(Failure::input)?,
        input.target,
    ) {
        (Contents::Text(text), Some(target)) => {
            Program::of_text(&SourceText::new(text), target.gpu, features(target))
                .map_err(Failure::input)
        }
        _ => Err(Failure::input("not assembly text")),
    }
}

/// What a target leaves open is on: the code must be right for it.
fn features(target: Target) -> Features {
    Features {
        xnack: target.xnack.may_be_on(),
        sram_ecc: target.sram_ecc.may_be_on(),
        ..Features::default()
    }
}

/// Lists the functions of a program, in the order of their entries.
fn describe(program: &Program, outcome: &mut Outcome) {
    let listing = &program.listing;
    let place = |at: Option<ListedId>| {
        let inst = at.and_then(|at| listing.insts.get(at.index()));
        inst.map_or(Place::default(), |inst| Place {
            line: inst.line,
            column: inst.column,
            object: 0,
            address: inst.address,
        })
    };
    for routine in &program.routines {
        outcome.add_function(&FunctionFacts {
            name: &routine.function.name,
            place: place(routine.listed.first().copied()),
            instructions: routine.listed.len(),
            left_alone: "",
        });
    }
    for function in &program.not_analysed {
        outcome.add_function(&FunctionFacts {
            name: &function.name,
            place: place(Some(function.at)),
            instructions: 0,
            left_alone: &function.reason,
        });
    }
}
