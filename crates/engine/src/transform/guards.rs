//! Loops that branch around guarded code, which may run without the branch.
//!
//! `if (row < m) v = a[i];` narrows EXEC and branches around the load where no lane is left. LLVM takes the branch out again where
//! the code is short and accesses no memory (`SIPreEmitPeephole`, behind the search); with memory it keeps it, as an access costs its
//! slot and some latency for nothing. But a loop of several blocks is no loop to be overlapped, and its loads are begun no
//! earlier. So in loops that are one block but for such code it is taken to run whatever EXEC is: with no lanes it does
//! nothing. What is between the instruction that narrows EXEC and the one that restores it stays together. `check::guards` proves
//! the same by its own reading.

use crate::gpu::{OpTraits, Unit};
use crate::machine::liveness::Liveness;
use crate::machine::{BlockId, Function, InstFlags, InstId, MemFlags, Reg, Walls, inverse_branch};
use crate::transform::rotate;
use crate::transform::triangle::Triangle;

/// Guarded code of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The instruction that narrows EXEC.
    pub first: InstId,
    /// The block that is branched around.
    pub guarded: BlockId,
    /// The instruction that restores EXEC.
    pub last: InstId,
}

/// Most instructions of guarded code: LLVM's threshold for branches without memory (`amdgpu-skip-threshold`).
const MOST: usize = 12;

/// The guarded code of all loops that are one block without its branches, loop by loop, in the order in which it runs. Of kernels
/// without calls, after which others may read any register, and without loads straight into LDS, whose order with accesses to LDS is
/// known instruction by instruction.
pub fn guards(function: &Function, walls: Walls) -> Vec<Guard> {
    if !is_admitted(function) {
        return Vec::new();
    }
    let is_header = |block: &BlockId| function.block(*block).loop_header == Some(*block);
    let mut liveness = None;
    let mut found = Vec::new();
    for header in function.block_ids().filter(is_header) {
        let Some(chain) = chain(function, header) else {
            continue;
        };
        let liveness = liveness.get_or_insert_with(|| Liveness::of(function));
        found.extend(guards_on(function, &chain, liveness, walls).unwrap_or_default());
    }
    found
}

/// Whether a loop is one block without the branches around its guarded code.
pub(super) fn makes_one_block(
    function: &Function,
    header: BlockId,
    liveness: &Liveness,
    walls: Walls,
) -> bool {
    let chain = chain(function, header).filter(|_| is_admitted(function));
    chain.is_some_and(|chain| guards_on(function, &chain, liveness, walls).is_some())
}

fn is_admitted(function: &Function) -> bool {
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    let is_kernel = function.resources.is_entry && !function.features.precise_memory;
    let is_in_the_way = |inst: InstId| {
        function.info(inst).has(OpTraits::LDS_DMA) || function.flags(inst).has(InstFlags::CALL)
    };
    is_kernel && !insts.any(|&inst| is_in_the_way(inst))
}

/// The guarded code on the only way through a loop.
fn guards_on(
    function: &Function,
    (links, last): &(Vec<Link>, BlockId),
    liveness: &Liveness,
    walls: Walls,
) -> Option<Vec<Guard>> {
    let guards = links.iter().map(|link| link.guard(function, liveness));
    let guards: Option<Vec<Guard>> = guards.collect();
    guards.filter(|guards| is_rotatable(function, (links, *last), guards, walls))
}

/// Whether nothing else in a loop forbids that its iterations overlap: there a branch would be gone for nothing.
fn is_rotatable(
    function: &Function,
    (links, last): (&[Link], BlockId),
    guards: &[Guard],
    walls: Walls,
) -> bool {
    let branch_ends = |inst: InstId| {
        let name = function.opcode(inst).name.as_str();
        function.flags(inst).has(InstFlags::BARRIER)
            || inverse_branch(name).is_some() && !name.contains("EXEC")
    };
    let is_terminator = |inst: &&InstId| function.flags(**inst).has(InstFlags::TERMINATOR);
    let mut ends = function.block(last).order.iter().filter(is_terminator);
    let blocks = links.iter().map(|link| link.block).chain([last]);
    let mut insts = blocks
        .flat_map(|block| &function.block(block).order)
        .filter(|inst| !is_terminator(inst));
    let mut inside = false;
    let admitted = insts.all(|&inst| {
        inside |= guards.iter().any(|guard| guard.first == inst);
        let is_guarded = inside;
        inside &= guards.iter().all(|guard| guard.last != inst);
        is_guarded || rotate::admits(function, inst, walls).is_ok()
    });
    admitted && ends.all(|&inst| branch_ends(inst))
}

