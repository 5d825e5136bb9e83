//! Which instructions read what their result's register held: what functions made of text say of it, against what an
//! interpreter found by executing every form with two old contents (`tests/partial_results/table.txt`).

use std::collections::{BTreeMap, BTreeSet};

use super::{Program, SourceText};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Features, Function, InstFlags, InstId, Operand};
use cdnasched_check as check;

const TABLE: &str = include_str!("../../../../tests/partial_results/table.txt");

/// What the interpreter found of a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    Reads,
    Writes,
    /// It could not execute it: by the documents.
    Unexecuted,
}

/// Mnemonics that count as reading though nothing they keep was found: LLVM does not know that they write 0 into the rest of the
/// register. That costs freedom, and nothing else.
const NOT_KNOWN_TO_CLEAR: [&str; 24] = [
    "v_add_i16",
    "v_ashr_pk_i8_i32",
    "v_ashr_pk_u8_i32",
    "v_bitop3_b16",
    "v_cvt_i16_f16_e32",
    "v_cvt_i16_f16_e64",
    "v_cvt_norm_i16_f16_e32",
    "v_cvt_norm_i16_f16_e64",
    "v_cvt_norm_u16_f16_e32",
    "v_cvt_norm_u16_f16_e64",
    "v_cvt_u16_f16_e32",
    "v_cvt_u16_f16_e64",
    "v_max3_f16",
    "v_max3_i16",
    "v_max3_u16",
    "v_med3_f16",
    "v_med3_i16",
    "v_med3_u16",
    "v_min3_f16",
    "v_min3_i16",
    "v_min3_u16",
    "v_sat_pk_u8_i16_e32",
    "v_sat_pk_u8_i16_e64",
    "v_sub_i16",
];

/// The same, where LLVM ties the old value: conversions to 8 bits and fewer, and into a half that `op_sel` chooses.
const TIED: [&str; 20] = [
    "v_cvt_scalef32_f16_bf8",
    "v_cvt_scalef32_f16_fp8",
    "v_cvt_scalef32_pk_bf8_bf16",
    "v_cvt_scalef32_pk_bf8_f16",
    "v_cvt_scalef32_pk_fp4_bf16",
    "v_cvt_scalef32_pk_fp4_f16",
    "v_cvt_scalef32_pk_fp4_f32",
    "v_cvt_scalef32_pk_fp8_bf16",
    "v_cvt_scalef32_pk_fp8_f16",
    "v_cvt_scalef32_sr_bf8_bf16",
    "v_cvt_scalef32_sr_bf8_f16",
    "v_cvt_scalef32_sr_bf8_f32",
    "v_cvt_scalef32_sr_fp8_bf16",
    "v_cvt_scalef32_sr_fp8_f16",
    "v_cvt_scalef32_sr_fp8_f32",
    "v_cvt_scalef32_sr_pk_fp4_bf16",
    "v_cvt_scalef32_sr_pk_fp4_f16",
    "v_cvt_scalef32_sr_pk_fp4_f32",
    "v_cvt_sr_bf16_f32",
    "v_cvt_sr_f16_f32",
];

/// Mnemonics whose modifiers the checker's text leaves out.
const WITHOUT_MODIFIERS: [&str; 1] = ["v_screen_partition_4se_b32_sdwa"];

/// Whether a form may count as reading though it was not found to.
fn is_stricter(form: &str) -> bool {
    let mnemonic = form.split(' ').next().unwrap_or_default();
    // LLVM ties the old value of DPP, whatever the masks are.
    mnemonic.ends_with("_dpp") || listed().any(|name| name == mnemonic)
}

fn listed() -> impl Iterator<Item = &'static str> {
    let lists = NOT_KNOWN_TO_CLEAR.into_iter().chain(TIED);
    lists.chain(WITHOUT_MODIFIERS)
}

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
            Err(super::Error::Assembly { messages, .. }) => {
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

/// How many forms were found to read, and how many not; and the mnemonics that had to be listed.
fn compare(
    forms: &BTreeMap<&'static str, Found>,
    gpu: Gpu,
) -> ((usize, usize), BTreeSet<&'static str>) {
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
    let (mut wrong, mut needed) = (Vec::new(), BTreeSet::new());
    for (form, inst) in taken.into_iter().zip(insts) {
        let says = reads_result(function, inst);
        let checked = check::keeps_part(&function.asm(inst));
        let fits = match forms[form] {
            Found::Reads => says && checked,
            Found::Writes => !says || is_stricter(form),
            // LLVM's tied operands against the names of the documents.
            Found::Unexecuted => says == checked || says && is_stricter(form),
        };
        let agrees = match forms[form] {
            Found::Writes => !says,
            _ => says == checked,
        };
        if !agrees {
            needed.extend(form.split(' ').next());
        }
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
    (counts, needed)
}

/// How many forms of each GPU were found to read, and not to.
#[test]
fn every_form_of_every_gpu_says_what_it_reads() {
    let mut needed = BTreeSet::new();
    let mut of_gpu = |gpu: Gpu| {
        let (counts, also) = compare(&table(gpu), gpu);
        needed.extend(also);
        counts
    };
    let counts = [Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950].map(&mut of_gpu);
    assert_eq!(counts, [(677, 1898), (733, 1947), (798, 2075)]);
    let needless: Vec<&str> = listed().filter(|name| !needed.contains(name)).collect();
    assert_eq!(needless, [""; 0]);
}

/// No interpreter has gfx908; its instructions are those of gfx90a, where it has them.
#[test]
fn forms_that_an_older_gpu_shares_read_the_same() {
    let (counts, _) = compare(&table(Gpu::Gfx90a), Gpu::Gfx908);
    assert_eq!(counts, (655, 1831));
}
