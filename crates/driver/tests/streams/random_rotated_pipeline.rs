//! Random functions with one or two loops, in a row or nested, go through the whole of stage 1, which decides itself
//! what it rotates; original and result are executed.

use super::dice::Dice;
use super::random_rotated::{SCC, TEMPLATES, filled, seeds};
use super::rotation_build::with_dependences;
use super::rotation_run::execute;
use super::*;
use cdnasched_driver::{Check, Options, Progress, Renaming, Stage};
use cdnasched_engine::schedule::{Effort, Walls};

/// A block that counts up and goes back to itself, else to `exit`, which follows it or not.
fn looping(dice: &mut Dice, counter: &str, block: u32, exit: u32) -> String {
    let length = 5 + dice.below(12);
    let compare = 1 + dice.below(length - 2);
    let (less, branch) = match dice.below(2) {
        0 => ("S_CMP_LT_I32", "S_CBRANCH_SCC1"),
        _ => ("S_CMP_GE_I32", "S_CBRANCH_SCC0"),
    };
    let mut lines = vec![format!(
        "S_ADD_I32 def {counter}, {counter}, #1, def dead imp scc"
    )];
    while lines.len() < length {
        if lines.len() == compare {
            lines.push(format!("{less} {counter}, s6, def imp scc"));
            continue;
        }
        let template = TEMPLATES[dice.below(TEMPLATES.len())];
        // The branch reads what was compared.
        if lines.len() < compare || !template.starts_with(SCC[0]) {
            lines.push(filled(template, dice).replace("s4", "s7"));
        }
    }
    lines.push(format!(
        "{branch} bb.{block}, imp scc | term branch boundary"
    ));
    if dice.below(3) == 0 {
        lines.push(format!(
            "S_BRANCH bb.{exit} | term branch noreturn boundary"
        ));
    }
    lines.join("\n") + "\n"
}

/// Stores of everything that the loops may have computed, so that it is seen.
fn stores() -> String {
    let mut lines = String::new();
    let store = |register: u16, offset: u16| {
        format!(
            "DS_WRITE_B32_gfx9 v6, v{register}, #{offset}, #0, imp exec | store | write space=3 bytes=4\n"
        )
    };
    for register in 10..28 {
        lines += &store(register, 4 * (register - 10));
    }
    for scalar in 20..24 {
        lines += &format!("V_MOV_B32_e32 def v30, s{scalar}, imp exec\n");
        lines += &store(30, 4 * (scalar - 2));
    }
    lines + "S_ENDPGM #0 | return term noreturn boundary\n"
}

fn program(seed: u64, gpu: &str) -> Function {
    let mut dice = Dice(seed, 77_000);
    let zero = |counter: &str| format!("S_MOV_B32 def {counter}, #0\n");
    let header = |block: u32, frequency: u32, depth: u32, header: u32, successors: &str| {
        format!(
            "block {block} frequency={frequency} depth={depth} loop={header} successors={successors}\n"
        )
    };
    let both = zero("s4") + &zero("s5");
    let text = match dice.below(4) {
        0 => [
            "block 0 frequency=1 depth=0 successors=1\n",
            &zero("s4"),
            &header(1, 30, 1, 1, "1,2"),
            &looping(&mut dice, "s4", 1, 2),
            "block 2 frequency=1 depth=0\n",
        ]
        .concat(),
        1 => [
            "block 0 frequency=1 depth=0 successors=1\n",
            &zero("s8"),
            &header(1, 9, 1, 1, "2"),
            &zero("s4"),
            &header(2, 90, 2, 2, "2,3"),
            &looping(&mut dice, "s4", 2, 3),
            &header(3, 9, 1, 1, "1,4"),
            "S_ADD_I32 def s8, s8, #1, def dead imp scc\nS_CMP_LT_I32 s8, s6, def imp scc\n",
            "S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n",
            "block 4 frequency=1 depth=0\n",
        ]
        .concat(),
        shape => {
            // The second loop follows the first one, or that is passed by.
            let (successors, past) = match shape {
                2 => ("1", ""),
                _ => (
                    "1,2",
                    "S_CMP_LT_I32 s20, s21, def imp scc\nS_CBRANCH_SCC1 bb.2, imp scc | term branch boundary\n",
                ),
            };
            [
                &format!("block 0 frequency=1 depth=0 successors={successors}\n"),
                &both,
                past,
                &header(1, 30, 1, 1, "1,2"),
                &looping(&mut dice, "s4", 1, 2),
                &header(2, 30, 1, 2, "2,3"),
                &looping(&mut dice, "s5", 2, 3),
                "block 3 frequency=1 depth=0\n",
            ]
            .concat()
        }
    };
    with_dependences(kernel(gpu, &(text + &stores())))
}

fn options(seed: u64, judged: bool) -> Options {
    let any = |of: u64| seed.is_multiple_of(of);
    Options {
        check: if judged { Check::Full } else { Check::Off },
        certify: false,
        effort: if any(5) {
            Effort::Default
        } else {
            Effort::Fast
        },
        walls: if any(2) { Walls::Honour } else { Walls::Cross },
        rename: match seed % 7 {
            0 => Renaming::Off,
            1 | 2 => Renaming::Strict,
            _ => Renaming::On,
        },
        coalesce: !any(4),
        ..Options::ALL
    }
}

/// Once with the check and once without: it refuses nothing, and there is nothing for it to find.
#[test]
fn loops_that_stage_1_rotates_do_the_same() {
    let mut rotated = 0;
    for seed in 0..seeds() / 2 {
        let gpu = ["gfx90a", "gfx942", "gfx950"][(seed % 3) as usize];
        let original = program(seed, gpu);
        let mut result = original.clone();
        let options = options(seed, seed % 2 == 1);
        let outcome = Stage::Schedule.run(&mut result, &options, &mut Progress::default());
        assert_eq!(outcome.case, None, "seed {seed}\n{original}");
        rotated += usize::from(result.blocks().len() > original.blocks().len());
        for iterations in [1, 2, 3, 7] {
            let [was, is] = [&original, &result].map(|f| execute(f, seed, iterations));
            let same = is.ended && was.writes == is.writes && was.ordered == is.ordered;
            assert!(
                was.ended && same,
                "seed {seed}, {iterations}\n{original}\n{result}"
            );
        }
        if options.check == Check::Full {
            let open = cdnasched_check::waits(&result);
            assert!(open.is_empty(), "seed {seed}: {open:?}\n{result}");
        }
    }
    assert!(rotated > 20, "{rotated}");
}
