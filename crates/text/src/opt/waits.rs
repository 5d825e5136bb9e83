//! What the author's waits are for.
//!
//! A wait for results of plain loads is placed anew by the core. All others are requests, which stay: each has a
//! soft wait in its place, as LLVM's memory model makes them. A wait is a request for a counter when
//!
//! * something else than a plain load may be what it waits for: a store, an atomic, a load into LDS, a write-back;
//! * no register explains it: what follows, up to the next access, needs less.
//!
//! Where other waves or the host may look (barriers, atomics, cache controls, messages, accesses with a scope), what
//! was outstanding at most is a request of its own: of nothing, on every counter; of more, where something else than
//! plain loads counts. Where a callee may look, it is one of nothing wherever the author waited at all. What a callee may
//! have left is not known: waits for that stay where they are, and so does what is around them ([`for_callees`]).

use std::collections::{HashMap, HashSet};

use cdnasched_base::gpu::{Counter, Counts, OpTraits, Unit, VmemKind};
use cdnasched_base::machine::{BlockId, Function, InstFlags, InstId};
use cdnasched_engine::transform::passing::{Passing, lets_pass};
use cdnasched_engine::waitcnt::{self, Policy};

/// Which memory an access may be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Space(u8);

impl Space {
    pub(super) const BITS: usize = 4;
    const GLOBAL: Space = Space(1);
    const LDS: Space = Space(2);
    const SCRATCH: Space = Space(4);
    /// Slots that nothing but accesses to them reaches.
    pub(super) const SLOTS: Space = Space(8);
    const ALL: Space = Space(15);

    fn and(self, other: Space) -> Space {
        Space(self.0 | other.0)
    }
    pub(super) fn overlaps(self, other: Space) -> bool {
        self.0 & other.0 != 0
    }
    pub(super) fn bits(self) -> impl Iterator<Item = usize> {
        (0..Space::BITS).filter(move |bit| self.0 >> bit & 1 != 0)
    }
}

/// An access to memory, or what orders accesses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) space: Space,
    /// It reads memory into registers and does nothing else.
    pub(super) is_load: bool,
    /// Of a slot that registers were spilled to: nobody else looks there.
    pub(super) slot: Option<Slot>,
}

/// Bytes of a spill slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    index: u32,
    begin: u32,
    end: u32,
}

impl Slot {
    fn of(function: &Function, inst: InstId) -> Option<Slot> {
        let [access] = function.accesses(inst) else {
            return None;
        };
        let slot = access.spill?;
        Some(Slot {
            index: slot.index,
            begin: slot.offset,
            end: slot.offset + access.bytes,
        })
    }

    pub(super) fn overlaps(self, other: Slot) -> bool {
        self.index == other.index && self.begin < other.end && other.begin < self.end
    }
}

/// What an instruction has to do with memory.
pub(super) fn access(function: &Function, inst: InstId) -> Option<Access> {
    let (flags, info) = (function.flags(inst), function.info(inst));
    if info.unit == Unit::Wait || info.unit == Unit::Nop || flags.has(InstFlags::META) {
        return None;
    }
    let (load, store) = (
        flags.has(InstFlags::MAY_LOAD),
        flags.has(InstFlags::MAY_STORE),
    );
    let effects = super::edges::has_effects(function, inst);
    let orders = effects || flags.has(InstFlags::ORDERED_MEMORY) || observes(function, inst);
    let slot = Slot::of(function, inst).filter(|_| !orders);
    let space = match info.unit {
        _ if orders => Space::ALL,
        _ if slot.is_some() => Space::SLOTS,
        Unit::Vmem(_) if info.has(OpTraits::LDS_DMA) => Space::GLOBAL.and(Space::LDS),
        Unit::Vmem(VmemKind::Flat) => Space::ALL,
        // A buffer may be of scratch memory.
        Unit::Vmem(VmemKind::Scratch | VmemKind::Buffer) => Space::GLOBAL.and(Space::SCRATCH),
        Unit::Vmem(_) | Unit::Smem => Space::GLOBAL,
        Unit::Lds => Space::LDS,
        _ if load || store => Space::ALL,
        _ => return None,
    };
    let is_load = load && !store && !orders && !info.has(OpTraits::LDS_DMA);
    // What neither reads nor writes memory (permutes of lanes by LDS hardware) orders none.
    (load || store || orders).then_some(Access {
        space,
        is_load,
        slot,
    })
}

