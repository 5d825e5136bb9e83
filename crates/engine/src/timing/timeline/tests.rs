use super::*;
use crate::machine::text;
use crate::timing::{Spent, Timing};

const LOOP: &str = r#"cdna-flat 1
function "t"
gpu gfx942
resources lds=1024 workgroup=256 entry
block 0 frequency=64 depth=1 loop=0 successors=0,1
  DS_READ_B32_gfx9 def v1, v0, #0, #0 | load | read space=3 bytes=4
  S_WAITCNT #49279
  V_ADD_F32_e32 def v2, v1, v1
  S_BARRIER | boundary
  GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0 | load | read space=1 bytes=4
  S_WAITCNT #3952
  V_ADD_F32_e32 def v4, v3, v3
  V_ADD_F32_e32 def v5, v4, v4
  S_NOP #3
  V_EXP_F32_e32 def v6, v8
  V_EXP_F32_e32 def v7, v8
  V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[12:15], v[8:9], v[10:11], v[12:15]
  V_MFMA_F32_16X16X16F16_vgprcd_e64 def v[12:15], v[8:9], v[10:11], v[12:15]
  S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary
block 1 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn boundary
"#;

fn timelines(waves: u32) -> Vec<(Timeline, f64, Spent)> {
    let function = text::parse(LOOP).expect("valid text");
    let trace = Trace::all(&function).remove(0);
    let models = Model::built_in(function.gpu);
    let of = |model: &Model| {
        let timing = Timing::finished(&function, std::slice::from_ref(model), waves);
        let times = timing.traces[0].models[0];
        let period = match waves {
            1 => times.single_wave.period,
            _ => times.at_occupancy,
        };
        let spent = Spent::by(&function, &trace, model);
        (
            Timeline::of(&function, &trace, model, waves),
            period.clocks(),
            spent,
        )
    };
    models.iter().map(of).collect()
}

#[test]
fn time_is_without_gaps_and_all_of_it_is_accounted_for() {
    for waves in [1, 2, 4] {
        for (timeline, period, _) in timelines(waves) {
            assert_eq!(timeline.period.clocks(), period);
            for wave in 0..waves {
                let events = timeline.events.iter().filter(|event| event.wave == wave);
                let events: Vec<&Event> = events.collect();
                for pair in events.windows(2) {
                    assert_eq!(pair[0].next, pair[1].ready, "{:?}", pair);
                }
                for event in events {
                    assert!(event.ready <= event.issue && event.issue < event.next);
                    assert!(event.start <= event.busy);
                    assert_eq!(event.issue > event.ready, event.stall != Stall::None);
                }
            }
            let sum: f64 = timeline.spent.iter().map(|(_, clocks)| clocks).sum();
            assert!((sum / period - 1.0).abs() < 0.05, "{sum} of {period}");
        }
    }
}

/// The profile, which was written before, says the same of one wave.
#[test]
fn one_wave_spends_what_its_profile_says() {
    for (timeline, _, profile) in timelines(1) {
        let of = |wanted: &[Use]| -> f64 {
            let spent = timeline.spent.iter();
            let all = spent.filter(|(what, _)| wanted.contains(what));
            all.map(|(_, clocks)| clocks).sum()
        };
        let stalls =
            |wanted: &[Stall]| of(&wanted.iter().map(|&s| Use::Stalled(s)).collect::<Vec<_>>());
        assert_eq!(of(&[Use::Fillers]), profile.fillers.0 as f64);
        assert_eq!(stalls(&[Stall::Vmcnt]), profile.vector_memory.0 as f64);
        assert_eq!(stalls(&[Stall::Lgkmcnt]), profile.lds.0 as f64);
        assert_eq!(stalls(&[Stall::Result]), profile.results.0 as f64);
        assert_eq!(
            stalls(&[
                Stall::MatrixBusy,
                Stall::ValuBusy,
                Stall::ValuStart,
                Stall::PortBusy
            ]),
            profile.units.0 as f64
        );
        assert_eq!(
            of(&[Use::Issue]) + stalls(&[Stall::Barrier]),
            profile.issue.0 as f64
        );
        let busy = |lane| {
            timeline
                .busy
                .iter()
                .find(|(of, _)| *of == lane)
                .map(|(_, clocks)| *clocks)
        };
        assert_eq!(busy(Lane::Matrix), Some(profile.matrix_work.0 as f64));
        assert_eq!(busy(Lane::Lds), Some(profile.lds_work.0 as f64));
    }
}

