//! Which stack slots hold what vector registers held, lane by lane, and nothing else.
//!
//! By the memory operands, which outlive frame indices. LLVM marks as spill slots also those of scalar registers without
//! a lane of a VGPR to go to, and those of registers in whole-wave mode. Both are written and read while EXEC is set for
//! it (`SIRegisterInfo.cpp`: `SGPRSpillBuilder`, `eliminateFrameIndex`; `SIFrameLowering.cpp`: `emitCSRSpillStores`), which
//! is how they are told apart.

use super::abi::*;
use super::raw::{Error, range};
use crate::machine::{Reg, RegRange};

/// A function with the frame that its accesses name.
pub struct Frame<'a> {
    /// LLVM's number of its calling convention.
    pub convention: u32,
    pub objects: &'a [CdnaFrameObject],
    pub blocks: &'a [CdnaBlock],
    pub insts: &'a [CdnaInst],
    pub operands: &'a [CdnaOperand],
    pub accesses: &'a [CdnaAccess],
    pub registers: &'a [RegRange],
    /// Names of the opcodes, by their index.
    pub names: Vec<&'a str>,
}

/// LLVM's numbers of the calling conventions of kernels (`llvm/IR/CallingConv.h`): SPIR_KERNEL, AMDGPU_KERNEL. Callable
/// functions also keep what is their caller's in slots: scalar registers in all lanes, with memory operands that name the
/// first word for each (`SIFrameLowering.cpp`: `PrologEpilogSGPRSpillBuilder`).
const KERNELS: [u32; 2] = [76, 91];

/// An instruction, and what is said of it.
struct Looked<'a> {
    name: &'a str,
    flags: u32,
    operands: &'a [CdnaOperand],
    accesses: &'a [CdnaAccess],
    is_bundled: bool,
}