/// Where other waves or the host may look at what is complete.
pub(super) fn observes(function: &Function, inst: InstId) -> bool {
    #[cfg(test)]
    if super::tests::faults::is_in(super::tests::faults::Fault::Observes) {
        return false;
    }
    let info = function.info(inst);
    matches!(
        info.unit,
        Unit::Barrier | Unit::Message | Unit::Export | Unit::Gws
    ) || info.has(OpTraits::ATOMIC)
        || info.has(OpTraits::CACHE_CONTROL)
        || function.flags(inst).has(InstFlags::ORDERED_MEMORY)
}

/// Whether control leaves for a callee that finds what is in registers and may return with anything outstanding.
fn calls(function: &Function, inst: InstId) -> bool {
    #[cfg(test)]
    if super::tests::faults::is_in(super::tests::faults::Fault::Calls) {
        return false;
    }
    function.flags(inst).has(InstFlags::CALL)
}

/// Whether control leaves for a callee or a caller.
pub(super) fn leaves(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let returns = function.flags(inst).has(InstFlags::RETURN) && !name.starts_with("S_ENDPGM");
    returns || calls(function, inst)
}

/// By counter, how often an instruction counts at most.
pub(super) fn raises(function: &Function, inst: InstId) -> [u8; Counter::ALL.len()] {
    let raised = waitcnt::counted(function, inst);
    let lgkm = raised.lds + raised.smem + raised.other;
    let mut by = [0; Counter::ALL.len()];
    by[Counter::Vm.index()] = raised.vm;
    by[Counter::Lgkm.index()] = lgkm;
    by[Counter::Exp.index()] = raised.exp;
    by
}

/// Operations that return one after another, or in any order; between two lines there is no order.
struct Line {
    counter: Counter,
    in_order: bool,
}

const fn line(counter: Counter, in_order: bool) -> Line {
    Line { counter, in_order }
}

/// The lines of the counters: vector memory, LDS, flat accesses that may be of both, scalar memory, GDS and messages, exports.
/// What exports are of is not told apart.
const LINES: [Line; 7] = [
    line(Counter::Vm, true),
    line(Counter::Lgkm, true),
    line(Counter::Vm, false),
    line(Counter::Lgkm, false),
    line(Counter::Lgkm, false),
    line(Counter::Lgkm, false),
    line(Counter::Exp, false),
];

/// By line, how often an instruction counts at most.
fn issues(function: &Function, inst: InstId) -> [u8; LINES.len()] {
    let c = waitcnt::counted(function, inst);
    let both = c.vm > 0 && c.lds > 0;
    let (plain, flat) = match both || !c.in_order {
        true => ((0, 0), (c.vm, c.lds)),
        false => ((c.vm, c.lds), (0, 0)),
    };
    [plain.0, plain.1, flat.0, flat.1, c.smem, c.other, c.exp]
}

/// What may be outstanding beside plain loads, by line: bit `n` stands for an operation with `n` younger ones.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Ages([u64; LINES.len()]);

/// Stands for every operation with as many younger ones or more.
const OLDEST: u64 = 1 << 63;

impl Ages {
    /// Where a function begins: what its caller left is not known.
    fn at_entry(function: &Function) -> Ages {
        match function.resources.is_entry {
            true => Ages::default(),
            false => Ages([u64::MAX; LINES.len()]),
        }
    }

