//! Where control goes after an instruction.

use std::collections::HashMap;

use cdnasched_base::machine::{InstFlags, Reg, RegRange};
use cdnasched_mc::{ListedId, ListedOperand, Listing};

/// What names of opcodes say about control, beside LLVM's flags.
const CALLS: [&str; 2] = ["S_SWAPPC_B64", "S_CALL_B64"];
const JUMPS: [&str; 2] = ["S_SETPC_B64", "S_SETPC_B64_return"];
/// Branches of which the targets are kept by the hardware, and returns from traps.
const UNPLACED: [&str; 4] = [
    "S_CBRANCH_G_FORK",
    "S_CBRANCH_I_FORK",
    "S_CBRANCH_JOIN",
    "S_RFE_",
];
/// Addressing of registers by index.
const INDEXED: [&str; 5] = [
    "S_SET_GPR_IDX",
    "S_MOVREL",
    "V_MOVREL",
    "S_SETVSKIP",
    "V_SWAPREL",
];

/// The register in which the address to return to arrives (AMDGPUUsage, "Calling Convention").
const RETURN_ADDRESS: u16 = 30;

/// What an instruction does to control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Control {
    /// Goes on with the next one.
    Next,
    /// Goes there.
    Branch(ListedId),
    /// Goes there or on.
    Conditional(ListedId),
    /// Goes elsewhere and comes back.
    Call,
    /// Leaves the function.
    Return,
    /// Ends the program.
    End,
}

/// Finds the targets of branches.
pub(super) enum Places {
    /// By label, and by offset from one instruction to another.
    Text {
        labels: HashMap<String, ListedId>,
        /// Each instruction's stretch of its section in which all sizes are known, and its offset there in bytes.
        offsets: Vec<(u32, u64)>,
    },
    /// By address: instructions are in that order.
    Code,
}

impl Places {
    /// Of a text.
    pub(super) fn of_text(listing: &Listing) -> Places {
        let mut ends: HashMap<u32, (u32, u64)> = HashMap::new();
        let mut stretches = 0;
        let mut offsets = Vec::with_capacity(listing.insts.len());
        for inst in &listing.insts {
            let end = ends.get(&inst.section).filter(|_| !inst.is_after_gap);
            let (stretch, begin) = end.copied().unwrap_or_else(|| {
                stretches += 1;
                (stretches, 0)
            });
            offsets.push((stretch, begin));
            ends.insert(inst.section, (stretch, begin + u64::from(inst.size)));
        }
        let labels = listing.labels.iter();
        let labels = labels.map(|label| (label.name.clone(), label.before));
        Places::Text {
            labels: labels.collect(),
            offsets,
        }
    }

    /// The instruction that a branch leads to.
    fn target(&self, listing: &Listing, at: ListedId) -> Option<ListedId> {
        let inst = &listing.insts[at.index()];
        let target = listing
            .operands(inst)
            .iter()
            .find_map(|(operand, _)| match operand {
                ListedOperand::Symbol(_) | ListedOperand::Imm(_) => Some(*operand),
                _ => None,
            })?;
        match (target, self) {
            (ListedOperand::Symbol(name), Places::Text { labels, .. }) => {
                labels.get(listing.symbol(name)).copied()
            }
            (ListedOperand::Imm(words), Places::Text { offsets, .. }) => {
                let (stretch, offset) = offsets[at.index()];
                let wanted = words_after(offset + u64::from(inst.size), words)?;
                let mut all = offsets.iter();
                let found = all.position(|&place| place == (stretch, wanted))?;
                Some(ListedId(found as u32))
            }
            (ListedOperand::Imm(words), Places::Code) => {
                let wanted = words_after(inst.address + u64::from(inst.size), words)?;
                let found = listing
                    .insts
                    .binary_search_by_key(&wanted, |inst| inst.address);
                found.ok().map(|found| ListedId(found as u32))
            }
            _ => None,
        }
    }

    /// What an instruction does to control.
    ///
    /// # Errors
    /// Why it cannot be told.
    pub(super) fn control(
        &self,
        listing: &Listing,
        at: ListedId,
        is_kernel: bool,
    ) -> Result<Control, String> {
        let inst = &listing.insts[at.index()];
        let name = listing.name(inst);
        if inst.opcode.is_none() {
            return Err("control reaches bytes that are no instruction of this GPU".into());
        }
        if INDEXED.iter().any(|part| name.starts_with(part)) {
            return Err("registers are addressed by index (gpr-index mode, movrel)".into());
        }
        if UNPLACED.iter().any(|part| name.starts_with(part)) {
            return Err("the target of a fork, join or return from a trap is not known".into());
        }
        if CALLS.contains(&name) {
            return Ok(Control::Call);
        }
        if JUMPS.contains(&name) {
            let target = listing
                .operands(inst)
                .iter()
                .find_map(|(operand, _)| match operand {
                    ListedOperand::Reg(range) => Some(*range),
                    _ => None,
                });
            let returns = RegRange::new(Reg::sgpr(RETURN_ADDRESS).unwrap_or(Reg::M0), 2);
            if !is_kernel && target == returns {
                return Ok(Control::Return);
            }
            return Err("the target of an indirect branch is not known".into());
        }
        if inst.flags.has(InstFlags::BRANCH) {
            let target = self.target(listing, at);
            let target =
                target.ok_or("the target of a branch is no label or instruction of the code")?;
            return Ok(if inst.flags.has(InstFlags::BARRIER) {
                Control::Branch(target)
            } else {
                Control::Conditional(target)
            });
        }
        if name.starts_with("S_ENDPGM") {
            return Ok(Control::End);
        }
        Ok(Control::Next)
    }
}

/// The address that many words of 4 bytes (a signed 16-bit number) after another.
pub(crate) fn words_after(address: u64, words: i64) -> Option<u64> {
    // The disassembler gives the 16 bits as they are.
    let words = i64::from(words as u16 as i16);
    address.checked_add_signed(words.checked_mul(4)?)
}