/// A block that ends in a branch around another one, and the block behind that.
#[derive(Clone, Copy)]
struct Link {
    block: BlockId,
    branch: InstId,
    guarded: BlockId,
    behind: BlockId,
}

/// The branches around code on the only way through a loop, and its last block. `None` where there is none, or another way.
fn chain(function: &Function, header: BlockId) -> Option<(Vec<Link>, BlockId)> {
    let mut links: Vec<Link> = Vec::new();
    let mut block = header;
    while let Some(link) = Link::of(function, block, header) {
        block = link.behind;
        links.push(link);
    }
    let ends = function.block(block).successors.contains(&header);
    (ends && !links.is_empty()).then_some((links, block))
}

impl Link {
    fn of(function: &Function, block: BlockId, header: BlockId) -> Option<Link> {
        let &branch = function.block(block).order.iter().find(|&&inst| {
            function.flags(inst).has(InstFlags::TERMINATOR)
                && function.opcode(inst).name == "S_CBRANCH_EXECZ"
        })?;
        let Triangle { guarded, behind } = Triangle::of(function, block, branch, header)?;
        Some(Link {
            block,
            branch,
            guarded,
            behind,
        })
    }

    /// The code, if it may run whatever EXEC is.
    fn guard(&self, function: &Function, liveness: &Liveness) -> Option<Guard> {
        let order = &function.block(self.block).order;
        let end = order.iter().position(|&inst| inst == self.branch)?;
        let begin = order[..end]
            .iter()
            .rposition(|&inst| function.writes_exec(inst))?;
        let (first, last) = (order[begin], *function.block(self.behind).order.first()?);
        let saved = saved(function, first)?;
        let is_read = |reg| is_read_behind(function, liveness, self.behind, reg);
        if !restores(function, last, saved) || is_read(saved.0) || is_read(saved.1) {
            return None;
        }
        let is_branch = |inst: &&InstId| function.flags(**inst).has(InstFlags::TERMINATOR);
        let code: Vec<InstId> = function
            .block(self.guarded)
            .order
            .iter()
            .filter(|inst| !is_branch(inst))
            .copied()
            .collect();
        // What is between ran whatever EXEC was.
        let between = order[begin + 1..end].iter();
        let all = || between.clone().chain(&code);
        let live = &liveness.live_in[self.behind];
        let keeps = |inst: &InstId| {
            function
                .written(*inst)
                .all(|reg| reg != saved.0 && reg != saved.1 && !reg.is_exec())
        };
        let names_exec = |inst: &InstId| {
            let mut operands = function.operands(*inst).iter();
            operands.any(|o| {
                o.is_explicit() && o.reg().is_some_and(|range| range.regs().any(Reg::is_exec))
            })
        };
        let is_dead = |reg: Reg| reg.is_vector() || !live.contains(reg);
        let admitted = all().count() <= MOST
            && all().all(|&inst| is_plain(function, inst) && keeps(&inst) && !names_exec(&inst))
            && code.iter().all(|&inst| {
                does_nothing_without_lanes(function, inst) && function.written(inst).all(is_dead)
            });
        admitted.then_some(Guard {
            first,
            guarded: self.guarded,
            last,
        })
    }
}

/// Whether a register holds a value behind the first instruction of a block that is read later.
fn is_read_behind(function: &Function, liveness: &Liveness, block: BlockId, reg: Reg) -> bool {
    for &inst in function.block(block).order.iter().skip(1) {
        let named = |is_def: bool| {
            let mut operands = function
                .operands(inst)
                .iter()
                .filter(|o| o.is_def() == is_def);
            operands.any(|o| o.reg().is_some_and(|range| range.contains(reg)))
        };
        if named(false) {
            return true;
        }
        if named(true) {
            return false;
        }
    }
    liveness.live_out[block].contains(reg)
}

/// The pair of registers that holds EXEC while an instruction has narrowed it.
fn saved(function: &Function, inst: InstId) -> Option<(Reg, Reg)> {
    let is_narrowing = function.opcode(inst).name == "S_AND_SAVEEXEC_B64";
    let mut pair = function
        .operands(inst)
        .first()
        .filter(|o| is_narrowing && o.is_def())?
        .reg()?
        .regs();
    match (pair.next(), pair.next(), pair.next()) {
        (Some(low), Some(high), None) => Some((low, high)),
        _ => None,
    }
}

