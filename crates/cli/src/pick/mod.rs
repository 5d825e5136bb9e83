//! The strategies of `cdnasched_driver::pick` put into modules.

use std::collections::BTreeMap;
use std::path::Path;

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode};
use serde::{Deserialize, Serialize};

use crate::compare;
use cdnasched_driver::pick::strategies::{self, Strategy};
use cdnasched_driver::report::Record;

/// LLVM's number of the calling convention of kernels (`llvm/include/llvm/IR/CallingConv.h`).
const KERNEL: u32 = 91;

/// Which strategy each kernel of a module gets: by name, and one for the others.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Assignment {
    /// The strategy of kernels that are not named; empty: the default.
    pub others: String,
    /// By kernel.
    pub kernels: BTreeMap<String, String>,
}

impl Assignment {
    /// One strategy for all.
    pub fn of_all(strategy: &Strategy) -> Assignment {
        Assignment {
            others: strategy.name.to_owned(),
            kernels: BTreeMap::new(),
        }
    }

    /// The one strategy that all have; `None` where there are several.
    pub fn one(&self) -> Option<&str> {
        let mut kernels = self.kernels.values();
        let first = kernels.next().unwrap_or(&self.others);
        kernels.all(|other| other == first).then_some(first)
    }

    /// Sets the attributes of a module's kernels; whether any fits.
    pub fn apply(&self, context: &Context, module: &Module<'_>) -> bool {
        let mut any = false;
        for kernel in kernels(module) {
            let name = kernel.get_name().to_string_lossy();
            let wanted = self.kernels.get(&*name).unwrap_or(&self.others);
            let Some(strategy) = strategies::named(wanted) else {
                continue;
            };
            if !strategy.fits(&|key| attribute(kernel, key), is_leaf(kernel)) {
                continue;
            }
            any = true;
            for (key, value) in strategy.attributes {
                let made = context.create_string_attribute(key, value);
                kernel.add_attribute(AttributeLoc::Function, made);
            }
        }
        any
    }
}

/// The kernels that a module defines.
pub(crate) fn kernels<'m>(module: &Module<'m>) -> impl Iterator<Item = FunctionValue<'m>> {
    let defined = |function: &FunctionValue<'m>| function.count_basic_blocks() > 0;
    let all = module.get_functions().filter(defined);
    all.filter(|function| function.get_call_conventions() == KERNEL)
}

fn attribute(function: FunctionValue<'_>, key: &str) -> Option<String> {
    let found = function.get_string_attribute(AttributeLoc::Function, key)?;
    Some(found.get_string_value().to_string_lossy().into_owned())
}

/// Whether a function calls nothing but what LLVM itself knows, and has no inline assembly.
fn is_leaf(function: FunctionValue<'_>) -> bool {
    let blocks = function.get_basic_block_iter();
    let mut insts = blocks.flat_map(|block| block.get_instructions());
    insts.all(|inst| match inst.get_opcode() {
        InstructionOpcode::Call => {
            let called = CallSiteValue::try_from(inst).ok();
            let called = called.and_then(|call| call.get_called_fn_value());
            called.is_some_and(|called| called.get_name().to_bytes().starts_with(b"llvm."))
        }
        InstructionOpcode::Invoke | InstructionOpcode::CallBr => false,
        _ => true,
    })
}

/// A module as text, with the attributes that make LLVM compile it so.
///
/// # Errors
/// When it cannot be read.
pub fn changed(path: &Path, assignment: &Assignment) -> Result<Vec<u8>, compare::Error> {
    let context = Context::create();
    let module = compare::parse(&context, path, &compare::read(path)?)?;
    assignment.apply(&context, &module);
    Ok(module.print_to_string().to_bytes().to_vec())
}

/// A module compiled in one way.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Compiled {
    /// Whether the strategy fits a kernel of it; nothing was compiled if not.
    pub fits: bool,
    /// Its functions, in the order in which LLVM finished them.
    pub records: Vec<Record>,
    /// The assembly text; of code that is only timed, none.
    pub assembly: Vec<u8>,
}
