//! The edits of a plan, as C sees them.

use crate::ffi::abi::*;
use crate::machine::debug_values::DebugEdit;
use crate::machine::edits::{Insertion, OperandEdit, Place, Script};
use crate::machine::{BlockId, Reg, RegFile, RegRange};

/// The edits as C sees them, and what they point into.
#[derive(Default)]
pub(super) struct Edits {
    pub new_blocks: Vec<CdnaNewBlock>,
    pub new_successors: Vec<CdnaNewSuccessor>,
    pub orders: Vec<CdnaOrder>,
    pub insts: Vec<u32>,
    pub insertions: Vec<CdnaInsertion>,
    pub insertion_operands: Vec<CdnaOperandEdit>,
    pub insertion_forms: Vec<CdnaForm>,
    pub forms: Vec<CdnaForm>,
    pub operands: Vec<CdnaOperandEdit>,
    pub removals: Vec<u32>,
    pub targets: Vec<CdnaTarget>,
    pub successors: Vec<CdnaOtherSuccessor>,
    pub debug: Vec<CdnaDebugEdit>,
    names: Vec<String>,
}

impl Edits {
    /// The edits of a script, and of debug values.
    pub fn of(script: &Script, debug: &[DebugEdit]) -> Edits {
        let mut made = Edits {
            removals: script.removals.iter().map(|inst| inst.0).collect(),
            ..Edits::default()
        };
        made.flow(script);
        for (block, order) in &script.orders {
            made.orders.push(CdnaOrder {
                block: block.0,
                first_inst: made.insts.len() as u32,
                inst_count: order.len() as u32,
            });
            made.insts.extend(order.iter().map(|inst| inst.0));
        }
        for (at, insertion) in (0..).zip(&script.insertions) {
            made.insertion(at, insertion);
        }
        for (inst, name) in &script.forms {
            let form = made.form(inst.0, name);
            made.forms.push(form);
        }
        for &(inst, operand) in &script.operands {
            let edit = made.operand(inst.0, operand);
            made.operands.push(edit);
        }
        for edit in debug {
            made.debug_value(edit);
        }
        made
    }

    fn debug_value(&mut self, edit: &DebugEdit) {
        let unknown = CdnaDebugEdit {
            value: 0,
            block: CDNASCHED_NONE,
            operand: 0,
            reserved: 0,
            name: CdnaStr::of(""),
        };
        let edit = match *edit {
            DebugEdit::Unknown { value } => CdnaDebugEdit { value, ..unknown },
            DebugEdit::UnknownIn { block, value } => CdnaDebugEdit {
                value,
                block: block.0,
                ..unknown
            },
            DebugEdit::Register { value, edit } => {
                let CdnaOperandEdit { operand, name, .. } = self.operand(value, edit);
                CdnaDebugEdit {
                    value,
                    operand,
                    name,
                    ..unknown
                }
            }
        };
        self.debug.push(edit);
    }

    /// The blocks that are added, and where control goes otherwise than before.
    fn flow(&mut self, script: &Script) {
        let none = (BlockId(CDNASCHED_NONE), BlockId(CDNASCHED_NONE));
        for block in &script.new_blocks {
            self.new_blocks.push(CdnaNewBlock {
                after: block.after.0,
                first_successor: self.new_successors.len() as u32,
                successor_count: block.successors.len() as u32,
                reserved: 0,
            });
            let successors = block.successors.iter().map(|successor| {
                let (like_block, like_successor) = successor.like.unwrap_or(none);
                CdnaNewSuccessor {
                    block: successor.to.0,
                    like_block: like_block.0,
                    like_successor: like_successor.0,
                    reserved: 0,
                }
            });
            self.new_successors.extend(successors);
        }
        let targets = script.targets.iter();
        self.targets = targets
            .map(|&(inst, block)| CdnaTarget {
                inst: inst.0,
                block: block.0,
            })
            .collect();
        let successors = script.successors.iter();
        self.successors = successors
            .map(|other| CdnaOtherSuccessor {
                block: other.block.0,
                before: other.before.0,
                after: other.after.0,
                reserved: 0,
            })
            .collect();
    }

    fn insertion(&mut self, at: u32, insertion: &Insertion) {
        let (opcode, value) = match insertion.place {
            Place::Nop(imm) => (CDNA_OPCODE_NOP, imm),
            Place::Waitcnt(imm) => (CDNA_OPCODE_WAITCNT, imm),
            Place::Move { to, from } => (move_opcode(to, from), 0),
            Place::Branch { of: inst, .. }
            | Place::Copy(inst)
            | Place::Existing(inst)
            | Place::Removed(inst) => (CDNASCHED_NONE, inst.0),
        };
        let target = match insertion.place {
            Place::Branch { to, .. } => to.0,
            _ => CDNASCHED_NONE,
        };
        self.insertions.push(CdnaInsertion {
            block: insertion.block.0,
            before: insertion.before.map_or(CDNASCHED_NONE, |inst| inst.0),
            opcode,
            value,
            target,
            reserved: 0,
        });
        let mut operands = insertion.operands.clone();
        if let Place::Move { to, from } = insertion.place {
            let registers = (0..).zip([to, from]);
            operands.extend(registers.filter_map(|(operand, register)| {
                let register = RegRange::new(register, 1)?;
                Some(OperandEdit { operand, register })
            }));
        }
        for operand in operands {
            let edit = self.operand(at, operand);
            self.insertion_operands.push(edit);
        }
        if let Some(name) = &insertion.form {
            let form = self.form(at, name);
            self.insertion_forms.push(form);
        }
    }

    fn form(&mut self, target: u32, name: &str) -> CdnaForm {
        let name = name.to_owned();
        let form = CdnaForm {
            target,
            reserved: 0,
            name: CdnaStr::of(&name),
        };
        // Moving a String leaves its bytes where they are.
        self.names.push(name);
        form
    }

    fn operand(&mut self, target: u32, edit: OperandEdit) -> CdnaOperandEdit {
        let name = llvm_name(edit.register);
        let edit = CdnaOperandEdit {
            target,
            operand: edit.operand,
            name: CdnaStr::of(&name),
        };
        // Moving a String leaves its bytes where they are.
        self.names.push(name);
        edit
    }
}

/// The opcode of a move between vector registers.
pub(super) fn move_opcode(to: Reg, from: Reg) -> u32 {
    match [to, from].map(|reg| reg.file() == RegFile::Agpr) {
        [false, false] => CDNA_OPCODE_MOVE,
        [false, true] => CDNA_OPCODE_MOVE_FROM_AGPR,
        [true, false] => CDNA_OPCODE_MOVE_TO_AGPR,
        [true, true] => CDNA_OPCODE_MOVE_AMONG_AGPRS,
    }
}

/// LLVM's name of a register or tuple: `VGPR4_VGPR5`, and `VCC` for `VCC_LO` and what follows it.
pub(super) fn llvm_name(range: RegRange) -> String {
    let first = range.first();
    if first.file() == RegFile::Special && range.len() == 2 {
        let name = first.llvm_name();
        return name.strip_suffix("_LO").unwrap_or(&name).to_owned();
    }
    let names: Vec<String> = range.regs().map(Reg::llvm_name).collect();
    names.join("_")
}
