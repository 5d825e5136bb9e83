//! From a function of a text to what the stages of the pipeline take.

use std::collections::{HashMap, HashSet};

use super::{edges, slots, waits};
use crate::edit::{Lines, Wall};
use crate::program::Routine;
use cdnasched_base::gpu::{Counts, Gpu, OpTraits, Unit, VmemKind};
use cdnasched_base::machine::{Function, InstFlags, InstId, Reg, RegFile, RegSet, VECTOR_REGS};
use cdnasched_check::{self as check, Reliance};
use cdnasched_mc::{ListedId, ListedOperand, Listing};

/// Words of an instruction's text that give an access a scope beyond its wave (`AMDGPUUsage`, "Memory Model").
const SCOPES: [&str; 5] = ["glc", "slc", "scc", "sc0", "sc1"];

/// A function to work on. Instructions of the routine keep their numbers; waits, nops and requests differ.
pub(super) struct Prepared {
    /// What the stages get.
    pub(super) function: Function,
    /// As it is in the text, with what was found out about it.
    pub(super) original: Function,
}

/// What a function in a text is, line by line.
struct Site<'a> {
    routine: &'a Routine,
    listing: &'a Listing,
    lines: &'a Lines<'a>,
}

impl Site<'_> {
    fn listed(&self, inst: InstId) -> Option<ListedId> {
        self.routine.listed(inst)
    }

    fn has_symbol(&self, inst: InstId) -> bool {
        let Some(at) = self.listed(inst) else {
            return false;
        };
        let operands = self.listing.operands(&self.listing.insts[at.index()]);
        operands
            .iter()
            .any(|(operand, _)| matches!(operand, ListedOperand::Symbol(_)))
    }
}

/// Which vector registers the stages may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Registers {
    /// Those that the function uses.
    Used,
    /// All that it can have without a loss of waves.
    Any,
}

/// Prepares a function, or says why it has to stay as it is.
pub(super) fn prepare(
    routine: &Routine,
    listing: &Listing,
    lines: &Lines<'_>,
    registers: Registers,
) -> Result<Prepared, String> {
    let site = Site {
        routine,
        listing,
        lines,
    };
    let mut original = routine.function.clone();
    refuse(&site, &original)?;
    if lines.are_hints_crossed() {
        original.cross_hints();
    }
    let insts: Vec<InstId> = order(&original).collect();
    for &inst in &insts {
        let text = site.listed(inst).map_or("", |at| lines.text(at));
        let scoped = text.split_whitespace().any(|word| SCOPES.contains(&word));
        if scoped && original.info(inst).unit != Unit::Salu {
            original.add_flags(inst, InstFlags::ORDERED_MEMORY);
        }
    }
    edges::mark_dead_results(&mut original);
    slots::find(&mut original);
    original.atomics_are_marked = names_scopes(original.gpu) && knows_scratch(&original);
    if relies_on_lds_waits(&original) {
        original.trust_lds_waits();
    }
    original.reserved = reserved(&original, &site, registers);
    let mut function = original.clone();
    let for_callees = waits::for_callees(&original);
    pin(&mut function, &site, &for_callees);
    keep_in_place(&mut function, &site);
    let stays = |inst: InstId| {
        let stays = |at: ListedId| lines.is_kept(at) || lines.obstacle(at).is_some();
        for_callees.contains(&inst)
            || site.listed(inst).is_some_and(stays)
            || original.info(inst).unit == Unit::Wait && waits::counts(&original, inst).is_none()
    };
    let requests = waits::requests(&original, stays).map_err(|error| error.to_string())?;
    rewrite(&mut function, &requests);
    function.keep_inserted();
    let all = edges::of(&function, &requests.written);
    function.set_edges(all);
    Ok(Prepared { function, original })
}

/// Whether scratch is accessed at known places alone, or not at all. Elsewhere loads keep their side of barriers: the judge
/// compares what is outstanding at accesses to scratch, and does not tell their places apart.
fn knows_scratch(function: &Function) -> bool {
    let mut insts = order(function);
    insts.all(|inst| {
        let is_scratch = function.info(inst).unit == Unit::Vmem(VmemKind::Scratch);
        let mut accesses = function.accesses(inst).iter();
        !is_scratch || accesses.any(|access| access.spill.is_some())
    })
}

/// Whether an access that other waves may watch says so: from gfx942 on those of a work-group have a scope, too
/// (`AMDGPUUsage`, "Memory Model gfx942"); before, only those beyond.
fn names_scopes(gpu: Gpu) -> bool {
    #[cfg(test)]
    if super::tests::faults::is_in(super::tests::faults::Fault::Passing) {
        return true;
    }
    matches!(gpu, Gpu::Gfx942 | Gpu::Gfx950)
}

