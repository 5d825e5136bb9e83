//! A concrete interpreter of the flat function, lane by lane: executes a function and what was made
//! of it, and compares what every instruction read.
//!
//! It shares nothing with the checker. Every instruction is an opaque function of its opcode, its
//! immediates and what it reads, lane by lane; a masked write leaves what inactive lanes hold, and
//! what inactive lanes hold at first is random. Only what decides about lanes and about the path is
//! computed: logic of lane masks, EXEC, and branches. Memory is cells that are named by what the address
//! is computed from.
//!
//! What lanes hold that a masked write did not write is the program's own affair: an instruction that
//! reads all lanes sees a fixed value there ([`Unwritten::Undefined`]), or what is there
//! ([`Unwritten::Kept`]), or what it saw in another run of the program ([`execute_like`]).
//!
//! Copies hand on what they read, spill slots included, so that a program can be executed without them.

mod copies;
mod effects;

use std::collections::{BTreeMap, HashMap};

use super::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandFlags, OperandKind, Reg, Role,
};

use copies::copied;

/// Lanes of a wave here.
pub const LANES: usize = 4;
const ALL: u64 = (1 << LANES) - 1;

/// What an instruction that reads all lanes sees in one that the last write left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritten {
    Undefined,
    /// The same, and what a matrix instruction makes of it is undefined in those lanes as well.
    #[allow(
        dead_code,
        reason = "not every test that has this module removes copies"
    )]
    Spreads,
    Kept,
}

/// Everything that is compared.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Trace {
    /// By visit of a block and instruction, a hash of what it read.
    pub reads: BTreeMap<(usize, InstId), u64>,
    /// The same of copies.
    pub copies: BTreeMap<(usize, InstId), u64>,
    /// What was not defined of what instructions read that read all lanes: lanes by operand.
    undefined: BTreeMap<(usize, InstId), Vec<u64>>,
    /// The blocks, in order.
    pub path: Vec<BlockId>,
    /// Memory at the end.
    pub memory: BTreeMap<u64, u64>,
}

/// A hash of two numbers.
pub fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(32))
        .wrapping_add(0x9e37_79b9_7f4a_7c15)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 29))
        .wrapping_add(b)
        .wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 32)
}

/// A wave at work.
struct Wave<'f> {
    function: &'f Function,
    seed: u64,
    unwritten: Unwritten,
    exec: Reg,
    vcc: Reg,
    scc: Reg,
    lanes: Vec<[u64; LANES]>,
    /// Lanes that the last write of a register left out.
    left_out: Vec<u64>,
    memory: HashMap<u64, u64>,
    spilled: HashMap<(u32, u32), [u64; LANES]>,
    like: Option<&'f Trace>,
    trace: Trace,
}

/// Executes at most so many instructions.
pub fn execute(function: &Function, seed: u64, steps: usize, unwritten: Unwritten) -> Trace {
    run(function, seed, steps, unwritten, None)
}

/// Executes at most so many instructions. Where those that read all lanes did not see anything defined in
/// another run, they see the same here.
#[allow(
    dead_code,
    reason = "not every test that has this module removes copies"
)]
pub fn execute_like(function: &Function, seed: u64, steps: usize, like: &Trace) -> Trace {
    run(function, seed, steps, Unwritten::Kept, Some(like))
}

fn run(
    function: &Function,
    seed: u64,
    steps: usize,
    unwritten: Unwritten,
    like: Option<&Trace>,
) -> Trace {
    let content = |slot: usize, lane: usize| mix(mix(seed, slot as u64), lane as u64);
    let mut wave = Wave {
        function,
        seed,
        unwritten,
        exec: special("exec_lo"),
        vcc: special("vcc_lo"),
        scc: special("scc"),
        lanes: (0..Reg::COUNT)
            .map(|slot| match Reg::from_index(slot) {
                Some(reg) if reg.is_vector() => std::array::from_fn(|lane| content(slot, lane)),
                _ => [content(slot, 0); LANES],
            })
            .collect(),
        left_out: vec![0; Reg::COUNT],
        memory: HashMap::new(),
        spilled: HashMap::new(),
        like,
        trace: Trace::default(),
    };
    let first = match mix(seed, 77) % 3 {
        0 => mix(seed, 78) & ALL | 1,
        _ => ALL,
    };
    wave.set_pair(wave.exec, first);
    wave.run(steps);
    wave.trace.memory = wave.memory.into_iter().collect();
    wave.trace
}

