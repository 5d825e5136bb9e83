//! Values of registers, as far as it matters whether two are the same: of vector registers in the lanes that they are computed with.

use std::collections::HashMap;

use crate::machine::{Function, InstFlags, InstId, Operand, OperandKind, Reg, RegRange};

/// A value. Two that are equal are the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Value(usize);

/// What a value is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// What a register holds at the beginning.
    Held(Reg),
    /// A result of an instruction that computes it from its sources and nothing else.
    Computed {
        /// The instruction's name.
        name: String,
        /// Its immediates, by the number of the operand.
        immediates: Vec<(usize, i64)>,
        /// Its sources, register by register.
        sources: Vec<Value>,
        /// The number of the operand that it is, and of the register in that.
        result: (usize, usize),
    },
    /// A vector register with a one in the lanes of a mask, and zero in the others that are in EXEC.
    Ones {
        /// EXEC's halves.
        exec: Vec<Value>,
        /// The mask's.
        mask: Vec<Value>,
    },
    /// A result of another instruction, by its number and that of the result.
    Other(InstId, usize),
}

/// All values that were met.
#[derive(Default)]
pub(super) struct Values {
    kinds: Vec<Kind>,
    numbers: HashMap<Kind, Value>,
}

impl Values {
    pub fn number(&mut self, kind: Kind) -> Value {
        if let Some(&known) = self.numbers.get(&kind) {
            return known;
        }
        let value = Value(self.kinds.len());
        self.kinds.push(kind.clone());
        self.numbers.insert(kind, value);
        value
    }

    pub fn kind(&self, value: Value) -> &Kind {
        &self.kinds[value.0]
    }

    /// The bits of one pair that are not in another one.
    pub fn without(&mut self, sources: Vec<Value>) -> [Value; 2] {
        [0, 1].map(|part| {
            self.number(Kind::Computed {
                name: "S_ANDN2_B64".to_owned(),
                immediates: Vec::new(),
                sources: sources.clone(),
                result: (0, part),
            })
        })
    }

    /// Whether a value is SCC of a comparison of registers, which hold these values, with zero.
    pub fn is_comparison(&self, value: Value, with: &str, of: &[Value]) -> bool {
        matches!(self.kind(value), Kind::Computed { name, immediates, sources, .. }
            if name == with && *immediates == [(1, 0)] && sources == of)
    }

    /// Whether a value is a result of an instruction with these sources, and no others.
    pub fn is_result(&self, value: Value, with: &str, of: &[Value]) -> bool {
        matches!(self.kind(value), Kind::Computed { name, immediates, sources, .. }
            if name == with && immediates.is_empty() && sources == of)
    }
}

/// What registers hold at a place, where that is not what they held at the beginning.
#[derive(Default)]
pub(super) struct State(HashMap<Reg, Value>);

impl State {
    pub fn get(&self, values: &mut Values, reg: Reg) -> Value {
        let known = self.0.get(&reg).copied();
        known.unwrap_or_else(|| values.number(Kind::Held(reg)))
    }

    /// Registers hold what they did at the beginning.
    pub fn forget(&mut self, regs: &[Reg]) {
        self.0.retain(|reg, _| !regs.contains(reg));
    }

    /// What there is behind an instruction.
    pub fn pass(&mut self, values: &mut Values, function: &Function, inst: InstId) {
        let by_lane = inverted(values, self, function, inst);
        let results = by_lane.unwrap_or_else(|| computed(values, self, function, inst));
        self.0.extend(results);
    }
}

