//! One function: its blocks, in the order of the code, and its instructions.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::Condition;
use super::flow::{Control, Places};
use super::{Routine, Start, loops};
use crate::accesses;
use cdnasched_base::gpu::{Gpu, OpInfo, OpTraits, Unit};
use cdnasched_base::machine::{
    BlockId, Builder, Features, InstFlags, OpcodeId, OperandClass, OperandFlags, OperandKind, Reg,
};
use cdnasched_mc::{ListedId, ListedOperand, Listing};

/// Why a function is not analysed, and where.
type Refusal = (ListedId, String);

/// What is reached from an entry.
struct Reached {
    /// Each instruction with what it does to control, in the order of the code.
    control: BTreeMap<ListedId, Control>,
    /// Where blocks begin.
    leaders: BTreeSet<ListedId>,
}

/// Builds the function that begins there.
pub(super) fn build(
    listing: &Listing,
    start: &Start,
    places: &Places,
    gpu: Gpu,
    features: Features,
) -> Result<Routine, Refusal> {
    let reached = reach(listing, start, places)?;
    let blocks = blocks(&reached, start.at);
    let numbers: BTreeMap<ListedId, usize> = blocks
        .iter()
        .enumerate()
        .map(|(at, block)| (block[0], at))
        .collect();
    let successors: Vec<Vec<usize>> = blocks
        .iter()
        .map(|block| successors(&reached, block, &numbers))
        .collect();
    let conditions: Vec<Option<Condition<'_>>> = blocks
        .iter()
        .map(|block| {
            let control = block.last().and_then(|last| reached.control.get(last));
            Condition::of(listing, block, control, |at| numbers.get(&at).copied())
        })
        .collect();
    let nests = loops::nests(&successors, |one, other| {
        conditions[one].is_some() && conditions[one] == conditions[other]
    });
    let mut builder = Builder::new(&start.name, gpu);
    builder.features(features);
    builder.resources(start.resources);
    let mut parts = Parts {
        listing,
        gpu,
        builder,
        opcodes: BTreeMap::new(),
        listed: Vec::new(),
    };
    for (block, (ways, nest)) in blocks.iter().zip(successors.iter().zip(&nests)) {
        let id = |block: usize| BlockId(block as u32);
        let ways = ways.iter().map(|&to| id(to)).collect();
        parts
            .builder
            .block(nest.frequency, nest.depth, nest.header.map(id), ways);
        for &at in block {
            let target = match reached.control.get(&at) {
                Some(Control::Branch(to) | Control::Conditional(to)) => numbers.get(to).copied(),
                _ => None,
            };
            let returns = reached.control.get(&at) == Some(&Control::Return);
            // LLVM says so of the instruction that its code generator uses, and not of `s_setpc_b64`.
            let also = if returns {
                InstFlags::RETURN
            } else {
                InstFlags::NONE
            };
            parts
                .add(at, target.map(id), also)
                .map_err(|reason| (at, reason))?;
        }
    }
    let function = parts.builder.finish();
    Ok(Routine {
        function: function.map_err(|error| (start.at, error.to_string()))?,
        listed: parts.listed,
    })
}

/// Follows control from the entry.
fn reach(listing: &Listing, start: &Start, places: &Places) -> Result<Reached, Refusal> {
    let mut control = BTreeMap::new();
    let mut leaders = BTreeSet::from([start.at]);
    let mut open = vec![start.at];
    let section = listing.insts[start.at.index()].section;
    while let Some(mut at) = open.pop() {
        let mut from = at;
        loop {
            let inside = listing.insts.get(at.index());
            if inside.is_none_or(|inst| inst.section != section) {
                return Err((from, "control runs past the end of the code".into()));
            }
            if control.contains_key(&at) {
                break;
            }
            let is_kernel = start.resources.is_entry;
            let found = places
                .control(listing, at, is_kernel)
                .map_err(|reason| (at, reason))?;
            control.insert(at, found.clone());
            let next = ListedId(at.0 + 1);
            match found {
                Control::Next | Control::Call => {}
                Control::Branch(to) => {
                    leaders.insert(to);
                    open.push(to);
                    break;
                }
                Control::Conditional(to) => {
                    leaders.insert(to);
                    leaders.insert(next);
                    open.push(to);
                }
                Control::Return | Control::End => break,
            }
            from = at;
            at = next;
        }
    }
    Ok(Reached { control, leaders })
}

/// The blocks: runs of instructions that follow each other, the entry's first.
fn blocks(reached: &Reached, entry: ListedId) -> Vec<Vec<ListedId>> {
    let mut blocks: Vec<Vec<ListedId>> = Vec::new();
    let mut last: Option<ListedId> = None;
    for (&at, control) in &reached.control {
        let follows = last.is_some_and(|last| last.0 + 1 == at.0);
        match blocks.last_mut() {
            Some(block) if follows && !reached.leaders.contains(&at) => block.push(at),
            _ => blocks.push(vec![at]),
        }
        let goes_on = matches!(
            control,
            Control::Next | Control::Call | Control::Conditional(_)
        );
        last = goes_on.then_some(at);
    }
    // Code before the entry that branches lead to comes after the rest: the first block is the entry.
    let first = blocks.iter().position(|block| block[0] == entry);
    blocks.rotate_left(first.unwrap_or(0));
    blocks
}

