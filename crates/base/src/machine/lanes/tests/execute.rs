//! Random kernels, executed lane by lane: what the analysis says of an address must hold for the address
//! that is computed.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::*;
use crate::machine::{BlockId, Operand};

/// Registers of a wave, all of them by lane.
struct Wave(Vec<[u32; LANES]>);

impl Wave {
    fn new(seed: u64) -> Wave {
        let mut state = seed;
        let mut next = move || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let registers = (0..Reg::COUNT).filter_map(Reg::from_index);
        let mut wave = Wave(
            registers
                .map(|reg| match reg.is_vector() {
                    true => std::array::from_fn(|_| next()),
                    false => [next(); LANES],
                })
                .collect(),
        );
        wave.0[0] = std::array::from_fn(|lane| lane as u32);
        wave.0[Reg::EXEC_LO.index()] = [u32::MAX; LANES];
        wave.0[Reg::EXEC_HI.index()] = [u32::MAX; LANES];
        wave
    }
    fn scalar(&self, operand: &Operand) -> u64 {
        match operand.kind {
            OperandKind::Imm(imm) => imm as u64,
            OperandKind::Reg(range) => range.regs().rev().fold(0, |value, reg| {
                value << 32 | u64::from(self.0[reg.index()][0])
            }),
            _ => panic!("{operand:?}"),
        }
    }
    fn lane(&self, operand: &Operand, lane: usize) -> u32 {
        match operand.kind {
            OperandKind::Imm(imm) => imm as u32,
            OperandKind::Reg(range) => self.0[range.first().index()][lane],
            _ => panic!("{operand:?}"),
        }
    }
    fn exec(&self) -> u64 {
        u64::from(self.0[Reg::EXEC_LO.index()][0])
            | u64::from(self.0[Reg::EXEC_HI.index()][0]) << 32
    }
    fn set_scalar(&mut self, reg: Reg, value: u64, dwords: usize) {
        for at in 0..dwords {
            self.0[reg.index() + at] = [(value >> (32 * at)) as u32; LANES];
        }
    }

    fn run(&mut self, function: &Function, inst: InstId) {
        let name = function.opcode(inst).name.as_str();
        let operands = function.operands(inst);
        let def = operands.iter().find(|o| o.is_def()).and_then(Operand::reg);
        let inputs: Vec<&Operand> = operands
            .iter()
            .filter(|o| o.is_explicit() && !o.is_def())
            .collect();
        let Some(def) = def.map(|range| range.first()) else {
            return;
        };
        if name.starts_with("DS_") {
            return;
        }
        if name.starts_with("S_") {
            return self.run_scalar(name, def, &inputs);
        }
        let exec = self.exec();
        if name == "V_READFIRSTLANE_B32" {
            let first = exec.trailing_zeros() as usize % LANES;
            return self.set_scalar(def, u64::from(self.lane(inputs[0], first)), 1);
        }
        let active = (0..LANES).filter(|lane| exec >> lane & 1 == 1);
        if name.starts_with("V_CMP") {
            let (a, b) = (inputs[0], inputs[1]);
            let set = active.filter(|&lane| match name {
                "V_CMP_EQ_U32_e32" => self.lane(a, lane) == self.lane(b, lane),
                "V_CMP_LT_I32_e32" => (self.lane(a, lane) as i32) < self.lane(b, lane) as i32,
                _ => panic!("{name}"),
            });
            let mask = set.fold(0, |mask, lane| mask | 1 << lane);
            return self.set_scalar(Reg::VCC_LO, mask, 2);
        }
        for lane in active.collect::<Vec<_>>() {
            let sources: Vec<u32> = inputs.iter().map(|o| self.lane(o, lane)).collect();
            let mut sources = sources;
            let vcc = [Reg::VCC_LO, Reg::VCC_HI][lane / 32];
            sources.push(self.0[vcc.index()][0] >> (lane % 32) & 1);
            self.0[def.index()][lane] = vector(name, &sources, lane);
        }
    }

