//! Each update of what is outstanding, left out: the checker must notice.
//!
//! It does in the stream that is placed then: a wait is missing, or one is stricter than anything
//! requires. What LLVM does of its own accord, and what the memory model requires, the checker
//! cannot know; there the waits are expected to be those of LLVM.

mod faulty;
mod rows;
mod update;

use std::mem::discriminant;

use self::update::{Joined, Meeting, Update};
use super::*;
use crate::check;
use crate::gpu::{Counter, Event, EventSet, Unit, VmemKind};
use crate::machine::{InstId, RegRange};

const VM: Counter = Counter::Vm;
const LGKM: Counter = Counter::Lgkm;
const EXP: Counter = Counter::Exp;

const BUFFER: &str = "BUFFER_LOAD_DWORD_OFFSET def v0, s[44:47], #0, #0, #0, #0, imp exec | load lat=1 | read space=8 bytes=4";
const TYPED: &str = "TBUFFER_LOAD_FORMAT_X_OFFSET def v0, s[44:47], #0, #0, #0, #0, #0, imp exec | load lat=1 | read space=8 bytes=4";
const SCRATCH: &str = "SCRATCH_LOAD_DWORD_SADDR def v0, s0, #0, #0, imp exec, imp flat_scratch | load lat=1 | read space=5 bytes=4";
const IMAGE: &str = "IMAGE_LOAD_V1_V2 def v0, v[2:3], s[48:55], #1, #0, imp exec | load lat=1 | read space=8 bytes=4";
const SAMPLE: &str = "IMAGE_SAMPLE_V1_V2 def v0, v[2:3], s[48:55], s[56:59], #1, #0, imp exec | load lat=1 | read space=8 bytes=4";
const LDS_DMA: &str = "GLOBAL_LOAD_LDS_DWORD v[40:41], #0, #0, imp exec, imp m0 | load store lat=1 | read space=1 bytes=4 | write space=3 bytes=4";
const GDS: &str =
    "DS_READ_B32_gfx9 def v0, v42, #0, #1, imp exec | load lat=1 | read space=2 bytes=4";
const GDS_ADD: &str =
    "DS_ADD_U32_gfx9 v42, v0, #0, #1, imp exec | load store lat=1 | read write space=2 bytes=4";
const GWS: &str =
    "DS_GWS_BARRIER v0, #0, imp m0, imp exec | load store lat=1 | read write space=0 bytes=4";
const EXPORT: &str = "EXP #0, v0, v20, v20, v20, #0, #0, #15, imp exec | lat=1";
const POSITION: &str = "EXP #12, v0, v20, v20, v20, #0, #0, #15, imp exec | lat=1";
const PARAMETER: &str = "EXP #32, v0, v20, v20, v20, #0, #0, #15, imp exec | lat=1";
const MESSAGE: &str = "S_SENDMSG #1, imp exec, imp m0";
const FLAT_GLOBAL: &str =
    "FLAT_LOAD_DWORD def v0, v[40:41], #0, #0, imp exec | load lat=1 | read space=1 bytes=4";
const FLAT_LDS: &str =
    "FLAT_LOAD_DWORD def v0, v[40:41], #0, #0, imp exec | load lat=1 | read space=3 bytes=4";
const CALL: &str = "SI_CALL def s[30:31], s[4:5], #0, mask, imp v0 | call lat=1";
const POINTER: &str =
    "S_LOAD_DWORDX2_IMM def s[4:5], s[40:41], #0, #0 | load lat=1 | read invariant space=4 bytes=8";
const CHANGING: &str =
    "S_LOAD_DWORD_IMM def s0, s[40:41], #0, #0 | load lat=1 | read space=1 bytes=4 group=1";
const TO_CHANGING: &str = "GLOBAL_STORE_DWORD v[40:41], v9, #0, #0, imp exec | store lat=1 | write space=1 bytes=4 group=1";
const RETURN: &str = "S_SETPC_B64_return s[30:31] | return term noreturn lat=1";
/// `vmcnt(1)`, `lgkmcnt(1)` and `expcnt(1)`.
const VM1: &str = "wait 3953";
const LGKM1: &str = "wait 49535";
const EXP1: &str = "wait 53023";
const EXP0: &str = "wait 53007";

/// An update, and programs that show what it is for. Lines are as in [`function`].
struct Row {
    update: Update,
    name: String,
    gpu: &'static str,
    entry: bool,
    programs: Vec<String>,
    /// What LLVM does, where the checker has nothing to say.
    like_llvm: Option<&'static str>,
}

