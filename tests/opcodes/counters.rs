//! Which counters each opcode raises: by the table that waits and cost model read, by the checker's,
//! and by LLVM 22's wait inserter, opcode by opcode.
//!
//! LLVM shows its count when it meets a request of the memory legaliser after the instruction: it
//! keeps of `vmcnt(0) expcnt(0) lgkmcnt(0)` what it takes to be outstanding.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use cdnasched_base::gpu::{CountRow, Counter, Counting, Counts, Gpu, OpInfo, PerCounter, Unit};
use cdnasched_base::machine::{Function, text};
use cdnasched_check as check;
use cdnasched_engine::waitcnt::counted;

use crate::decode::accepted;
use crate::encodings::Format;
use crate::{IRRELEVANT, of_the_passes, pseudos, stem};

/// Whether a counter is raised.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Raised {
    No,
    /// It may be: such an operation is not counted among those after another.
    Maybe,
    Yes,
}

impl From<bool> for Raised {
    fn from(raised: bool) -> Raised {
        if raised { Raised::Yes } else { Raised::No }
    }
}

/// An answer for each counter.
type Answer = PerCounter<Raised>;

/// An opcode in one format.
struct Probe {
    opcode: &'static str,
    format: Format,
    operands: Vec<String>,
}

/// A difference to LLVM 22 that is known.
struct Explained {
    /// Beginning of the opcodes' names.
    opcodes: &'static str,
    gpus: &'static [Gpu],
    counter: Counter,
    ours: Raised,
    llvm: Raised,
    why: &'static str,
}

const OLD: &[Gpu] = &[Gpu::Gfx908, Gpu::Gfx90a];
const NEW: &[Gpu] = &[Gpu::Gfx942, Gpu::Gfx950];

const EXPLAINED: [Explained; 6] = [
    Explained {
        opcodes: "GLOBAL_LOAD_LDS_",
        gpus: &Gpu::ALL,
        counter: Counter::Lgkm,
        ours: Raised::No,
        llvm: Raised::Yes,
        why: "llvm-project #179305: loads into LDS count on vmcnt alone",
    },
    Explained {
        opcodes: "SCRATCH_LOAD_LDS_",
        gpus: &Gpu::ALL,
        counter: Counter::Lgkm,
        ours: Raised::No,
        llvm: Raised::Yes,
        why: "llvm-project #179305",
    },
    Explained {
        opcodes: "BUFFER_WBL2",
        gpus: &[Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950],
        counter: Counter::Vm,
        ours: Raised::Maybe,
        llvm: Raised::No,
        why: "llvm-project #178316: the write-back of the L2 is counted and must be waited for",
    },
    Explained {
        opcodes: "BUFFER_INV",
        gpus: NEW,
        counter: Counter::Vm,
        ours: Raised::Maybe,
        llvm: Raised::No,
        why: "llvm-project #220694: invalidations are counted",
    },
    Explained {
        opcodes: "BUFFER_INVL2",
        gpus: &[Gpu::Gfx90a],
        counter: Counter::Vm,
        ours: Raised::Maybe,
        llvm: Raised::No,
        why: "no LLVM counts it; the documents have it acknowledged",
    },
    Explained {
        opcodes: "BUFFER_WBINVL1",
        gpus: OLD,
        counter: Counter::Vm,
        ours: Raised::Maybe,
        llvm: Raised::No,
        why: "no LLVM counts it; the documents have it acknowledged",
    },
];

/// Every opcode that a GPU accepts, but for branches and waits.
fn probes(gpu: Gpu) -> Vec<Probe> {
    let pseudos = pseudos();
    let mut probes = Vec::new();
    for (real, seen) in accepted(gpu) {
        let (base, encoding) = stem(real);
        if IRRELEVANT.contains(&base.as_str()) {
            continue;
        }
        for opcode in of_the_passes(&pseudos, &base, encoding) {
            let unit = OpInfo::classify(opcode, gpu).unit;
            if matches!(unit, Unit::Control | Unit::Wait) {
                continue;
            }
            probes.extend(seen.operands.iter().map(|(&format, operands)| Probe {
                opcode,
                format,
                operands: of_the_opcode(gpu, format, operands),
            }));
        }
    }
    probes
}

/// The operands that the passes have. From gfx90a on the disassembler shows one more of an LDS
/// instruction with an offset and a GDS bit: whether its data is in AccVGPRs.
fn of_the_opcode(gpu: Gpu, format: Format, shown: &[String]) -> Vec<String> {
    let immediates = shown.iter().rev().take_while(|o| o.starts_with("Imm:"));
    let lds = matches!(format, Format::Lds | Format::Gds);
    let surplus = lds && gpu != Gpu::Gfx908 && immediates.count() > 2;
    shown[..shown.len() - usize::from(surplus)].to_vec()
}

/// An operand that the disassembler shows, in MIR.
fn in_mir(operand: &str) -> String {
    match operand.split_once(':') {
        Some(("Reg", name)) if !name.is_empty() => format!("${}", name.to_ascii_lowercase()),
        Some(("Imm", value)) => value.to_owned(),
        _ => "0".to_owned(),
    }
}

