//! Which register slots hold a value that is read later, block by block.

use super::dataflow::{Graph, Problem, solve};
use super::index::TypedVec;
use super::{BlockId, Function, InstFlags, InstId, Operand, OperandFlags, Reg, RegRange, RegSet};

/// What is live where blocks begin and end, by operands alone.
pub struct Liveness {
    /// At the beginning of each block.
    pub live_in: TypedVec<BlockId, RegSet>,
    /// At its end.
    pub live_out: TypedVec<BlockId, RegSet>,
}

impl Liveness {
    /// The liveness of a function. A write under a mask counts as a write of the whole register, as it
    /// does for LLVM's register allocation, but not after a write of EXEC in its block, nor before one that gives lanes
    /// back: there it may be one side of a branch, and the other lanes' values live on. What a call may overwrite stays live over it.
    pub fn of(function: &Function) -> Liveness {
        let effects = function.block_ids();
        let needed = Needed {
            function,
            effects: effects.map(|block| Effect::of(function, block)).collect(),
        };
        let live_out: TypedVec<BlockId, RegSet> = solve(&Graph::backward(function), &needed)
            .into_iter()
            .map(Option::unwrap_or_default)
            .collect();
        let blocks = function.block_ids();
        Liveness {
            live_in: blocks.map(|b| needed.transfer(b, live_out[b])).collect(),
            live_out,
        }
    }
}

/// What is live where blocks end.
struct Needed<'f> {
    function: &'f Function,
    effects: TypedVec<BlockId, Effect>,
}

impl Problem for Needed<'_> {
    type State = RegSet;

    fn given(&self, block: BlockId) -> Option<RegSet> {
        Some(match self.function.block(block).successors.is_empty() {
            true => self.function.callee_saved,
            false => RegSet::default(),
        })
    }

    fn transfer(&self, block: BlockId, mut live: RegSet) -> RegSet {
        live.subtract(&self.effects[block].written);
        live.union(&self.effects[block].read);
        live
    }

    fn join(&self, known: &mut RegSet, other: &RegSet, _: u32) -> bool {
        known.union(other)
    }
}

/// What a block does to registers.
struct Effect {
    /// Read before the block writes them.
    read: RegSet,
    written: RegSet,
}

impl Effect {
    fn of(function: &Function, block: BlockId) -> Effect {
        let mut effect = Effect {
            read: RegSet::default(),
            written: RegSet::default(),
        };
        for (inst, masked) in masks(function, block) {
            for reg in reads(function, inst) {
                if !effect.written.contains(reg) {
                    effect.read.insert(reg);
                }
            }
            for range in ended(function, inst, masked) {
                effect.written.insert_range(range);
            }
        }
        effect
    }
}

/// The instructions of a block, each with whether what it writes may leave lanes of its results alone that are on
/// elsewhere in the block: EXEC was written before it, or gets lanes back behind it.
fn masks(function: &Function, block: BlockId) -> impl Iterator<Item = (InstId, bool)> {
    let order = &function.block(block).order;
    let last_widening = order.iter().rposition(|&inst| may_widen(function, inst));
    let mut masked = false;
    order.iter().enumerate().map(move |(at, &inst)| {
        let before = masked;
        masked |= function.writes_exec(inst);
        (inst, before || last_widening.is_some_and(|last| at < last))
    })
}

/// Beginnings of the names of instructions that take lanes of EXEC away where EXEC is a source of theirs, and whether it has to
/// be the first one (MI300 ISA, section 12.1; `s_and_saveexec` reads EXEC by itself).
const NARROWING: [(&str, bool); 2] = [("S_AND_B64", false), ("S_ANDN2_B64", true)];

/// Whether an instruction writes EXEC and is not known to take lanes away only.
fn may_widen(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let operands = function.operands(inst).iter();
    let mut sources = operands.filter(|o| o.is_explicit() && o.is_use());
    let is_exec = |o: &Operand| o.reg().is_some_and(|range| range.first().is_exec());
    let narrows = name.starts_with("S_AND_SAVEEXEC")
        || name.starts_with("V_CMPX_")
        || NARROWING.iter().any(|&(begins, first)| {
            name.starts_with(begins)
                && match first {
                    true => sources.next().is_some_and(is_exec),
                    false => sources.any(is_exec),
                }
        });
    function.writes_exec(inst) && !narrows
}

/// The slots whose values an instruction reads.
fn reads(function: &Function, inst: InstId) -> impl Iterator<Item = Reg> {
    let reads = function.operands(inst).iter().filter(|o| {
        o.is_use() && !o.flags.has(OperandFlags::UNDEF) && !o.flags.has(OperandFlags::INTERNAL)
    });
    let ranges = reads.filter_map(|o| o.reg());
    ranges.flat_map(|range| range.regs())
}