impl Frame<'_> {
    /// By index of an object of the frame, whether it is such a slot.
    ///
    /// # Errors
    /// For ranges that leave their arrays.
    pub fn slots(&self) -> Result<Vec<bool>, Error> {
        let spills = self.objects.iter().map(|object| object.spills != 0);
        let mut slots: Vec<bool> = spills.collect();
        if !KERNELS.contains(&self.convention) {
            slots.fill(false);
        }
        if !slots.contains(&true) {
            return Ok(slots);
        }
        for block in self.blocks {
            // Whether EXEC is wider than control flow has it.
            let mut widened = false;
            let insts = range(self.insts, block.first_inst, block.inst_count, "insts")?;
            for (at, inst) in insts.iter().enumerate() {
                let in_bundle = |inst: Option<&CdnaInst>| {
                    inst.is_some_and(|inst| inst.flags & CDNA_INST_IN_BUNDLE != 0)
                };
                let is_bundled = in_bundle(Some(inst)) || in_bundle(insts.get(at + 1));
                let looked = self.looked(inst, is_bundled)?;
                self.exclude(&looked, widened, &mut slots);
                if self.writes_exec(&looked) {
                    widened = looked.widens(widened);
                }
            }
            // Whatever widened it ends in its block, as far as slots go.
            if widened && block.successor_count != 0 {
                slots.fill(false);
            }
        }
        Ok(slots)
    }

    fn looked(&self, inst: &CdnaInst, is_bundled: bool) -> Result<Looked<'_>, Error> {
        let (first, count) = (inst.first_operand, inst.operand_count);
        let operands = range(self.operands, first, count, "operands")?;
        let (first, count) = (inst.first_access, inst.access_count);
        let accesses = range(self.accesses, first, count, "accesses")?;
        Ok(Looked {
            name: range(&self.names, inst.opcode, 1, "opcodes")?[0],
            flags: inst.flags,
            operands,
            accesses,
            is_bundled,
        })
    }

    /// Takes out the slots that an instruction uses otherwise.
    fn exclude(&self, looked: &Looked, widened: bool, slots: &mut [bool]) {
        for access in looked.accesses {
            let plain = !widened && looked.accesses.len() == 1 && self.is_plain(looked, access);
            if let (false, Some(slot)) = (plain, slot_of(access, slots)) {
                *slot = false;
            }
        }
        for operand in looked.operands {
            let is_address = u32::from(operand.kind) == CDNA_OPERAND_FRAME_INDEX;
            if let (true, Some(slot)) = (is_address, slots.get_mut(operand.index as usize)) {
                *slot = false;
            }
        }
        // It might have lost the memory operand that says which slot it is about.
        let is_access = looked.flags & (CDNA_INST_MAY_LOAD | CDNA_INST_MAY_STORE) != 0;
        let stack = ["BUFFER_LOAD", "BUFFER_STORE", "SCRATCH_"];
        let may_be_stack = stack.iter().any(|part| looked.name.starts_with(part));
        if is_access && looked.accesses.is_empty() && may_be_stack {
            slots.fill(false);
        }
    }

    /// Whether an access of a slot is one of LLVM's spills and reloads of vector registers, as they are made.
    fn is_plain(&self, looked: &Looked, access: &CdnaAccess) -> bool {
        let is_store = access.flags & CDNA_ACCESS_STORE != 0;
        let is_load = access.flags & CDNA_ACCESS_LOAD != 0;
        let special = CDNA_ACCESS_VOLATILE | CDNA_ACCESS_ATOMIC;
        let name = looked.name.strip_prefix("BUFFER_");
        let Some(name) = name.or_else(|| looked.name.strip_prefix("SCRATCH_")) else {
            return false;
        };
        let direction = if is_store {
            "STORE_DWORD"
        } else {
            "LOAD_DWORD"
        };
        if is_load == is_store
            || access.flags & special != 0
            || looked.is_bundled
            || !name.starts_with(direction)
        {
            return false;
        }
        let object = access.frame_object.checked_sub(1);
        let object = object.and_then(|object| self.objects.get(object as usize));
        let (Some(object), Some(data)) = (object, self.register(looked.operands.first())) else {
            return false;
        };
        let is_def = u32::from(looked.operands[0].flags) & CDNA_OPERAND_DEF != 0;
        let end = u64::try_from(access.offset).ok();
        let end = end.and_then(|begin| begin.checked_add(access.bytes));
        if is_def != is_load
            || !data.first().is_vector()
            || u64::from(data.len()) * 4 != access.bytes
            || end.is_none_or(|end| end > object.size)
        {
            return false;
        }
        // The memory operand and the instruction have to agree.
        let address = looked.constant_address(name);
        address.is_none_or(|address| Some(address) == object.offset.checked_add(access.offset))
    }

    fn register(&self, operand: Option<&CdnaOperand>) -> Option<RegRange> {
        let operand = operand.filter(|one| u32::from(one.kind) == CDNA_OPERAND_REGISTER)?;
        self.registers.get(operand.index as usize).copied()
    }

    /// Whether it writes EXEC, or calls what may.
    fn writes_exec(&self, looked: &Looked) -> bool {
        looked.operands.iter().any(|operand| {
            let is_def = u32::from(operand.flags) & CDNA_OPERAND_DEF != 0;
            let exec = |range: RegRange| range.regs().any(Reg::is_exec);
            u32::from(operand.kind) == CDNA_OPERAND_REGISTER_MASK
                || is_def && self.register(Some(operand)).is_some_and(exec)
        })
    }
}

/// The entry of the slot that an access names.
fn slot_of<'a>(access: &CdnaAccess, slots: &'a mut [bool]) -> Option<&'a mut bool> {
    slots.get_mut(access.frame_object.checked_sub(1)? as usize)
}

