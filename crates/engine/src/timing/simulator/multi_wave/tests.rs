//! Waves that meet, priorities, and what waves share.

use proptest::prelude::*;

use super::*;
use crate::gpu::WaitStates;
use crate::machine::{Function, InstId, text};
use crate::timing::program::{Costs, Program};
use crate::timing::{Model, Predicted, Trace};

/// A trace of one block, ready to be simulated.
struct Code {
    program: Program<Predicted>,
    costs: Costs,
    order: Vec<OpId>,
}

const BARRIER: &str = "S_BARRIER | effects";
const READ: &str = "DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4";
const USE: &str = "V_ADD_F32_e32 def v2, v1, v1";
const LOAD: &str = "GLOBAL_LOAD_DWORD def v3, v[4:5], #0, #0 | load | read space=1 bytes=4";
const ADD: &str = "V_ADD_F32_e32 def v8, v9, v9";
const MATRIX: &str =
    "V_MFMA_F32_16X16X16F16_e64 def early a[0:3], v[8:9], v[10:11], a[0:3], #0, #0, #0 | passes=4";
const BRANCH: &str = "S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary";

impl Code {
    /// Instructions of a kernel whose workgroups have so many waves: of a loop, or run once.
    fn new(workgroup: u32, is_loop: bool, lines: &[&str]) -> Code {
        Code::on("gfx942", workgroup, is_loop, lines)
    }

    /// The same for a GPU.
    fn on(gpu: &str, workgroup: u32, is_loop: bool, lines: &[&str]) -> Code {
        let mut source = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu {gpu}\nresources lds=0 workgroup={}\n",
            64 * workgroup
        );
        source += if is_loop {
            "block 0 frequency=64 depth=1 loop=0 successors=0,1\n"
        } else {
            "block 0 frequency=1 depth=0 successors=1\n"
        };
        let branch = is_loop.then_some(BRANCH);
        for line in lines.iter().copied().chain(branch) {
            source += &format!("  {line}\n");
        }
        source += "block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n";
        let function: Function = text::parse(&source).expect("valid text");
        let trace = Trace::all(&function).remove(0);
        let needs = |_: InstId, _: InstId| WaitStates(0);
        let program = Program::compile(&function, &trace, &needs);
        Code {
            costs: program.costs(&function, &Model::built_in(function.gpu)[0]),
            order: program.order(),
            program,
        }
    }

    /// The halves of workgroups come to the loop one barrier apart.
    fn staggered(mut self) -> Code {
        self.program.meeting.staggered = true;
        self
    }

    fn simulation(&self) -> Simulation<'_, Predicted> {
        Simulation {
            program: &self.program,
            costs: &self.costs,
            order: &self.order,
        }
    }

    fn idle(&self) -> SimState {
        SimState::new(&self.program, None)
    }

    /// Slots that an iteration takes one wave alone.
    fn alone(&self) -> Period {
        self.simulation().run(self.idle()).0.period
    }

    /// Waves that begin as in [`Simulation::throughput`].
    fn simd(&self, waves: u32) -> Simd<'_, Predicted> {
        Simd::new(self.simulation(), waves, &self.idle(), self.alone())
    }

    fn throughput(&self, waves: u32) -> f64 {
        let simulation = self.simulation();
        simulation
            .throughput(waves, &self.idle(), self.alone())
            .clocks()
    }

    fn is_barrier(&self, position: usize) -> bool {
        self.program.ops[self.order[position]].is_barrier
    }

    /// Slots from the arrival of the last wave at a barrier until they go on.
    fn barrier_issue(&self, position: usize) -> u32 {
        self.costs.ops[self.order[position]].issue
    }
}

/// An issued instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Issued {
    wave: usize,
    position: usize,
    slot: u32,
}

impl Simd<'_, Predicted> {
    /// Issues instructions, but none after the end of the code where it is no loop.
    fn issue(&mut self, count: usize) -> Vec<Issued> {
        let mut all = Vec::new();
        for _ in 0..count {
            let (wave, slot) = self.next();
            if slot == NEVER {
                break;
            }
            let position = self.runners[wave].position;
            assert_eq!(self.issue_next().wave, wave);
            all.push(Issued {
                wave,
                position,
                slot,
            });
        }
        all
    }

    /// A wave is that much later than the others.
    fn delay(&mut self, wave: usize, slots: u32) {
        self.runners[wave].wave.now += slots;
        self.prepare(wave, false);
    }
}