    fn run_scalar(&mut self, name: &str, def: Reg, inputs: &[&Operand]) {
        let s: Vec<u64> = inputs.iter().map(|o| self.scalar(o)).collect();
        let word = |at: usize| s[at] as u32;
        let result = match name {
            "S_MOV_B32" => word(0),
            "S_ADD_I32" => word(0).wrapping_add(word(1)),
            "S_LSHL_B32" => word(0) << (word(1) & 31),
            "S_AND_B32" => word(0) & word(1),
            "S_MUL_I32" => word(0).wrapping_mul(word(1)),
            "S_BFE_U32" => {
                let width = word(1) >> 16 & 0x7f;
                let bits = u64::from(word(0)) >> (word(1) & 31);
                (bits & ((1 << width) - 1)) as u32
            }
            "S_MOV_B64" => return self.set_scalar(def, s[0], 2),
            "S_OR_B64" => return self.set_scalar(def, s[0] | s[1], 2),
            "S_AND_SAVEEXEC_B64" => {
                let old = self.exec();
                self.set_scalar(def, old, 2);
                return self.set_scalar(Reg::EXEC_LO, old & s[0], 2);
            }
            _ => panic!("{name}"),
        };
        self.set_scalar(def, u64::from(result), 1);
    }
}

/// What an instruction of the vector ALU computes; the last source is the lane's bit of VCC.
fn vector(name: &str, s: &[u32], lane: usize) -> u32 {
    let below = (1u64 << lane) - 1;
    match name {
        "V_MOV_B32_e32" => s[0],
        "V_NOT_B32_e32" => !s[0],
        "V_ADD_U32_e32" => s[0].wrapping_add(s[1]),
        "V_SUB_U32_e32" => s[0].wrapping_sub(s[1]),
        "V_SUBREV_U32_e32" => s[1].wrapping_sub(s[0]),
        "V_LSHLREV_B32_e32" => s[1] << (s[0] & 31),
        "V_LSHRREV_B32_e32" => s[1] >> (s[0] & 31),
        "V_ASHRREV_I32_e32" => ((s[1] as i32) >> (s[0] & 31)) as u32,
        "V_AND_B32_e32" => s[0] & s[1],
        "V_OR_B32_e32" => s[0] | s[1],
        "V_XOR_B32_e32" => s[0] ^ s[1],
        "V_MUL_LO_U32_e64" => s[0].wrapping_mul(s[1]),
        "V_MUL_U32_U24_e32" => (s[0] & 0xff_ffff).wrapping_mul(s[1] & 0xff_ffff),
        "V_CNDMASK_B32_e32" => {
            if s[2] == 1 {
                s[1]
            } else {
                s[0]
            }
        }
        "V_ADD3_U32_e64" => s[0].wrapping_add(s[1]).wrapping_add(s[2]),
        "V_LSHL_ADD_U32_e64" => (s[0] << (s[1] & 31)).wrapping_add(s[2]),
        "V_ADD_LSHL_U32_e64" => s[0].wrapping_add(s[1]) << (s[2] & 31),
        "V_LSHL_OR_B32_e64" => s[0] << (s[1] & 31) | s[2],
        "V_AND_OR_B32_e64" => s[0] & s[1] | s[2],
        "V_OR3_B32_e64" => s[0] | s[1] | s[2],
        "V_BFE_U32_e64" => (s[0] >> (s[1] & 31)) & ((1u64 << (s[2] & 31)) - 1) as u32,
        "V_BFE_I32_e64" => match s[2] & 31 {
            0 => 0,
            width => {
                let above = 64 - u64::from(width);
                (((u64::from(s[0]) >> (s[1] & 31)) << above) as i64 >> above) as u32
            }
        },
        "V_BFI_B32_e64" => s[0] & s[1] | !s[0] & s[2],
        "V_BITOP3_B32_e64" => (0..32).fold(0, |result, bit| {
            let row = (0..3).fold(0, |row, source| row << 1 | s[source] >> bit & 1);
            result | (s[3] >> row & 1) << bit
        }),
        "V_XAD_U32_e64" => (s[0] ^ s[1]).wrapping_add(s[2]),
        "V_MAD_U32_U24_e64" => (s[0] & 0xff_ffff)
            .wrapping_mul(s[1] & 0xff_ffff)
            .wrapping_add(s[2]),
        "V_MBCNT_LO_U32_B32_e64" => (u64::from(s[0]) & below).count_ones() + s[1],
        "V_MBCNT_HI_U32_B32_e64" => (u64::from(s[0]) << 32 & below)
            .count_ones()
            .wrapping_add(s[1]),
        _ => panic!("{name}"),
    }
}