/// Whether an instruction gives EXEC back what was saved.
fn restores(function: &Function, inst: InstId, saved: (Reg, Reg)) -> bool {
    let mut reads = function
        .operands(inst)
        .iter()
        .filter(|o| o.is_use() && o.is_explicit());
    function.opcode(inst).name == "S_OR_B64"
        && function.writes_exec(inst)
        && reads.all(|o| {
            o.reg().is_some_and(|range| {
                let mut regs = range.regs();
                let pair = (regs.next(), regs.next());
                pair == (Some(saved.0), Some(saved.1)) || range.first().is_exec()
            })
        })
}

/// Whether nothing is known of an instruction that forbids to have it in a bundle.
pub(super) fn is_plain(function: &Function, inst: InstId) -> bool {
    let flags = function.flags(inst);
    let odd = [
        InstFlags::SIDE_EFFECTS,
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::TERMINATOR,
        InstFlags::META,
        InstFlags::INLINE_ASM,
        InstFlags::BUNDLE,
        InstFlags::IN_BUNDLE,
        InstFlags::BOUNDARY,
        InstFlags::ORDERED_MEMORY,
    ];
    let atomic = |flag| {
        function
            .accesses(inst)
            .iter()
            .any(|access| access.flags.has(flag))
    };
    !odd.iter().any(|&flag| flags.has(flag))
        && !atomic(MemFlags::ATOMIC)
        && !atomic(MemFlags::VOLATILE)
}

/// Beginnings of the names of vector instructions that do nothing with no lanes (MI300 ISA, section 3.3), and parts of such names
/// that do: the matrix pipe, and what moves single lanes, look at no EXEC. `v_readfirstlane_b32` reads lane 0 then.
const BY_LANE: [&str; 11] = [
    "V_",
    "GLOBAL_LOAD_",
    "GLOBAL_STORE_",
    "BUFFER_LOAD_",
    "BUFFER_STORE_",
    "FLAT_LOAD_",
    "FLAT_STORE_",
    "SCRATCH_LOAD_",
    "SCRATCH_STORE_",
    "DS_READ",
    "DS_WRITE",
];
const NOT_BY_LANE: [&str; 8] = [
    "V_ACCVGPR",
    "V_READLANE",
    "V_WRITELANE",
    "V_PERMLANE",
    "V_SWAP",
    "V_MOVREL",
    "V_INDIRECT",
    "_LDS",
];