/// The first slot in which a wave issues the instruction at a position.
fn slot_of(all: &[Issued], wave: usize, position: usize) -> u32 {
    let mut all = all.iter();
    let first = all.find(|i| (i.wave, i.position) == (wave, position));
    first.expect("issued").slot
}

#[test]
fn waves_go_on_when_the_last_one_has_arrived() {
    let code = Code::new(8, false, &[ADD, BARRIER, ADD]);
    let issue = code.barrier_issue(1);
    for late in 0..2 {
        let mut simd = code.simd(2);
        simd.delay(late, 50);
        let all = simd.issue(usize::MAX);
        assert_eq!(all.len(), 6);
        let arrived = [slot_of(&all, 0, 1), slot_of(&all, 1, 1)];
        assert!(arrived[late] >= arrived[1 - late] + 49, "{arrived:?}");
        // The one that waited longer is first.
        assert_eq!(slot_of(&all, 1 - late, 2), arrived[late] + issue);
        assert_eq!(slot_of(&all, late, 2), arrived[late] + issue + 1);
    }
}

#[test]
fn no_wave_goes_back_in_time_at_a_barrier() {
    // Each waits for LDS, so that one that was alone would wait for others besides.
    let code = Code::new(8, true, &[READ, USE, BARRIER]);
    let mut simd = code.simd(2);
    let mut last = [0; 2];
    for _ in 0..200 {
        let event = simd.issue_next();
        assert!(event.moment.slot >= last[event.wave]);
        last[event.wave] = event.moment.slot;
        for (runner, &slot) in simd.runners.iter().zip(&last) {
            assert!(runner.wave.now >= slot);
        }
    }
}

#[test]
fn workgroups_do_not_wait_for_each_other() {
    let code = Code::new(8, false, &[ADD, BARRIER, ADD]);
    let mut simd = code.simd(4);
    simd.delay(2, 500);
    let all = simd.issue(usize::MAX);
    assert_eq!(all.len(), 12);
    assert!(slot_of(&all, 0, 2) < 50 && slot_of(&all, 1, 2) < 50);
    assert!(slot_of(&all, 3, 2) > 500);
    // With one wave of each workgroup on the SIMD, nobody waits.
    let code = Code::new(4, false, &[ADD, BARRIER, ADD]);
    let mut simd = code.simd(2);
    simd.delay(1, 500);
    assert!(slot_of(&simd.issue(usize::MAX), 0, 2) < 50);
}

#[test]
fn workgroups_without_barriers_or_company_run_as_waves_by_themselves() {
    let lines = [READ, USE, LOAD, ADD, MATRIX];
    let own = Code::new(1, true, &lines);
    for workgroup in [4, 8, 16] {
        let code = Code::new(workgroup, true, &lines);
        for waves in [2, 3, 4, 8] {
            assert_eq!(code.throughput(waves), own.throughput(waves));
        }
    }
    let with_barrier = [BARRIER, READ, USE, LOAD, ADD, MATRIX];
    let own = Code::new(1, true, &with_barrier);
    let four = Code::new(4, true, &with_barrier);
    assert_eq!(own.throughput(2), four.throughput(2));
    // One alone costs what the barrier's own slots do.
    assert_eq!(
        Code::new(8, true, &with_barrier).throughput(1),
        four.throughput(1)
    );
}

#[test]
fn waves_that_meet_begin_together_and_workgroups_are_spread() {
    let code = Code::new(8, true, &[BARRIER, READ, USE]);
    let alone = code.alone().slots();
    let begin = |simd: &Simd<'_, Predicted>| -> Vec<u32> {
        simd.runners.iter().map(|r| r.wave.now).collect()
    };
    assert_eq!(begin(&code.simd(4)), [0, 0, alone / 2, alone / 2]);
    assert_eq!(begin(&code.simd(3)), [0, 0, alone / 2]);
    let code = Code::new(8, true, &[READ, USE]);
    assert_eq!(begin(&code.simd(2)), [0, code.alone().slots() / 2]);
}

/// A loop of a stage that loads and a stage of as many clocks of matrix instructions.
fn two_stages(workgroup: u32) -> Code {
    let reads = (0..8).map(|n| READ.replace("v1,", &format!("v{},", 20 + n)));
    let matrix = (0..16).map(|n| {
        let accumulator = 4 * (n % 4);
        MATRIX.replace("a[0:3]", &format!("a[{accumulator}:{}]", accumulator + 3))
    });
    let wait = "S_WAITCNT #49279".to_owned();
    let lines: Vec<String> = reads
        .chain([wait, BARRIER.to_owned()])
        .chain(matrix)
        .chain([BARRIER.to_owned()])
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    Code::new(workgroup, true, &lines)
}