    fn step(&mut self, function: &Function, inst: InstId, waits: bool) {
        if let Some(counts) = counts(function, inst) {
            for (ages, line) in self.0.iter_mut().zip(&LINES).filter(|_| waits) {
                match counts.get(line.counter) {
                    // What returns in any order may be what is outstanding still.
                    Some(most) if most == 0 || line.in_order => *ages &= (1 << most) - 1,
                    _ => {}
                }
            }
            return;
        }
        // What accesses no memory (permutes of lanes) has nothing but its registers.
        let plain =
            access(function, inst).is_none_or(|access| access.is_load || access.slot.is_some());
        for (ages, raised) in self.0.iter_mut().zip(issues(function, inst)) {
            if raised > 0 {
                let older = |ages: u64| ages << 1 | ages & OLDEST;
                // The documents do not say how often some count.
                let once = older(*ages);
                *ages = if raised > 1 { once | older(once) } else { once } | u64::from(!plain);
            }
        }
    }

    fn join(&mut self, other: Ages) -> bool {
        let before = *self;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
        *self != before
    }

    /// Whether a wait for that count may be for one of them.
    fn forces(self, counter: Counter, most: u8) -> bool {
        let mut lines = self.0.iter().zip(&LINES);
        lines.any(|(&ages, line)| {
            let enough = if line.in_order { ages >> most } else { ages };
            line.counter == counter && enough != 0
        })
    }
}

/// The counts of an `s_waitcnt`.
pub(super) fn counts(function: &Function, inst: InstId) -> Option<Counts> {
    if function.info(inst).unit != Unit::Wait {
        return None;
    }
    let imm = function.operands(inst).first()?.imm()?;
    Some(Counts::decode(imm as u16))
}

/// By instruction, what may be outstanding beside plain loads before it. `waits`: the waits hold.
fn ages(function: &Function, waits: bool) -> HashMap<InstId, Ages> {
    let mut incoming: Vec<Option<Ages>> = vec![None; function.blocks().len()];
    if let Some(entry) = incoming.first_mut() {
        *entry = Some(Ages::at_entry(function));
    }
    let mut before = HashMap::new();
    let mut open: Vec<BlockId> = function.block_ids().take(1).collect();
    while let Some(block) = open.pop() {
        let mut ages = incoming[block.index()].unwrap_or_default();
        for &inst in &function.block(block).order {
            before.insert(inst, ages);
            ages.step(function, inst, waits);
        }
        for &to in &function.block(block).successors {
            let grown = match &mut incoming[to.index()] {
                Some(known) => known.join(ages),
                unknown => {
                    *unknown = Some(ages);
                    true
                }
            };
            if grown {
                open.push(to);
            }
        }
    }
    before
}

/// What becomes of the waits of a function.
pub(super) struct Requests {
    /// By instruction, what must hold directly before it.
    pub(super) before: HashMap<InstId, Counts>,
    /// By block, what must hold where it ends, behind its last instruction.
    pub(super) at_end: HashMap<BlockId, Counts>,
    /// Waits that are taken out.
    pub(super) removed: Vec<InstId>,
    /// By instruction, the counts of the author's waits directly before it.
    pub(super) written: HashMap<InstId, Counts>,
}