impl Row {
    fn new(update: Update, programs: &[&str]) -> Row {
        let whole = |p: &&str| match p.contains("end") || p.contains(RETURN) {
            true => (*p).to_owned(),
            false => format!("{p}\nend"),
        };
        Row {
            update,
            name: format!("{update:?}"),
            gpu: "gfx908",
            entry: true,
            programs: programs.iter().map(whole).collect(),
            like_llvm: None,
        }
    }
    fn gfx942(self) -> Row {
        Row {
            gpu: "gfx942",
            ..self
        }
    }
    fn callable(self) -> Row {
        Row {
            entry: false,
            ..self
        }
    }
    fn like_llvm(self, waits: &'static str) -> Row {
        Row {
            like_llvm: Some(waits),
            ..self
        }
    }

    fn function(&self, program: &str) -> Function {
        let mut function = function(self.gpu, self.entry, program);
        function.features.tg_split = self.update == Update::Split;
        function
    }

    /// What is wrong with the waits of a program: found by the checker, or not what LLVM does.
    fn complaint(&self, function: &Function, placement: &Placement) -> Option<String> {
        let waits = listing(function, placement);
        if let Some(expected) = self.like_llvm {
            return (waits != expected).then(|| format!("{waits:?} is not what LLVM does"));
        }
        let open = check::waits(function);
        let needless = check::needless(function);
        match (open.first(), needless.first()) {
            (Some(open), _) => Some(open.describe(function)),
            (None, Some(wait)) => Some(format!("the wait {} is too strict: {waits:?}", wait.0)),
            (None, None) => None,
        }
    }

    /// What is wrong with the waits of a program although no update is left out.
    fn complaint_without_fault(&self, program: &str) -> Option<String> {
        let mut real = self.function(program);
        let mut faultless = real.clone();
        let placement = place(&mut real).expect("waits can be placed");
        if faulty::place(&mut faultless, None) != placement {
            return Some("the scoreboard of the mutants differs from the real one".to_owned());
        }
        self.complaint(&real, &placement)
    }

    /// What is wrong with the waits of a program when the update is left out.
    fn complaint_with_fault(&self, program: &str) -> Option<String> {
        let mut function = self.function(program);
        let placement = faulty::place(&mut function, Some(self.update));
        self.complaint(&function, &placement)
    }
}

fn set(events: &[Event]) -> EventSet {
    let mut set = EventSet::default();
    for &event in events {
        set.insert(event);
    }
    set
}

/// Two paths, and what comes after both.
fn paths(one: &str, other: &str, after: &str) -> String {
    format!(
        "block 0 frequency=1 depth=0 successors=1,2\nloop 2\n\
         block 1 frequency=1 depth=0 successors=3\n{one}\nS_BRANCH bb.3 | term branch noreturn lat=1\n\
         block 2 frequency=1 depth=0 successors=3\n{other}\n\
         block 3 frequency=1 depth=0{}\n{after}\nend",
        if after.contains("block 4") {
            " successors=4"
        } else {
            ""
        }
    )
}