/// The same in the text form of the core. Which of the special registers it is does not matter.
fn in_text_form(operand: &str) -> String {
    let Some(("Reg", name)) = operand.split_once(':') else {
        return in_mir(operand).replacen("", "#", 1);
    };
    for (long, short) in [("VGPR", 'v'), ("SGPR", 's'), ("AGPR", 'a')] {
        let Some(rest) = name.strip_prefix(long) else {
            continue;
        };
        let first = rest.split('_').next().unwrap_or(rest);
        let first: u32 = first.parse().expect("a register's number");
        let last = first + name.matches(long).count() as u32 - 1;
        return format!("{short}[{first}:{last}]");
    }
    "vcc".to_owned()
}

/// What LLVM takes to be outstanding after each instruction.
fn of_llvm(gpu: Gpu, probes: &[Probe]) -> Vec<Answer> {
    // More implicit operands than the opcode has are no mistake.
    const IMPLICIT: &str = "implicit $exec, implicit $m0, implicit $flat_scr, implicit $mode, \
                            implicit $vcc, implicit $scc, implicit-def $scc, implicit-def $vcc, \
                            implicit-def $exec, implicit-def $mode, implicit-def $m0";
    let mut mir = String::new();
    for (number, probe) in probes.iter().enumerate() {
        let operands: Vec<String> = probe.operands.iter().map(|o| in_mir(o)).collect();
        let gap = if operands.is_empty() { "" } else { ", " };
        mir += &format!(
            "---\nname: f{number}\nfailedISel: true\nmachineFunctionInfo:\n  isEntryFunction: true\nbody: |\n  \
             bb.0:\n    {} {}{gap}{IMPLICIT}\n    S_WAITCNT_soft {}\n    S_ENDPGM 0\n...\n",
            probe.opcode,
            operands.join(", "),
            Counts::ZERO.encode()
        );
    }
    let output = inserted(gpu, &mir);
    let mut answers = vec![PerCounter::all(Raised::No); probes.len()];
    let mut number = None;
    for line in output.lines() {
        if let Some(name) = line.strip_prefix("name:") {
            number = name.trim().strip_prefix('f').and_then(|n| n.parse().ok());
        } else if let Some(imm) = line.trim().strip_prefix("S_WAITCNT ") {
            let imm: u16 = imm.trim().parse().expect("an immediate");
            let number: usize = number.expect("a function's name");
            let waits = |counter| Counts::decode(imm).get(counter).is_some();
            answers[number] = PerCounter::of(|counter| waits(counter).into());
        }
    }
    assert_eq!(number, probes.len().checked_sub(1));
    answers
}

/// MIR after LLVM's wait inserter.
fn inserted(gpu: Gpu, mir: &str) -> String {
    let file = std::env::temp_dir().join(format!("cdnasched-{}-{gpu}.mir", std::process::id()));
    std::fs::write(&file, mir).expect("the temporary directory can be written");
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    let tool = PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into())).join("bin/llc");
    let output = Command::new(tool)
        .args(["-mtriple=amdgcn-amd-amdhsa", "-run-pass=si-insert-waitcnts"])
        .args([&format!("-mcpu={gpu}"), "-o", "-"])
        .arg(&file)
        .output()
        .expect("llc can be started");
    std::fs::remove_file(&file).expect("the file is ours");
    let errors = String::from_utf8_lossy(&output.stderr);
    let shown: String = errors.chars().take(2000).collect();
    assert!(output.status.success(), "llc -mcpu={gpu}: {shown}");
    String::from_utf8(output.stdout).expect("MIR is text")
}

/// The instruction by itself, as the core sees it.
fn alone(gpu: Gpu, probe: &Probe) -> Function {
    // Of matrix instructions the core asks which operand is what.
    let matrix = OpInfo::classify(probe.opcode, gpu).unit == Unit::Matrix;
    let operands = probe.operands.iter().enumerate().map(|(at, operand)| {
        let text = in_text_form(operand);
        match (matrix, at) {
            (false, _) => text,
            (true, 0) => format!("def {text}"),
            // The sparse ones accumulate in place.
            (true, at) if at + 1 == probe.operands.len() && text.starts_with(['v', 'a']) => {
                format!("tied {text}")
            }
            (true, _) => text.replace('s', "v"),
        }
    });
    let operands: Vec<String> = operands.collect();
    let form = format!(
        "cdna-flat 1\nfunction \"f\"\ngpu {gpu}\nresources lds=0 workgroup=256 entry\n\
         block 0 frequency=1 depth=0\n{} {}\n",
        probe.opcode,
        operands.join(", ")
    );
    text::parse(&form).unwrap_or_else(|e| panic!("{e}\n{form}"))
}

