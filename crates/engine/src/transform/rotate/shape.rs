//! Which loops can be rotated.

use std::collections::BTreeSet;

use super::super::operands::is_bundled;
use crate::gpu::Unit;
use crate::machine::edits::branch_target;
use crate::machine::{
    AliasRelation, BlockId, Function, InstFlags, InstId, OperandKind, Reg, Walls, inverse_branch,
    is_pipeline,
};

/// A loop of one block that ends in a conditional branch to itself.
#[derive(Clone, PartialEq, Debug)]
pub struct LoopShape {
    /// The block.
    pub block: BlockId,
    /// The conditional branch back to its beginning.
    pub branch: InstId,
    /// The branch to the exit, where that does not follow in layout.
    pub leave: Option<InstId>,
    /// The only block that the loop leaves to.
    pub exit: BlockId,
    /// The blocks that enter it.
    pub entries: Vec<BlockId>,
    /// How often it is entered for one run of the function.
    pub entered: f64,
    /// How many iterations it has, as LLVM estimates it.
    pub iterations: f64,
    /// Its instructions but the branches, in their present order. Of inline assembly and guarded code it is what they begin with, without
    /// their contents.
    pub body: Vec<InstId>,
}

/// Why a loop is not rotated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decline {
    /// It has several blocks.
    Blocks,
    /// It does not end in one conditional branch to itself, with one other way out.
    Branch,
    /// Nothing decides about another iteration before all else is done.
    Condition,
    /// It has a call, a return, or inline assembly that could not be parsed.
    Opaque,
    /// It writes EXEC.
    Exec,
    /// It has instructions that are bundled.
    Bundle,
    /// It prescribes an order of instructions (`sched_group_barrier`, `iglp_opt`).
    Pipeline,
    /// It has an instruction that must not be copied.
    Unique,
    /// No instruction is left that could wait for the next iteration.
    NoCut,
    /// What is known of its accesses to LDS holds for one iteration only.
    IterationFacts,
    /// It is too long to be copied.
    TooLong,
}

impl Decline {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Decline::Blocks => "it has several blocks",
            Decline::Branch => {
                "it does not end in one conditional branch back, with one other way out"
            }
            Decline::Condition => "what decides about another iteration is not computed in it",
            Decline::Opaque => {
                "it has a call, a return, or inline assembly that could not be parsed"
            }
            Decline::Exec => "it writes EXEC",
            Decline::Bundle => "it has bundled instructions",
            Decline::Pipeline => {
                "it prescribes an order of instructions (sched_group_barrier or iglp_opt; `walls=cross` looks past them)"
            }
            Decline::Unique => "it has an instruction that must not be copied",
            Decline::NoCut => "nothing in it can wait for the next iteration",
            Decline::IterationFacts => {
                "that its loads into LDS and its other accesses to LDS are apart is known within an iteration only"
            }
            Decline::TooLong => "it is too long to be copied",
        }
    }
}

/// Parts of the names of opcodes that have state beyond registers and memory, or whose address matters
/// (LLVM SOPInstructions.td, DSInstructions.td).
const UNIQUE: [&str; 9] = [
    "S_GETPC",
    "S_SETPC",
    "S_SWAPPC",
    "S_SETREG",
    "S_SENDMSG",
    "S_TRAP",
    "GPR_IDX",
    "ORDERED_COUNT",
    "GWS",
];

/// The shape of the loop of a block; `None` when the block heads none.
///
/// # Errors
/// Why it cannot be rotated.
pub fn shape(
    function: &Function,
    block: BlockId,
    walls: Walls,
) -> Option<Result<LoopShape, Decline>> {
    let is_header = function.block(block).loop_header == Some(block);
    is_header.then(|| of_header(function, block, walls))
}

