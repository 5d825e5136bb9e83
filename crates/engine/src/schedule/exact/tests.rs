//! The exact search and the bounds against all orders of small regions.

use super::*;
use crate::gpu::WaitStates;
use crate::machine::{Function, InstId};
use crate::schedule::options::Options;
use crate::schedule::tests::{function, needs};
use crate::timing::HazardOracle;

/// A small generator of numbers, the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A block of `count` instructions that keep several units busy and share few registers, after one
/// that leaves loads outstanding.
fn small(dice: &mut Dice, count: usize) -> String {
    let mut body = String::from(
        "block 0 frequency=1 depth=0 successors=1\n  \
         DS_READ_B32_gfx9 def v1, v20, #0, #0 | load | read space=3 bytes=4\n  \
         GLOBAL_LOAD_DWORD_SADDR def v2, v20, s[2:3], #0, #0 | load | read space=1 bytes=4\n  \
         S_BRANCH bb.1 | term branch boundary\n\
         block 1 frequency=1 depth=0\n",
    );
    for _ in 0..count {
        let mut v = || dice.roll(6);
        let (a, b, c) = (v(), v(), v());
        body += &match dice.roll(6) {
            0 => format!("  V_ADD_F32_e32 def v{a}, v{b}, v{c}\n"),
            1 => format!("  V_EXP_F32_e32 def v{a}, v{b}\n"),
            2 => format!(
                "  DS_READ_B32_gfx9 def v{a}, v{b}, #0, #0 | load | read space=3 bytes=4\n"
            ),
            3 => format!(
                "  DS_WRITE_B32_gfx9 v{a}, v{b}, #0, #0 | store | write space=3 bytes=4\n"
            ),
            4 => format!(
                "  GLOBAL_LOAD_DWORD_SADDR def v{a}, v{b}, s[2:3], #0, #0 | load | read space=1 bytes=4\n"
            ),
            _ => "  V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[0:1], v[2:3], v[8:11], #0, #0, #0\n"
                .to_owned(),
        };
    }
    body + "  S_ENDPGM #0 | return term noreturn boundary\n"
}

#[test]
fn no_order_of_a_small_region_is_shorter_than_the_exact_search_says() {
    let mut dice = Dice(7);
    let mut above_root = 0;
    for round in 0..300 {
        let f = function("gfx942", &small(&mut dice, 5 + round % 2));
        let needs = needs(&f);
        for effort in [Effort::Fast, Effort::Max] {
            let options = Options {
                effort,
                ..Options::new(&f)
            };
            let all = certify(&f, &needs, &options);
            // The recheck tries all orders of at most six instructions.
            let wrong = false_certificates(&f, &needs, &options.models[0], &all);
            assert_eq!(wrong, [], "{f}");
            match effort {
                Effort::Max => assert!(all.iter().all(|c| c.best == c.bound), "{all:?}\n{f}"),
                _ => above_root += all.iter().filter(|c| c.bound != c.length).count(),
            }
        }
    }
    // There is something left for the search to do.
    assert!(above_root > 30, "{above_root}");
}

/// Certifies a function's regions of at most six instructions with the most effort, and tries all their
/// orders.
fn assert_true_certificates(f: &Function, needs: &dyn HazardOracle) {
    let options = Options {
        effort: Effort::Max,
        ..Options::new(f)
    };
    let all = certify(f, needs, &options);
    let wrong = false_certificates(f, needs, &options.models[0], &all);
    assert_eq!(wrong, [], "{f}");
}

/// A block of instructions that have to keep wait states between them, some of them of producers
/// before a barrier, and with `kills` nodes that take no slot after the producers.
fn far_apart(dice: &mut Dice, count: usize, kills: bool) -> String {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    let mut next = 10;
    let mut line = |dice: &mut Dice, body: &mut String| {
        let (a, b) = (10 + dice.roll(6), 10 + dice.roll(6));
        let def = next;
        next += 1;
        *body += &match dice.roll(5) {
            0 => format!("  V_ADD_F32_e32 def v{def}, v{a}, v{b}\n"),
            1 => format!("  V_MUL_F32_e32 def v{def}, v{a}, v{b}\n"),
            2 => format!("  V_EXP_F32_e32 def v{def}, v{a}\n"),
            3 => format!("  V_SUB_F32_e32 def v{def}, v{a}, v{b}\n"),
            _ => format!(
                "  DS_READ_B32_gfx9 def v{def}, v{b}, #0, #0 | load | read space=3 bytes=4\n"
            ),
        };
        def
    };
    for _ in 0..3 {
        line(dice, &mut body);
    }
    body += "  S_BARRIER | boundary\n";
    for _ in 0..count {
        let def = line(dice, &mut body);
        if kills && dice.roll(2) == 0 {
            body += &format!("  KILL v{def} | meta\n").repeat(24);
        }
    }
    body + "  S_ENDPGM #0 | return term noreturn boundary\n"
}

#[test]
fn states_differ_in_wait_states_however_many_nodes_ago_the_producer_issued() {
    let mut dice = Dice(11);
    for round in 0..2000 {
        let f = function("gfx942", &far_apart(&mut dice, 6, round % 4 > 0));
        let salt = dice.roll(1 << 20);
        let needs = |p: InstId, c: InstId| {
            let name = |i: InstId| u64::from(f.opcode(i).name.as_bytes()[2]);
            WaitStates(match Dice(salt ^ name(p) << 40 ^ name(c) << 20).roll(3) {
                0 => 5 + Dice(salt ^ name(p) << 24 ^ name(c) << 44).roll(12) as u32,
                _ => 0,
            })
        };
        assert_true_certificates(&f, &needs);
    }
}

/// Reads and writes of LDS beside arithmetic, and a barrier at which other waves may be late.
fn before_a_barrier(dice: &mut Dice, count: usize) -> String {
    let mut body = String::from("block 0 frequency=1 depth=0\n");
    for at in 0..count {
        let (a, b) = (dice.roll(3), dice.roll(3));
        let c = 10 + at;
        body += &match dice.roll(5) {
            0 => format!(
                "  DS_READ_B32_gfx9 def v{a}, v20, #0, #0 | load | read space=3 bytes=4\n"
            ),
            1 => format!("  DS_WRITE_B32_gfx9 v21, v{b}, #0, #0 | store | write space=3 bytes=4\n"),
            2 => format!("  V_ADD_F32_e32 def v{c}, v{a}, v{b}\n"),
            3 => "  V_MFMA_F32_32X32X8F16_vgprcd_e64 def early v[32:47], v[28:29], v[30:31], v[32:47], #0, #0, #0\n".to_owned(),
            _ => "  V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[48:51], v[28:29], v[30:31], v[48:51], #0, #0, #0\n".to_owned(),
        };
    }
    body + "  DS_WRITE_B32_gfx9 v21, v1, #0, #0 | store | write space=3 bytes=4\n  S_BARRIER | load store effects\n  S_ENDPGM #0 | return term noreturn boundary\n"
}

#[test]
fn certificates_hold_before_barriers() {
    let mut dice = Dice(3);
    for _ in 0..400 {
        let f = function("gfx942", &before_a_barrier(&mut dice, 4));
        let needs = needs(&f);
        assert_true_certificates(&f, &needs);
    }
}
