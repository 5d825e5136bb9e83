//! Modules whose kernels say of their pointers that they do not overlap: what the page of a kernel suggests is found out with
//! them.

use std::collections::BTreeMap;

use inkwell::AddressSpace;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::{BasicValue as _, BasicValueEnum, FunctionValue, PointerValue};

use crate::pick;
use cdnasched_base::escape;

/// The address spaces of pointers that may reach global memory: generic and global.
const REACHES_GLOBAL: [u16; 2] = [0, 1];
/// What clang adds to the name of an argument that it passes as a pointer to global memory.
const COERCED: &str = ".coerce";

/// Sets `noalias` on the pointers to memory of a module's kernels, where a kernel uses two or more of them and it is missing.
/// By kernel: the pointers that had none.
pub fn add(context: &Context, module: &Module<'_>) -> BTreeMap<String, Vec<String>> {
    let noalias = Attribute::get_named_enum_kind_id("noalias");
    let mut added = BTreeMap::new();
    for kernel in pick::kernels(module) {
        let pointers = used_pointers(kernel);
        if pointers.len() < 2 {
            continue;
        }
        let mut names = Vec::new();
        for (at, pointer) in pointers {
            let place = AttributeLoc::Param(at);
            if kernel.get_enum_attribute(place, noalias).is_some() {
                continue;
            }
            kernel.add_attribute(place, context.create_enum_attribute(noalias, 0));
            names.push(name(kernel, at, pointer));
        }
        if !names.is_empty() {
            let kernel = kernel.get_name().to_string_lossy().into_owned();
            added.insert(kernel, names);
        }
    }
    added
}

/// The arguments that a kernel uses and that may point to global memory, each with its number.
fn used_pointers(kernel: FunctionValue<'_>) -> Vec<(u32, PointerValue<'_>)> {
    let pointers = (0..).zip(kernel.get_param_iter());
    let pointers = pointers.filter_map(|(at, argument)| match argument {
        BasicValueEnum::PointerValue(pointer) => Some((at, pointer)),
        _ => None,
    });
    let used = pointers.filter(|(_, pointer)| {
        let space = pointer.get_type().get_address_space();
        let reaches = REACHES_GLOBAL.map(AddressSpace::from).contains(&space);
        reaches && pointer.get_first_use().is_some()
    });
    used.collect()
}

/// The name of an argument; without one `%` and its number, as in LLVM's text.
fn name(kernel: FunctionValue<'_>, at: u32, pointer: PointerValue<'_>) -> String {
    let name = pointer.get_name().to_bytes();
    if name.is_empty() {
        let before = kernel.get_param_iter().take(at as usize);
        let unnamed = before.filter(|argument| argument.get_name().is_empty());
        return format!("%{}", unnamed.count());
    }
    let name = escape::bytes(name);
    match name.strip_suffix(COERCED) {
        Some(short) => short.to_owned(),
        None => name,
    }
}