fn of_header(function: &Function, block: BlockId, walls: Walls) -> Result<LoopShape, Decline> {
    let here = function.block(block);
    if !here.successors.contains(&block) {
        return Err(Decline::Blocks);
    }
    let mut others = here.successors.iter().filter(|&&to| to != block);
    let (Some(&exit), None) = (others.next(), others.next()) else {
        return Err(Decline::Branch);
    };
    let is_branch = |inst: &InstId| function.flags(*inst).has(InstFlags::TERMINATOR);
    let end = here.order.iter().position(is_branch);
    let (body, branches) = here.order.split_at(end.unwrap_or(here.order.len()));
    let (branch, leave) = match *branches {
        [branch] => (branch, None),
        [branch, leave] => (branch, Some(leave)),
        _ => return Err(Decline::Branch),
    };
    let follows = function.next_in_layout(block) == Some(exit);
    let leaves = leave.map_or(follows, |leave| {
        function.opcode(leave).name == "S_BRANCH" && branch_target(function, leave) == Some(exit)
    });
    let entries: Vec<BlockId> = here
        .predecessors
        .iter()
        .copied()
        .filter(|&from| from != block)
        .collect();
    if !leaves || branch_target(function, branch) != Some(block) || entries.is_empty() {
        return Err(Decline::Branch);
    }
    if inverse_branch(&function.opcode(branch).name).is_none() {
        return Err(Decline::Branch);
    }
    let is_unique = |&inst: &InstId| function.flags(inst).has(InstFlags::UNIQUE);
    if branches.iter().any(is_unique) {
        return Err(Decline::Unique);
    }
    for &inst in body {
        admits(function, inst, walls)?;
    }
    if has_iteration_facts(function, body) {
        return Err(Decline::IterationFacts);
    }
    // Where LLVM's frequencies contradict each other the loop is taken to run at least once.
    let sum: f64 = entries
        .iter()
        .map(|&from| entered_from(function, from))
        .sum();
    let entered = if sum > 0.0 {
        sum.min(here.frequency)
    } else {
        here.frequency
    };
    let iterations = if entered > 0.0 {
        here.frequency / entered
    } else {
        1.0
    };
    Ok(LoopShape {
        block,
        branch,
        leave,
        exit,
        entries,
        entered,
        iterations,
        body: body
            .iter()
            .copied()
            .filter(|&inst| !function.is_content(inst))
            .collect(),
    })
}

/// Whether any two accesses are known to be apart, but only those of one iteration: waits would take those of two
/// for apart, too.
fn has_iteration_facts(function: &Function, body: &[InstId]) -> bool {
    let accesses = body.iter().flat_map(|&inst| function.accesses(inst));
    let groups: BTreeSet<u32> = accesses.map(|access| access.alias_group).collect();
    let holds = |access: u32, load: u32| {
        function.aliases.relation(access, load) == Some(AliasRelation::DistinctInIteration)
    };
    groups
        .iter()
        .any(|&access| groups.iter().any(|&load| holds(access, load)))
}

/// How often a block enters one of its successors, taken to be equally likely.
fn entered_from(function: &Function, from: BlockId) -> f64 {
    let block = function.block(from);
    block.frequency / block.successors.len().max(1) as f64
}

/// Whether an instruction may be in a loop that is rotated.
pub(crate) fn admits(function: &Function, inst: InstId, walls: Walls) -> Result<(), Decline> {
    let flags = function.flags(inst);
    let is_asm = flags.has(InstFlags::INLINE_ASM);
    let is_unknown = is_asm && !function.is_parsed_asm(inst);
    if is_unknown || flags.has(InstFlags::CALL) || flags.has(InstFlags::RETURN) {
        return Err(Decline::Opaque);
    }
    if is_bundled(function, inst) && !function.is_content(inst) && !function.is_guard(inst) {
        return Err(Decline::Bundle);
    }
    if function.writes_exec(inst) {
        return Err(Decline::Exec);
    }
    if is_pipeline(function, inst, walls) {
        return Err(Decline::Pipeline);
    }
    let name = function.opcode(inst).name.as_str();
    let operands = function.operands(inst);
    let is_unique = flags.has(InstFlags::UNIQUE)
        || UNIQUE.iter().any(|part| name.contains(part))
        || matches!(function.info(inst).unit, Unit::Gws | Unit::Unknown) && !is_asm
        || operands.iter().any(|o| o.kind == OperandKind::RegMask)
        || operands
            .iter()
            .any(|o| o.is_def() && o.reg().is_some_and(|r| r.regs().any(is_mode)));
    match is_unique {
        true => Err(Decline::Unique),
        false => Ok(()),
    }
}

fn is_mode(reg: Reg) -> bool {
    reg.llvm_name() == "MODE"
}

impl LoopShape {
    /// The branches that end the block.
    pub fn branches(&self) -> impl Iterator<Item = InstId> {
        [Some(self.branch), self.leave].into_iter().flatten()
    }
}
