//! Every opcode that LLVM's assembler accepts for a GPU is classified by the core, and as its
//! encoding says.
//!
//! LLVM does not export which of its opcodes a GPU has. What it does export is the list of their
//! names (`MCInstrInfo`, which `names.cpp` prints) and a disassembler. So these tests write down every opcode number of
//! every encoding, which are finite and in the ISA documents, and ask `llvm-mc` which opcode each
//! one is on each GPU. The passes see other opcodes than the assembler (`V_ADD_F32_e32` is
//! `V_ADD_F32_e32_vi` there); the two go together by name. That every name of these generations
//! was reached is tested, so that an encoding forgotten here fails.
#![cfg(feature = "llvm")]

mod counters;
#[path = "../support/cpp.rs"]
mod cpp;
mod decode;
mod encodings;
#[path = "../support/folder.rs"]
#[allow(dead_code)]
mod folder;
mod mnemonics;

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::LazyLock;

use cdnasched_base::gpu::{Gpu, MatrixKind, OpInfo, OpTraits, Unit};

use decode::{Seen, accepted};
use encodings::Format;

/// Endings of the assembler's opcodes on these GPUs.
const GENERATIONS: [&str; 7] = [
    "_vi", "_gfx9", "_gfx90a", "_gfx940", "_gfx950", "_acd", "_vcd",
];

/// Opcodes that the passes never see, so that the core need not know them: the printer makes this
/// one from the operands of a scaled matrix instruction.
const IRRELEVANT: [&str; 1] = ["V_MFMA_LD_SCALE_B32"];

/// Parts of names that no encoding tried here decodes to. Those marked as forms have the opcode
/// number of an instruction that is reached; the others belong to older GPUs of the generation.
const ELSEWHERE: [&str; 17] = [
    // Forms: an extra result, AccVGPR data, another offset, padding.
    "_TFE_",
    "_agpr_",
    "_alt_",
    "_pad_s_nop_",
    // Forms: one for each number of address registers.
    "IMAGE_",
    // Not on gfx908 and later.
    "_sdwa_vi",
    "V_ADDC_U32_",
    "V_ADD_U32_",
    "V_SUBBREV_U32_",
    "V_SUBB_U32_",
    "V_SUBREV_U32_",
    "V_SUB_U32_",
    "V_MOVREL",
    "V_MAD_MIX",
    "V_INTERP_P",
    "V_MUL_LO_I32",
    "V_ALIGNB",
];

/// An opcode without its generation.
fn without_generation(mut name: &str) -> &str {
    while let Some(short) = GENERATIONS.iter().find_map(|g| name.strip_suffix(g)) {
        name = short;
    }
    name
}

/// The name that the opcodes of one instruction have in common, and the encoding.
fn stem(name: &str) -> (String, &'static str) {
    let name = without_generation(name);
    let encodings = ["_e32", "_e64", "_sdwa", "_dpp"];
    let encoding = encodings.into_iter().find(|e| name.ends_with(e));
    let base = name.strip_suffix(encoding.unwrap_or("")).unwrap_or(name);
    let mut base = base.strip_suffix("_VE").unwrap_or(base).to_owned();
    for part in ["_gfx9", "_vgprcd", "_mac"] {
        base = base.replace(part, "");
    }
    (base, encoding.unwrap_or(""))
}

/// The same instruction under the name that the passes have for it.
fn renamed(base: &str) -> String {
    match base.strip_suffix("_CO_U32") {
        Some(carry) => format!("{carry}_U32"),
        None => base.replace("_LEGACY", ""),
    }
}

/// Whether the passes can see the opcode on a GPU of these generations.
fn is_pseudo(name: &str) -> bool {
    let ours = name.starts_with("DS_") && name.ends_with("_gfx9");
    let marked = GENERATIONS.iter().any(|g| name.ends_with(g));
    let other = ["_gfx1", "_gfx6", "_gfx7", "_gfx8", "_si", "_ci"];
    (ours || !marked) && !other.iter().any(|g| name.contains(g))
}

/// LLVM's name of every opcode of its AMDGPU back end.
static NAMES: LazyLock<String> = LazyLock::new(|| {
    let folder = folder::Folder::new();
    let program = folder.path().join("names");
    cpp::compile(&["tests/opcodes/names.cpp"], &[], &program);
    cpp::run(&mut Command::new(program))
});

/// Opcodes that the passes see, by stem.
fn pseudos() -> BTreeMap<String, Vec<&'static str>> {
    let mut by_stem: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let count = NAMES.lines().count();
    assert!(count > 40_000, "{count}");
    for name in NAMES.lines().filter(|n| is_pseudo(n)) {
        by_stem.entry(stem(name).0).or_default().push(name);
    }
    by_stem
}

/// The opcodes that the passes see for one of the assembler's, by its stem.
fn of_the_passes(
    pseudos: &BTreeMap<String, Vec<&'static str>>,
    base: &str,
    encoding: &str,
) -> Vec<&'static str> {
    let find = |base: &str| pseudos.get(base).map_or(&[][..], Vec::as_slice);
    let all = match find(base) {
        [] => find(&renamed(base)),
        all => all,
    };
    let fits = |of: &str| match encoding {
        "" => !matches!(of, "_dpp" | "_sdwa"),
        encoding => of == encoding,
    };
    let fitting = all.iter().filter(|p| fits(stem(p).1));
    fitting.copied().collect()
}

