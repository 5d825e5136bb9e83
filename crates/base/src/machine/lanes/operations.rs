//! What instructions compute, as far as addresses need it. Instructions that are not in the tables
//! compute nothing that is known.

use smallvec::{SmallVec, smallvec};

use super::state::State;
use super::value::{LANES, Value};
use crate::machine::index::TypedVec;
use crate::machine::{
    Function, InstId, Opcode, OpcodeId, Operand, OperandFlags, OperandKind, Reg, RegRange, Role,
};

/// Registers with their new values.
pub(super) type Results = SmallVec<[(Reg, Value); 2]>;

/// What an operation makes of its sources.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// A result of 32 bits.
    Plain(fn(&[Value]) -> Option<Value>),
    /// A result of 64 bits, each half from the same half of the sources.
    Halves(fn(&[Value]) -> Option<Value>),
    /// `v_cmp`: a lane mask.
    Compare(fn(u32, u32) -> bool),
    /// `v_cndmask`: selects by lane.
    Select,
    /// `v_mbcnt_lo`, `v_mbcnt_hi`: lanes below this one in a half of a mask.
    CountLanes { high: bool },
    /// `v_readfirstlane`.
    FirstLane,
    /// `v_readlane`.
    ReadLane,
    /// `s_*_saveexec_b64`: the old EXEC, and the new one from the source and the old one.
    SaveExec(fn(&[Value]) -> Option<Value>),
}

use Kind::*;