/// What the table of waits and cost model says, and whether such operations complete in order.
fn of_the_table(function: &Function) -> (Answer, bool) {
    let inst = function.blocks()[0].order[0];
    let counted = counted(function, inst);
    let lgkm = counted.lds + counted.smem + counted.other;
    let mut answer = PerCounter::of(|counter| {
        let by = match counter {
            Counter::Vm => counted.vm,
            Counter::Lgkm => lgkm,
            Counter::Exp => counted.exp,
        };
        Raised::from(by > 0)
    });
    let opcode = function.opcode(inst);
    let row = CountRow::of(opcode.info.unit, &opcode.name, function.gpu);
    if row.counting != Counting::Surely {
        for raise in row.raises {
            answer[raise.event.counter()] = Raised::Maybe;
        }
    }
    (answer, counted.in_order)
}

/// What the checker says.
fn of_the_checker(function: &Function) -> (Answer, bool) {
    let out = check::outstanding(function, function.blocks()[0].order[0]);
    let mut answer = PerCounter::of(|counter| Raised::from(out.counters[counter]));
    if out.may_count {
        answer[Counter::Vm] = Raised::Maybe;
    }
    (answer, out.in_order)
}

/// The answers of all three to one probe.
struct Answers<'a> {
    gpu: Gpu,
    probe: &'a Probe,
    table: (Answer, bool),
    checker: (Answer, bool),
    llvm: Answer,
}

/// What two of the three say differently and no entry of the list explains; entries that explain
/// something are added to `used`.
fn unexplained(all: &[Answers], used: &mut BTreeSet<(Gpu, usize)>) -> Vec<String> {
    let mut wrong = Vec::new();
    for answers in all {
        let Answers { gpu, probe, .. } = *answers;
        let name = format!("{gpu} {} {:?}", probe.opcode, probe.format);
        if answers.table != answers.checker {
            let (table, checker) = (answers.table, answers.checker);
            wrong.push(format!(
                "{name}: the table says {table:?}, the checker {checker:?}"
            ));
        }
        for counter in Counter::ALL {
            let (ours, llvm) = (answers.table.0[counter], answers.llvm[counter]);
            if ours == llvm {
                continue;
            }
            let explains = |e: &Explained| {
                probe.opcode.starts_with(e.opcodes)
                    && e.gpus.contains(&gpu)
                    && (e.counter, e.ours, e.llvm) == (counter, ours, llvm)
            };
            match EXPLAINED.iter().position(explains) {
                Some(entry) => {
                    used.insert((gpu, entry));
                }
                None => wrong.push(format!("{name}: {counter}: ours {ours:?}, LLVM {llvm:?}")),
            }
        }
    }
    wrong
}

/// Asks all three about every opcode of a GPU.
fn ask(gpu: Gpu, run: impl FnOnce(Vec<Answers>)) {
    let probes = probes(gpu);
    let llvm = of_llvm(gpu, &probes);
    let answers = probes.iter().zip(llvm).map(|(probe, llvm)| {
        let function = alone(gpu, probe);
        Answers {
            gpu,
            probe,
            table: of_the_table(&function),
            checker: of_the_checker(&function),
            llvm,
        }
    });
    run(answers.collect());
}

fn compare(gpu: Gpu) {
    ask(gpu, |all| {
        let mut used = BTreeSet::new();
        let wrong = unexplained(&all, &mut used);
        let mut counts: BTreeMap<Answer, usize> = BTreeMap::new();
        for answers in &all {
            *counts.entry(answers.table.0).or_default() += 1;
        }
        println!("{gpu}: {} opcodes in their formats", all.len());
        for (answer, count) in counts {
            let each = answer
                .iter()
                .map(|(counter, raised)| format!("{counter} {raised:?}"));
            println!("  {}: {count}", each.collect::<Vec<_>>().join(", "));
        }
        assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
        for (at, entry) in EXPLAINED.iter().enumerate() {
            let stale = entry.gpus.contains(&gpu) && !used.contains(&(gpu, at));
            assert!(
                !stale,
                "{gpu}: {} is no difference: {}",
                entry.opcodes, entry.why
            );
        }
    });
}

#[test]
fn gfx908_counters() {
    compare(Gpu::Gfx908);
}

#[test]
fn gfx90a_counters() {
    compare(Gpu::Gfx90a);
}

#[test]
fn gfx942_counters() {
    compare(Gpu::Gfx942);
}

#[test]
fn gfx950_counters() {
    compare(Gpu::Gfx950);
}

/// Any one answer about any opcode turned around is noticed, whoever of the two tables gives it.
#[test]
fn every_wrong_answer_is_noticed() {
    let turned = |raised| match raised {
        Raised::No => Raised::Yes,
        Raised::Maybe | Raised::Yes => Raised::No,
    };
    ask(Gpu::Gfx942, |mut all| {
        for at in 0..all.len() {
            for counter in Counter::ALL {
                let right = (all[at].table.0[counter], all[at].checker.0[counter]);
                for (table, checker) in [(turned(right.0), right.1), (right.0, turned(right.1))] {
                    all[at].table.0[counter] = table;
                    all[at].checker.0[counter] = checker;
                    let noticed = unexplained(&all[at..=at], &mut BTreeSet::new());
                    assert!(!noticed.is_empty(), "{}", all[at].probe.opcode);
                }
                (all[at].table.0[counter], all[at].checker.0[counter]) = right;
            }
        }
    });
}