/// Whether the text has fewer waits between loads into LDS and accesses to LDS than it takes for those that may be of
/// the same place: its author knew more.
fn relies_on_lds_waits(function: &Function) -> bool {
    let open = check::waits(function);
    open.iter().any(|open| open.reliance == Reliance::Lds)
}

/// Vector registers that stay as they are: those that the kernel does not use, where its descriptor may not
/// provide them, and those that instructions name that are not edited.
fn reserved(function: &Function, site: &Site<'_>, registers: Registers) -> RegSet {
    let mut most = [None, None];
    let mut reserved = RegSet::default();
    let files = [RegFile::Vgpr, RegFile::Agpr];
    for inst in order(function) {
        let fixed = site
            .listed(inst)
            .is_none_or(|at| site.lines.is_kept(at) || site.lines.obstacle(at).is_some());
        for range in function.operands(inst).iter().filter_map(|o| o.reg()) {
            if fixed && range.first().is_vector() {
                reserved.insert_range(range);
            }
            for (file, most) in files.iter().zip(&mut most) {
                if range.first().file() == *file {
                    let last = range.first().number() + u16::from(range.len()) - 1;
                    *most = (*most).max(Some(last));
                }
            }
        }
    }
    if registers == Registers::Any {
        return reserved;
    }
    for number in 0..VECTOR_REGS {
        let regs = [Reg::vgpr(number), Reg::agpr(number)];
        for (reg, most) in regs.into_iter().zip(most) {
            if most.is_none_or(|most| number > most)
                && let Some(reg) = reg
            {
                reserved.insert(reg);
            }
        }
    }
    reserved
}

fn order(function: &Function) -> impl Iterator<Item = InstId> {
    function
        .blocks()
        .iter()
        .flat_map(|block| block.order.iter().copied())
}

/// Whether others call a function, or it calls others.
pub(super) fn is_called_or_calls(function: &Function) -> bool {
    let calls = |inst| function.flags(inst).has(InstFlags::CALL);
    !function.resources.is_entry || order(function).any(calls)
}

/// What the edits of text and the stages cannot keep.
fn refuse(site: &Site<'_>, function: &Function) -> Result<(), String> {
    for inst in order(function) {
        let flags = function.flags(inst);
        let Some(at) = site.listed(inst) else {
            continue;
        };
        let line = site.lines.number(at);
        let goes = flags.has(InstFlags::BRANCH) && !flags.has(InstFlags::RETURN)
            || function.opcode(inst).name == "S_CALL_B64";
        if goes && !site.has_symbol(inst) {
            return Err(format!(
                "line {line}: a branch goes to a distance, not to a label"
            ));
        }
    }
    Ok(())
}

/// Makes boundaries of what must stay where it is, `also` among it.
fn pin(function: &mut Function, site: &Site<'_>, also: &HashSet<InstId>) {
    let mut pinned = vec![false; function.inst_count()];
    for block in function.block_ids() {
        let order = &function.block(block).order;
        let mut last: Option<InstId> = None;
        let listed = |inst: InstId| site.listed(inst);
        let odd = order
            .iter()
            .filter_map(|&inst| listed(inst))
            .any(|at| site.lines.obstacle(at).is_some() && !site.lines.is_labelled(at));
        let mut relative = false;
        for &inst in order {
            let Some(at) = listed(inst) else { continue };
            // The first instruction behind a wall stands for it.
            let walled = last.is_some_and(|last| {
                let wall = |last| site.lines.wall_between(last, at);
                // What is behind a mark, or before it, is pinned itself.
                listed(last)
                    .and_then(wall)
                    .is_some_and(|(wall, _)| wall != Wall::Mark)
            });
            // Addresses relative to the program counter count the bytes up to where they are used.
            relative |= function.opcode(inst).name.starts_with("S_GETPC");
            let symbol = site.has_symbol(inst) && !function.flags(inst).has(InstFlags::BRANCH);
            let goes = match function.info(inst).unit {
                Unit::Wait => {
                    !also.contains(&inst)
                        && !site.lines.is_kept(at)
                        && site.lines.obstacle(at).is_none()
                }
                Unit::Nop => is_removable_nop(function, site, order, inst),
                _ => false,
            };
            if goes {
                continue;
            }
            let stays = is_nop(function, inst) || also.contains(&inst);
            let labelled = site.lines.is_labelled(at);
            if walled || labelled || odd || symbol || relative || stays || site.lines.is_kept(at) {
                pinned[inst.index()] = true;
            }
            if relative && symbol && !ahead_has_symbol(site, order, inst) {
                relative = false;
            }
            last = Some(inst);
        }
    }
    function.add_boundaries(|_, inst| pinned.get(inst.index()).copied().unwrap_or(false));
}