/// What an instruction writes that is a part of how LLVM inverts a mask: a one in each lane of it and zero elsewhere, or a comparison of
/// these with one, which is set in the lanes in EXEC that are not in the mask.
fn inverted(
    values: &mut Values,
    state: &State,
    function: &Function,
    inst: InstId,
) -> Option<Vec<(Reg, Value)>> {
    let name = function.opcode(inst).name.as_str();
    let operands = function.operands(inst);
    let immediates: Vec<i64> = operands.iter().filter_map(Operand::imm).collect();
    let mut reads = operands
        .iter()
        .filter(|o| o.is_use())
        .filter_map(Operand::reg);
    let (source, lanes, others) = (reads.next()?, reads.next()?, reads.next());
    let to = operands.first().filter(|o| o.is_def())?.reg()?;
    let one_result = operands.iter().filter(|o| o.is_def()).count() == 1;
    let is_exec = lanes.len() == 2 && lanes.regs().all(Reg::is_exec);
    if others.is_some() || !one_result || !is_exec {
        return None;
    }
    let mut held = |range: RegRange| -> Vec<Value> {
        range.regs().map(|reg| state.get(values, reg)).collect()
    };
    let (read, exec) = (held(source), held(lanes));
    match (name, &immediates[..]) {
        ("V_CNDMASK_B32_e64", [0, 0, 0, 1]) if source.len() == 2 && to.len() == 1 => {
            let ones = Kind::Ones { exec, mask: read };
            Some(vec![(to.first(), values.number(ones))])
        }
        ("V_CMP_NE_U32_e64", [1]) if to.len() == 2 && read.len() == 1 => {
            let Kind::Ones { exec: of, mask } = values.kind(read[0]).clone() else {
                return None;
            };
            let halves = values.without([&exec[..], &mask].concat());
            (of == exec).then(|| to.regs().zip(halves).collect())
        }
        _ => None,
    }
}

/// What an instruction writes.
fn computed(
    values: &mut Values,
    state: &State,
    function: &Function,
    inst: InstId,
) -> Vec<(Reg, Value)> {
    let operands = function.operands(inst);
    let known = is_computation(function, inst);
    // A comparison is the same wherever its result is, which one of the forms names first.
    let comparison = comparison(function, inst);
    let name = comparison.unwrap_or(&function.opcode(inst).name);
    let names_result = operands.first().is_some_and(Operand::is_def);
    let first = usize::from(comparison.is_some() && names_result);
    let mut sources = Vec::new();
    let mut immediates = Vec::new();
    for (at, operand) in operands.iter().enumerate() {
        match operand.kind {
            OperandKind::Reg(range) if operand.is_use() => {
                sources.extend(range.regs().map(|reg| state.get(values, reg)));
            }
            OperandKind::Imm(value) => immediates.push((at - first, value)),
            _ => {}
        }
    }
    let mut results = Vec::new();
    let defs = operands.iter().enumerate().filter(|(_, o)| o.is_def());
    for (at, operand) in defs.map(|(at, o)| (if comparison.is_some() { 0 } else { at }, o)) {
        for (part, reg) in operand.reg().into_iter().flat_map(|r| r.regs().enumerate()) {
            let kind = match known {
                true => Kind::Computed {
                    name: name.to_owned(),
                    immediates: immediates.clone(),
                    sources: sources.clone(),
                    result: (at, part),
                },
                false => Kind::Other(inst, results.len()),
            };
            let value = match (name, &sources[..]) {
                ("S_MOV_B32", &[moved]) => moved,
                _ => values.number(kind),
            };
            results.push((reg, value));
        }
    }
    results
}

/// Beginnings of names of scalar instructions whose results depend on nothing but their sources (MI300 ISA, sections 12.1 to 12.4),
/// and parts of such names that do more.
const COMPUTE: [&str; 37] = [
    "S_ADD",
    "S_SUB",
    "S_MUL_",
    "S_MULK_",
    "S_CMP_",
    "S_CMPK_",
    "S_CSELECT_",
    "S_AND_",
    "S_OR_",
    "S_XOR_",
    "S_ANDN2_",
    "S_ORN2_",
    "S_NAND_",
    "S_NOR_",
    "S_XNOR_",
    "S_NOT_",
    "S_LSHL",
    "S_LSHR_",
    "S_ASHR_",
    "S_BFE_",
    "S_BFM_",
    "S_MIN_",
    "S_MAX_",
    "S_MOV_B",
    "S_MOVK_I",
    "S_BITCMP",
    "S_BITSET",
    "S_BITREPLICATE_",
    "S_ABS",
    "S_SEXT_",
    "S_BCNT",
    "S_BREV_",
    "S_FF",
    "S_FLBIT_",
    "S_PACK_",
    "S_QUADMASK_",
    "S_WQM_",
];
const MORE: [&str; 2] = ["SAVEEXEC", "MOVREL"];

