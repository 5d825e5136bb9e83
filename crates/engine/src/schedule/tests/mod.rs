//! The scheduler on small functions, and what its tests share.

mod cold;
mod directives;
mod further;
mod gains;
mod random_blocks;
mod register_reuse;
mod search_stats;

use std::fmt::Write as _;

use super::problem::{Problem, ProblemBuilder, RegionId, Schedule};
use super::{Alternatives, Options, Report, Walls, schedule};
use crate::gpu::{Unit, WaitStates};
use crate::machine::{BlockId, Function, InstFlags, InstId, Role, text};
use crate::timing::{EntryStates, Model, Trace};

/// A function of which the text leaves out the edges: every register dependence becomes one,
/// and memory accesses of which one writes keep their order.
pub(super) fn function(gpu: &str, body: &str) -> Function {
    let body = body.trim_start_matches('\n');
    let text = format!("cdna-flat 1\nfunction \"t\"\ngpu {gpu}\n{body}");
    let plain = text::parse(&text).expect("valid text");
    let mut edges = String::new();
    for block in plain.block_ids() {
        let is_boundary = |id: &InstId| plain.flags(*id).has(InstFlags::BOUNDARY);
        for insts in plain.block(block).order.split(is_boundary) {
            let heads: Vec<InstId> = insts
                .iter()
                .scan(InstId(0), |head, &inst| {
                    if !plain.flags(inst).has(InstFlags::IN_BUNDLE) {
                        *head = inst;
                    }
                    Some(*head)
                })
                .collect();
            for (at, &to) in insts.iter().enumerate() {
                for (before, &from) in insts[..at].iter().enumerate() {
                    let (head, tail) = (heads[before], heads[at]);
                    for kind in kinds(&plain, from, to).filter(|_| head != tail) {
                        writeln!(edges, "edge {} {} {kind} 1", head.0, tail.0).expect("a String");
                    }
                }
            }
        }
    }
    text::parse(&(text + "\n" + &edges)).expect("valid edges")
}

fn kinds(f: &Function, from: InstId, to: InstId) -> impl Iterator<Item = &'static str> {
    let shares = |from_def: bool, to_def: bool| {
        f.operands(from).iter().any(|a| {
            f.operands(to).iter().any(|b| match (a.reg(), b.reg()) {
                (Some(x), Some(y)) => {
                    a.is_def() == from_def && b.is_def() == to_def && x.overlaps(y)
                }
                _ => false,
            })
        })
    };
    let (load, store) = (InstFlags::MAY_LOAD, InstFlags::MAY_STORE);
    let has = |i: InstId, flag| f.flags(i).has(flag);
    let memory =
        has(from, store) && (has(to, load) || has(to, store)) || has(from, load) && has(to, store);
    [
        (shares(true, false), "true"),
        (shares(false, true), "anti"),
        (shares(true, true), "output"),
        (memory, "order"),
    ]
    .into_iter()
    .filter_map(|(holds, kind)| holds.then_some(kind))
}

/// The rules that the tests need: matrix results, and vector results read by matrix
/// instructions.
pub(super) fn needs(f: &Function) -> impl Fn(InstId, InstId) -> WaitStates + use<> {
    let f = f.clone();
    move |p, c| {
        let written = f.operands(p).iter().filter(|o| o.is_def());
        let hit = |role_is_c: bool| {
            let mut written = written.clone().filter_map(|o| o.reg());
            written.any(|w| {
                f.operands(c).iter().any(|o| {
                    o.is_use()
                        && (o.role == Role::MatC) == role_is_c
                        && o.reg().is_some_and(|r| r.overlaps(w))
                })
            })
        };
        WaitStates(match (f.info(p).matrix, f.info(c).unit) {
            (Some(matrix), _) if hit(false) => u32::from(matrix.passes.0) + 3,
            (None, Unit::Matrix) if hit(false) || hit(true) => 2,
            _ => 0,
        })
    }
}

fn run(f: &mut Function) -> Report {
    run_all(f).0
}

fn run_all(f: &mut Function) -> (Report, Vec<Alternatives>) {
    let needs = needs(f);
    let options = Options {
        waves: Some(1),
        ..Options::new(f)
    };
    schedule(f, &needs, &options)
}

/// The first word and first operand of every instruction of a block, in order.
fn listing(f: &Function, block: u32) -> String {
    let order = f.block(BlockId(block)).order.iter();
    order
        .map(|&i| {
            let line = f.inst_text(i);
            let end = line.find(',').unwrap_or(line.len());
            line[..end].to_owned() + "\n"
        })
        .collect()
}

fn place(f: &Function, block: u32, inst: u32) -> usize {
    let order = &f.block(BlockId(block)).order;
    order
        .iter()
        .position(|&i| i == InstId(inst))
        .expect("a permutation")
}

const READ: &str = "  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4\n";

/// `adds` independent additions, a read, and an instruction that needs what it reads: the read gains by
/// moving ahead.
fn late_read(adds: u32) -> String {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for d in 10..10 + adds {
        let _ = writeln!(body, "  V_ADD_F32_e32 def v{d}, v2, v3");
    }
    body + READ + "  V_ADD_F32_e32 def v9, v1, v1\n"
}

/// The scheduling problem of the first trace of a function, for one wave.
pub(super) fn problem_of(f: &Function, models: &[Model]) -> Problem {
    let needs = needs(f);
    let mut problems = ProblemBuilder::new(f, &needs, models, Walls::Honour, 1);
    problems.build(&Trace::all(f)[0], &EntryStates::new(f, models.len()))
}

/// The incoming order with another order of the nodes of its first region, given by their numbers.
pub(super) fn reordered(problem: &Problem, nodes: &[usize]) -> Schedule {
    let first = RegionId::new(0);
    let region = &problem.regions[first];
    let all: Vec<_> = region.nodes.indices().collect();
    let mut schedule = problem.incoming_schedule();
    schedule.nodes[first] = nodes.iter().map(|&node| all[node]).collect();
    assert!(region.allows(&schedule.nodes[first]));
    schedule.expand_window(first, region, 0..nodes.len());
    schedule
}
