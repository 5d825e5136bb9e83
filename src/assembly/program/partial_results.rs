//! Which instructions read what their result's register held: what functions made of text say of it, against what an
//! interpreter found by executing every form with two old contents (`tests/partial_results/table.txt`).

use std::collections::BTreeMap;

use super::{Program, SourceText};
use crate::check;
use crate::gpu::Gpu;
use crate::machine::{Features, Function, InstFlags, InstId, Operand};

const TABLE: &str = include_str!("../../../tests/partial_results/table.txt");

/// What the interpreter found of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    Reads,
    Writes,
    /// It could not execute it: by the documents.
    Unexecuted,
}

/// Forms that count as reading though nothing they keep was found, and why that is so.
const STRICTER: [(&str, &str); 11] = [
    ("_dpp", "LLVM ties the old value, whatever the masks are"),
    (
        "v_max3_",
        "LLVM does not know that they write 0 into the other half",
    ),
    ("v_min3_", "as above"),
    ("v_med3_", "as above"),
    ("v_add_i16", "as above"),
    ("v_sub_i16", "as above"),
    ("v_bitop3_b16", "as above"),
    ("v_ashr_pk_", "as above"),
    ("v_sat_pk_u8_i16", "as above"),
    (
        "v_screen_partition_4se_b32_sdwa",
        "the checker's text leaves its modifiers out",
    ),
    (
        "v_cvt_",
        "as above: to 16-bit integers; to 8 bits and fewer, tied by LLVM",
    ),
];

/// The forms of a GPU with what was found.
fn table(gpu: Gpu) -> BTreeMap<&'static str, Found> {
    let mut forms = BTreeMap::new();
    let mut section = None;
    for line in TABLE
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        if let Some(head) = line.strip_prefix('[') {
            let (found, gpus) = head.trim_end_matches(']').split_once(": ").expect("a head");
            let found = match found {
                "reads" => Found::Reads,
                "writes" => Found::Writes,
                "unexecuted" => Found::Unexecuted,
                _ => panic!("{head}"),
            };
            let is_ours = gpus.split(' ').any(|name| name == gpu.name());
            section = is_ours.then_some(found);
        } else if let Some(found) = section {
            forms.insert(line, found);
        }
    }
    forms
}

/// A program of all the forms that the assembler takes for a GPU.
fn program(forms: &BTreeMap<&'static str, Found>, gpu: Gpu) -> (Program, Vec<&'static str>) {
    let mut forms: Vec<&'static str> = forms.keys().copied().collect();
    loop {
        let text = format!("k:\n{}\ns_endpgm\n", forms.join("\n"));
        match Program::of_text(&SourceText::new(&text), gpu, Features::default()) {
            Ok(program) => return (program, forms),
            Err(super::Error::Assembly { messages }) => {
                let errors = messages.iter().filter(|message| message.is_error);
                let mut lines: Vec<usize> = errors.map(|error| error.line as usize).collect();
                lines.sort_unstable();
                lines.dedup();
                for line in lines.into_iter().rev() {
                    forms.remove(line - 2);
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
}

/// Whether an instruction names the registers of one of its results as a source.
fn reads_result(function: &Function, inst: InstId) -> bool {
    let operands = function.operands(inst);
    let result = operands.iter().find(|operand| operand.is_def());
    let Some(result) = result.and_then(Operand::reg) else {
        return false;
    };
    let sources = operands.iter().filter(|operand| operand.is_use());
    let sources: Vec<_> = sources
        .filter_map(Operand::reg)
        .flat_map(|range| range.regs())
        .collect();
    result.regs().all(|reg| sources.contains(&reg))
}

/// How many forms were found to read, and how many not.
fn compare(forms: &BTreeMap<&'static str, Found>, gpu: Gpu) -> (usize, usize) {
    let (program, taken) = program(forms, gpu);
    assert_eq!(program.not_analysed, []);
    let function = &program.routines[0].function;
    let blocks = function.blocks().iter();
    let insts = blocks.flat_map(|block| block.order.iter().copied());
    let insts: Vec<InstId> = insts
        .filter(|&inst| !function.flags(inst).has(InstFlags::RETURN))
        .collect();
    assert_eq!(insts.len(), taken.len());
    let mut counts = (0, 0);
    let mut wrong = Vec::new();
    for (form, inst) in taken.into_iter().zip(insts) {
        let says = reads_result(function, inst);
        let checked = check::keeps_part(&function.asm(inst));
        let fits = match forms[form] {
            Found::Reads => says && checked,
            Found::Writes => !says || STRICTER.iter().any(|(part, _)| form.contains(part)),
            // LLVM's tied operands against the names of the documents.
            Found::Unexecuted => {
                says == checked || says && STRICTER.iter().any(|(part, _)| form.contains(part))
            }
        };
        // The checker must not demand what nobody claims.
        if !fits || checked && !says {
            wrong.push(format!(
                "{form}: {:?}, described {says}, checked {checked}",
                forms[form]
            ));
        }
        match forms[form] {
            Found::Reads => counts.0 += 1,
            Found::Writes => counts.1 += 1,
            Found::Unexecuted => {}
        }
    }
    assert!(
        wrong.is_empty(),
        "{gpu}: {} forms\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    counts
}

#[test]
fn every_form_of_every_gpu_says_what_it_reads() {
    for gpu in [Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950] {
        let (reads, writes) = compare(&table(gpu), gpu);
        assert!(reads > 600 && writes > 1800, "{gpu}: {reads} {writes}");
    }
}

/// No interpreter has gfx908; its instructions are those of gfx90a, where it has them.
#[test]
fn forms_that_an_older_gpu_shares_read_the_same() {
    let (reads, writes) = compare(&table(Gpu::Gfx90a), Gpu::Gfx908);
    assert!(reads > 500 && writes > 1500, "{reads} {writes}");
}
