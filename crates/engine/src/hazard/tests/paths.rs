//! Random control-flow graphs, checked by walking instruction by instruction.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::gpu::Gpu;
use crate::hazard::{Facts, place, witness};
use crate::machine::{BlockId, Function, InstFlags, InstId, OperandKind, RegRange, Role};
use crate::rules::Policy;

/// A generator of numbers that is the same on every machine (Knuth's MMIX constants).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

const INSTS: &[&str] = &[
    "V_MOV_B32_e32 def v8, v64, imp exec",
    "V_MOV_B32_e32 def v64, v8, imp exec",
    "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early v[8:11], v[64:65], v[66:67], v[8:11], #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[66:67], v[80:83], #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_32X32X8F16_vgprcd_e64 def early v[8:23], v[64:65], v[66:67], v[24:39], #0, #0, #0, imp mode, imp exec",
    "V_MFMA_F32_16X16X4F32_vgprcd_e64 def early v[12:15], v64, v66, v[8:11], #0, #0, #0, imp mode, imp exec",
    "V_READFIRSTLANE_B32 def s8, v8, imp exec",
    "V_READLANE_B32 def s9, v10, s8",
    "GLOBAL_LOAD_DWORD_SADDR def v100, s[8:9], v12, #0, #0, imp exec | load",
    "GLOBAL_STORE_DWORDX4 v[64:65], v[8:11], #0, #0, imp exec | store",
    "V_EXP_F32_e32 def v12, v13, imp mode, imp exec",
    "V_CMP_EQ_U32_e32 v64, v65, imp def vcc, imp exec",
    "V_CNDMASK_B32_e32 def v30, v64, v65, imp vcc, imp exec",
    "S_MOV_B32 def m0, #0",
    "S_SENDMSG #1, imp exec, imp m0 | effects",
    "S_NOP #2",
    "KILL v8 | meta",
];

fn random(dice: &mut Dice, gpu: Gpu) -> Function {
    let blocks = 2 + dice.below(6);
    let mut body =
        format!("cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=0 entry\n");
    for block in 0..blocks {
        let next = block + 1;
        let target = dice.below(blocks);
        let kind = if next == blocks { 0 } else { 1 + dice.below(3) };
        let (successors, end) = match kind {
            0 => (
                String::new(),
                "S_ENDPGM #0 | return term noreturn\n".to_owned(),
            ),
            1 => (format!(" successors={next}"), String::new()),
            2 => (
                format!(" successors={target},{next}"),
                format!("S_CBRANCH_SCC1 bb.{target}, imp scc | term branch\n"),
            ),
            _ => (
                format!(" successors={target},{next}"),
                format!(
                    "S_CBRANCH_SCC1 bb.{target}, imp scc | term branch\nS_BRANCH bb.{next} | term branch noreturn\n"
                ),
            ),
        };
        let frequency = 1 + dice.below(20);
        body += &format!("block {block} frequency={frequency} depth=0{successors}\n");
        for _ in 0..dice.below(6) {
            body += INSTS[dice.below(INSTS.len())];
            body.push('\n');
        }
        body += &end;
    }
    super::parse(&body)
}

type Place = (BlockId, usize);

/// Where control may be after the instruction at a place: the next one, or a branch target.
fn next(function: &Function, (block, at): Place) -> Vec<Place> {
    let order = &function.block(block).order;
    let mut places = Vec::new();
    let inst = order.get(at).copied();
    let flags = inst.map_or(InstFlags::NONE, |i| function.flags(i));
    if let Some(inst) = inst.filter(|_| flags.has(InstFlags::BRANCH)) {
        for operand in function.operands(inst) {
            if let OperandKind::Block(to) = operand.kind {
                places.push((to, 0));
            }
        }
    }
    if at < order.len() && !flags.has(InstFlags::BARRIER) {
        places.push((block, at + 1));
    } else if at >= order.len() {
        places.push((BlockId(block.0 + 1), 0));
    }
    places
}

fn result(function: &Function, inst: InstId) -> Option<RegRange> {
    function.info(inst).matrix?;
    function.operand(inst, Role::Dst)?.reg()
}