/// Marks blocks of which no second line can be written, or in which lanes are off: what their registers hold the makers do not
/// follow through new blocks.
fn keep_in_place(function: &mut Function, site: &Site<'_>) {
    let whole = check::lanes_at_begin(function);
    for block in function.block_ids() {
        let order = function.block(block).order.clone();
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else {
            continue;
        };
        let can_be_rewritten = site
            .listed(first)
            .zip(site.listed(last))
            .is_some_and(|(first, last)| site.lines.can_be_rewritten(first, last));
        let names_a_place =
            |&inst: &InstId| site.has_symbol(inst) && !function.flags(inst).has(InstFlags::BRANCH);
        if !can_be_rewritten || !whole[block.index()] || order.iter().any(names_a_place) {
            function.add_flags(last, InstFlags::UNIQUE);
        }
    }
}

/// Whether an instruction behind another in a block names a symbol.
fn ahead_has_symbol(site: &Site<'_>, order: &[InstId], inst: InstId) -> bool {
    let at = order.iter().position(|&other| other == inst);
    let behind = at.map_or(&[][..], |at| &order[at + 1..]);
    behind.iter().take(4).any(|&inst| site.has_symbol(inst))
}

fn is_nop(function: &Function, inst: InstId) -> bool {
    function.info(inst).unit == Unit::Nop
}

/// A nop that is there for hazards alone: none beside what changes the state of the wave, and none in inline assembly.
fn is_removable_nop(function: &Function, site: &Site<'_>, order: &[InstId], nop: InstId) -> bool {
    const SPECIAL: [&str; 6] = [
        "S_SLEEP",
        "S_SETHALT",
        "S_TRAP",
        "S_SETREG",
        "S_ICACHE_INV",
        "S_SETKILL",
    ];
    let Some(at) = order.iter().position(|&inst| inst == nop) else {
        return false;
    };
    let special = |&inst: &InstId| {
        let name = &function.opcode(inst).name;
        SPECIAL.iter().any(|special| name.starts_with(special))
            || function.info(inst).has(OpTraits::SETREG)
    };
    let real = |inst: &&InstId| !is_nop(function, **inst);
    let before = order[..at].iter().rev().find(real);
    let after = order[at + 1..].iter().find(real);
    let is_kept = site.listed(nop).is_some_and(|at| site.lines.is_kept(at));
    let own_line = site
        .listed(nop)
        .is_some_and(|at| site.lines.obstacle(at).is_none());
    own_line && !is_kept && !before.is_some_and(special) && !after.is_some_and(special)
}

/// Takes waits and nops out, and puts requests in.
fn rewrite(function: &mut Function, requests: &waits::Requests) {
    let removed: HashSet<InstId> = requests.removed.iter().copied().collect();
    let of_text = function.inst_count();
    let mut soft: HashMap<InstId, InstId> = HashMap::new();
    let mut all: Vec<(InstId, Counts)> = requests.before.iter().map(|(&i, &c)| (i, c)).collect();
    all.sort_unstable_by_key(|(inst, _)| *inst);
    for (inst, counts) in all {
        let wait = function.add_inserted("S_WAITCNT_soft", i64::from(counts.encode()));
        soft.insert(inst, wait);
    }
    for block in function.block_ids() {
        let old = function.block(block).order.clone();
        let mut new = Vec::with_capacity(old.len());
        for &inst in &old {
            if let Some(&wait) = soft.get(&inst) {
                new.push(wait);
            }
            let pinned = function.flags(inst).has(InstFlags::BOUNDARY);
            if !(removed.contains(&inst) || is_nop(function, inst) && !pinned) {
                new.push(inst);
            }
        }
        if let Some(counts) = requests.at_end.get(&block) {
            let wait = function.add_inserted("S_WAITCNT_soft", i64::from(counts.encode()));
            new.push(wait);
        }
        // A block without instructions would not be one when the text is read again, and a request may become no wait.
        let stays = |inst: &InstId| inst.index() < of_text;
        if !new.iter().any(stays) {
            let cheapest = old
                .iter()
                .copied()
                .min_by_key(|&inst| !is_nop(function, inst));
            if let Some(inst) = cheapest {
                function.add_flags(inst, InstFlags::BOUNDARY);
                new.push(inst);
            }
        }
        function.set_order(block, new);
    }
}