impl Looked<'_> {
    /// Whether EXEC is wider than control flow has it, after this instruction, which writes it. Control flow keeps masks in
    /// registers; LLVM turns on all lanes, or a number of them, by a constant, and those that are off by their negation.
    fn widens(&self, widened: bool) -> bool {
        let is_constant = |operand: &CdnaOperand| u32::from(operand.kind) == CDNA_OPERAND_IMMEDIATE;
        match self.name {
            "S_NOT_B64" => !widened,
            _ => self.operands.iter().any(is_constant),
        }
    }

    /// Where in a kernel's frame an access is whose address names no register. The name is without the kind of access.
    fn constant_address(&self, name: &str) -> Option<i64> {
        let imm = |at: usize| {
            let operand = self.operands.get(at);
            let operand = operand.filter(|one| u32::from(one.kind) == CDNA_OPERAND_IMMEDIATE);
            operand.map(|operand| operand.imm)
        };
        if name.ends_with("_ST") {
            imm(1)
        } else if name.ends_with("_OFFSET") {
            imm(2)?.checked_add(imm(3)?)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORE: &str = "BUFFER_STORE_DWORD_OFFEN";
    const LOAD: &str = "BUFFER_LOAD_DWORD_OFFEN";

    /// An instruction in the making.
    #[derive(Clone)]
    struct Made {
        name: &'static str,
        flags: u32,
        operands: Vec<CdnaOperand>,
        accesses: Vec<CdnaAccess>,
    }

    fn operand(kind: u32, index: u32, imm: i64, flags: u32) -> CdnaOperand {
        CdnaOperand {
            kind: kind as u8,
            flags: flags as u8,
            reserved: 0,
            index,
            imm,
        }
    }

    /// A register by its index in the table below.
    fn register(index: u32, flags: u32) -> CdnaOperand {
        operand(CDNA_OPERAND_REGISTER, index, 0, flags)
    }

    fn imm(value: i64) -> CdnaOperand {
        operand(CDNA_OPERAND_IMMEDIATE, 0, value, 0)
    }

    fn made(name: &'static str, operands: &[CdnaOperand]) -> Made {
        Made {
            name,
            flags: 0,
            operands: operands.to_vec(),
            accesses: Vec::new(),
        }
    }

    /// A spill of v1 to the first slot, or its reload.
    fn spill(name: &'static str) -> Made {
        let is_store = name.contains("STORE");
        let flags = if is_store { 0 } else { CDNA_OPERAND_DEF };
        let access = CdnaAccess {
            flags: if is_store {
                CDNA_ACCESS_STORE
            } else {
                CDNA_ACCESS_LOAD
            },
            bytes: 4,
            frame_object: 1,
            ..CdnaAccess::default()
        };
        Made {
            flags: if is_store {
                CDNA_INST_MAY_STORE
            } else {
                CDNA_INST_MAY_LOAD
            },
            accesses: vec![access],
            ..made(name, &[register(0, flags)])
        }
    }

    /// Which of two slots are such, in a kernel of one block.
    fn slots(insts: &[Made]) -> [bool; 2] {
        slots_of(insts, 91, 0)
    }

    fn slots_of(made: &[Made], convention: u32, successor_count: u32) -> [bool; 2] {
        let registers = ["v1", "exec", "s[2:3]", "v[4:5]"];
        let registers = registers.map(|text| RegRange::parse(text).expect("a register"));
        let object = |offset| CdnaFrameObject {
            offset,
            size: 8,
            spills: 1,
            reserved: 0,
        };
        let objects = [object(16), object(24)];
        let (mut insts, mut operands, mut accesses) = (Vec::new(), Vec::new(), Vec::new());
        for (opcode, one) in (0..).zip(made) {
            insts.push(CdnaInst {
                opcode,
                flags: one.flags,
                first_operand: operands.len() as u32,
                operand_count: one.operands.len() as u32,
                first_access: accesses.len() as u32,
                access_count: one.accesses.len() as u32,
                ..CdnaInst::default()
            });
            operands.extend(one.operands.iter().copied());
            accesses.extend(one.accesses.iter().copied());
        }
        let block = CdnaBlock {
            inst_count: insts.len() as u32,
            successor_count,
            ..CdnaBlock::default()
        };
        let frame = Frame {
            convention,
            objects: &objects,
            blocks: &[block],
            insts: &insts,
            operands: &operands,
            accesses: &accesses,
            registers: &registers,
            names: made.iter().map(|one| one.name).collect(),
        };
        let slots = frame.slots().expect("slots");
        [slots[0], slots[1]]
    }

    #[test]
    fn spills_and_reloads_of_vector_registers_make_a_slot() {
        assert_eq!(slots(&[spill(STORE), spill(LOAD)]), [true, true]);
        assert_eq!(slots_of(&[spill(STORE)], 76, 0), [true, true]);
        assert_eq!(slots_of(&[spill(STORE)], 0, 0), [false, false]);
    }

    #[test]
    fn any_other_access_ends_it() {
        type Fault = fn(&mut Made);
        let faults: [Fault; 12] = [
            |one| one.accesses[0].flags |= CDNA_ACCESS_VOLATILE,
            |one| one.accesses[0].flags |= CDNA_ACCESS_ATOMIC,
            |one| one.accesses[0].flags |= CDNA_ACCESS_LOAD,
            |one| one.accesses[0].bytes = u64::MAX,
            |one| one.accesses[0].bytes = 8,
            |one| one.accesses[0].offset = -4,
            |one| one.accesses[0].offset = 8,
            |one| one.operands[0] = register(2, 0),
            |one| one.operands[0] = register(0, CDNA_OPERAND_DEF),
            |one| one.flags |= CDNA_INST_IN_BUNDLE,
            |one| one.name = "BUFFER_STORE_SHORT_OFFEN",
            |one| one.accesses.push(one.accesses[0]),
        ];
        for (at, fault) in faults.iter().enumerate() {
            let mut one = spill(STORE);
            fault(&mut one);
            assert_eq!(slots(&[spill(STORE), one]), [false, true], "{at}");
        }
        let address = operand(CDNA_OPERAND_FRAME_INDEX, 1, 0, 0);
        assert_eq!(slots(&[made("S_MOV_B32", &[address])]), [true, false]);
        // No memory operand says what this one is about.
        let mut unknown = spill(LOAD);
        unknown.accesses.clear();
        assert_eq!(slots(std::slice::from_ref(&unknown)), [false, false]);
        unknown.name = "DS_READ_B32_gfx9";
        assert_eq!(slots(&[unknown]), [true, true]);
    }

    #[test]
    fn an_address_without_registers_must_be_the_slots() {
        let with = |name, operands: &[CdnaOperand]| {
            let mut one = spill(name);
            one.operands.extend_from_slice(operands);
            slots(&[one])
        };
        let offset = "BUFFER_STORE_DWORD_OFFSET";
        let resource = register(2, 0);
        assert_eq!(with(offset, &[resource, imm(0), imm(16)]), [true, true]);
        assert_eq!(with(offset, &[resource, imm(4), imm(12)]), [true, true]);
        assert_eq!(with(offset, &[resource, imm(0), imm(20)]), [false, true]);
        // The stack pointer is not known here.
        assert_eq!(with(offset, &[resource, resource, imm(20)]), [true, true]);
        assert_eq!(with("SCRATCH_STORE_DWORD_ST", &[imm(16)]), [true, true]);
        assert_eq!(with("SCRATCH_STORE_DWORD_ST", &[imm(0)]), [false, true]);
    }

    #[test]
    fn what_is_spilled_with_other_lanes_is_no_such_slot() {
        let exec = register(1, CDNA_OPERAND_DEF);
        let all = made("S_MOV_B64", &[exec, imm(-1)]);
        let back = made("S_MOV_B64", &[exec, register(2, 0)]);
        let not = made("S_NOT_B64", &[exec, register(1, 0)]);
        let branch = made("S_AND_B64", &[exec, register(2, 0)]);
        let around = |insts: &[&Made]| {
            let insts: Vec<Made> = insts.iter().map(|&one| one.clone()).collect();
            slots(&insts)
        };
        let (store, load) = (spill(STORE), spill(LOAD));
        assert_eq!(around(&[&all, &store, &back]), [false, true]);
        assert_eq!(around(&[&all, &back, &store]), [true, true]);
        assert_eq!(around(&[&not, &store, &not, &load]), [false, true]);
        assert_eq!(around(&[&not, &not, &load]), [true, true]);
        assert_eq!(around(&[&branch, &store]), [true, true]);
        // It would reach other blocks.
        assert_eq!(slots_of(std::slice::from_ref(&all), 91, 1), [false, false]);
        assert_eq!(slots_of(&[all], 91, 0), [true, true]);
        // After a call with an immediate, nobody knows.
        let call = made(
            "SI_CALL",
            &[imm(0), operand(CDNA_OPERAND_REGISTER_MASK, 0, 0, 0)],
        );
        assert_eq!(around(&[&call, &store]), [false, true]);
    }
}