/// Every pair of instructions that is too close, by shortest paths from every producer.
fn too_close(function: &Function, policy: Policy) -> Vec<(InstId, InstId, u32)> {
    let facts = Facts::new(function, policy);
    let mut found = Vec::new();
    for block in function.block_ids() {
        for (at, &producer) in function.block(block).order.iter().enumerate() {
            let mine = result(function, producer);
            // Registers of the result that a later matrix instruction writes are not due.
            let mut best: BTreeMap<(BlockId, usize, u32), u32> = BTreeMap::new();
            let mut heap = BinaryHeap::new();
            for to in next(function, (block, at)) {
                heap.push(Reverse((0, to.0, to.1, 0)));
            }
            while let Some(Reverse((distance, block, at, overwritten))) = heap.pop() {
                if distance > 26
                    || best
                        .get(&(block, at, overwritten))
                        .is_some_and(|b| *b <= distance)
                {
                    continue;
                }
                best.insert((block, at, overwritten), distance);
                let Some(&inst) = function.block(block).order.get(at) else {
                    for to in next(function, (block, at)) {
                        heap.push(Reverse((distance, to.0, to.1, overwritten)));
                    }
                    continue;
                };
                let need = facts.between_overwritten(producer, inst, overwritten).0;
                if need > distance {
                    found.push((producer, inst, need - distance));
                }
                let covers = match (mine, result(function, inst)) {
                    (Some(mine), Some(new)) => mine
                        .regs()
                        .enumerate()
                        .fold(0, |mask, (at, r)| mask | u32::from(new.contains(r)) << at),
                    _ => 0,
                };
                let after = distance + facts.wait_states(inst).0;
                for to in next(function, (block, at)) {
                    heap.push(Reverse((after, to.0, to.1, overwritten | covers)));
                }
            }
        }
    }
    found
}

#[test]
fn random_graphs_are_safe_and_have_no_idle_nop() {
    let mut dice = Dice(1);
    let (mut nops, mut idle) = (0, 0);
    for round in 0..600 {
        let gpu = [Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950][round % 3];
        let mut function = random(&mut dice, gpu);
        let before = function.to_string();
        let placement = place(&mut function, Policy::Safe);
        assert_eq!(
            too_close(&function, Policy::Safe),
            [],
            "round {round}\n{before}\n{function}"
        );
        assert!(
            place(&mut function, Policy::Safe).insertions.is_empty(),
            "round {round}"
        );
        for insertion in &placement.insertions {
            nops += 1;
            let mut less = function.clone();
            // The same nop with one wait state less; nothing where it holds only one.
            let left = insertion.wait_states.0 - 1;
            let shorter = (left > 0).then(|| less.add_inserted("S_NOP", i64::from(left) - 1));
            for block in less.block_ids() {
                let order = less.block(block).order.iter();
                let new = order.filter_map(|&i| if i == insertion.nop { shorter } else { Some(i) });
                let new = new.collect();
                less.set_order(block, new);
            }
            idle += usize::from(too_close(&less, Policy::Safe).is_empty());
        }
    }
    assert!(nops > 1000, "{nops}");
    assert_eq!(idle, 0, "of {nops} nops");
}

#[test]
fn facts_that_are_extended_are_as_if_read_anew() {
    for policy in Policy::ALL {
        for w in witness::all() {
            let mut function = w.straight(0).expect("a witness parses");
            let facts = Facts::new(&function, policy);
            let count = function.inst_count() as u32;
            for id in (0..count).map(InstId) {
                let (name, operands) = (
                    function.opcode(id).name.clone(),
                    function.operands(id).to_vec(),
                );
                function.add_like(id, &name, operands);
            }
            let (extended, new) = (facts.extended(&function), Facts::new(&function, policy));
            let all = || (0..function.inst_count() as u32).map(InstId);
            for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
                assert_eq!(extended.between(a, b), new.between(a, b), "{a:?} {b:?}");
                assert_eq!(extended.clause_role(a), new.clause_role(a));
                assert_eq!(extended.is_producer(a), new.is_producer(a));
            }
        }
    }
}
