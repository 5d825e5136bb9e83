//! Random loops, rotated and reordered: what the checker accepts does the same when it is executed, for few
//! iterations and for many.

use super::dice::Dice;
use super::rotation_build::{Blocks, parts, rotate, with_dependences};
use super::rotation_run::{Seen, execute};
use super::*;
use cdnasched_base::machine::{BlockId, Edge, InstFlags};

/// How often loops run.
const ITERATIONS: [u64; 4] = [1, 2, 3, 7];

/// Instructions with holes: `@v` a vector register, `@p` an even pair, `@q` four of them, `@s` a scalar
/// register, `@n` an offset.
pub(super) const TEMPLATES: &[&str] = &[
    "V_ADD_U32_e32 def @v, @v, @v, imp exec",
    "V_XOR_B32_e32 def @v, @v, @v, imp exec",
    "V_ADD_U32_e32 def v2, #@n, v2, imp exec",
    "V_ADD_U32_e32 def v6, #4, v6, imp exec",
    "V_MOV_B32_e32 def @v, @s, imp exec",
    "V_READFIRSTLANE_B32 def @s, @v, imp exec",
    "V_MFMA_F32_4X4X4F16_vgprcd_e64 def early @q, @p, @p, @q, #0, #0, #0, imp mode, imp exec",
    "GLOBAL_LOAD_DWORD def @v, v[2:3], #@n, #0, imp exec | load | read space=1 bytes=4",
    "GLOBAL_LOAD_DWORD def @v, v[2:3], #@n, #0, imp exec | load | read space=1 bytes=4",
    "GLOBAL_STORE_DWORD v[2:3], @v, #@n, #0, imp exec | store | write space=1 bytes=4",
    "GLOBAL_STORE_DWORD v[8:9], @v, #@n, #0, imp exec | store",
    "DS_READ_B32_gfx9 def @v, v6, #@n, #0, imp exec | load | read space=3 bytes=4",
    "DS_READ_B32_gfx9 def @v, v6, #@n, #0, imp exec | load | read space=3 bytes=4",
    "DS_WRITE_B32_gfx9 v6, @v, #@n, #0, imp exec | store | write space=3 bytes=4",
    "FLAT_LOAD_DWORD def @v, v[8:9], #@n, #0, imp exec | load | read space=0 bytes=4",
    "FLAT_STORE_DWORD v[8:9], @v, #@n, #0, imp exec | store | write space=0 bytes=4",
    "GLOBAL_LOAD_LDS_DWORD v[2:3], #@n, #0, imp exec, imp m0 | load store | read space=1 bytes=4 | write space=3 bytes=4",
    "GLOBAL_ATOMIC_ADD v[2:3], @v, #@n, #0, imp exec | load store ordered | read write atomic space=1 bytes=4",
    "S_LOAD_DWORD_IMM def @s, s[8:9], #@n, #0 | load | read invariant space=4 bytes=4",
    "S_MOV_B32 def m0, s4",
    "S_XOR_B32 def @s, @s, @s, def dead imp scc",
    "S_CSELECT_B32 def @s, @s, @s, imp scc",
    "S_BARRIER | effects",
    "S_SETPRIO #1 | effects",
];

/// What writes SCC, or reads what it holds by the way.
pub(super) const SCC: [&str; 2] = ["S_XOR_B32", "S_CSELECT_B32"];

pub(super) fn filled(template: &str, dice: &mut Dice) -> String {
    let mut line = template.to_owned();
    while let Some(at) = line.find('@') {
        let n = dice.below(4);
        let hole = match &line[at..at + 2] {
            "@v" => format!("v{}", 10 + dice.below(10)),
            "@p" => format!("v[{}:{}]", 10 + 2 * n, 11 + 2 * n),
            "@q" => format!("v[{}:{}]", 20 + 4 * (n % 2), 23 + 4 * (n % 2)),
            "@s" => format!("s{}", 20 + n),
            _ => format!("{}", 4 * dice.below(8)),
        };
        line.replace_range(at..at + 2, &hole);
    }
    line
}

