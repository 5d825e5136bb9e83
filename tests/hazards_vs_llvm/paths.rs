//! One path through a function as a function of its own, and one pair on it.

use cdnasched_base::gpu::{Gpu, MatrixKind, OpTraits, Unit};
use cdnasched_base::machine::{BlockId, Function, InstId, OperandKind, RegRange, Role, text};
use cdnasched_base::rules::Policy;
use cdnasched_engine::hazard::Facts;

use crate::llc::{self, Nops};
use cdnasched_testing::witness::FILLER;

/// No rule looks further back.
const WINDOW: u32 = 20;
/// Paths to one instruction; the generator's functions have far fewer.
const MOST_PATHS: usize = 20_000;

/// The function with the nops of a run in place of its own.
pub fn with_nops(function: &Function, nops: &Nops) -> Function {
    let mut new = function.clone();
    let mut counts = nops.0.iter().copied();
    for block in function.block_ids() {
        let mut order = Vec::new();
        let insts = function.block(block).order.iter();
        let others = insts.filter(|i| llc::nop(function, **i).is_none());
        for inst in others.map(Some).chain([None]) {
            if inst.is_none_or(|i| !llc::is_head(function, *i)) {
                for _ in 0..counts.next().unwrap_or(0) {
                    order.push(new.add_inserted("S_NOP", 0));
                }
            }
            order.extend(inst);
        }
        new.set_order(block, order);
    }
    new
}

/// What [`Nops`] counts by: instructions that are no nops and, as `None`, ends of blocks.
pub fn counted(function: &Function) -> Vec<Option<(BlockId, usize, InstId)>> {
    let mut list = Vec::new();
    for block in function.block_ids() {
        for (at, &inst) in function.block(block).order.iter().enumerate() {
            if llc::nop(function, inst).is_none() && !llc::is_head(function, inst) {
                list.push(Some((block, at, inst)));
            }
        }
        list.push(None);
    }
    list
}

/// How control leaves a block towards another: positions after the last instruction executed.
fn exits(function: &Function, from: BlockId, to: BlockId) -> Vec<usize> {
    let order = &function.block(from).order;
    let mut exits = Vec::new();
    let mut falls_through = to.0 == from.0 + 1;
    for (at, &inst) in order
        .iter()
        .enumerate()
        .filter(|(_, i)| llc::is_branch(function, **i))
    {
        let names = |b| matches!(b, OperandKind::Block(target) if target == to);
        if function.operands(inst).iter().any(|o| names(o.kind)) {
            exits.push(at + 1);
        }
        falls_through &= function.opcode(inst).name != "S_BRANCH";
    }
    if falls_through {
        exits.push(order.len());
    }
    exits
}

/// Every path that ends before an instruction, as far back as any rule reaches.
pub fn paths(function: &Function, block: BlockId, at: usize) -> Vec<Vec<InstId>> {
    let facts = Facts::new(function, Policy::Llvm);
    let mut done = Vec::new();
    let mut open = vec![(block, at, Vec::new(), 0)];
    while let Some((block, at, mut path, mut length)) = open.pop() {
        let before = function.block(block).order[..at].iter().rev();
        for &inst in before.filter(|i| !llc::is_head(function, **i)) {
            if length > WINDOW {
                break;
            }
            path.push(inst);
            length += facts.wait_states(inst).0;
        }
        let predecessors = &function.block(block).predecessors;
        if length > WINDOW || predecessors.is_empty() || block.0 == 0 {
            done.push(path.iter().rev().copied().collect());
        }
        if length <= WINDOW {
            for &from in predecessors {
                for exit in exits(function, from, block) {
                    open.push((from, exit, path.clone(), length));
                }
            }
        }
        assert!(done.len() + open.len() < MOST_PATHS, "{function}");
    }
    done
}

fn straight(function: &Function, name: String, lines: &[String]) -> Function {
    let text = function.to_string();
    let header: String = text
        .lines()
        .take_while(|line| !line.starts_with("block "))
        .map(|line| format!("{line}\n"))
        .collect();
    let body = format!(
        "{header}block 0 frequency=1 depth=0\n{}\nS_ENDPGM #0 | return term noreturn\n",
        lines.join("\n")
    );
    match text::parse(&body) {
        Ok(mut function) => {
            function.name = name;
            function
        }
        Err(error) => panic!("{error}\n{body}"),
    }
}

/// An instruction outside its bundle.
fn outside(function: &Function, inst: InstId) -> String {
    function.inst_text(inst).replace(" inside", "")
}

/// The path and the instruction after it, alone.
pub fn alone(function: &Function, name: String, path: &[InstId], end: InstId) -> Function {
    let line = |&inst: &InstId| match llc::is_branch(function, inst) {
        true => FILLER.to_owned(),
        false => outside(function, inst),
    };
    let lines: Vec<String> = path.iter().chain([&end]).map(line).collect();
    straight(function, name, &lines)
}

/// The same with everything between the instruction at `first` and the end made harmless.
pub fn pair(
    function: &Function,
    name: String,
    path: &[InstId],
    first: usize,
    end: InstId,
) -> Function {
    let facts = Facts::new(function, Policy::Llvm);
    let mut lines = vec![outside(function, path[first])];
    for &inst in &path[first + 1..] {
        match stand_in(function, inst) {
            Some(line) => lines.push(line.to_owned()),
            None => lines.extend((0..facts.wait_states(inst).0).map(|_| FILLER.to_owned())),
        }
    }
    lines.push(outside(function, end));
    straight(function, name, &lines)
}