/// The first difference between two traces, as a sentence.
pub fn difference(was: &Trace, is: &Trace) -> Option<String> {
    let same = was.copies == is.copies;
    let copies = || (!same).then(|| "copies read something else".to_owned());
    difference_but_copies(was, is).or_else(copies)
}

/// The first difference between two traces of what is no copy, as a sentence.
pub fn difference_but_copies(was: &Trace, is: &Trace) -> Option<String> {
    let mut visits = was.path.iter().zip(&is.path).enumerate();
    if let Some((visit, (was, is))) = visits.find(|(_, (was, is))| was != is) {
        return Some(format!(
            "visit {visit} is of block {} instead of {}",
            is.0, was.0
        ));
    }
    for (place, read) in &was.reads {
        if is.reads.get(place) != Some(read) {
            let (visit, inst) = place;
            return Some(format!(
                "instruction {} reads something else in visit {visit}",
                inst.0
            ));
        }
    }
    let same = was.memory == is.memory && was.reads.len() == is.reads.len();
    (!same).then(|| "memory, or the instructions executed, differ".to_owned())
}

fn special(name: &str) -> Reg {
    let mut all = (0..Reg::COUNT).filter_map(Reg::from_index);
    all.find(|reg| reg.to_string() == name)
        .expect("a special register")
}

/// Names of instructions whose result in a lane depends on other lanes, or that write lanes that are
/// not active.
fn crosses_lanes(name: &str) -> bool {
    let parts = [
        "MFMA", "SMFMAC", "LANE", "PERMUTE", "SWIZZLE", "dpp", "_TR_B", "_TR4", "_TR6",
    ];
    parts.iter().any(|part| name.contains(part))
}

fn ignores_exec(name: &str) -> bool {
    let parts = ["MFMA", "SMFMAC", "WRITELANE", "PERMLANE", "ACCVGPR"];
    parts.iter().any(|part| name.contains(part))
}

impl<'f> Wave<'f> {
    fn pair(&self, low: Reg) -> u64 {
        self.lanes[low.index()][0]
    }
    fn set_pair(&mut self, low: Reg, mask: u64) {
        self.lanes[low.index()] = [mask; LANES];
        if let Some(high) = Reg::from_index(low.index() + 1) {
            self.lanes[high.index()] = [0; LANES];
        }
    }
    fn is_exec(&self, reg: Reg) -> bool {
        reg == self.exec || reg.index() == self.exec.index() + 1
    }
    fn active(&self) -> u64 {
        self.pair(self.exec) & ALL
    }

    fn run(&mut self, mut steps: usize) {
        let mut block = BlockId(0);
        for visit in 0.. {
            let order = &self.function.block(block).order;
            let run: Vec<InstId> = order.iter().copied().filter(|&i| self.runs(i)).collect();
            // Versions with and without copies do the same in as many steps.
            let count = 1 + run
                .iter()
                .filter(|&&i| copied(self.function, i).is_none())
                .count();
            if count > steps {
                return;
            }
            steps -= count;
            self.trace.path.push(block);
            let mut next = None;
            for inst in run {
                let flags = self.function.flags(inst);
                self.step(visit, inst);
                if flags.has(InstFlags::RETURN) {
                    return;
                }
                if flags.has(InstFlags::BRANCH) && self.takes(inst) {
                    let operands = self.function.operands(inst).iter();
                    let mut targets = operands.filter_map(|o| match o.kind {
                        OperandKind::Block(target) => Some(target),
                        _ => None,
                    });
                    let successors = &self.function.block(block).successors;
                    next = targets.next().or_else(|| successors.first().copied());
                    break;
                }
            }
            let follows = BlockId(block.0 + 1);
            let successors = &self.function.block(block).successors;
            next = next.or_else(|| successors.contains(&follows).then_some(follows));
            let Some(to) = next.or_else(|| successors.first().copied()) else {
                return;
            };
            block = to;
        }
    }

    /// Waits are of no account here, and a bundle's header repeats its members.
    fn runs(&self, inst: InstId) -> bool {
        let flags = self.function.flags(inst);
        let waits = self.function.opcode(inst).name.starts_with("S_WAITCNT");
        let inserted = flags.has(InstFlags::INSERTED) && copied(self.function, inst).is_none();
        !inserted && !flags.has(InstFlags::BUNDLE) && !waits
    }

