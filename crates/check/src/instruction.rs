//! How findings name instructions.

use crate::machine::{Function, InstId};

/// An instruction by its number and its assembly text.
pub(super) fn instruction_text(function: &Function, inst: InstId) -> String {
    format!("instruction {} ('{}')", inst.0, function.asm(inst))
}