/// Every wait stalls for the load before it, and the second matrix instruction for the first.
#[test]
fn a_stall_names_what_it_is_for() {
    for (timeline, ..) in timelines(1) {
        let caused = |stall: Stall| {
            let all = timeline.events.iter().filter(move |e| e.stall == stall);
            all.map(|e| e.cause.map(|at| timeline.events[at as usize].lane))
                .collect::<Vec<_>>()
        };
        assert_eq!(caused(Stall::Vmcnt), [Some(Lane::Vmem); 3]);
        assert_eq!(caused(Stall::Lgkmcnt), [Some(Lane::Lds); 3]);
        for cause in caused(Stall::MatrixBusy) {
            assert_eq!(cause, Some(Lane::Matrix));
        }
    }
}

/// What a stall is for is an instruction of the unit that is busy; a queue that is full waits for none in particular.
#[test]
fn stalls_name_the_unit_that_is_busy() {
    let mfma = "V_MFMA_F32_32X32X8F16_vgprcd_e64 def v[16:31], v[8:9], v[10:11], v[16:31]\n";
    let load = "GLOBAL_LOAD_DWORDX4_SADDR def v[32:35], v0, s[2:3], #0, #0 | load | read space=1 bytes=16\n";
    let valu = "V_EXP_F32_e32 def v6, v8\n";
    let other = mfma.replace("16:31", "48:63");
    let body = [mfma, valu, &other, &load.repeat(12), valu, valu].concat();
    let text = format!(
        "cdna-flat 1\nfunction \"t\"\ngpu gfx942\nresources lds=0 workgroup=64 entry\n\
         block 0 frequency=64 depth=1 loop=0 successors=0,1\n{body}\
         S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
         block 1 frequency=1 depth=0\nS_ENDPGM #0 | return term noreturn boundary\n"
    );
    let function = text::parse(&text).expect("valid text");
    let trace = Trace::all(&function).remove(0);
    let [model, _] = Model::built_in(function.gpu);
    let timeline = Timeline::of(&function, &trace, &model, 1);
    let mut seen = Vec::new();
    for event in &timeline.events {
        let cause = event.cause.map(|at| timeline.events[at as usize].lane);
        match event.stall {
            Stall::MatrixBusy => assert!(matches!(cause, None | Some(Lane::Matrix)), "{event:?}"),
            Stall::ValuBusy => assert!(
                matches!(cause, None | Some(Lane::Valu | Lane::Matrix)),
                "{event:?}"
            ),
            Stall::VmemFull | Stall::LdsFull => assert_eq!(cause, None, "{event:?}"),
            _ => continue,
        }
        seen.push(event.stall);
    }
    for stall in [Stall::MatrixBusy, Stall::VmemFull] {
        assert!(seen.contains(&stall), "{seen:?}");
    }
}

/// On gfx950 vector instructions behind a pause wait for no instruction: the vector ALU is free, and starts slowly. Elsewhere
/// nobody has seen that.
#[test]
fn a_slow_start_is_no_busy_unit() {
    let body = ["V_ADD_F32_e32 def v1, v0, v0\n"].repeat(6).concat();
    let stalls = |gpu: &str| {
        let text = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu {gpu}\nresources lds=0 workgroup=64 entry\n\
             block 0 frequency=64 depth=1 loop=0 successors=0,1\nS_NOP #13\n{body}\
             S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
             block 1 frequency=1 depth=0\nS_ENDPGM #0 | return term noreturn boundary\n"
        );
        let function = text::parse(&text).expect("valid text");
        let trace = Trace::all(&function).remove(0);
        let [model, _] = Model::built_in(function.gpu);
        let timeline = Timeline::of(&function, &trace, &model, 1);
        let all = timeline.events.iter().filter(|e| e.lane == Lane::Valu);
        let first = all.filter(|e| e.iteration == 1);
        first
            .map(|event| {
                assert_eq!(event.cause, None);
                (event.stall, event.issue - event.ready)
            })
            .collect::<Vec<_>>()
    };
    let mut expected = vec![(Stall::None, 0)];
    expected.extend([(Stall::ValuStart, 4); 5]);
    assert_eq!(stalls("gfx950"), expected);
    assert_eq!(stalls("gfx942"), [(Stall::None, 0); 6]);
}

/// What is computed without what ran when is what the timelines say.
#[test]
fn periods_are_those_of_timelines() {
    let function = text::parse(LOOP).expect("valid text");
    let trace = Trace::all(&function).remove(0);
    let models = Model::built_in(function.gpu);
    let crowds = [1, 2, 4];
    let found = Timeline::periods(&function, &trace, &models, &crowds);
    for (model, found) in models.iter().zip(found) {
        let watched = crowds.map(|waves| Timeline::of(&function, &trace, model, waves).period);
        assert_eq!(found, watched, "{}", model.name());
    }
}
