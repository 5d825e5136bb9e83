//! Where the two policies for loads straight into LDS differ: a remark and a line of the report each.

use std::collections::{BTreeMap, BTreeSet};

use super::{Outcome, Remark, RemarkKind};
use crate::gpu::{Counter, Counts};
use crate::machine::{AliasRelation, BlockId, Function, InstId, LdsDma};
use crate::report::{LdsDmaDifference, Record};
use crate::waitcnt;

/// Notes every place of the order where one policy waits on `vmcnt` for more than the other.
pub(super) fn differences(
    function: &Function,
    explain: bool,
    record: &mut Record,
    outcome: &mut Outcome,
) {
    let facts = function.aliases.all();
    if facts.iter().all(|f| f.relation != AliasRelation::Unproved) {
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
        let vmcnt = |waits: &Waits| waits.get(&place)?.get(Counter::Vm);
        let (llvm, strict) = (vmcnt(&llvm), vmcnt(&strict));
        if llvm == strict {
            continue;
        }
        let instruction = function.asm(inst);
        if explain {
            outcome.remarks.push(Remark {
                kind: RemarkKind::Analysis,
                name: "LoadsIntoLds",
                message: format!(
                    "before '{instruction}', -cdna-sched-lds-dma=llvm waits for {}, strict for {}",
                    count(llvm),
                    count(strict)
                ),
                block,
                inst: Some(inst),
                args: Vec::new(),
            });
        }
        record.lds_dma.push(LdsDmaDifference {
            block: block.0,
            instruction,
            llvm,
            strict,
        });
    }
}

/// The counts that are required before each instruction that has a wait.
type Waits = BTreeMap<(BlockId, InstId), Counts>;

fn required(function: &Function, policy: LdsDma) -> Option<Waits> {
    let mut copy = function.clone();
    copy.aliases.policy = policy;
    let placed = waitcnt::place_at_once(&mut copy, waitcnt::Policy::Ours).ok()?;
    let waits = placed.waits.iter();
    let waits = waits.filter_map(|wait| Some(((wait.block, wait.consumer?), wait.counts)));
    Some(waits.collect())
}

fn count(vmcnt: Option<u8>) -> String {
    vmcnt.map_or("nothing".to_owned(), |n| format!("vmcnt({n})"))
}