fn problems(name: &str, seen: &Seen, gpu: Gpu) -> Vec<String> {
    let info = OpInfo::classify(name, gpu);
    let mut problems = Vec::new();
    if !seen.formats.iter().any(|f| f.allows(info.unit)) {
        problems.push(format!("is {:?}", info.unit));
    }
    let only = |list: &[Format]| seen.formats.iter().all(|f| list.contains(f));
    for (what, says, is) in [
        ("SDWA", only(&[Format::Sdwa]), OpTraits::SDWA),
        ("DPP", only(&[Format::Dpp]), OpTraits::DPP),
        (
            "VOP3P",
            only(&[Format::Vop3p, Format::Matrix]),
            OpTraits::VOP3P,
        ),
    ] {
        if says != info.has(is) {
            problems.push(format!("{what} by its encoding: {says}"));
        }
    }
    if info.matrix.is_some() != (info.unit == Unit::Matrix) {
        problems.push("has no shape".to_owned());
    }
    problems
}

fn check(gpu: Gpu) {
    let pseudos = pseudos();
    let accepted = accepted(gpu);
    let mut wrong = Vec::new();
    let mut classified = BTreeSet::new();
    for (real, seen) in accepted {
        let (base, encoding) = stem(real);
        if IRRELEVANT.contains(&base.as_str()) {
            assert!(!OpInfo::classify(&base, gpu).is_known(), "{real}");
            continue;
        }
        let mine = of_the_passes(&pseudos, &base, encoding);
        if mine.is_empty() {
            wrong.push(format!("{real}: no opcode of the passes has its name"));
        }
        for name in mine {
            classified.insert(name);
            let problems = problems(name, seen, gpu);
            wrong.extend(
                problems
                    .iter()
                    .map(|p| format!("{real} is {name}: {p} {:?}", seen.formats)),
            );
        }
    }
    println!(
        "{gpu}: {} opcodes of the assembler, {} of the passes",
        accepted.len(),
        classified.len()
    );
    assert!(
        wrong.is_empty(),
        "{gpu}: {}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    families(gpu, accepted);
}

/// What only some opcodes are, by their machine code.
fn families(gpu: Gpu, accepted: &BTreeMap<String, Seen>) {
    let names: Vec<&str> = accepted.keys().map(|n| without_generation(n)).collect();
    let count = |kind| {
        let of = |n: &&str| OpInfo::classify(&format!("{n}_e64"), gpu).matrix;
        let matrix = names.iter().filter_map(of);
        matrix.filter(|m| m.kind == kind).count()
    };
    assert!(count(MatrixKind::Xdl) > 10, "{gpu}");
    assert_eq!(count(MatrixKind::Sgemm) > 0, gpu.is_gfx940_plus(), "{gpu}");
    assert_eq!(count(MatrixKind::Dgemm) > 0, gpu >= Gpu::Gfx90a, "{gpu}");
    let mut mixed = 0;
    for (real, seen) in accepted.iter().filter(|(n, _)| n.contains("_F8F6F4_")) {
        let [.., first, second] = seen.words[..] else {
            panic!("{real}: two words");
        };
        // Formats of A and B: 0 and 1 are a byte wide.
        let byte_wide = first >> 8 & 7 < 2 || second >> 29 < 2;
        let passes = match (real.contains("_32X32X64_"), byte_wide) {
            (false, false) => 4,
            (true, true) => 16,
            _ => 8,
        };
        let info = OpInfo::classify(&format!("{}_e64", without_generation(real)), gpu);
        assert_eq!(info.matrix.map(|m| m.passes.0), Some(passes), "{real}");
        mixed += 1;
    }
    assert_eq!(mixed > 0, gpu == Gpu::Gfx950, "{gpu}");
    for (part, is) in [
        ("_LDS_", OpTraits::LDS_DMA),
        ("DOT", OpTraits::DOT),
        ("CMPX_", OpTraits::CMPX),
    ] {
        let with: Vec<_> = names.iter().filter(|n| n.contains(part)).collect();
        assert!(!with.is_empty(), "{gpu} {part}");
        for name in with {
            assert!(OpInfo::classify(name, gpu).has(is), "{gpu} {name}");
        }
    }
}

#[test]
fn gfx908_opcodes() {
    check(Gpu::Gfx908);
}

#[test]
fn gfx90a_opcodes() {
    check(Gpu::Gfx90a);
}

#[test]
fn gfx942_opcodes() {
    check(Gpu::Gfx942);
}

#[test]
fn gfx950_opcodes() {
    check(Gpu::Gfx950);
}

/// Nothing of these generations was forgotten.
#[test]
fn every_name_is_reached() {
    let reached: BTreeSet<String> = Gpu::ALL
        .into_iter()
        .flat_map(|gpu| accepted(gpu).keys().map(|name| stem(name).0))
        .collect();
    let ours = NAMES
        .lines()
        .filter(|n| GENERATIONS.iter().any(|g| n.ends_with(g)) && !is_pseudo(n));
    let listed = |name: &str| ELSEWHERE.iter().any(|part| name.contains(part));
    let missed: Vec<&str> = ours
        .filter(|n| !reached.contains(&stem(n).0) && !listed(n))
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}
