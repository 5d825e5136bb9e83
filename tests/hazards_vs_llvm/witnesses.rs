//! Every row of the table on every GPU, at the requirement and one off, on a straight line, over
//! both arms of a diamond, and around a loop.

use cdnasched_base::gpu::Gpu;

use cdnasched_base::machine::{Function, text};
use cdnasched_base::rules::{Consumer, Policy};

use crate::explain::{self, Case};
use cdnasched_testing::witness::{self, FILLER, Witness};

const END: &str = "S_ENDPGM #0 | return term noreturn\n";

fn fillers(n: u32) -> String {
    format!("{FILLER}\n").repeat(n as usize)
}

/// The shapes, each with `present` wait states between the pair on its shortest path.
fn shapes(w: &Witness, present: u32) -> Vec<(&'static str, String)> {
    let (p, c) = (&w.producer, &w.consumer);
    let via = w.via.as_ref().map_or(String::new(), |v| format!("{v}\n"));
    let taken = present + u32::from(w.via.is_some());
    let mut shapes = vec![(
        "straight",
        format!(
            "block 0 frequency=1 depth=0\n{p}\n{}{via}{c}\n{END}",
            fillers(present)
        ),
    )];
    if let Some(short) = present.checked_sub(2) {
        for (name, one, two) in [
            ("near arm first", short, short + 5),
            ("near arm last", short + 4, short + 1),
        ] {
            shapes.push((
                name,
                format!(
                    "block 0 frequency=1 depth=0 successors=2,1\n{p}\nS_CBRANCH_SCC1 bb.2, imp scc | term branch\n\
                     block 1 frequency=0.5 depth=0 successors=3\n{}S_BRANCH bb.3 | term branch noreturn\n\
                     block 2 frequency=0.5 depth=0 successors=3\n{}\
                     block 3 frequency=1 depth=0\n{via}{c}\n{END}",
                    fillers(one),
                    fillers(two),
                ),
            ));
        }
    }
    // The function can end only at the end of a block.
    let ends = w.rule.consumer.contains(&Consumer::Leave);
    if ends {
        shapes.iter_mut().for_each(|(_, text)| {
            text.truncate(text.len() - END.len());
        });
    } else if let Some(inside) = taken.checked_sub(1 + u32::from(w.via.is_some())) {
        shapes.push((
            "loop",
            format!(
                "block 0 frequency=1 depth=0 successors=1\n{}\
                 block 1 frequency=32 depth=1 loop=1 successors=1,2\n{c}\n{}{p}\n{via}{}\
                 S_CBRANCH_SCC1 bb.1, imp scc | term branch\nblock 2 frequency=1 depth=0\n{END}",
                fillers(1),
                fillers(27),
                fillers(inside),
            ),
        ));
    }
    shapes
}

fn cases(w: &Witness, number: usize) -> Vec<Case> {
    let mut distances: Vec<u32> = [Policy::Llvm, Policy::Safe]
        .into_iter()
        .flat_map(|policy| {
            let need = w.need(policy).0;
            [need.saturating_sub(1), need, need + 1]
        })
        .collect();
    distances.sort_unstable();
    distances.dedup();
    let mut cases = Vec::new();
    for present in distances {
        for (shape, body) in shapes(w, present) {
            let text = format!("{}{body}", w.header());
            let mut function: Function = match text::parse(&text) {
                Ok(function) => function,
                Err(error) => panic!("{error}\n{text}"),
            };
            function.name = format!("w{number}_{}", cases.len());
            cases.push(Case {
                label: format!("{} on {}, {present} present, {shape}", w.rule.id, w.gpu),
                function,
            });
        }
    }
    cases
}

fn compare(gpu: Gpu) {
    let cases: Vec<Case> = witness::all()
        .filter(|w| w.gpu == gpu)
        .enumerate()
        .flat_map(|(number, w)| cases(&w, number))
        .collect();
    assert!(cases.len() > 500, "{gpu}: {}", cases.len());
    let tally = explain::compare(&cases);
    println!("{gpu}: {tally}");
    tally.assert_explained();
}

#[test]
fn gfx908_rows() {
    compare(Gpu::Gfx908);
}

#[test]
fn gfx90a_rows() {
    compare(Gpu::Gfx90a);
}

#[test]
fn gfx942_rows() {
    compare(Gpu::Gfx942);
}

#[test]
fn gfx950_rows() {
    compare(Gpu::Gfx950);
}
