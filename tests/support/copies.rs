//! What copies hand on, spill slots included.

use super::super::machine::{Function, InstId, Operand, OperandFlags, OperandKind, Reg};
use super::{ALL, LANES, Wave, mix};

/// A dword of each lane.
#[derive(Clone, Copy)]
pub enum Cell {
    Register(Reg),
    Constant(u64),
    Spilled(u32, u32),
}

/// What a copy copies: to, from.
pub fn copied(function: &Function, inst: InstId) -> Option<Vec<(Cell, Cell)>> {
    let operands = function.operands(inst);
    let name = function.opcode(inst).name.as_str();
    let cells = |operand: &Operand, count: usize| -> Option<Vec<Cell>> {
        match operand.kind {
            OperandKind::Reg(range) => Some(range.regs().map(Cell::Register).collect()),
            OperandKind::Imm(imm) if count == 1 => Some(vec![Cell::Constant(imm as u64)]),
            _ => None,
        }
    };
    let to = operands.first()?;
    let is_zero = |o: &Operand| o.imm() == Some(0);
    let from = match name {
        _ if operands.get(1)?.flags.has(OperandFlags::UNDEF) => return None,
        "V_MOV_B32_e32" | "V_MOV_B64_e32" => operands.get(1)?,
        "V_ACCVGPR_READ_B32_e64" | "V_ACCVGPR_WRITE_B32_e64" | "V_ACCVGPR_MOV_B32" => {
            operands.get(1)?
        }
        "V_ADD_U32_e32" if is_zero(operands.get(1)?) => operands.get(2)?,
        _ => {
            let access = function.accesses(inst).first()?;
            let slot = access.spill?;
            let registers = to.reg()?.regs().map(Cell::Register);
            let dwords = (slot.offset / 4..).map(|dword| Cell::Spilled(slot.index, dword));
            let both = registers.zip(dwords);
            return Some(match to.is_def() {
                true => both.collect(),
                false => both.map(|(register, dword)| (dword, register)).collect(),
            });
        }
    };
    let to = cells(to, 1)?;
    let from = cells(from, to.len())?;
    Some(to.into_iter().zip(from).collect())
}

/// What a dword is in each lane, and the lanes that the last write left out.
type Value = ([u64; LANES], u64);

impl Wave<'_> {
    pub(super) fn sources(&self, copies: &[(Cell, Cell)]) -> Vec<Value> {
        let read = |&(_, from): &(Cell, Cell)| match from {
            Cell::Register(reg) if !reg.is_vector() => ([self.lanes[reg.index()][0]; LANES], 0),
            Cell::Register(reg) => (self.lanes[reg.index()], self.left_out[reg.index()]),
            Cell::Constant(bits) => ([mix(21, bits); LANES], 0),
            Cell::Spilled(slot, dword) => {
                let held = self.spilled.get(&(slot, dword)).copied();
                (held.unwrap_or_else(|| self.unspilled(slot, dword)), 0)
            }
        };
        copies.iter().map(read).collect()
    }

    /// What a slot holds that was never written.
    fn unspilled(&self, slot: u32, dword: u32) -> [u64; LANES] {
        let place = mix(u64::from(slot), 1000 + u64::from(dword));
        std::array::from_fn(|lane| mix(mix(self.seed, place), lane as u64))
    }

    /// Writes in the lanes in `who`.
    pub(super) fn put(&mut self, copies: &[(Cell, Cell)], values: Vec<Value>, who: u64) {
        for (&(to, _), (value, left_out)) in copies.iter().zip(values) {
            let lanes = match to {
                Cell::Register(reg) => {
                    self.left_out[reg.index()] = if who == ALL { left_out } else { ALL & !who };
                    &mut self.lanes[reg.index()]
                }
                Cell::Spilled(slot, dword) => {
                    let first = self.unspilled(slot, dword);
                    self.spilled.entry((slot, dword)).or_insert(first)
                }
                Cell::Constant(_) => continue,
            };
            for lane in (0..LANES).filter(|lane| who >> lane & 1 == 1) {
                lanes[lane] = value[lane];
            }
        }
    }
}