/// A function with a loop in block 1, and how many of its instructions have to be in P at least.
pub(super) fn program(seed: u64) -> (Function, usize) {
    let mut dice = Dice(seed, 0);
    let len = 6 + dice.below(14);
    let compare = 1 + dice.below(len - 3);
    let (less, branch) = match dice.below(2) {
        0 => ("S_CMP_LT_I32", "S_CBRANCH_SCC1"),
        _ => ("S_CMP_GE_I32", "S_CBRANCH_SCC0"),
    };
    let mut lines = vec!["S_ADD_I32 def s4, s4, #1, def dead imp scc".to_owned()];
    while lines.len() < len {
        if lines.len() == compare {
            lines.push(format!("{less} s4, s6, def imp scc"));
            continue;
        }
        if dice.below(24) == 0 {
            lines.push("SCHED_BARRIER #0 | meta effects boundary".to_owned());
            continue;
        }
        let template = TEMPLATES[dice.below(TEMPLATES.len())];
        // Behind the comparison SCC is the condition.
        let takes_scc = lines.len() > compare && template.starts_with(SCC[0]);
        if !takes_scc {
            lines.push(filled(template, &mut dice));
        }
    }
    let jump = match dice.below(3) {
        0 => "S_BRANCH bb.2 | term branch noreturn boundary\n",
        _ => "",
    };
    let function = kernel(
        "gfx942",
        &format!(
            "block 0 frequency=1 depth=0 successors=1\nS_MOV_B32 def s4, #0\n\
             block 1 frequency=30 depth=1 loop=1 successors=1,2\n{}\n\
             {branch} bb.1, imp scc | term branch boundary\n{jump}\
             block 2 frequency=1 depth=0\n{END}",
            lines.join("\n")
        ),
    );
    (with_dependences(function), compare + 1)
}

/// Another order of a region that keeps these dependences.
fn shuffled(region: &[InstId], edges: &[Edge], dice: &mut Dice) -> Vec<InstId> {
    let mut left = region.to_vec();
    let mut order = Vec::new();
    // Those that come last are taken early, more often than not.
    let late = dice.below(3);
    while !left.is_empty() {
        let free = |&at: &usize| {
            let mut ahead = edges.iter().filter(|e| e.to == left[at]);
            !ahead.any(|e| left.contains(&e.from))
        };
        let ready: Vec<usize> = (0..left.len()).filter(free).collect();
        let pick = match late {
            0 => ready[dice.below(ready.len())],
            _ => ready[ready.len() - 1 - dice.below(ready.len().min(late))],
        };
        order.push(left.remove(pick));
    }
    order
}

/// The function with its rotated loop in another order that keeps its dependences.
pub(super) fn reordered(f: &Function, blocks: Blocks, dice: &mut Dice) -> Function {
    let mut result = f.clone();
    for block in [blocks.guard, blocks.block, blocks.tail] {
        let mut order = Vec::new();
        let wall = |&inst: &InstId| f.flags(inst).has(InstFlags::BOUNDARY);
        for region in f.block(block).order.split_inclusive(wall) {
            let (inner, last) = match region.split_last() {
                Some((last, inner)) if wall(last) => (inner, Some(*last)),
                _ => (region, None),
            };
            order.extend(shuffled(inner, f.edges(), dice));
            order.extend(last);
        }
        result.set_order(block, order);
    }
    result
}

/// Whether both do the same, by what others can see, for each number of iterations.
pub(super) fn difference(is: &Function, was: &Function, seed: u64) -> Option<String> {
    ITERATIONS.into_iter().find_map(|iterations| {
        let run = |f: &Function| execute(f, seed, iterations);
        let (was, is) = (run(was), run(is));
        assert!(was.ended, "seed {seed}");
        let differs = |what: &str| Some(format!("{what}, {iterations} iterations"));
        let Seen {
            writes,
            ordered,
            registers,
            ended,
        } = is;
        match () {
            () if !ended => differs("it does not end"),
            () if was.writes != writes => differs("memory"),
            () if was.ordered != ordered => differs("what is ordered"),
            () if was.registers != registers => differs("registers"),
            () => None,
        }
    })
}

/// Every check that an order made of the rotated function goes through.
pub(super) fn accepted(is: &Function, rotated: &Function) -> Result<(), Violation> {
    let orders: Vec<_> = rotated.blocks().iter().map(|b| b.order.clone()).collect();
    cdnasched_check::order(is, rotated)?;
    cdnasched_check::renaming(is, rotated)?;
    kept(is, &orders)?;
    same_values(is, rotated, false)
}

/// `ROTATED_SEEDS` chooses more.
pub(super) fn seeds() -> u64 {
    let text = std::env::var("ROTATED_SEEDS").ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(300)
}