/// Reads off what the waits of a function are for. `stays`: those that are not touched.
///
/// # Errors
/// When a wait cannot be read.
pub(super) fn requests(
    function: &Function,
    stays: impl Fn(InstId) -> bool,
) -> Result<Requests, waitcnt::Error> {
    let mut found = Requests {
        before: HashMap::new(),
        at_end: HashMap::new(),
        removed: Vec::new(),
        written: HashMap::new(),
    };
    let with = ages(function, true);
    let needs = needs(function, &stays)?;
    let secretive = communicates_by_lds(function);
    for block in function.block_ids() {
        let order = &function.block(block).order;
        for (at, &wait) in order.iter().enumerate() {
            let Some(counts) = counts(function, wait).filter(|_| !stays(wait)) else {
                continue;
            };
            found.removed.push(wait);
            let follows = order[at + 1..].iter();
            let stands =
                |inst: &InstId| !matches!(function.info(*inst).unit, Unit::Wait | Unit::Nop);
            let next = follows.copied().find(stands);
            let ages = with.get(&wait).copied().unwrap_or_default();
            let is_kept = |counter: &Counter| {
                counts.get(*counter).is_some_and(|most| {
                    secretive
                        || ages.forces(*counter, most)
                        || !is_explained(function, &order[at + 1..], &needs, *counter, most)
                })
            };
            let kept = Counter::ALL.into_iter().filter(is_kept);
            let kept = kept.fold(Counts::NONE, |kept, counter| {
                kept.with(counter, counts.get(counter))
            });
            match next {
                Some(next) => {
                    add(&mut found.before, next, kept);
                    add(&mut found.written, next, counts);
                }
                None if kept.is_none() => {}
                None => {
                    let known = found.at_end.entry(block).or_insert(Counts::NONE);
                    *known = known.and(kept);
                }
            }
        }
    }
    observed(function, &mut found.before);
    found.before.retain(|_, counts| !counts.is_none());
    Ok(found)
}

fn add(to: &mut HashMap<InstId, Counts>, inst: InstId, counts: Counts) {
    let known = to.entry(inst).or_insert(Counts::NONE);
    *known = known.and(counts);
}

/// What registers need before each instruction, had the author written no waits.
fn needs(
    function: &Function,
    stays: impl Fn(InstId) -> bool,
) -> Result<HashMap<InstId, Counts>, waitcnt::Error> {
    let mut bare = function.clone();
    strip(&mut bare, stays);
    waitcnt::place_at_once(&mut bare, Policy::Ours)?;
    let mut needs = HashMap::new();
    for block in bare.block_ids() {
        let mut row = Counts::NONE;
        for &inst in &bare.block(block).order {
            match counts(&bare, inst) {
                Some(counts) => row = row.and(counts),
                None => add(&mut needs, inst, std::mem::take(&mut row)),
            }
        }
    }
    Ok(needs)
}

fn strip(function: &mut Function, stays: impl Fn(InstId) -> bool) {
    for block in function.block_ids() {
        let mut order = function.block(block).order.clone();
        order.retain(|&inst| function.info(inst).unit != Unit::Wait || stays(inst));
        function.set_order(block, order);
    }
}

/// Whether registers that the next instructions name, up to the first access, need as much as a wait demands.
fn is_explained(
    function: &Function,
    behind: &[InstId],
    needs: &HashMap<InstId, Counts>,
    counter: Counter,
    most: u8,
) -> bool {
    for (at, &inst) in behind.iter().enumerate() {
        if function.info(inst).unit == Unit::Wait {
            // The waits of a row hold together.
            if behind[..at]
                .iter()
                .all(|&inst| function.info(inst).unit == Unit::Wait)
            {
                continue;
            }
            return false;
        }
        let need = needs.get(&inst).and_then(|counts| counts.get(counter));
        if need.is_some_and(|need| need <= most) {
            return true;
        }
        if access(function, inst).is_some() {
            return false;
        }
    }
    false
}

/// Waves of a workgroup seem to hand data over in LDS, with no barrier between them: any wait may be part of that.
fn communicates_by_lds(function: &Function) -> bool {
    let all = || function.blocks().iter().flat_map(|block| &block.order);
    let has = |unit: Unit| all().any(|&inst| function.info(inst).unit == unit);
    let waves = function.resources.workgroup_size;
    has(Unit::Lds) && !has(Unit::Barrier) && !(1..=function.gpu.wave_size()).contains(&waves)
}