/// What counts: an instruction, and one that relies on it.
fn counts() -> Vec<Row> {
    use VmemKind::*;
    let use0 = "use v0";
    let set0 = "set v0";
    let vmem = |kind, inst: &str| {
        let program = format!("{inst}\n{use0}");
        Row::new(Update::Count(Unit::Vmem(kind), Event::Vmem), &[&program])
    };
    let row =
        |unit, event, lines: &[&str]| Row::new(Update::Count(unit, event), &[&lines.join("\n")]);
    vec![
        vmem(Buffer, BUFFER),
        vmem(TypedBuffer, TYPED),
        vmem(Image, IMAGE),
        vmem(Scratch, SCRATCH),
        vmem(Global, "load v0"),
        vmem(Flat, FLAT_GLOBAL),
        row(Unit::Vmem(Flat), Event::Lds, &[FLAT_LDS, use0]),
        Row::new(Update::MemoryOnly, &[&format!("lds v0\n{LDS_DMA}\nuse v0")]).gfx942(),
        row(Unit::Lds, Event::Lds, &["lds v0", use0]),
        row(Unit::Lds, Event::Gds, &[GDS, use0]),
        row(Unit::Lds, Event::GdsRead, &[GDS_ADD, set0]),
        // On lgkmcnt it counts as well, and is waited for at once: `requirements` has a row for that.
        row(Unit::Gws, Event::GdsRead, &[GWS, set0]),
        row(Unit::Smem, Event::Smem, &["smem s0", "use s0"]),
        row(
            Unit::Message,
            Event::Message,
            &["lds v0", "lds v1", MESSAGE, use0],
        )
        .like_llvm("lgkmcnt(0) before V_MOV_B32_e32 3"),
        row(Unit::Export, Event::Export, &[EXPORT, set0]),
        row(Unit::Export, Event::ExportPosition, &[POSITION, set0]),
        row(Unit::Export, Event::ExportParameter, &[PARAMETER, set0]),
        Row::new(
            Update::Silent(Unit::Vmem(Buffer)),
            &["load v0\nBUFFER_INV #16, imp exec | effects lat=1\nuse v0"],
        )
        .gfx942(),
        Row::new(
            Update::Silent(Unit::Message),
            &["lds v0\nlds v1\nS_TTRACEDATA imp m0\nuse v0"],
        ),
        Row::new(Update::Space(VM), &[&format!("{FLAT_LDS}\nlds v1\nuse v0")]),
        Row::new(
            Update::Space(LGKM),
            &[&format!("{FLAT_GLOBAL}\nload v1\nuse v0")],
        ),
        Row::new(Update::Split, &["flat v0\nload v1\nuse v0"]).gfx942(),
    ]
}

/// Every set of kinds that one counter can have outstanding, taken for the opposite of what it is.
fn orders() -> Vec<Row> {
    // An instruction of each kind, and one that relies on it; nothing relies on a message.
    let lgkm = [
        (Event::Lds, "lds v0", "use v0"),
        (Event::Gds, GDS, "use v0"),
        (Event::Smem, "smem s0", "use s0"),
        (Event::Message, MESSAGE, ""),
    ];
    let exp = [
        (Event::GdsRead, GDS_ADD, "set v0"),
        (Event::Export, EXPORT, "set v0"),
        (Event::ExportPosition, POSITION, "set v0"),
        (Event::ExportParameter, PARAMETER, "set v0"),
    ];
    let vm = [(Event::Vmem, "load v0", "use v0")];
    let mut rows = Vec::new();
    for kinds in [&lgkm[..], &exp, &vm] {
        for chosen in 1..1 << kinds.len() {
            let members = || {
                (0..kinds.len())
                    .filter(|at| chosen >> at & 1 == 1)
                    .map(|at| kinds[at])
            };
            let events: Vec<Event> = members().map(|(event, ..)| event).collect();
            let Some((_, first, relies)) = members().find(|(.., relies)| !relies.is_empty()) else {
                continue;
            };
            let mut program = vec![first.to_owned()];
            // What comes after has registers of its own.
            let after = |inst: &str| {
                inst.replace("v0", "v7")
                    .replace("s0,", "s7,")
                    .replace("smem s0", "smem s7")
            };
            match events.len() {
                1 => program.push(after(first)),
                _ => program.extend(members().filter(|m| m.1 != first).map(|m| after(m.1))),
            }
            program.push(relies.to_owned());
            rows.push(Row::new(
                Update::Order(set(&events)),
                &[&program.join("\n")],
            ));
        }
    }
    rows
}

#[test]
fn every_update_left_out_is_noticed() {
    let groups = [
        counts(),
        orders(),
        rows::waits_in_the_stream(),
        rows::slots(),
        rows::joins(),
        rows::requirements(),
    ];
    let rows: Vec<Row> = groups.into_iter().flatten().collect();
    let (mut missed, mut broken) = (Vec::new(), Vec::new());
    for row in &rows {
        for program in &row.programs {
            if let Some(what) = row.complaint_without_fault(program) {
                broken.push(format!(
                    "{}, with nothing left out: {what}\n{program}",
                    row.name
                ));
            }
        }
        let noticed = |program: &String| row.complaint_with_fault(program);
        match row.programs.iter().find_map(noticed) {
            Some(what) => println!("noticed: {}: {what}", row.name),
            None => {
                println!("MISSED:  {}", row.name);
                missed.push(row.name.clone());
            }
        }
    }
    println!(
        "{} of {} mutants noticed",
        rows.len() - missed.len(),
        rows.len()
    );
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(missed.is_empty(), "{missed:?}");
}