/// Lines of code: `V` is a vector register that may be written, `W` any, `S` a scalar register, `X` either
/// or an immediate, `I` a small immediate, `T` any byte.
const LINES: &[&str] = &[
    "V_MOV_B32_e32 def V, X",
    "V_NOT_B32_e32 def V, W",
    "V_ADD_U32_e32 def V, X, W",
    "V_SUB_U32_e32 def V, X, W",
    "V_SUBREV_U32_e32 def V, X, W",
    "V_LSHLREV_B32_e32 def V, I, W",
    "V_LSHRREV_B32_e32 def V, I, W",
    "V_ASHRREV_I32_e32 def V, I, W",
    "V_AND_B32_e32 def V, X, W",
    "V_OR_B32_e32 def V, X, W",
    "V_XOR_B32_e32 def V, X, W",
    "V_MUL_LO_U32_e64 def V, X, W",
    "V_MUL_U32_U24_e32 def V, I, W",
    "V_ADD3_U32_e64 def V, X, W, W",
    "V_LSHL_ADD_U32_e64 def V, W, I, X",
    "V_ADD_LSHL_U32_e64 def V, W, X, I",
    "V_LSHL_OR_B32_e64 def V, W, I, X",
    "V_AND_OR_B32_e64 def V, W, X, W",
    "V_OR3_B32_e64 def V, W, X, W",
    "V_BFE_U32_e64 def V, W, I, I",
    "V_BFE_I32_e64 def V, W, I, I",
    "V_BFI_B32_e64 def V, X, W, W",
    "V_BITOP3_B32_e64 def V, W, W, X, T",
    "V_XAD_U32_e64 def V, W, X, I, #0",
    "V_MAD_U32_U24_e64 def V, W, I, X, #0",
    "V_MBCNT_LO_U32_B32_e64 def V, #-1, #0",
    "V_MBCNT_HI_U32_B32_e64 def V, #-1, W",
    "V_CMP_EQ_U32_e32 I, W, def imp vcc",
    "V_CMP_LT_I32_e32 I, W, def imp vcc",
    "V_CNDMASK_B32_e32 def V, X, W, imp vcc",
    "V_READFIRSTLANE_B32 def S, W",
    "S_MOV_B32 def S, I",
    "S_ADD_I32 def S, S, I, def imp scc",
    "S_LSHL_B32 def S, S, I, def imp scc",
    "S_AND_B32 def S, S, I, def imp scc",
    "S_MUL_I32 def S, S, I",
    "S_BFE_U32 def S, S, #131078, def imp scc",
    "S_AND_SAVEEXEC_B64 def s[10:11], vcc, def imp exec, def imp scc",
    "S_OR_B64 def exec, exec, s[10:11], def imp scc",
    "S_MOV_B64 def exec, #-1",
    "DS_READ_B32_gfx9 def v9, W, #0, #0",
    "DS_READ_B32_gfx9 def v9, W, #0, #0",
    "DS_WRITE_B32_gfx9 W, v9, #0, #0",
];