/// Whether an instruction, where EXEC is zero, does no more than write the scalar registers that it names.
pub(super) fn does_nothing_without_lanes(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let reads_exec = function
        .operands(inst)
        .iter()
        .any(|o| o.is_use() && o.reg().is_some_and(|range| range.first().is_exec()));
    let starts = BY_LANE.iter().any(|start| name.starts_with(start));
    let moves = NOT_BY_LANE.iter().any(|part| name.contains(part));
    match function.info(inst).unit {
        Unit::Salu => true,
        Unit::Valu | Unit::Vmem(_) | Unit::Lds => reads_exec && starts && !moves,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// A loop with two pieces of code for some lanes; the blocks are laid out as LLVM does it, the last one first.
    const LOOP: &str = "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
        block 0 frequency=1 depth=0 successors=2\n\
        S_MOV_B32 def s20, #0\n\
        S_BRANCH bb.2 | term branch noreturn boundary\n\
        block 1 frequency=8 depth=1 loop=2 successors=6,2\n\
        S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
        S_ADD_I32 def s4, s4, #-1, def imp scc\n\
        S_CBRANCH_SCC0 bb.6, imp scc | term branch boundary\n\
        block 2 frequency=8 depth=1 loop=2 successors=4,3\n\
        S_AND_SAVEEXEC_B64 def s[2:3], vcc, def imp exec, def imp scc, imp exec | effects boundary ordered\n\
        V_MOV_B32_e32 def v2, #0, imp exec\n\
        S_CBRANCH_EXECZ bb.4, imp exec | term branch boundary\n\
        block 3 frequency=4 depth=1 loop=2 successors=4\n\
        S_ADD_U32 def s6, s7, #1, def imp scc\n\
        GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load | read space=1 bytes=4\n\
        block 4 frequency=8 depth=1 loop=2 successors=1,5\n\
        S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\n\
        S_AND_SAVEEXEC_B64 def s[2:3], s[8:9], def imp exec, def imp scc, imp exec | effects boundary ordered\n\
        S_CBRANCH_EXECZ bb.1, imp exec | term branch boundary\n\
        block 5 frequency=4 depth=1 loop=2 successors=1\n\
        DS_WRITE_B32_gfx9 v7, v2, #0, #0, imp exec | store | write space=3 bytes=4\n\
        S_BRANCH bb.1 | term branch noreturn boundary\n\
        block 6 frequency=1 depth=0\n\
        S_ENDPGM #0 | return term noreturn boundary\n";

    fn found(text: &str) -> Vec<Guard> {
        guards(&text::parse(text).expect("a function"), Walls::Honour)
    }

    fn with(pattern: &str, new: &str) -> String {
        assert!(LOOP.contains(pattern), "{pattern}");
        LOOP.replacen(pattern, new, 1)
    }

    #[test]
    fn the_code_on_the_only_way_through_a_loop_is_found_in_its_order() {
        let of = |first, guarded, last| Guard {
            first: InstId(first),
            guarded: BlockId(guarded),
            last: InstId(last),
        };
        assert_eq!(found(LOOP), [of(5, 3, 10), of(11, 5, 2)]);
    }

    #[test]
    fn a_loop_that_would_not_become_one_block_stays() {
        let cases = [
            // What was saved is needed again.
            ("S_ADD_I32 def s4, s4, #-1", "S_ADD_I32 def s4, s2, #-1"),
            // EXEC as a value.
            (
                "V_MOV_B32_e32 def v2, #0, imp exec",
                "S_MOV_B64 def s[10:11], exec",
            ),
            // Iterations could not overlap for something else.
            (
                "S_ADD_I32 def s4, s4, #-1",
                "S_SETREG_IMM32_B32 #0, #1\nS_ADD_I32 def s4, s4, #-1",
            ),
            // A branch of another kind, and one that is not followed by the block that it leads around.
            ("S_CBRANCH_EXECZ bb.4", "S_CBRANCH_SCC1 bb.4"),
            (
                "block 0 frequency=1 depth=0 successors=2",
                "block 0 frequency=1 depth=0 successors=2,4",
            ),
            ("loop=2 successors=4\n", "loop=2 successors=4,6\n"),
            // Code that seldom runs.
            ("block 5 frequency=4", "block 5 frequency=1"),
            // EXEC is narrowed or restored otherwise.
            (
                "S_AND_SAVEEXEC_B64 def s[2:3], vcc",
                "S_ANDN2_SAVEEXEC_B64 def s[2:3], vcc",
            ),
            (
                "exec, s[2:3], def imp scc | boundary\nS_ADD_I32",
                "exec, s[8:9], def imp scc | boundary\nS_ADD_I32",
            ),
            (
                "S_OR_B64 def exec, exec, s[2:3], def imp scc | boundary\nS_ADD_I32",
                "S_ADD_I32",
            ),
            ("S_ADD_U32 def s6", "S_ADD_U32 def s2"),
            // The code does something with no lanes.
            (
                "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load |",
                "GLOBAL_LOAD_DWORD def v2, v[4:5], #0, #0, imp exec | load ordered |",
            ),
            (
                "S_ADD_U32 def s6, s7, #1, def imp scc",
                "V_READLANE_B32 def s6, v9, #0",
            ),
            (
                "S_ADD_U32 def s6, s7, #1, def imp scc",
                "V_WRITELANE_B32 def v2, s7, #0, v2",
            ),
            (
                "S_ADD_U32 def s6, s7, #1, def imp scc",
                "S_BARRIER | effects ordered",
            ),
            (
                "S_ADD_U32 def s6, s7, #1, def imp scc",
                "S_LOAD_DWORD_IMM def s6, s[8:9], #0, #0 | load | read space=4 bytes=4",
            ),
            // The counter would count iterations in which the code did not run.
            ("S_ADD_U32 def s6, s7", "S_ADD_U32 def s6, s6"),
        ];
        for (pattern, new) in cases {
            assert_eq!(found(&with(pattern, new)), [], "{pattern} -> {new}");
        }
        let into_lds = with(
            "S_MOV_B32",
            "BUFFER_LOAD_DWORD_LDS_OFFEN v1, s[12:15], #0, #0, #0, imp m0, imp exec | load store | read space=1 bytes=4 | write space=3 bytes=4\nS_MOV_B32",
        );
        assert_eq!(found(&into_lds), []);
        let long = "S_ADD_U32 def s6, s7, #1, def imp scc\n".repeat(MOST);
        assert_eq!(
            found(&with("S_ADD_U32 def s6, s7, #1, def imp scc\n", &long)),
            []
        );
    }
}