    fn takes(&self, branch: InstId) -> bool {
        let name = self.function.opcode(branch).name.as_str();
        let vcc = self.pair(self.vcc) & ALL;
        let scc = self.lanes[self.scc.index()][0];
        match name {
            "S_CBRANCH_EXECZ" => self.active() == 0,
            "S_CBRANCH_EXECNZ" => self.active() != 0,
            "S_CBRANCH_VCCZ" => vcc == 0,
            "S_CBRANCH_VCCNZ" => vcc != 0,
            // Loops go on more often than not.
            "S_CBRANCH_SCC1" => !scc.is_multiple_of(4),
            "S_CBRANCH_SCC0" => scc.is_multiple_of(4),
            _ => true,
        }
    }

    /// What an operand is in a lane, as the instruction sees it.
    fn see(&self, operand: &Operand, lane: usize, hidden: Option<&[u64]>) -> u64 {
        let mut hash = 1;
        let slots = operand.reg().into_iter().flat_map(|range| range.regs());
        for (part, reg) in slots.enumerate() {
            let lanes = hidden.and_then(|hidden| hidden.get(part));
            hash = mix(
                hash,
                match lanes.is_some_and(|lanes| lanes >> lane & 1 == 1) {
                    true => 0,
                    false => self.lanes[reg.index()][lane],
                },
            );
        }
        hash
    }

    /// The lanes in which an instruction that reads all of them finds nothing that is defined, slot by slot
    /// of its operands.
    fn undefined(&self, visit: usize, inst: InstId) -> Vec<u64> {
        if let Some(like) = self.like {
            return like
                .undefined
                .get(&(visit, inst))
                .cloned()
                .unwrap_or_default();
        }
        let operands = self.function.operands(inst).iter();
        let slots = operands
            .filter_map(|o| o.reg())
            .flat_map(|range| range.regs());
        slots.map(|reg| self.left_out[reg.index()]).collect()
    }

    /// What an instruction reads, by lane; the same in each where it reads all of them.
    fn inputs(&self, inst: InstId, undefined: &[u64]) -> [u64; LANES] {
        let function = self.function;
        let opcode = function.opcode(inst);
        let all = crosses_lanes(&opcode.name);
        // Forms of one matrix instruction do the same.
        let name = opcode.name.replace("_vgprcd", "").replace("_mac", "");
        let start = name
            .bytes()
            .fold(7, |hash, byte| mix(hash, u64::from(byte)));
        let mut slot = 0;
        let mut lanes = [start; LANES];
        for operand in function.operands(inst) {
            let width = operand.reg().map_or(0, |range| usize::from(range.len()));
            let hidden = undefined.get(slot..slot + width);
            slot += width;
            let unread = operand.is_def() || operand.flags.has(OperandFlags::UNDEF);
            let vector = operand.reg().is_some_and(|range| range.first().is_vector());
            let every = match operand.kind {
                _ if unread => 2,
                OperandKind::Imm(imm) => mix(3, imm as u64),
                OperandKind::Block(block) => mix(4, u64::from(block.0)),
                OperandKind::Opaque | OperandKind::RegMask => mix(5, u64::from(inst.0)),
                OperandKind::NoReg => 6,
                // Lane masks are read lane by lane, and EXEC is who reads.
                OperandKind::Reg(range)
                    if operand.is_explicit() || !self.is_exec(range.first()) =>
                {
                    // An accumulator has the layout of the result.
                    if vector && (!all || operand.role == Role::MatC) {
                        for (lane, hash) in lanes.iter_mut().enumerate() {
                            *hash = mix(*hash, self.see(operand, lane, hidden));
                        }
                        continue;
                    }
                    let hidden = hidden.filter(|_| vector);
                    let seen = (0..LANES).map(|lane| self.see(operand, lane, hidden));
                    seen.fold(8, mix)
                }
                OperandKind::Reg(_) => 2,
            };
            lanes = lanes.map(|hash| mix(hash, every));
        }
        lanes
    }