/// One line, its registers and immediates by the bits of a number.
fn line(which: usize, mut bits: u64) -> String {
    let mut take = |count: u64| {
        let taken = bits % count;
        bits = (bits / count) ^ (bits << 40);
        taken
    };
    let mut text = String::from("  ");
    let mut words = LINES[which % LINES.len()].split_inclusive(' ');
    for word in words.by_ref() {
        let symbol = word.trim_end_matches([',', ' ']);
        let mut choice = |symbol: &str| match symbol {
            "V" => format!("v{}", 1 + take(4)),
            "W" => format!("v{}", take(5)),
            "S" => format!("s{}", take(3)),
            "T" => format!("#{}", take(256)),
            "I" => format!(
                "#{}",
                [0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 31, 48][take(13) as usize]
            ),
            _ => symbol.to_owned(),
        };
        let chosen = match symbol {
            "X" => {
                let one = ["W", "S", "I", "W"][(which ^ word.len()) % 4];
                choice(one)
            }
            symbol => choice(symbol),
        };
        text += &word.replacen(symbol, &chosen, 1);
    }
    text + ", imp exec\n"
}

fn lines() -> impl Strategy<Value = String> {
    prop::collection::vec((any::<usize>(), any::<u64>()), 0..14).prop_map(|all| {
        all.into_iter()
            .map(|(which, bits)| line(which, bits))
            .collect()
    })
}

/// Executes a path and holds what is said of addresses against it. How many were known, of how many.
fn compare(function: &Function, path: &[u32], seed: u64) -> Result<[usize; 2], TestCaseError> {
    let accesses = lds_accesses(function);
    let mut wave = Wave::new(seed);
    for &block in path {
        for &inst in &function.block(BlockId(block)).order {
            let found = accesses.iter().find(|access| access.0 == inst);
            if let Some((_, access, Some(said))) = found {
                let exec = wave.exec();
                let actual = &wave.0[access.address.index()];
                let offset = |lane: usize| actual[lane].wrapping_sub(said.lanes[lane]);
                let mut active = (0..LANES).filter(|lane| exec >> lane & 1 == 1);
                let first = active.next().map_or(0, offset);
                prop_assert!(active.all(|lane| offset(lane) == first), "{}", function);
                prop_assert_eq!(first & !said.offset_bits, 0, "{}", function);
                prop_assert!(!said.all_lanes || exec == u64::MAX, "{}", function);
            }
            wave.run(function, inst);
        }
    }
    let known = accesses.iter().filter(|access| access.2.is_some());
    Ok([known.count(), accesses.len()])
}

#[test]
fn addresses_are_what_is_executed() {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let kernels = (prop::array::uniform4(lines()), 1..5usize, any::<u64>());
    let counts = Cell::new([0, 0]);
    let run = |(blocks, turns, seed): ([String; 4], usize, u64)| {
        let [first, head, side, last] = &blocks;
        let body = format!(
            "block 0 frequency=1 depth=0 successors=1\n{first}\
             block 1 frequency=4 depth=1 loop=1 successors=2,3\n{head}\
             block 2 frequency=2 depth=1 loop=1 successors=3\n{side}\
             block 3 frequency=4 depth=1 loop=1 successors=1,4\n{last}\
             block 4 frequency=1 depth=0\n  DS_READ_B32_gfx9 def v9, v1, #0, #0, imp exec\n"
        );
        let mut path = vec![0];
        for turn in 0..turns {
            let side = (seed >> turn & 1 == 1).then_some(2);
            path.extend([Some(1), side, Some(3)].into_iter().flatten());
        }
        path.push(4);
        let [known, all] = compare(&kernel("gfx950", &body), &path, seed)?;
        counts.set([counts.get()[0] + known, counts.get()[1] + all]);
        Ok(())
    };
    runner
        .run(&kernels, run)
        .unwrap_or_else(|error| panic!("{error}"));
    let [known, all] = counts.get();
    assert!(known > all / 8, "{known} of {all}");
}
