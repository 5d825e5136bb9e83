//! Executes functions with loops that count: registers of four lanes, global memory and LDS in cells.
//!
//! It shares nothing with the checker, nor with the interpreter of the renaming. Other waves are heard of at
//! barriers, where memory changes, so that an access on the wrong side of one sees another value: all of LDS, and global memory if
//! waves that run this code go on to a barrier, or write to LDS, after they have written there.

use std::collections::BTreeMap;

use super::lanes::mix;
use super::*;
use cdnasched_base::machine::{BlockId, InstFlags, Operand, OperandKind, Reg};

const LANES: usize = 4;
/// Cells of each lane in each memory.
const CELLS: u64 = 64;

/// What somebody else can see.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    /// By memory, lane and cell, what was written there, in order, and at which barrier.
    pub(super) writes: BTreeMap<(u8, usize, u64), Vec<(u64, u64)>>,
    /// Volatile and atomic accesses and barriers, in order.
    pub(super) ordered: Vec<u64>,
    /// Registers at the end.
    pub(super) registers: Vec<[u64; LANES]>,
    /// Whether the end was reached.
    pub(super) ended: bool,
}

struct Wave<'f> {
    f: &'f Function,
    registers: Vec<[u64; LANES]>,
    memory: BTreeMap<(u8, usize, u64), u64>,
    seed: u64,
    barriers: u64,
    active: u64,
    /// Whether barriers change global memory.
    is_shared: bool,
    /// Global memory was written; and then others were told.
    has_written: bool,
    has_told: bool,
    seen: Seen,
}

/// Iterations that other waves may be ahead.
const AHEAD: u64 = 3;

fn register(name: &str) -> Reg {
    RegRange::parse(name).expect("a register").first()
}

/// Executes a function whose loops run as often as `s6` says.
pub(super) fn execute(f: &Function, seed: u64, iterations: u64) -> Seen {
    let others = run(f, seed, iterations + AHEAD, true);
    run(f, seed, iterations, others.has_told).seen
}

fn run(f: &Function, seed: u64, iterations: u64, is_shared: bool) -> Wave<'_> {
    let content = |slot, lane| mix(mix(seed, slot as u64), lane as u64) % 4096;
    let mut wave = Wave {
        f,
        registers: (0..Reg::COUNT)
            .map(|slot| std::array::from_fn(|lane| content(slot, lane)))
            .collect(),
        memory: BTreeMap::new(),
        seed,
        barriers: 0,
        active: [15, 15, 5, 14][(mix(seed, 3) % 4) as usize],
        is_shared,
        has_written: false,
        has_told: false,
        seen: Seen::default(),
    };
    for base in ["v2", "v6", "v8"] {
        wave.registers[register(base).index()] = [4 * (mix(seed, 9) % 16); LANES];
    }
    wave.registers[register("s6").index()] = [iterations; LANES];
    wave.run(40_000);
    let scc = register("scc").index();
    wave.registers[scc] = [0; LANES];
    wave.seen.registers = wave.registers.clone();
    wave
}