    fn step(&mut self, visit: usize, inst: InstId) {
        let function = self.function;
        let opcode = function.opcode(inst);
        let name = opcode.name.as_str();
        let flags = function.flags(inst);
        let active = self.active();
        if flags.has(InstFlags::META) {
            if name == "IMPLICIT_DEF" {
                self.write(inst, [mix(9, u64::from(inst.0)); LANES], active);
            }
            return;
        }
        let undefined = match crosses_lanes(name) {
            true => self.undefined(visit, inst),
            false => Vec::new(),
        };
        let hides = self.unwritten != Unwritten::Kept || self.like.is_some();
        let inputs = self.inputs(inst, if hides { &undefined } else { &[] });
        let everyone = if ignores_exec(name) || crosses_lanes(name) {
            ALL
        } else {
            active
        };
        let scalar = !function.operands(inst).iter().any(|o| {
            o.reg()
                .is_some_and(|range| range.first().is_vector() || self.is_exec(range.first()))
        });
        let own_lane = name.contains("MFMA") || name.contains("SMFMAC");
        let everyone = if own_lane { active } else { everyone };
        let seen = if scalar { ALL } else { everyone };
        let read = (0..LANES).filter(|lane| seen >> lane & 1 == 1);
        let read = read
            .map(|lane| mix(lane as u64, inputs[lane]))
            .fold(active, mix);
        if let Some(copies) = copied(function, inst) {
            self.trace.copies.insert((visit, inst), read);
            let who = if ignores_exec(name) { ALL } else { active };
            let values = self.sources(&copies);
            // Parts of a tuple that are written by name only.
            self.write(inst, inputs, who);
            return self.put(&copies, values, who);
        }
        self.trace.reads.insert((visit, inst), read);
        let spread = match self.unwritten {
            Unwritten::Spreads => self.read_undefined(inst, &undefined),
            _ => 0,
        };
        if !undefined.is_empty() {
            self.trace.undefined.insert((visit, inst), undefined);
        }
        if self.masks(inst) {
            return;
        }
        let mut results = inputs;
        let memory = flags.has(InstFlags::MAY_LOAD) || flags.has(InstFlags::MAY_STORE);
        if memory && !flags.has(InstFlags::INLINE_ASM) && !function.accesses(inst).is_empty() {
            results = self.access(inst, inputs, active);
        }
        if flags.has(InstFlags::CALL) {
            for slot in 0..2 * 256 {
                self.lanes[slot] =
                    std::array::from_fn(|lane| mix(mix(read, slot as u64), lane as u64));
                self.left_out[slot] = 0;
            }
        }
        self.write(inst, results, if ignores_exec(name) { ALL } else { active });
        if ignores_exec(name) {
            let results = function.operands(inst).iter().filter(|o| o.is_def());
            let slots = results
                .filter_map(|o| o.reg())
                .flat_map(|range| range.regs());
            slots.for_each(|reg| self.left_out[reg.index()] |= spread);
        }
    }

    /// The lanes in which some source is not defined.
    fn read_undefined(&self, inst: InstId, undefined: &[u64]) -> u64 {
        let operands = self.function.operands(inst).iter();
        let slots = operands.flat_map(|o| {
            o.reg()
                .into_iter()
                .flat_map(move |r| r.regs().map(move |_| o))
        });
        let read = slots.zip(undefined).filter(|(o, _)| o.is_use());
        read.fold(0, |all, (_, lanes)| all | lanes)
    }

    /// Writes the results of the lanes in `who`.
    fn write(&mut self, inst: InstId, results: [u64; LANES], who: u64) {
        let operands = self.function.operands(inst);
        let name = self.function.opcode(inst).name.as_str();
        for (at, operand) in operands.iter().enumerate() {
            let (OperandKind::Reg(range), true) = (operand.kind, operand.is_def()) else {
                continue;
            };
            for (part, reg) in range.regs().enumerate() {
                let value = |lane: usize| mix(mix(results[lane], at as u64), part as u64);
                if !reg.is_vector() {
                    let whole =
                        (0..LANES).filter(|lane| who >> lane & 1 == 1 || name.starts_with("S_"));
                    let whole = whole.map(value).fold(who, mix);
                    let is_mask = name.starts_with("V_CMP")
                        || operand.role == Role::ScalarDst
                        || (self.vcc.index()..self.vcc.index() + 2).contains(&reg.index());
                    let scalar = match (
                        is_mask && name.starts_with("V_") && !name.contains("LANE"),
                        part,
                    ) {
                        (true, 0) => (0..LANES)
                            .map(|lane| (value(lane) >> 7 & who >> lane & 1) << lane)
                            .sum(),
                        (true, _) => 0,
                        (false, _) => whole,
                    };
                    self.lanes[reg.index()] = [scalar; LANES];
                    continue;
                }
                let read_by_name = |o: &&Operand| {
                    !o.is_explicit() && o.is_use() && o.reg().is_some_and(|r| r.contains(reg))
                };
                if !operand.is_explicit() && operands.iter().find(read_by_name).is_some() {
                    continue;
                }
                for lane in (0..LANES).filter(|lane| who >> lane & 1 == 1) {
                    self.lanes[reg.index()][lane] = value(lane);
                }
                self.left_out[reg.index()] = ALL & !who;
            }
        }
    }
}