fn successors(
    reached: &Reached,
    block: &[ListedId],
    numbers: &BTreeMap<ListedId, usize>,
) -> Vec<usize> {
    let Some(&last) = block.last() else {
        return Vec::new();
    };
    let number = |at: &ListedId| numbers.get(at).copied();
    let next = number(&ListedId(last.0 + 1));
    let (one, other) = match reached.control.get(&last) {
        Some(Control::Branch(to)) => (number(to), None),
        Some(Control::Conditional(to)) => (number(to), next),
        Some(Control::Next | Control::Call) => (next, None),
        Some(Control::Return | Control::End) | None => (None, None),
    };
    let mut ways: Vec<usize> = one.into_iter().chain(other).collect();
    ways.dedup();
    ways
}

/// Collects the instructions.
struct Parts<'a> {
    listing: &'a Listing,
    gpu: Gpu,
    builder: Builder,
    /// By the listing's number.
    opcodes: BTreeMap<u32, (OpcodeId, OpInfo)>,
    listed: Vec<ListedId>,
}

impl Parts<'_> {
    /// Adds an instruction with the flags that LLVM gives it, and others.
    fn add(
        &mut self,
        at: ListedId,
        target: Option<BlockId>,
        also: InstFlags,
    ) -> Result<(), String> {
        let inst = &self.listing.insts[at.index()];
        let number = inst.opcode.ok_or("bytes that are no instruction")?;
        let opcode = &self.listing.opcodes[number as usize];
        let (id, info) = match self.opcodes.get(&number) {
            Some(&known) => known,
            None => {
                let id = self
                    .builder
                    .opcode(&opcode.name, opcode.source_modifiers)
                    .map_err(|_| format!("opcode {} is not known for {}", opcode.name, self.gpu))?;
                let info = OpInfo::classify(&opcode.name, self.gpu);
                // LLVM's description is of later GPUs: MI100 accesses memory from VGPRs alone.
                let vgprs = self.gpu == Gpu::Gfx908 && (info.is_vmem() || info.unit == Unit::Lds);
                let classes = opcode.classes.iter().map(|class| {
                    let narrowed = class.0 & !OperandClass::AGPR.0;
                    OperandClass(if vgprs { narrowed } else { class.0 })
                });
                self.builder.operand_classes(id, classes.collect());
                let known = (id, info);
                self.opcodes.insert(number, known);
                known
            }
        };
        let mut flags = InstFlags(inst.flags.0 & !InstFlags::BOUNDARY.0) | also;
        let operands = self.listing.operands(inst).iter();
        let mut operands = operands
            .map(|&(operand, marks)| Ok((kind(operand, target)?, marks)))
            .collect::<Result<Vec<(OperandKind, OperandFlags)>, String>>()?;
        if flags.has(InstFlags::CALL) {
            operands.push((OperandKind::RegMask, OperandFlags::IMPLICIT));
        }
        let writes_exec = operands.iter().any(|(kind, marks)| {
            let range = match kind {
                OperandKind::Reg(range) => *range,
                _ => return false,
            };
            marks.has(OperandFlags::DEF) && range.regs().any(Reg::is_exec)
        });
        if is_boundary(&info, flags) || writes_exec {
            flags = flags | InstFlags::BOUNDARY;
        }
        if info.has(OpTraits::ATOMIC) {
            flags = flags | InstFlags::ORDERED_MEMORY;
        }
        let accesses = accesses::of(&opcode.name, &info, flags);
        let latency_passes = info
            .matrix
            .map_or(inst.latency_passes, |matrix| matrix.latency_passes());
        self.builder
            .inst(id, flags, latency_passes, operands, accesses)
            .map_err(|error| error.to_string())?;
        self.listed.push(at);
        Ok(())
    }
}

fn kind(operand: ListedOperand, target: Option<BlockId>) -> Result<OperandKind, String> {
    Ok(match (operand, target) {
        (ListedOperand::Reg(range), _) => OperandKind::Reg(range),
        (ListedOperand::UnknownRegister, _) => return Err("a register is not known".into()),
        (ListedOperand::NoReg, _) => OperandKind::NoReg,
        (ListedOperand::Imm(_) | ListedOperand::Symbol(_), Some(block)) => {
            OperandKind::Block(block)
        }
        (ListedOperand::Imm(value), None) => OperandKind::Imm(value),
        (ListedOperand::Symbol(_) | ListedOperand::Opaque, _) => OperandKind::Opaque,
    })
}

/// Where LLVM's scheduler ends a region (`SIInstrInfo::isSchedulingBoundary`), as far as machine code shows it.
fn is_boundary(info: &OpInfo, flags: InstFlags) -> bool {
    flags.has(InstFlags::TERMINATOR)
        || flags.has(InstFlags::CALL)
        || info.has(OpTraits::SETREG)
        || matches!(info.unit, Unit::State | Unit::Control)
}
