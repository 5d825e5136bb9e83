//! What is said of inline assembly: what could not be parsed, and what its author left open in it. Nothing is
//! ever changed in it.

use std::collections::BTreeMap;

use super::{Outcome, Remark, RemarkKind};
use crate::check::{self, OpenWait};
use crate::machine::{BlockId, Function, InstFlags, InstId};
use crate::rules::Policy;

/// Inline assembly that is taken for the strictest case, and why.
pub(super) fn not_parsed(function: &Function, outcome: &mut Outcome) {
    for (inst, why) in function.unparsed_asm() {
        outcome.remarks.push(Remark {
            kind: RemarkKind::Missed,
            name: "InlineAsm",
            message: format!(
                "inline assembly could not be parsed ({why}): it is taken to need everything that is \
                 outstanding before it, and to end with the strictest writer of its outputs"
            ),
            block: block_of(function, *inst),
            inst: Some(*inst),
            args: Vec::new(),
        });
    }
}

/// Hazards and missing waits between instructions of one piece of inline assembly: a warning for each, once
/// for all copies of the assembly.
///
/// Hazards count that AMD's documents know, or LLVM where they say nothing: what its author may have read.
pub(super) fn open_inside(function: &Function, policy: Policy, outcome: &mut Outcome) {
    let policy = match policy {
        Policy::Llvm => Policy::Llvm,
        Policy::Safe | Policy::Exact | Policy::Isa => Policy::Isa,
    };
    let mut found: BTreeMap<(u32, u32, String), Open> = BTreeMap::new();
    let mut add = |consumer: InstId, producer: Option<InstId>, what: String| {
        let line = |inst| function.asm_line(inst).unwrap_or(0);
        let mnemonics = [Some(consumer), producer].map(|inst| inst.map(|i| function.mnemonic(i)));
        let key = format!("{mnemonics:?} {what}");
        let lines = (line(consumer), producer.map_or(0, line));
        let entry = found.entry((lines.0, lines.1, key));
        let open = entry.or_insert(Open {
            consumer,
            producer,
            what,
            places: 0,
        });
        open.places += 1;
    };
    for open in check::hazards_in_asm(function, policy) {
        let missing = open.need - open.have;
        let what = format!("needs {missing} more wait states, by rule {}", open.rule);
        add(open.consumer, Some(open.producer), what);
    }
    for open in check::waits_in_asm(function) {
        let what = format!("needs s_waitcnt {}({}) before it", open.counter, open.count);
        add(open.consumer, producer_in_asm(function, &open), what);
    }
    for open in found.into_values() {
        outcome.remarks.push(Remark {
            kind: RemarkKind::Warning,
            name: "InlineAsm",
            message: open.describe(function),
            block: block_of(function, open.consumer),
            inst: Some(open.consumer),
            args: Vec::new(),
        });
    }
}

fn producer_in_asm(function: &Function, open: &OpenWait) -> Option<InstId> {
    open.producer
        .filter(|&inst| function.flags(inst).has(InstFlags::IN_ASM))
}

/// Something that is open in inline assembly.
struct Open {
    consumer: InstId,
    producer: Option<InstId>,
    /// What the consumer needs.
    what: String,
    /// How often the assembly is in the function.
    places: u32,
}

impl Open {
    fn describe(&self, function: &Function) -> String {
        let line = |inst| {
            let line = function.asm_line(inst).unwrap_or(0);
            format!("line {line} ('{}')", function.asm(inst))
        };
        let after = self
            .producer
            .map_or(String::new(), |inst| format!(" after {}", line(inst)));
        let places = match self.places {
            1 => String::new(),
            places => format!(" (in {places} copies)"),
        };
        format!(
            "inline assembly in {}: {}{after} {}{places}; nothing is put into inline assembly, so that \
             stays as it is",
            function.name,
            line(self.consumer),
            self.what
        )
    }
}

/// The block that an instruction is in; the first one for one that is in none.
fn block_of(function: &Function, inst: InstId) -> BlockId {
    let mut blocks = function.block_ids();
    let holds = |block: &BlockId| function.block(*block).order.contains(&inst);
    blocks.find(holds).unwrap_or(BlockId(0))
}