/// Name of an opcode, number of its sources, and what it does with them.
pub(super) type Row = (&'static str, usize, Kind);

/// By name without its encoding (`_e32`, `_e64`): number of sources and what is done with them.
/// Instruction set documents of CDNA1 to CDNA4, chapters on SALU and VALU operations.
const OPERATIONS: &[Row] = &[
    ("S_ADDK_I32", 2, Plain(|s| Some(s[0].add(&short(&s[1])?)))),
    ("S_ADD_I32", 2, Plain(add)),
    ("S_ADD_U32", 2, Plain(add)),
    ("S_ANDN2_B32", 2, Plain(and_not)),
    ("S_ANDN2_B64", 2, Halves(and_not)),
    ("S_ANDN2_SAVEEXEC_B64", 1, SaveExec(and_not)),
    ("S_AND_B32", 2, Plain(and)),
    ("S_AND_B64", 2, Halves(and)),
    ("S_AND_SAVEEXEC_B64", 1, SaveExec(and)),
    ("S_ASHR_I32", 2, Plain(sar)),
    ("S_BFE_U32", 2, Plain(scalar_bit_field)),
    ("S_CSELECT_B32", 2, Plain(either)),
    ("S_CSELECT_B64", 2, Halves(either)),
    ("S_LSHL1_ADD_U32", 2, Plain(|s| add_shifted(s, 1))),
    ("S_LSHL2_ADD_U32", 2, Plain(|s| add_shifted(s, 2))),
    ("S_LSHL3_ADD_U32", 2, Plain(|s| add_shifted(s, 3))),
    ("S_LSHL4_ADD_U32", 2, Plain(|s| add_shifted(s, 4))),
    ("S_LSHL_B32", 2, Plain(shl)),
    ("S_LSHR_B32", 2, Plain(shr)),
    ("S_MOVK_I32", 1, Plain(|s| short(&s[0]))),
    ("S_MOV_B32", 1, Plain(same)),
    ("S_MOV_B64", 1, Halves(same)),
    ("S_MULK_I32", 2, Plain(|s| s[0].mul(&short(&s[1])?))),
    ("S_MUL_I32", 2, Plain(mul)),
    ("S_NOT_B32", 1, Plain(not)),
    ("S_NOT_B64", 1, Halves(not)),
    ("S_ORN2_B32", 2, Plain(or_not)),
    ("S_ORN2_B64", 2, Halves(or_not)),
    ("S_OR_B32", 2, Plain(or)),
    ("S_OR_B64", 2, Halves(or)),
    ("S_OR_SAVEEXEC_B64", 1, SaveExec(or)),
    ("S_SUB_I32", 2, Plain(sub)),
    ("S_SUB_U32", 2, Plain(sub)),
    ("S_XOR_B32", 2, Plain(xor)),
    ("S_XOR_B64", 2, Halves(xor)),
    ("V_ACCVGPR_MOV_B32", 1, Plain(same)),
    ("V_ACCVGPR_READ_B32", 1, Plain(same)),
    ("V_ACCVGPR_WRITE_B32", 1, Plain(same)),
    ("V_ADD3_U32", 3, Plain(|s| Some(s[0].add(&s[1]).add(&s[2])))),
    ("V_ADD_CO_U32", 2, Plain(add)),
    ("V_ADD_LSHL_U32", 3, Plain(|s| s[0].add(&s[1]).shl(&s[2]))),
    ("V_ADD_U32", 2, Plain(add)),
    ("V_AND_B32", 2, Plain(and)),
    ("V_AND_OR_B32", 3, Plain(|s| s[0].and(&s[1])?.or(&s[2]))),
    ("V_ASHRREV_I32", 2, Plain(|s| s[1].sar(&s[0]))),
    ("V_BFE_I32", 3, Plain(signed_bit_field)),
    ("V_BFE_U32", 3, Plain(bit_field)),
    ("V_BFI_B32", 3, Plain(insert)),
    ("V_BITOP3_B32", 4, Plain(truth_table)),
    ("V_CMP_EQ_I32", 2, Compare(|a, b| a == b)),
    ("V_CMP_EQ_U32", 2, Compare(|a, b| a == b)),
    ("V_CMP_GE_I32", 2, Compare(|a, b| a as i32 >= b as i32)),
    ("V_CMP_GE_U32", 2, Compare(|a, b| a >= b)),
    ("V_CMP_GT_I32", 2, Compare(|a, b| a as i32 > b as i32)),
    ("V_CMP_GT_U32", 2, Compare(|a, b| a > b)),
    ("V_CMP_LE_I32", 2, Compare(|a, b| a as i32 <= b as i32)),
    ("V_CMP_LE_U32", 2, Compare(|a, b| a <= b)),
    ("V_CMP_LT_I32", 2, Compare(|a, b| (a as i32) < b as i32)),
    ("V_CMP_LT_U32", 2, Compare(|a, b| a < b)),
    ("V_CMP_NE_I32", 2, Compare(|a, b| a != b)),
    ("V_CMP_NE_U32", 2, Compare(|a, b| a != b)),
    ("V_CNDMASK_B32", 2, Select),
    ("V_LSHLREV_B32", 2, Plain(|s| s[1].shl(&s[0]))),
    (
        "V_LSHL_ADD_U32",
        3,
        Plain(|s| Some(s[0].shl(&s[1])?.add(&s[2]))),
    ),
    ("V_LSHL_OR_B32", 3, Plain(|s| s[0].shl(&s[1])?.or(&s[2]))),
    ("V_LSHRREV_B32", 2, Plain(|s| s[1].shr(&s[0]))),
    ("V_MAD_U32_U24", 3, Plain(|s| Some(mul_24(s)?.add(&s[2])))),
    ("V_MBCNT_HI_U32_B32", 2, CountLanes { high: true }),
    ("V_MBCNT_LO_U32_B32", 2, CountLanes { high: false }),
    ("V_MOV_B32", 1, Plain(same)),
    ("V_MOV_B64", 1, Halves(same)),
    ("V_MUL_LO_U32", 2, Plain(mul)),
    ("V_MUL_U32_U24", 2, Plain(mul_24)),
    ("V_NOT_B32", 1, Plain(not)),
    ("V_OR3_B32", 3, Plain(|s| s[0].or(&s[1])?.or(&s[2]))),
    ("V_OR_B32", 2, Plain(or)),
    ("V_READFIRSTLANE_B32", 1, FirstLane),
    ("V_READLANE_B32", 2, ReadLane),
    ("V_SUBREV_CO_U32", 2, Plain(|s| Some(s[1].sub(&s[0])))),
    ("V_SUBREV_U32", 2, Plain(|s| Some(s[1].sub(&s[0])))),
    ("V_SUB_CO_U32", 2, Plain(sub)),
    ("V_SUB_U32", 2, Plain(sub)),
    ("V_XAD_U32", 3, Plain(|s| Some(s[0].xor(&s[1])?.add(&s[2])))),
    ("V_XNOR_B32", 2, Plain(|s| s[0].xor(&s[1])?.not())),
    ("V_XOR_B32", 2, Plain(xor)),
];

fn same(s: &[Value]) -> Option<Value> {
    Some(s[0].clone())
}
/// An immediate of 16 bits with a sign.
fn short(value: &Value) -> Option<Value> {
    Some(Value::constant(value.as_constant()? as i16 as u32))
}
fn not(s: &[Value]) -> Option<Value> {
    s[0].not()
}
fn add(s: &[Value]) -> Option<Value> {
    Some(s[0].add(&s[1]))
}
fn sub(s: &[Value]) -> Option<Value> {
    Some(s[0].sub(&s[1]))
}
fn mul(s: &[Value]) -> Option<Value> {
    s[0].mul(&s[1])
}
fn and(s: &[Value]) -> Option<Value> {
    s[0].and(&s[1])
}
fn and_not(s: &[Value]) -> Option<Value> {
    s[0].and(&s[1].not()?)
}
fn or(s: &[Value]) -> Option<Value> {
    s[0].or(&s[1])
}
fn or_not(s: &[Value]) -> Option<Value> {
    s[0].or(&s[1].not()?)
}
fn xor(s: &[Value]) -> Option<Value> {
    s[0].xor(&s[1])
}
fn shl(s: &[Value]) -> Option<Value> {
    s[0].shl(&s[1])
}
fn shr(s: &[Value]) -> Option<Value> {
    s[0].shr(&s[1])
}
fn sar(s: &[Value]) -> Option<Value> {
    s[0].sar(&s[1])
}
fn add_shifted(s: &[Value], by: u32) -> Option<Value> {
    Some(s[0].shl(&Value::constant(by))?.add(&s[1]))
}
/// The condition is not followed.
fn either(s: &[Value]) -> Option<Value> {
    s[0].join(&s[1], false)
}
fn mul_24(s: &[Value]) -> Option<Value> {
    let low = |value: &Value| value.and(&Value::constant(0xff_ffff));
    low(&s[0])?.mul(&low(&s[1])?)
}
fn field(value: &Value, first: u32, width: u32) -> Option<Value> {
    let mask = 1u32.checked_shl(width).map_or(u32::MAX, |end| end - 1);
    value
        .shr(&Value::constant(first))?
        .and(&Value::constant(mask))
}
fn bit_field(s: &[Value]) -> Option<Value> {
    let (first, width) = (s[1].as_constant()?, s[2].as_constant()?);
    field(&s[0], first & 31, width & 31)
}
fn signed_bit_field(s: &[Value]) -> Option<Value> {
    let (first, width) = (s[1].as_constant()? & 31, s[2].as_constant()? & 31);
    if width == 0 {
        return Some(Value::constant(0));
    }
    // Documents differ in what lies beyond the register.
    let unused = 32u32.checked_sub(first + width)?;
    let top = s[0].shl(&Value::constant(unused))?;
    top.sar(&Value::constant(32 - width))
}
/// The second source holds first bit and width.
fn scalar_bit_field(s: &[Value]) -> Option<Value> {
    let place = s[1].as_constant()?;
    field(&s[0], place & 31, place >> 16 & 0x7f)
}
fn insert(s: &[Value]) -> Option<Value> {
    s[0].and(&s[1])?.or(&s[0].not()?.and(&s[2])?)
}
/// Bit `4a + 2b + c` of the last source is the result where the others have these bits.
fn truth_table(s: &[Value]) -> Option<Value> {
    let table = s[3].as_constant()?;
    let mut result = Value::constant(0);
    for row in (0..8u32).filter(|row| table >> row & 1 == 1) {
        let mut term = Value::constant(u32::MAX);
        for (source, bit) in s.iter().zip([4, 2, 1]) {
            let wanted = if row & bit != 0 {
                source.clone()
            } else {
                source.not()?
            };
            term = term.and(&wanted)?;
        }
        result = result.or(&term)?;
    }
    Some(result)
}

/// What the opcodes of a function do, by opcode.
pub(super) fn of_opcodes(function: &Function) -> TypedVec<OpcodeId, Option<Row>> {
    let row = |opcode: &Opcode| {
        let name = opcode.name.as_str();
        let plain = name.strip_suffix("_e32").or(name.strip_suffix("_e64"));
        let found = OPERATIONS.binary_search_by_key(&plain.unwrap_or(name), |row| row.0);
        found.ok().map(|at| OPERATIONS[at])
    };
    function.opcodes().iter().map(row).collect()
}

/// What is known of the results of an instruction; nothing is known of registers that it writes
/// and that are not among them.
pub(super) fn results(function: &Function, inst: InstId, row: Row, state: &State) -> Results {
    let (name, count, kind) = row;
    let operation = Operation {
        operands: function.operands(inst),
        count,
        state,
    };
    // Lanes that are switched off keep what they had.
    if name.starts_with("V_") && !state.all_lanes() && !matches!(kind, ReadLane | FirstLane) {
        return Results::new();
    }
    operation.results(kind).unwrap_or_default()
}

struct Operation<'a> {
    operands: &'a [Operand],
    count: usize,
    state: &'a State,
}

