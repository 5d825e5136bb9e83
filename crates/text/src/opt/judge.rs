//! Is the text that was written what was meant, and is that the program of the author?
//!
//! What the author's waits promise, where others look at it and whether those for loads straight into LDS are to be
//! believed, `check` reads from the text as it was, not from what `opt` made of it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::program::Routine;
use cdnasched_base::machine::{BlockId, Function, InstId, OperandKind};
use cdnasched_base::rules::Policy;
use cdnasched_check::{self as check, Made, Written};

/// What a result is judged by.
pub(super) struct Meant<'a> {
    /// The function as it was read from the text.
    pub(super) original: &'a Function,
    /// The same without copies that were proved to be needless.
    pub(super) without_copies: &'a Function,
    /// As the stages left it, with the numbers of the original's instructions.
    pub(super) function: &'a Function,
}

/// Whether lanes that are off keep what they hold. The makers follow that so far as compilers write code.
pub(super) fn lanes(meant: &Meant<'_>) -> Result<(), String> {
    check::same_lanes(meant.function, meant.without_copies).map_err(|lanes| {
        let lanes = lanes.describe(meant.without_copies);
        format!("registers cannot be changed: {lanes}")
    })
}

/// What is wrong with the text read again: nothing, or the first finding.
pub(super) fn judge(meant: &Meant<'_>, read: &Routine, policy: Policy) -> Result<(), String> {
    same(meant.function, &read.function)?;
    if let Some(inst) = check::undescribed(&read.function) {
        let text = read.function.asm(inst);
        return Err(format!(
            "{text} keeps a part of its result's register, and is not described so"
        ));
    }
    let written = Written::of(meant.original);
    let read = written.believed(&read.function);
    let verdict = check::final_stream(&read, policy);
    let mut findings = verdict.findings();
    if let Some(finding) = findings.next() {
        return Err(finding.describe(&read));
    }
    keeps(&written, meant, &read)
}

/// Whether memory is accessed in the order that the text says, and what was complete where others may look still is.
/// `read` has the instructions of what was meant, place by place.
pub(super) fn memory(meant: &Meant<'_>, read: &Function) -> Result<(), String> {
    let written = Written::of(meant.original);
    let read = written.believed(read);
    keeps(&written, meant, &read)
}

fn keeps(written: &Written, meant: &Meant<'_>, read: &Function) -> Result<(), String> {
    if !written.agrees_on_slots(meant.function) {
        return Err("accesses to scratch are taken for others than the text names".into());
    }
    check::memory_order(meant.function, &written.function)
        .map_err(|wrong| wrong.describe(meant.function))?;
    let made = Made {
        meant: meant.function,
        without_copies: meant.without_copies,
        read,
    };
    written.kept(&made).map_err(|inst| {
        let inst = written.function.asm(inst);
        format!("what was complete before {inst} would not be")
    })
}

/// Both are the same instructions, one after another, with the same ways from one to another. Where no way but the next
/// leads on, blocks may be told apart in one and not in the other.
fn same(meant: &Function, read: &Function) -> Result<(), String> {
    let differs = |what: String| Err(format!("the text read again differs: {what}"));
    let (wanted, found) = (Stream::of(meant), Stream::of(read));
    if wanted.insts.len() != found.insts.len() {
        return differs("it has more or fewer instructions".into());
    }
    for (&wanted, &found) in wanted.insts.iter().zip(&found.insts) {
        if !same_inst((meant, wanted), (read, found)) {
            let (wanted, found) = (meant.asm(wanted), read.asm(found));
            return differs(format!("expected {wanted}, found {found}"));
        }
    }
    if wanted.ways != found.ways {
        return differs("its branches go elsewhere".into());
    }
    Ok(())
}

/// A function's instructions in layout order.
struct Stream {
    insts: Vec<InstId>,
    /// By place of an instruction: where control goes from there, unless it is to the next and nowhere else.
    ways: BTreeMap<usize, BTreeSet<usize>>,
}

impl Stream {
    fn of(function: &Function) -> Stream {
        let mut insts = Vec::new();
        let mut begin = HashMap::new();
        let mut ends = Vec::new();
        for block in function.layout() {
            begin.insert(block, insts.len());
            insts.extend(&function.block(block).order);
            ends.push((block, insts.len()));
        }
        let ways = ends.into_iter().filter_map(|(block, end)| {
            let to = function.block(block).successors.iter();
            let to: BTreeSet<usize> = to.map(|to| begin[to]).collect();
            (to != BTreeSet::from([end])).then_some((end, to))
        });
        Stream {
            ways: ways.collect(),
            insts,
        }
    }
}

/// Whether two opcodes are the same but for what the registers say: LLVM has one of a matrix instruction for each file of
/// the accumulator, and for accumulators that are written in place (`llvm/lib/Target/AMDGPU/VOP3PInstructions.td`).
fn is_same_form(one: &str, other: &str) -> bool {
    let stem = |name: &str| {
        let mut stem = name.strip_suffix("_e64").unwrap_or(name);
        for of_registers in ["_vgprcd", "_mac"] {
            stem = stem.strip_suffix(of_registers).unwrap_or(stem);
        }
        stem.to_owned()
    };
    one == other || one.starts_with("V_MFMA_") && stem(one) == stem(other)
}

fn same_inst((meant, wanted): (&Function, InstId), (read, found): (&Function, InstId)) -> bool {
    // Where branches go is compared by place.
    let kinds = |function: &Function, inst: InstId| -> Vec<OperandKind> {
        let operands = function.operands(inst).iter();
        let kinds = operands.map(|operand| operand.kind);
        let block = |kind| match kind {
            OperandKind::Block(_) => OperandKind::Block(BlockId(0)),
            kind => kind,
        };
        kinds.map(block).collect()
    };
    is_same_form(&meant.opcode(wanted).name, &read.opcode(found).name) && {
        let (wanted, found) = (kinds(meant, wanted), kinds(read, found));
        // Waits and nops that were added have no implicit operands.
        match (wanted.first(), found.first()) {
            (Some(OperandKind::Imm(_)), Some(OperandKind::Imm(_))) if wanted.len() == 1 => {
                wanted[0] == found[0]
            }
            _ => wanted == found,
        }
    }
}
