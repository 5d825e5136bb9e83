//! Where the two policies for loads straight into LDS differ: a remark and a line of the report each.

use std::collections::{BTreeMap, BTreeSet};

use super::{Outcome, Remark, RemarkKind};
use crate::gpu::{Counter, OpTraits, Unit};
use crate::machine::{AliasRelation, BlockId, Function, InstFlags, InstId, LdsDma};
use crate::report::{LdsDmaDifference, Record};
use crate::waitcnt::{self, Cause, PlacedWait};

/// Notes every place of the order where one policy waits on `vmcnt` for more than the other.
pub(super) fn differences(
    function: &Function,
    explain: bool,
    record: &mut Record,
    outcome: &mut Outcome,
) {
    if !may_differ(function) {
        return;
    }
    let (Some(llvm), Some(strict)) = (
        required(function, LdsDma::Llvm),
        required(function, LdsDma::Strict),
    ) else {
        return;
    };
    let places: BTreeSet<_> = llvm.keys().chain(strict.keys()).copied().collect();
    for place @ (block, inst) in places {
        let (llvm, strict) = (llvm.get(&place), strict.get(&place));
        let vmcnt = |wait: Option<&PlacedWait>| wait?.counts.get(Counter::Vm);
        if vmcnt(llvm) == vmcnt(strict) {
            continue;
        }
        let instruction = function.asm(inst);
        if explain {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Analysis,
                name: "LoadsIntoLds",
                message: format!(
                    "before '{instruction}', -cdna-sched-lds-dma=llvm waits for {}, strict for {}{}",
                    count(vmcnt(llvm)),
                    count(vmcnt(strict)),
                    strict.map_or_else(String::new, |wait| reason(function, inst, wait)),
                ),
                block,
                inst: Some(inst),
                args: Vec::new(),
            });
        }
        record.lds_dma.push(LdsDmaDifference {
            block: block.0,
            instruction,
            llvm: vmcnt(llvm),
            strict: vmcnt(strict),
        });
    }
}

/// Whether the policies may differ: something is neither proved nor waited for by LLVM, or inline assembly, into which
/// LLVM does not look, accesses LDS.
fn may_differ(function: &Function) -> bool {
    let facts = function.aliases.all();
    let mut insts = function.blocks().iter().flat_map(|block| &block.order);
    facts.iter().any(|f| f.relation == AliasRelation::Unproved)
        || insts.any(|&inst| {
            let info = function.info(inst);
            let in_lds = info.unit == Unit::Lds || info.has(OpTraits::LDS_DMA);
            in_lds && function.flags(inst).has(InstFlags::IN_ASM)
        })
}

/// Why the strict policy waits there.
fn reason(function: &Function, inst: InstId, wait: &PlacedWait) -> String {
    let of_vmcnt = wait.reasons.iter().find(|r| r.counter == Counter::Vm);
    let Some(Cause::Lds { producer }) = of_vmcnt.map(|reason| reason.cause) else {
        return String::new();
    };
    let in_asm = |inst| match function.flags(inst).has(InstFlags::IN_ASM) {
        true => " of inline assembly",
        false => "",
    };
    let consumer = match function.is_parsed_asm(inst) {
        true => "the assembly",
        false => "it",
    };
    format!(
        ": '{}'{} may write the LDS that {consumer} accesses",
        function.asm(producer),
        in_asm(producer)
    )
}

/// The waits that are required before each instruction that has one.
type Waits = BTreeMap<(BlockId, InstId), PlacedWait>;

fn required(function: &Function, policy: LdsDma) -> Option<Waits> {
    let mut copy = function.clone();
    copy.aliases.policy = policy;
    let placed = waitcnt::place_at_once(&mut copy, waitcnt::Policy::Ours).ok()?;
    let waits = placed.waits.into_iter();
    let waits = waits.filter_map(|wait| Some(((wait.block, wait.consumer?), wait)));
    Some(waits.collect())
}

fn count(vmcnt: Option<u8>) -> String {
    vmcnt.map_or("nothing".to_owned(), |n| format!("vmcnt({n})"))
}
