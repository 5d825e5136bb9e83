//! What is known of all registers at one place.

use super::Value;
use crate::gpu::Gpu;
use crate::machine::{Function, InstId, Reg};

/// What is in a register.
#[derive(Clone, PartialEq, Debug)]
enum Content {
    /// It differs by lane in ways that are not known.
    Unknown,
    /// Nothing depends on it (`IMPLICIT_DEF`), so that where paths meet it may be taken for what it is on others.
    /// What is computed from it is not known.
    Undefined,
    Known(Value),
}

/// By register its value.
#[derive(Clone, Debug)]
pub(super) struct State(Vec<Content>);

impl State {
    /// Where a function begins.
    pub fn at_entry(function: &Function) -> State {
        let mut state = State(vec![Content::Unknown; Reg::COUNT]);
        state.forget_all();
        let resources = &function.resources;
        let fills_waves =
            resources.workgroup_size == 0 || resources.workgroup_size >= function.gpu.wave_size();
        if resources.is_entry && fills_waves {
            state.set(Reg::EXEC_LO, Some(Value::constant(u32::MAX)));
            state.set(Reg::EXEC_HI, Some(Value::constant(u32::MAX)));
            let mut coordinates = vec![Value::each(|lane| lane as u32)];
            if function.gpu == Gpu::Gfx908 {
                coordinates.extend([other_coordinate(), other_coordinate()]);
            }
            for (n, value) in (0..).zip(coordinates) {
                if let Some(reg) = Reg::vgpr(n) {
                    state.set(reg, Some(value));
                }
            }
        }
        state
    }

    /// The value of a register, if it is known.
    pub fn get(&self, reg: Reg) -> Option<&Value> {
        match &self.0[reg.index()] {
            Content::Known(value) => Some(value),
            Content::Unknown | Content::Undefined => None,
        }
    }
    /// A register gets a value; `None` for one that is not known.
    pub fn set(&mut self, reg: Reg, value: Option<Value>) {
        self.0[reg.index()] = value.map_or(Content::Unknown, Content::Known);
    }
    /// Nothing depends on what a register has; but scalar registers are the same in all lanes.
    pub fn undefine(&mut self, reg: Reg) {
        match reg.is_vector() {
            true => self.0[reg.index()] = Content::Undefined,
            false => self.forget(reg),
        }
    }
    /// Nothing is known of a register any more; but scalar registers are the same in all lanes.
    pub fn forget(&mut self, reg: Reg) {
        self.set(reg, (!reg.is_vector()).then(Value::uniform));
    }
    /// As [`State::forget`], of all registers.
    pub fn forget_all(&mut self) {
        (0..Reg::COUNT)
            .filter_map(Reg::from_index)
            .for_each(|reg| self.forget(reg));
    }
    /// Whether all lanes are active for certain.
    pub fn all_lanes(&self) -> bool {
        self.lane_mask(Reg::EXEC_LO, Reg::EXEC_HI) == Some(u64::MAX)
    }
    /// A known lane mask.
    pub fn lane_mask(&self, low: Reg, high: Reg) -> Option<u64> {
        let half = |reg| Some(u64::from(self.get(reg)?.as_constant()?));
        Some(half(low)? | half(high)? << 32)
    }
    /// What is known on both ways to a place; whether that is not what was known here.
    pub fn join(&mut self, other: &State, widen: bool) -> bool {
        let mut changed = false;
        for (here, there) in self.0.iter_mut().zip(&other.0) {
            let joined = match (&*here, there) {
                (Content::Unknown, _) | (_, Content::Undefined) => continue,
                (Content::Undefined, there) => there.clone(),
                (Content::Known(_), Content::Unknown) => Content::Unknown,
                (Content::Known(value), Content::Known(there)) => value
                    .join(there, widen)
                    .map_or(Content::Unknown, Content::Known),
            };
            if joined != *here {
                *here = joined;
                changed = true;
            }
        }
        changed
    }
}

/// What stands for the second and third coordinate of the work-item, which gfx908 has in registers of
/// their own: numbers that no instruction computes by chance.
fn other_coordinate() -> Value {
    Value::each(|lane| 0x9e37_79b9_u32.wrapping_mul(lane as u32 + 7))
}

/// Whether an instruction reads the work-item's second or third coordinate: bits 10 to 29 of what v0 holds
/// at the start, or registers of their own on gfx908. The workgroup has more than one dimension then, and
/// which lane has which first coordinate is not known.
pub(super) fn reads_other_dimension(function: &Function, inst: InstId, state: &State) -> bool {
    let operands = function.operands(inst);
    let read = operands.iter().filter(|o| o.is_use() && o.is_explicit());
    let mut values = read.filter_map(|o| state.get(o.reg()?.first()));
    if function.gpu == Gpu::Gfx908 {
        let other = other_coordinate();
        return values.any(|value| *value == other);
    }
    let name = function.opcode(inst).name.as_str();
    if name.starts_with("V_AND_") && keeps_high_bits(function, inst, state) {
        return true;
    }
    let takes_high_bits = match name.get(..6) {
        Some("V_BFE_" | "V_LSHR") => |imm: i64| (10..32).contains(&imm),
        _ => return false,
    };
    // The width of a bit field is the last operand, and never decides.
    let first = operands
        .iter()
        .find_map(|o| o.imm().filter(|_| o.is_explicit()));
    first.is_some_and(takes_high_bits)
        && values.any(|value| *value == Value::each(|lane| lane as u32))
}

/// Whether an `and` leaves bits of the packed coordinates, shifted right or not, that belong to the second
/// or third: LLVM merges shifts, and takes `y & 3` times 128 as bits 9 and 10 of the coordinates shifted by
/// one. A shift by more than five leaves nothing of the first wave's lanes to know it by.
fn keeps_high_bits(function: &Function, inst: InstId, state: &State) -> bool {
    let operands = function.operands(inst).iter();
    // Of `and_or` the third source takes no part.
    let sources = operands.filter(|o| o.is_use() && o.is_explicit()).take(2);
    let values: Vec<Value> = sources
        .filter_map(|o| match (o.imm(), o.reg()) {
            (Some(imm), _) => Some(Value::constant(imm as u32)),
            (_, Some(reg)) => state.get(reg.first()).cloned(),
            _ => None,
        })
        .collect();
    let [first, second] = values.as_slice() else {
        return false;
    };
    let keeps = |coordinates: &Value, mask: &Value| {
        mask.as_constant().is_some_and(|mask| {
            let keeps_some = |n: u32| mask & (COORDINATES >> n) & !(0x3ff >> n) != 0;
            let is_shifted_by = |n| *coordinates == Value::each(|lane| lane as u32 >> n);
            (0..6).any(|n| keeps_some(n) && is_shifted_by(n))
        })
    };
    keeps(first, second) || keeps(second, first)
}

/// The bits of the packed coordinates.
const COORDINATES: u32 = 0x3fff_ffff;