/// By instruction, how many operations may be outstanding at most before it, by counter.
fn most(function: &Function) -> HashMap<InstId, [u8; Counter::ALL.len()]> {
    let mut incoming: Vec<Option<[u8; Counter::ALL.len()]>> = vec![None; function.blocks().len()];
    let mut open: Vec<BlockId> = function.block_ids().take(1).collect();
    if let Some(entry) = incoming.first_mut() {
        *entry = Some(match function.resources.is_entry {
            true => [0; Counter::ALL.len()],
            false => Counter::ALL.map(Counter::max),
        });
    }
    let mut before = HashMap::new();
    while let Some(block) = open.pop() {
        let mut most = incoming[block.index()].unwrap_or_default();
        for &inst in &function.block(block).order {
            before.insert(inst, most);
            let waits = counts(function, inst);
            let raised = raises(function, inst);
            for counter in Counter::ALL {
                let at = counter.index();
                most[at] = match waits {
                    Some(counts) => most[at].min(counts.get(counter).unwrap_or(u8::MAX)),
                    None => most[at].saturating_add(raised[at]).min(counter.max()),
                };
            }
        }
        for &to in &function.block(block).successors {
            let known = &mut incoming[to.index()];
            let joined = known.map_or(most, |known| {
                std::array::from_fn(|at| known[at].max(most[at]))
            });
            if *known != Some(joined) {
                *known = Some(joined);
                open.push(to);
            }
        }
    }
    before
}

/// Waits for what a callee may have left outstanding.
pub(super) fn for_callees(function: &Function) -> HashSet<InstId> {
    let mut found = HashSet::new();
    let mut incoming = vec![[false; Counter::ALL.len()]; function.blocks().len()];
    let mut open: Vec<BlockId> = function.block_ids().collect();
    while let Some(block) = open.pop() {
        let mut left = incoming[block.index()];
        for &inst in &function.block(block).order {
            if let Some(counts) = counts(function, inst) {
                for counter in Counter::ALL {
                    if left[counter.index()] && counts.get(counter).is_some() {
                        found.insert(inst);
                    }
                    left[counter.index()] &= counts.get(counter) != Some(0);
                }
            }
            if calls(function, inst) {
                left = [true; Counter::ALL.len()];
            }
        }
        for &to in &function.block(block).successors {
            let known = &mut incoming[to.index()];
            let joined = std::array::from_fn(|at| known[at] || left[at]);
            if *known != joined {
                *known = joined;
                open.push(to);
            }
        }
    }
    found
}

/// Adds what is complete where others may look.
fn observed(function: &Function, before: &mut HashMap<InstId, Counts>) {
    let mut bare = function.clone();
    strip(&mut bare, |_| false);
    let free = most(&bare);
    let free_ages = ages(&bare, false);
    let passing = Passing::of(function);
    let insts = || function.blocks().iter().flat_map(|block| &block.order);
    // Of loads that may run before barriers, others do not look at what is complete.
    let all_pass = insts().all(|&inst| {
        let counts_vm = raises(function, inst)[Counter::Vm.index()] > 0;
        !counts_vm || passing.is_free(inst) || access(function, inst).is_none_or(|a| !a.is_load)
    });
    for (inst, most) in most(function) {
        let calls = calls(function, inst);
        if !calls && !observes(function, inst) {
            continue;
        }
        let free = free.get(&inst).copied().unwrap_or_default();
        let ages = free_ages.get(&inst).copied().unwrap_or_default();
        for counter in Counter::ALL {
            let most = most[counter.index()];
            let by_waits = most < free[counter.index()];
            if calls && by_waits {
                add(before, inst, Counts::NONE.with(counter, Some(0)));
                continue;
            }
            let passes = all_pass && counter == Counter::Vm && lets_pass(function, inst);
            let counts = most == 0 && !passes || ages.forces(counter, most);
            if by_waits && most < counter.max() && counts {
                add(before, inst, Counts::NONE.with(counter, Some(most)));
            }
        }
    }
}