impl Wave<'_> {
    fn run(&mut self, mut steps: usize) {
        let mut block = BlockId(0);
        loop {
            let mut next = self.f.next_in_layout(block);
            for &inst in &self.f.block(block).order {
                let flags = self.f.flags(inst);
                if flags.has(InstFlags::RETURN) {
                    self.seen.ended = true;
                    return;
                }
                steps -= 1;
                if steps == 0 {
                    return;
                }
                if flags.has(InstFlags::BRANCH) {
                    if let Some(to) = self.branch(inst) {
                        next = Some(to);
                        break;
                    }
                } else if !flags.has(InstFlags::INSERTED) {
                    self.step(inst);
                }
            }
            match next {
                Some(to) => block = to,
                None => return,
            }
        }
    }

    fn branch(&self, inst: InstId) -> Option<BlockId> {
        let scc = self.registers[register("scc").index()][0] & 1 == 1;
        let vcc = self.registers[Reg::VCC_LO.index()][0] != 0;
        let taken = match self.f.opcode(inst).name.as_str() {
            "S_CBRANCH_SCC1" => scc,
            "S_CBRANCH_SCC0" => !scc,
            "S_CBRANCH_VCCNZ" => vcc,
            "S_CBRANCH_VCCZ" => !vcc,
            _ => true,
        };
        let target = self.f.operands(inst).iter().find_map(|o| match o.kind {
            OperandKind::Block(to) => Some(to),
            _ => None,
        });
        target.filter(|_| taken)
    }

    fn value(&self, operand: &Operand, lane: usize) -> u64 {
        match operand.kind {
            OperandKind::Imm(imm) => imm as u64,
            OperandKind::Reg(range) => {
                let regs = range.regs();
                let parts = regs.map(|reg| self.registers[reg.index()][lane]);
                let mut parts = parts.peekable();
                let first = parts.next().unwrap_or(0);
                parts.fold(first, mix)
            }
            _ => 0,
        }
    }

    fn sources(&self, inst: InstId) -> Vec<Operand> {
        let operands = self.f.operands(inst).iter();
        let explicit = |o: &&Operand| !o.is_def() && (o.is_explicit() || o.reg().is_some());
        operands.filter(explicit).copied().collect()
    }

    fn step(&mut self, inst: InstId) {
        let name = self.f.opcode(inst).name.as_str();
        if self.f.flags(inst).has(InstFlags::META) || name.starts_with("S_WAITCNT") {
            return;
        }
        if name == "S_BARRIER" {
            self.barriers += 1;
            self.has_told |= self.has_written;
            self.seen.ordered.push(self.barriers);
            return;
        }
        let from = self.sources(inst);
        let at = |n: usize, lane: usize| self.value(&from[n], lane);
        let hash = |lane: usize| {
            let start = name.bytes().fold(7, |h, b| mix(h, u64::from(b)));
            from.iter().fold(start, |h, o| mix(h, self.value(o, lane)))
        };
        let results: [u64; LANES] = match name {
            "S_MOV_B32" | "V_MOV_B32_e32" => std::array::from_fn(|lane| at(0, lane)),
            "S_ADD_I32" | "V_ADD_U32_e32" => {
                std::array::from_fn(|lane| at(0, lane).wrapping_add(at(1, lane)))
            }
            "S_CMP_LT_I32" => [u64::from(at(0, 0) < at(1, 0)); LANES],
            "S_CMP_GE_I32" => [u64::from(at(0, 0) >= at(1, 0)); LANES],
            _ if name.contains("MFMA") => {
                let all = (0..LANES).map(hash).fold(1, mix);
                std::array::from_fn(|lane| mix(all, lane as u64))
            }
            _ if self.f.flags(inst).has(InstFlags::MAY_LOAD)
                || self.f.flags(inst).has(InstFlags::MAY_STORE) =>
            {
                self.access(inst, name, &from)
            }
            _ => std::array::from_fn(hash),
        };
        self.write(inst, name, results);
    }

    fn write(&mut self, inst: InstId, name: &str, results: [u64; LANES]) {
        let all = name.contains("MFMA");
        let first = self.f.operands(inst).iter().position(|o| o.is_def());
        for (at, operand) in self.f.operands(inst).iter().enumerate() {
            let (true, Some(range)) = (operand.is_def(), operand.reg()) else {
                continue;
            };
            for (part, reg) in range.regs().enumerate() {
                for (lane, result) in results.iter().enumerate() {
                    if reg.is_vector() && !all && self.active >> lane & 1 == 0 {
                        continue;
                    }
                    let exact = part == 0 && first == Some(at);
                    let lane_result = if reg.is_vector() { *result } else { results[0] };
                    let value = match exact {
                        true => lane_result,
                        false => mix(lane_result, (at + part) as u64),
                    };
                    self.registers[reg.index()][lane] = value;
                }
            }
        }
    }

    /// Which memory, and which cell of a lane, an address is in.
    fn cell(memory: u8, base: u64, offset: u64) -> (u8, u64) {
        (memory, (base.wrapping_add(offset) / 4) % CELLS)
    }

    fn load(&self, place: (u8, usize, u64)) -> u64 {
        let first = mix(
            self.seed,
            mix(u64::from(place.0), place.2 * 8 + place.1 as u64),
        ) % 4096;
        let present = self.memory.get(&place).copied().unwrap_or(first);
        match place.0 == 3 || self.is_shared {
            true => mix(present, self.barriers),
            false => present,
        }
    }

    fn store(&mut self, place: (u8, usize, u64), value: u64) {
        match place.0 {
            3 => self.has_told |= self.has_written,
            _ => self.has_written = true,
        }
        self.memory.insert(place, value);
        let writes = self.seen.writes.entry(place).or_default();
        writes.push((self.barriers, value));
    }

    fn access(&mut self, inst: InstId, name: &str, from: &[Operand]) -> [u64; LANES] {
        let offset = self
            .f
            .operands(inst)
            .iter()
            .find_map(|o| o.imm())
            .unwrap_or(0) as u64;
        let mut results = [0; LANES];
        if name.starts_with("S_LOAD") {
            return [mix(self.seed, mix(self.value(&from[0], 0), offset)) % 4096; LANES];
        }
        if self.f.flags(inst).has(InstFlags::ORDERED_MEMORY) {
            self.seen.ordered.push(mix(offset, self.value(&from[0], 0)));
        }
        let active = self.active;
        for lane in (0..LANES).filter(|lane| active >> lane & 1 == 1) {
            // The low register of a pair is the address.
            let base = from[0]
                .reg()
                .map_or(0, |range| self.registers[range.first().index()][lane]);
            let memory = match name {
                _ if name.starts_with("DS_") => 3,
                _ if name.starts_with("FLAT_") && self.seed.is_multiple_of(2) => 3,
                _ => 1,
            };
            let (memory, cell) = Wave::cell(memory, base, offset);
            let place = (memory, lane, cell);
            if name.contains("LOAD_LDS") {
                let m0 = self.registers[Reg::M0.index()][0];
                let (memory, cell) = Wave::cell(3, m0, offset);
                let value = self.load(place);
                self.store((memory, lane, cell), value);
            } else if name.contains("ATOMIC") {
                results[lane] = self.load(place);
                let value = results[lane].wrapping_add(self.value(&from[1], lane));
                self.store(place, value);
            } else if name.contains("STORE") || name.contains("WRITE") {
                let value = self.value(&from[1], lane);
                self.store(place, value);
            } else {
                results[lane] = self.load(place);
            }
        }
        results
    }
}