/// Some rules require something in between: an instruction of the same kind, far from all others.
fn stand_in(function: &Function, inst: InstId) -> Option<&'static str> {
    let old = function.gpu == Gpu::Gfx908;
    if moves_acc(function, inst) {
        return old.then_some("V_ACCVGPR_WRITE_B32_e64 def a124, v200, imp exec");
    }
    let matrix = function.info(inst).matrix?;
    match (old, matrix.kind, matrix.passes.0) {
        (true, _, 2) => Some(
            "V_MFMA_F32_4X4X4F16_e64 def early a[100:103], v[200:201], v[200:201], a[100:103], #0, #0, #0, imp mode, imp exec",
        ),
        (true, _, 8) => Some(
            "V_MFMA_F32_16X16X16F16_e64 def early a[104:107], v[200:201], v[200:201], a[104:107], #0, #0, #0, imp mode, imp exec",
        ),
        (true, _, _) => Some(
            "V_MFMA_F32_32X32X8F16_e64 def early a[108:123], v[200:201], v[200:201], a[108:123], #0, #0, #0, imp mode, imp exec",
        ),
        (false, MatrixKind::Dgemm, _) if function.gpu == Gpu::Gfx90a => Some(
            "V_MFMA_F64_16X16X4F64_vgprcd_e64 def early v[208:215], v[200:201], v[200:201], v[208:215], #0, #0, #0, imp mode, imp exec",
        ),
        _ => None,
    }
}

fn moves_acc(function: &Function, inst: InstId) -> bool {
    let info = function.info(inst);
    info.has(OpTraits::ACC_READ) || info.has(OpTraits::ACC_WRITE)
}

/// The most that a rule which requires something in between can require.
fn need_between(function: &Function, first: InstId, end: InstId) -> u32 {
    let matrix = function.info(first).matrix.is_some();
    if !related(function, first, end) {
        0
    } else if matrix && moves_acc(function, end) {
        18
    } else if !matrix && !function.info(end).is_valu() {
        2
    } else {
        0
    }
}

/// Whether the accumulator of the end is the result of the last matrix instruction on the path
/// that writes any of it, tuple for tuple.
pub fn chained(function: &Function, path: &[InstId], end: InstId) -> bool {
    let Some(accumulator) = function.operand(end, Role::MatC).and_then(|o| o.reg()) else {
        return false;
    };
    let matrix = path
        .iter()
        .rev()
        .filter(|i| function.info(**i).matrix.is_some());
    let mut results = matrix.filter_map(|i| function.operand(*i, Role::Dst)?.reg());
    results.find(|r| r.overlaps(accumulator)) == Some(accumulator)
}

/// Whether two instructions name a vector register in common.
fn related(function: &Function, a: InstId, b: InstId) -> bool {
    let regs = |i| {
        let explicit = function.operands(i).iter().filter(|o| o.is_explicit());
        explicit
            .filter_map(|o| o.reg())
            .filter(|r| r.first().is_vector())
    };
    regs(a).any(|x| regs(b).any(|y| x.overlaps(y)))
}

/// An instruction on a path that its end may be too close to.
pub struct Suspect {
    /// Place on the path.
    pub at: usize,
    pub need: u32,
    pub distance: u32,
    /// It begins a run of memory instructions that have no results.
    pub stores_only: bool,
}

/// Everything on the path that the end is too close to by the table, but for results that
/// matrix instructions have overwritten.
pub fn suspects(function: &Function, path: &[InstId], end: InstId) -> Vec<Suspect> {
    let facts = Facts::new(function, Policy::Llvm);
    let (mut distance, mut in_run, mut stores_only) = (0, function.features.xnack, true);
    let (mut suspects, mut between) = (Vec::new(), false);
    let mut overwritten: Vec<RegRange> = Vec::new();
    for (at, &inst) in path.iter().enumerate().rev() {
        let info = function.info(inst);
        let silent = facts.wait_states(inst).0 == 0;
        in_run &= silent || info.unit == Unit::Smem || info.is_vmem();
        stores_only &= in_run && (silent || !function.operands(inst).iter().any(|o| o.is_def()));
        let result = function.operand(inst, Role::Dst).and_then(|o| o.reg());
        let result = result.filter(|_| info.matrix.is_some());
        let mut need = facts.between(inst, end).0;
        if between {
            need = need.max(need_between(function, inst, end));
        }
        between |= info.unit == Unit::Matrix || moves_acc(function, inst);
        let near = if in_run { 0 } else { distance };
        if need > near && !gone(function, inst, result, end, &overwritten) {
            suspects.push(Suspect {
                at,
                need,
                distance,
                stores_only,
            });
        }
        overwritten.extend(result);
        distance += facts.wait_states(inst).0;
    }
    suspects
}

/// Whether all that an instruction names of a matrix instruction is registers of its result that
/// have been overwritten.
fn gone(
    function: &Function,
    inst: InstId,
    result: Option<RegRange>,
    end: InstId,
    by: &[RegRange],
) -> bool {
    let operands = function.operands(end).iter().filter(|o| o.is_explicit());
    let named: Vec<RegRange> = operands.filter_map(|o| o.reg()).collect();
    let accumulator = function.operand(inst, Role::MatC).and_then(|o| o.reg());
    if accumulator.is_some_and(|c| named.iter().any(|n| n.overlaps(c))) {
        return false;
    }
    let result = result
        .into_iter()
        .flat_map(|r| r.regs().collect::<Vec<_>>());
    let mut shared = result
        .filter(|reg| named.iter().any(|n| n.contains(*reg)))
        .peekable();
    shared.peek().is_some() && shared.all(|reg| by.iter().any(|b| b.contains(reg)))
}