/// Vector instructions each of whose lanes depends on nothing but that lane of their sources and EXEC (MI300 ISA, sections 12.7 to 12.10),
/// without the end of their names, which says how they are encoded; comparisons are those of integers.
const BY_LANE: [&str; 11] = [
    "V_ADD_U32",
    "V_ADD3_U32",
    "V_ADD_LSHL_U32",
    "V_SUB_U32",
    "V_SUBREV_U32",
    "V_LSHLREV_B32",
    "V_LSHL_ADD_U32",
    "V_LSHL_OR_B32",
    "V_AND_B32",
    "V_OR_B32",
    "V_OR3_B32",
];

/// Whether an instruction is one of these.
fn by_lane(function: &Function, inst: InstId) -> bool {
    let is_listed = |stem| BY_LANE.contains(&stem) || is_comparison(stem);
    let stem = stem(function, inst).filter(|&stem| is_listed(stem));
    let compares = stem.is_some_and(is_comparison);
    let reads_exec = function
        .operands(inst)
        .iter()
        .any(|o| o.is_use() && o.reg().is_some_and(|range| range.first().is_exec()));
    let mut results = function.operands(inst).iter().filter(|o| o.is_def());
    let fits = |o: &Operand| {
        o.reg().is_some_and(|range| match compares {
            true => range.len() == 2 && !range.first().is_vector(),
            false => range.len() == 1 && range.first().is_vector(),
        })
    };
    let (Some(result), None) = (results.next(), results.next()) else {
        return false;
    };
    stem.is_some() && reads_exec && fits(result)
}

/// The name of a comparison of integers without its end. Its only result is a pair with a bit for each lane, zero where EXEC is.
pub(super) fn comparison(function: &Function, inst: InstId) -> Option<&str> {
    stem(function, inst).filter(|&stem| is_comparison(stem) && by_lane(function, inst))
}

fn is_comparison(stem: &str) -> bool {
    let rest = stem.strip_prefix("V_CMP_");
    let kind = rest.and_then(|rest| rest.split_once('_'));
    kind.is_some_and(|(_, of)| ["I32", "U32", "I64", "U64"].contains(&of))
}

/// The name of a vector instruction without what says how it is encoded.
fn stem(function: &Function, inst: InstId) -> Option<&str> {
    match function.opcode(inst).name.rsplit_once('_') {
        Some((stem, "e32" | "e64")) => Some(stem),
        _ => None,
    }
}

/// Whether an instruction computes its results from its sources and nothing else, and does nothing else.
pub(super) fn is_computation(function: &Function, inst: InstId) -> bool {
    let name = function.opcode(inst).name.as_str();
    let flags = function.flags(inst);
    let odd = [
        InstFlags::MAY_LOAD,
        InstFlags::MAY_STORE,
        InstFlags::SIDE_EFFECTS,
        InstFlags::TERMINATOR,
        InstFlags::META,
        InstFlags::IN_BUNDLE,
        InstFlags::BUNDLE,
    ];
    let understood = function.operands(inst).iter().all(|o| match o.kind {
        OperandKind::Reg(range) => o.is_use() || !range.regs().any(Reg::is_exec),
        OperandKind::Imm(_) => true,
        _ => false,
    });
    let is_scalar = COMPUTE.iter().any(|start| name.starts_with(start))
        && !MORE.iter().any(|part| name.contains(part));
    (is_scalar || by_lane(function, inst)) && !odd.iter().any(|&flag| flags.has(flag)) && understood
}