/// The registers whose former values end where an instruction writes them, under a mask or not ([`masks`]).
fn ended(function: &Function, inst: InstId, masked: bool) -> impl Iterator<Item = RegRange> {
    // A bundle's header repeats what its members write.
    let is_header = function.flags(inst).has(InstFlags::BUNDLE);
    let written = function.operands(inst).iter().filter(|o| o.is_def());
    let ranges = written.filter_map(|o| o.reg());
    ranges.filter(move |range| !(is_header || masked && range.first().is_vector()))
}

/// Hands out what is live directly before each instruction of a block, the last one first.
pub fn walk(function: &Function, block: BlockId, live_out: &RegSet, mut each: impl FnMut(&RegSet)) {
    let mut live = *live_out;
    let all: Vec<(InstId, bool)> = masks(function, block).collect();
    for &(inst, masked) in all.iter().rev() {
        for range in ended(function, inst, masked) {
            range.regs().for_each(|reg| live.remove(reg));
        }
        for reg in reads(function, inst) {
            live.insert(reg);
        }
        each(&live);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    #[test]
    fn values_live_from_block_to_block_by_slot() {
        let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
            block 0 frequency=1 depth=0 successors=1\n\
            V_MOV_B32_e32 def v0, #1, imp exec\n\
            V_MOV_B32_e32 def v1, #1, imp exec\n\
            V_MOV_B32_e32 def v2, undef v9, imp exec\n\
            block 1 frequency=8 depth=1 loop=1 successors=1,2\n\
            V_ADD_U32_e32 def v1, v0, v1, imp exec\n\
            V_ADD_U32_e32 def v2, v1, v1, imp exec\n\
            block 2 frequency=1 depth=0\n\
            V_LSHLREV_B64_e64 def v[4:5], v1, v[2:3], imp exec\n";
        let function = text::parse(text).expect("a function");
        let liveness = Liveness::of(&function);
        let set = |names: &[&str]| -> RegSet {
            let ranges = names.iter().filter_map(|name| RegRange::parse(name));
            ranges.flat_map(|range| range.regs()).collect()
        };
        let exec = "exec";
        assert_eq!(liveness.live_in[BlockId(0)], set(&["v3", exec]));
        assert_eq!(liveness.live_in[BlockId(1)], set(&["v0", "v1", "v3", exec]));
        assert_eq!(liveness.live_out[BlockId(1)], set(&["v[0:3]", exec]));
        assert_eq!(liveness.live_out[BlockId(2)], set(&[]));
    }

    /// The walk through a block ends with what the analysis says is live at its beginning; under a mask the other
    /// lanes of a register live on.
    #[test]
    fn a_walk_backwards_arrives_at_what_is_live_in() {
        let text = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
            block 0 frequency=1 depth=0\n\
            S_AND_SAVEEXEC_B64 def s[0:1], vcc, imp def exec, imp def scc, imp exec\n\
            V_MOV_B32_e32 def v1, #1, imp exec\n\
            V_ADD_U32_e32 def v2, v1, v1, imp exec\n\
            GLOBAL_STORE_DWORD v[4:5], v2, #0, imp exec\n";
        let function = text::parse(text).expect("a function");
        let liveness = Liveness::of(&function);
        let mut sizes = Vec::new();
        let mut first = RegSet::default();
        walk(
            &function,
            BlockId(0),
            &liveness.live_out[BlockId(0)],
            |live| {
                first = *live;
                sizes.push(live.iter().filter(|reg| reg.is_vector()).count());
            },
        );
        assert_eq!(first, liveness.live_in[BlockId(0)]);
        // v2, v4 and v5; then v1 as well, as far as the beginning.
        assert_eq!(sizes, [3, 4, 4, 4]);
    }

    /// What is written before lanes come back in the same block is not all of a register, and lives before it.
    #[test]
    fn lanes_that_come_back_keep_what_they_hold() {
        let function = |middle: &str| {
            let text = format!(
                "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
                 block 0 frequency=1 depth=0\n\
                 V_MOV_B32_e32 def v1, #1, imp exec\n\
                 {middle}\n\
                 GLOBAL_STORE_DWORD v[4:5], v1, #0, imp exec\n"
            );
            text::parse(&text).expect("a function")
        };
        let lives = |middle: &str| {
            let v1 = Reg::vgpr(1).expect("a register");
            Liveness::of(&function(middle)).live_in[BlockId(0)].contains(v1)
        };
        assert!(lives("S_WQM_B64 def exec, exec, imp def scc"));
        assert!(lives("S_MOV_B64 def exec, s[18:19]"));
        assert!(lives("S_OR_B64 def exec, exec, s[18:19], imp def scc"));
        assert!(lives("S_ANDN2_B64 def exec, s[18:19], exec, imp def scc"));
        for narrows in [
            "S_AND_B64 def exec, s[18:19], exec, imp def scc",
            "S_ANDN2_B64 def exec, exec, s[18:19], imp def scc",
            "S_AND_SAVEEXEC_B64 def s[0:1], vcc, imp def exec, imp def scc, imp exec",
        ] {
            assert!(!lives(narrows), "{narrows}");
        }
    }
}