#[test]
fn halves_that_are_staggered_use_the_matrix_pipe_in_turns() {
    let in_step = two_stages(8);
    let apart = two_stages(8).staggered();
    let (in_step, apart) = (in_step.throughput(2), apart.throughput(2));
    let matrix = 16.0 * 16.0;
    assert!(apart >= matrix && apart < 1.3 * matrix, "{apart}");
    assert!(in_step > 1.1 * apart, "{in_step} {apart}");
}

#[test]
fn the_second_half_begins_when_the_first_is_at_its_first_barrier() {
    let code = two_stages(8).staggered();
    let mut simd = code.simd(2);
    let all = simd.issue(100);
    let mut positions = 0..code.order.len();
    let barrier = positions.find(|&at| code.is_barrier(at));
    let barrier = barrier.expect("a barrier");
    let issue = code.barrier_issue(barrier);
    let arrived = slot_of(&all, 0, barrier);
    assert!(arrived > 20);
    assert!(slot_of(&all, 1, 0) >= arrived + issue);
    assert!(slot_of(&all, 1, 0) <= arrived + issue + 1);
}

#[test]
fn the_wave_with_the_higher_priority_issues_first() {
    let run = |high: &str| {
        let code = Code::new(1, false, &[high, ADD, ADD, ADD, ADD]);
        let mut simd = code.simd(2);
        // The first wave has its priority before the other one begins.
        simd.delay(1, 2);
        // The other one does not set its own.
        simd.runners[1].position = 1;
        simd.delay(1, 0);
        let all = simd.issue(usize::MAX);
        all.iter().map(|i| i.wave).collect::<Vec<_>>()
    };
    assert_eq!(run("S_SETPRIO #0 | effects"), [0, 0, 1, 0, 1, 0, 1, 0, 1]);
    assert_eq!(run("S_SETPRIO #1 | effects"), [0, 0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn a_wave_of_higher_priority_for_good_starves_no_other() {
    let code = Code::new(1, true, &[ADD; 12]);
    let mut simd = code.simd(5);
    for wave in 1..5 {
        simd.runners[wave].precedence.priority = 3;
        simd.prepare(wave, false);
    }
    let all = simd.issue(4000);
    assert!(all.iter().filter(|i| i.wave == 0).count() > 10);
}

#[test]
fn lds_and_vector_memory_have_a_port_each() {
    let code = Code::new(1, false, &[READ, LOAD, ADD, READ, LOAD]);
    let all = code.simd(4).issue(usize::MAX);
    let slots_of = |pipe: Pipe| {
        let is_of = |i: &&Issued| code.program.steps[code.order[i.position]].pipe == pipe;
        let mut slots: Vec<u32> = all.iter().filter(is_of).map(|i| i.slot).collect();
        slots.sort_unstable();
        slots
    };
    for pipe in [Pipe::Lds, Pipe::Vmem] {
        let mut slots = slots_of(pipe);
        assert_eq!(slots.len(), 8);
        slots.dedup();
        assert_eq!(slots.len(), 8);
    }
    // One of each goes in a slot, and a vector instruction beside either.
    let lds = slots_of(Pipe::Lds);
    assert!(slots_of(Pipe::Vmem).iter().any(|slot| lds.contains(slot)));
    assert!(slots_of(Pipe::Valu).iter().any(|slot| lds.contains(slot)));
}

/// Slots in which two instructions of different waves issued, of two waves with so many lines each.
fn shared_slots(gpu: &str, line: &str, other: &str) -> usize {
    let code = Code::on(gpu, 1, false, &[line, other, line, other, line, other]);
    let all = code.simd(2).issue(usize::MAX);
    let with = |i: &Issued| all.iter().filter(|j| j.slot == i.slot).count();
    all.iter().filter(|i| with(i) == 2).count() / 2
}

#[test]
fn plain_vector_instructions_of_two_waves_share_slots() {
    const LONG: &str = "V_LSHL_ADD_U32_e64 def v46, v47, v48, v49";
    const SCALAR_READER: &str = "V_ADD_F32_e32 def v8, s9, v9";
    const COMPARE: &str = "V_CMP_GT_I32_e32 v0, v3, def vcc";
    const PACKED: &str =
        "V_PK_ADD_F32 def v[40:41], #8, v[42:43], #8, v[44:45], #0, #0, #0, #0, #0";
    assert!(shared_slots("gfx950", ADD, ADD) >= 5);
    assert!(shared_slots("gfx950", ADD, LONG) >= 3);
    for alone in [
        LONG,
        SCALAR_READER,
        COMPARE,
        PACKED,
        "V_EXP_F32_e32 def v8, v9",
    ] {
        assert_eq!(shared_slots("gfx950", alone, alone), 0, "{alone}");
    }
    assert_eq!(shared_slots("gfx942", ADD, ADD), 0);
}

#[test]
fn the_digest_tells_who_waits_and_who_is_first() {
    let code = Code::new(8, true, &[ADD, BARRIER, ADD]);
    let digest = |change: fn(&mut Simd<'_, Predicted>)| {
        let mut simd = code.simd(2);
        change(&mut simd);
        simd.digest(20)
    };
    let same = digest(|_| {});
    assert_eq!(same, digest(|_| {}));
    assert_ne!(same, digest(|simd| simd.runners[1].precedence.priority = 1));
    let turns = digest(|simd| simd.runners[0].precedence.turn = 2);
    assert_ne!(same, turns);
    let waits = digest(|simd| simd.prepare(1, true));
    assert_ne!(same, waits);
    // How long it has waited matters too: its state is relative to when it began to wait.
    let longer = digest(|simd| {
        simd.delay(1, 7);
        simd.prepare(1, true);
    });
    assert_ne!(waits, longer);
    assert_ne!(same, digest(|simd| simd.shared.vmem.port = 23));
}

const KINDS: [&str; 12] = [
    BARRIER,
    READ,
    USE,
    LOAD,
    ADD,
    MATRIX,
    "S_SETPRIO #1 | effects",
    "S_SETPRIO #0 | effects",
    "S_NOP #3",
    "S_ADD_I32 def s4, s4, #1",
    "S_LOAD_DWORD_IMM def s6, s[8:9], #0, #0 | load | read space=4 bytes=4",
    "V_PK_ADD_F32 def v[40:41], #8, v[42:43], #8, v[44:45], #0, #0, #0, #0, #0",
];

proptest! {
    #[test]
    fn nobody_waits_for_ever_and_nobody_passes_a_barrier_early(
        kinds in prop::collection::vec(0..KINDS.len(), 1..24),
        waves in 1u32..9,
        workgroup in prop::sample::select(&[4u32, 6, 8, 12, 16][..]),
        is_loop: bool,
        staggered: bool,
        is_gfx950: bool,
    ) {
        let lines: Vec<&str> = kinds.iter().map(|&kind| KINDS[kind]).collect();
        let gpu = if is_gfx950 { "gfx950" } else { "gfx942" };
        let mut code = Code::on(gpu, workgroup, is_loop, &lines);
        code.program.meeting.staggered = staggered && is_loop;
        let mut simd = code.simd(waves);
        let per_wave = if is_loop { 5 * code.order.len() } else { code.order.len() };
        let all = simd.issue(per_wave * waves as usize);
        prop_assert_eq!(all.len(), per_wave * waves as usize);
        // The slots of the barriers by wave; in front of them the one of a half that is behind.
        let barriers: Vec<Vec<u32>> = (0..waves as usize)
            .map(|wave| {
                let own = all.iter().filter(|i| i.wave == wave && code.is_barrier(i.position));
                let is_behind = code.program.meeting.staggered
                    && code.program.meeting.waves > 1
                    && simd.barriers.is_in_second_half(wave);
                is_behind.then_some(0).into_iter().chain(own.map(|i| i.slot)).collect()
            })
            .collect();
        for issued in &all {
            let passed = |wave: usize| barriers[wave].iter().filter(|&&at| at < issued.slot).count();
            for other in simd.barriers.workgroup(issued.wave) {
                prop_assert!(passed(other) >= passed(issued.wave), "{issued:?} {lines:?}");
            }
        }
        prop_assert!(code.throughput(waves) >= 0.0);
    }

    #[test]
    fn one_wave_never_waits_for_the_port(
        kinds in prop::collection::vec(0..KINDS.len(), 1..24),
    ) {
        let lines: Vec<&str> = kinds.iter().map(|&kind| KINDS[kind]).collect();
        let code = Code::new(4, false, &lines);
        let mut state = code.idle();
        for &op in &code.order {
            state.step(&code.program, &code.costs, op);
            prop_assert!(state.shared.lds.port.max(state.shared.vmem.port) <= state.wave.now);
        }
    }
}
