//! Kinds of instructions that a comparison tells apart: classes of the cost model, and what else decides about distances.

use cdnasched_base::gpu::{Counter, Counts, OpTraits, Unit};
use cdnasched_base::machine::{Function, InstId};
use cdnasched_engine::timing::Class;
use cdnasched_engine::waitcnt::wait_request;

/// A kind of instruction, by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
pub struct Kind(pub String);

impl Kind {
    /// The kind of an instruction; of a branch, whether it was taken.
    pub fn of(function: &Function, inst: InstId, taken: bool) -> Kind {
        let info = function.info(inst);
        let class = Class::of(function, inst);
        Kind(match info.unit {
            Unit::Wait => wait(function, inst).to_owned(),
            Unit::Nop => "nop".to_owned(),
            Unit::Matrix => {
                let llvm = u32::from(function.inst(inst).llvm_passes);
                let own = info.matrix.map_or(0, |matrix| u32::from(matrix.passes.0));
                let passes = if llvm > 0 { llvm } else { own };
                let is_scaled = info.matrix.is_some_and(|matrix| matrix.scaled);
                format!("matrix{}_{passes}", if is_scaled { "_scaled" } else { "" })
            }
            Unit::Valu if class == Class::Valu && writes_scalars(function, inst) => {
                "valu_to_scalar".to_owned()
            }
            Unit::Vmem(_) if info.has(OpTraits::LDS_DMA) => "vmem_to_lds".to_owned(),
            _ if class == Class::Branch && taken => Class::BranchTaken.name(),
            _ => class.name(),
        })
    }
}

/// How many operations a wait leaves outstanding on a counter; `None` where it does not wait for that one.
pub(super) fn left(function: &Function, wait: InstId, counter: Counter) -> Option<u8> {
    let counts = wait_request(function, wait).unwrap_or(Counts::ZERO);
    counts.get(counter).filter(|&count| count < counter.max())
}

/// A wait, by what it waits for.
fn wait(function: &Function, inst: InstId) -> &'static str {
    let waits = |counter| left(function, inst, counter).is_some();
    match (waits(Counter::Vm), waits(Counter::Lgkm)) {
        (true, true) => "wait_vm_lgkm",
        (true, false) => "wait_vm",
        _ => "wait_lgkm",
    }
}

fn writes_scalars(function: &Function, inst: InstId) -> bool {
    let mut written = function.operands(inst).iter().filter(|o| o.is_def());
    written.any(|operand| {
        operand
            .reg()
            .is_some_and(|range| range.regs().any(|reg| reg.is_scalar() || reg.is_exec()))
    })
}

/// Whether an instruction reads a register that another writes.
pub(super) fn reads(function: &Function, later: InstId, earlier: InstId) -> bool {
    let written = function.operands(earlier).iter().filter(|o| o.is_def());
    let written: Vec<_> = written.filter_map(|o| o.reg()).collect();
    let mut read = function.operands(later).iter().filter(|o| !o.is_def());
    read.any(|operand| {
        let range = operand.reg();
        range.is_some_and(|range| {
            range
                .regs()
                .any(|reg| written.iter().any(|w| w.contains(reg)))
        })
    })
}