#[test]
fn rotated_and_reordered_loops_are_accepted_and_do_the_same() {
    let (mut loops, mut moved) = (0, 0);
    for seed in 0..seeds() {
        let (original, least) = program(seed);
        let mut dice = Dice(seed, 1000);
        let body = parts(&original, 1).0.len();
        let cut = least + dice.below(body - least);
        let (rotated, blocks) = rotate(&original, 1, cut);
        let verdict = cdnasched_check::rotation(&rotated, &original);
        assert_eq!(
            verdict,
            Ok(()),
            "seed {seed} cut {cut}\n{original}\n{rotated}"
        );
        assert_eq!(
            difference(&rotated, &original, seed),
            None,
            "seed {seed}\n{original}"
        );
        for _ in 0..3 {
            let result = reordered(&rotated, blocks, &mut dice);
            let verdict = accepted(&result, &rotated);
            assert_eq!(
                verdict,
                Ok(()),
                "seed {seed} cut {cut}\n{original}\n{result}"
            );
            let found = difference(&result, &original, seed);
            assert_eq!(found, None, "seed {seed} cut {cut}\n{original}\n{result}");
            moved += usize::from(result.blocks() != rotated.blocks());
        }
        loops += 1;
    }
    assert!(moved > loops, "{moved} of {loops}");
}

/// Without one of its dependences, a function may get an order that does something else. Either the rotated
/// function is refused for lacking it, or, for registers, the order that made use of it.
#[test]
fn no_dependence_is_lost_unseen() {
    let (mut wrong, mut lacking, mut by_value) = (0, 0, 0);
    for seed in 0..seeds() {
        let (original, least) = program(seed);
        let mut dice = Dice(seed, 2000);
        let body = parts(&original, 1).0.len();
        let (rotated, blocks) = rotate(&original, 1, least + dice.below(body - least));
        let edges = rotated.edges().to_vec();
        for _ in 0..6 {
            if edges.is_empty() {
                break;
            }
            let mut fewer = edges.clone();
            fewer.remove(dice.below(edges.len()));
            let mut without = rotated.clone();
            without.set_edges(fewer);
            let result = reordered(&without, blocks, &mut dice);
            let Some(found) = difference(&result, &original, seed) else {
                continue;
            };
            wrong += 1;
            let rotation = cdnasched_check::rotation(&without, &original);
            lacking += usize::from(rotation.is_err());
            let order = accepted(&result, &without);
            by_value += usize::from(rotation.is_ok() && order.is_err());
            assert!(
                rotation.is_err() || order.is_err(),
                "seed {seed}: {found}\n{original}\n{result}"
            );
        }
    }
    assert!(
        wrong > 50 && lacking > 30 && by_value > 10,
        "{wrong} {lacking} {by_value}"
    );
}

/// Faults of the rotation itself: what is done in another way differs, and is refused.
#[test]
fn wrong_rotations_are_refused_wherever_they_differ() {
    let (mut wrong, mut refused) = (0, 0);
    for seed in 0..seeds() {
        let (original, least) = program(seed);
        let mut dice = Dice(seed, 3000);
        let body = parts(&original, 1).0.len();
        // Any cut, also one that leaves the condition behind.
        let cut = 1 + dice.below(body - 1);
        let (mut rotated, blocks) = rotate(&original, 1, cut);
        spoil(&mut rotated, blocks, &mut dice);
        let verdict = cdnasched_check::rotation(&rotated, &original);
        refused += usize::from(verdict.is_err());
        if let Some(found) = difference(&rotated, &original, seed) {
            wrong += 1;
            assert!(
                verdict.is_err(),
                "seed {seed} {cut} {least}: {found}\n{original}\n{rotated}"
            );
        }
    }
    assert!(wrong > 50 && refused >= wrong, "{wrong} {refused}");
}

fn spoil(f: &mut Function, blocks: Blocks, dice: &mut Dice) {
    let all = [blocks.guard, blocks.block, blocks.tail];
    let block = all[dice.below(3)];
    let mut order = f.block(block).order.clone();
    let (one, two) = (dice.below(order.len()), dice.below(order.len()));
    match dice.below(7) {
        0 => order.swap(one, two),
        1 => {
            order.remove(one);
        }
        2 => order.insert(two, order[one]),
        3 => f.redirect(BlockId(0), blocks.guard, blocks.block),
        4 => f.redirect(blocks.guard, blocks.tail, BlockId(2)),
        5 => f.redirect(blocks.block, blocks.block, blocks.guard),
        _ => {}
    }
    f.set_order(block, order);
}