impl Operation<'_> {
    fn results(&self, kind: Kind) -> Option<Results> {
        let result = self.operands.iter().find(|o| o.is_def() && o.is_explicit());
        let result = result.and_then(Operand::reg);
        Some(match kind {
            Plain(compute) => smallvec![(result?.first(), compute(&self.sources(0)?)?)],
            Halves(compute) => {
                let [low, high] = pair(result?)?;
                let halves = [(low, 0), (high, 1)].into_iter();
                let known =
                    halves.filter_map(|(reg, half)| Some((reg, compute(&self.sources(half)?)?)));
                known.collect()
            }
            Compare(test) => {
                let sources = self.sources(0)?;
                let [low, high] = result.map_or(Some([Reg::VCC_LO, Reg::VCC_HI]), pair)?;
                let [mask_low, mask_high] = sources[0].compare(&sources[1], test)?;
                smallvec![(low, mask_low), (high, mask_high)]
            }
            Select => smallvec![(result?.first(), self.select()?)],
            CountLanes { high } => smallvec![(result?.first(), self.count_lanes(high)?)],
            FirstLane | ReadLane => smallvec![(result?.first(), self.read_lane(kind)?)],
            SaveExec(compute) => {
                let [low, high] = pair(result?)?;
                let mut results = Results::new();
                for (half, (saved, exec)) in [(low, Reg::EXEC_LO), (high, Reg::EXEC_HI)]
                    .into_iter()
                    .enumerate()
                {
                    let source = self.sources(half)?.swap_remove(0);
                    let old = self.state.get(exec)?.clone();
                    results.push((saved, old.clone()));
                    if let Some(new) = compute(&[source, old]) {
                        results.push((exec, new));
                    }
                }
                results
            }
        })
    }

    /// The explicit operands that are read, modifiers left out, in order.
    fn inputs(&self) -> impl Iterator<Item = &Operand> {
        let is_input = |o: &&Operand| o.is_explicit() && !o.is_def() && o.role != Role::Modifiers;
        self.operands.iter().filter(is_input)
    }
    /// One half of each source. None if one is not known, or the result is changed on its way.
    fn sources(&self, half: usize) -> Option<SmallVec<[Value; 4]>> {
        let is_plain = |o: &Operand| o.imm() == Some(0);
        let mut modifiers = self.operands.iter().filter(|o| o.role == Role::Modifiers);
        // What follows the sources limits the result to its range.
        let mut rest = self.inputs().skip(self.count);
        if !modifiers.all(is_plain) || !rest.all(|o| is_plain(o) || o.role == Role::CarryIn) {
            return None;
        }
        let sources = self.inputs().take(self.count).map(|o| self.value(o, half));
        let sources = sources.collect::<Option<SmallVec<_>>>()?;
        (sources.len() == self.count).then_some(sources)
    }
    fn value(&self, operand: &Operand, half: usize) -> Option<Value> {
        match operand.kind {
            OperandKind::Imm(imm) => Some(Value::constant((imm >> (32 * half)) as u32)),
            OperandKind::Reg(_) if operand.flags.has(OperandFlags::UNDEF) => None,
            OperandKind::Reg(range) => self.state.get(range.regs().nth(half)?).cloned(),
            // An address that the linker fills in.
            OperandKind::Opaque => Some(Value::uniform()),
            _ => None,
        }
    }
    fn select(&self) -> Option<Value> {
        let sources = self.sources(0)?;
        let mask = self.inputs().nth(2).map_or_else(
            || Some([Reg::VCC_LO, Reg::VCC_HI]),
            |operand| pair(operand.reg()?),
        );
        let [low, high] = mask?;
        let mask = self.state.lane_mask(low, high)?;
        Value::select(mask, &sources[1], &sources[0])
    }
    fn count_lanes(&self, high: bool) -> Option<Value> {
        let sources = self.sources(0)?;
        let mask = u64::from(sources[0].as_constant()?) << if high { 32 } else { 0 };
        let below = |lane: usize| (mask & ((1 << lane) - 1)).count_ones();
        Some(Value::each(below).add(&sources[1]))
    }
    fn read_lane(&self, kind: Kind) -> Option<Value> {
        let sources = self.sources(0)?;
        match kind {
            ReadLane => Some(sources[0].broadcast(sources[1].as_constant()? as usize % LANES)),
            _ if self.state.all_lanes() => Some(sources[0].broadcast(0)),
            _ => None,
        }
    }
}

fn pair(range: RegRange) -> Option<[Reg; 2]> {
    let mut regs = range.regs();
    let both = [regs.next()?, regs.next()?];
    (range.len() == 2).then_some(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(OPERATIONS.is_sorted_by_key(|row| row.0));
    }
}
