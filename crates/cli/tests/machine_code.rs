//! What the front end for machine code makes of LLVM's output, against what the plugin saw of the same
//! instructions as LLVM's own, and against LLVM's assembler. `CDNASCHED_CORPUS=DIR` takes `DIR/<gpu>/*.ll`.
#![cfg(feature = "llvm")]

#[path = "../../../tests/support/folder.rs"]
mod folder;
#[path = "../../../tests/support/kernels.rs"]
mod kernels;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use cdnasched_base::gpu::{Gpu, Unit};
use cdnasched_base::machine::{
    Features, Function, InstFlags, InstId, OperandKind, Resources, Role, text,
};
use cdnasched_mc::ListedId;
use cdnasched_object::{self as object, Contents};
use cdnasched_text::program::{Program, SourceText, reader};
use folder::Folder;
use kernels::kernels_in;

fn tool(name: &str) -> PathBuf {
    let prefix = std::env::var_os("LLVM_SYS_221_PREFIX");
    PathBuf::from(prefix.unwrap_or_else(|| "/usr/lib/llvm-22".into()))
        .join("bin")
        .join(name)
}

/// The kernels for GPUs that have some.
fn kernels() -> Vec<(Gpu, PathBuf)> {
    let corpus = std::env::var_os("CDNASCHED_CORPUS").map(PathBuf::from);
    let own = || Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("tests/kernels");
    let folder = corpus.unwrap_or_else(own);
    let of = |gpu: Gpu| {
        let files = kernels_in(&folder.join(gpu.name())).into_iter();
        files.map(move |file| (gpu, file))
    };
    [Gpu::Gfx90a, Gpu::Gfx942, Gpu::Gfx950]
        .into_iter()
        .flat_map(of)
        .collect()
}

/// Compiles a kernel with the plugin.
fn compile(gpu: Gpu, file: &Path, folder: &Folder) -> String {
    let test = std::env::current_exe().expect("a test has a path");
    let out = folder.path().join("out.s");
    let status = Command::new(tool("llc"))
        .arg("-load")
        .arg(test.with_file_name("libcdnasched.so"))
        .args(["-cdna-sched", "-O3", "-mcpu", gpu.name(), "-o"])
        .arg(&out)
        .arg(format!("-cdna-sched-save={}", folder.path().display()))
        // The stage that sees the final stream runs for a report.
        .arg(format!(
            "-cdna-sched-report={}",
            folder.path().join("report").display()
        ))
        .arg(file)
        .status()
        .expect("llc can be started");
    assert!(status.success(), "{}", file.display());
    std::fs::read_to_string(out).expect("what llc wrote")
}

/// What the plugin saw last of a function.
fn saved(folder: &Folder, name: &str) -> Function {
    let file = folder.path().join(format!("{name}.final.flat"));
    let saved = std::fs::read_to_string(&file).expect("a saved function");
    text::parse(&saved).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The features of code that runs under every setting of the target ID.
const FEATURES: Features = Features {
    xnack: true,
    sram_ecc: true,
    tg_split: false,
    precise_memory: false,
};

fn program(source: &str, gpu: Gpu) -> Program {
    let program = Program::of_text(&SourceText::new(source), gpu, FEATURES).expect("assembly");
    assert_eq!(program.not_analysed, []);
    program
}

/// What stands in the machine code, in order.
fn emitted(function: &Function) -> Vec<InstId> {
    let blocks = function.block_ids();
    let all = blocks.flat_map(|block| function.block(block).order.iter().copied());
    let silent = InstFlags::META.0 | InstFlags::BUNDLE.0;
    all.filter(|&inst| {
        let info = function.info(inst);
        function.flags(inst).0 & silent == 0 && !matches!(info.unit, Unit::Meta | Unit::InlineAsm)
    })
    .collect()
}

/// Names of opcodes that differ in what register allocation or selection need, and not in the code.
fn name(function: &Function, inst: InstId) -> String {
    let name = &function.opcode(inst).name;
    let plain = ["_mac", "_ec", "_exact"]
        .iter()
        .fold(name.clone(), |name, part| name.replace(part, ""));
    plain.replace("_agpr", "")
}

/// What hazards, counters and registers depend on: registers with their roles, the unit, the memory.
fn facts(function: &Function, inst: InstId) -> String {
    let operands = function
        .operands(inst)
        .iter()
        .filter(|operand| operand.is_explicit());
    let registers: Vec<String> = operands
        .filter_map(|operand| {
            let range = operand.reg()?;
            let way = if operand.is_def() { "writes" } else { "reads" };
            Some(format!("{way} {range} as {:?}", operand.role))
        })
        .collect();
    let spaces: BTreeSet<u32> = function
        .accesses(inst)
        .iter()
        // A buffer's descriptor has an address space of its own.
        .map(|access| {
            if access.space.0 == 8 {
                1
            } else {
                access.space.0
            }
        })
        .collect();
    let vector = function.info(inst).is_vmem() || function.info(inst).unit == Unit::Lds;
    format!(
        "{} {:?} {} {}",
        name(function, inst),
        function.info(inst).unit,
        registers.join(", "),
        if vector {
            format!("{spaces:?}")
        } else {
            String::new()
        }
    )
}

/// A branch over the loads of kernel arguments for firmware that does not preload them
/// (`AMDGPUPreloadKernArgProlog`, emitted when the text is written).
fn without_preload(function: &Function, insts: &[InstId], expected: usize) -> usize {
    let extra = insts.len().saturating_sub(expected);
    let Some(&branch) = extra.checked_sub(1).and_then(|last| insts.get(last)) else {
        return 0;
    };
    if function.opcode(branch).name == "S_BRANCH" {
        extra
    } else {
        0
    }
}

#[test]
fn text_holds_the_function_that_the_plugin_saw() {
    let mut compared = 0;
    for (gpu, file) in kernels() {
        let folder = Folder::new();
        let source = compile(gpu, &file, &folder);
        for routine in &program(&source, gpu).routines {
            let ours = &routine.function;
            let llvms = saved(&folder, &ours.name);
            assert_eq!(ours.features, llvms.features, "{}", ours.name);
            // What LLVM's function does not say.
            let resources = Resources {
                dimensions: None,
                ..ours.resources
            };
            assert_eq!(resources, llvms.resources, "{}", ours.name);
            let (all, expected) = (emitted(ours), emitted(&llvms));
            let prologue = without_preload(ours, &all, expected.len());
            assert_eq!(
                all.len() - prologue,
                expected.len(),
                "{} {}",
                file.display(),
                ours.name
            );
            for (&inst, &other) in all[prologue..].iter().zip(&expected) {
                assert_eq!(
                    facts(ours, inst),
                    facts(&llvms, other),
                    "{}",
                    file.display()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 3000, "{compared} instructions compared");
}

/// Assembles a text and gives the bytes of its code.
fn assemble(gpu: Gpu, source: &str, folder: &Folder) -> Vec<u8> {
    let (input, output) = (folder.path().join("in.s"), folder.path().join("out.o"));
    std::fs::write(&input, source).expect("a temporary file");
    let run = Command::new(tool("llvm-mc"))
        .args([
            "-triple=amdgcn-amd-amdhsa",
            "-filetype=obj",
            "-mcpu",
            gpu.name(),
            "-o",
        ])
        .arg(&output)
        .arg(&input)
        .output()
        .expect("llvm-mc can be started");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    std::fs::read(&output).expect("an object")
}

fn code(file: &[u8]) -> (u64, Vec<u8>) {
    let Contents::Objects(objects) = object::read(file).expect("a code object") else {
        panic!("expected code");
    };
    let object = objects.objects.first().expect("one code object");
    let section = object
        .code
        .iter()
        .find(|section| section.name == ".text")
        .expect("code");
    (section.address, object.bytes(section).to_vec())
}

#[test]
fn printing_and_assembling_gives_the_same_bytes_and_decoding_the_same_function() {
    for (gpu, file) in kernels() {
        let folder = Folder::new();
        let source = compile(gpu, &file, &folder);
        let program = program(&source, gpu);
        let mut reader = reader(gpu, FEATURES).expect("a reader");
        let listing = reader
            .parse(SourceText::new(&source).text())
            .expect("a listing");
        let mut lines: Vec<String> = source.lines().map(str::to_owned).collect();
        // What directives wrote, padding behind the end among it, stays.
        let written = listing.insts.iter().enumerate();
        for (at, inst) in written.filter(|(_, inst)| !inst.is_data) {
            let printed = reader
                .print(ListedId(at as u32), &[])
                .expect("an instruction as text");
            lines[inst.line as usize - 1] = format!("\t{printed}");
        }
        let original = code(&assemble(gpu, &source, &folder));
        let again = code(&assemble(gpu, &(lines.join("\n") + "\n"), &folder));
        assert_eq!(original, again, "{}", file.display());

        let (address, bytes) = original;
        let first = program.routines[0].listed[0];
        let decoded = Program::of_code(
            &bytes,
            address,
            |_| {
                vec![cdnasched_text::program::Start {
                    name: program.routines[0].function.name.clone(),
                    at: first,
                    resources: program.routines[0].function.resources,
                }]
            },
            gpu,
            FEATURES,
        )
        .expect("code");
        assert_eq!(decoded.not_analysed, [], "{}", file.display());
        let (text, code) = (&program.routines[0].function, &decoded.routines[0].function);
        let of = |function: &Function| {
            let all = emitted(function).into_iter();
            all.map(|inst| facts(function, inst)).collect::<Vec<_>>()
        };
        assert_eq!(of(text), of(code), "{}", file.display());
    }
}

#[test]
fn operands_that_decide_hazards_are_there() {
    let source = "v_mfma_f32_16x16x16_f16 a[0:3], v[0:1], v[2:3], a[0:3]\n\
        v_addc_co_u32_e32 v1, vcc, v2, v3, vcc\nds_read_b128 v[4:7], v0\n\
        buffer_load_dword v0, s[4:7], s8 offen lds\ns_endpgm\n";
    let program = program(source, Gpu::Gfx942);
    let function = &program.routines[0].function;
    let insts = emitted(function);
    let role = |at: usize, role: Role| {
        let operand = function.operand(insts[at], role);
        operand.map(|operand| match operand.kind {
            OperandKind::Reg(range) => range.to_string(),
            other => format!("{other:?}"),
        })
    };
    assert_eq!(role(0, Role::MatC).as_deref(), Some("a[0:3]"));
    assert_eq!(role(1, Role::CarryIn).as_deref(), Some("vcc"));
    assert_eq!(role(2, Role::VAddr).as_deref(), Some("v0"));
    assert_eq!(role(3, Role::SRsrc).as_deref(), Some("s[4:7]"));
    let m0 = |at: usize| {
        let mut uses = function.operands(insts[at]).iter().filter(|o| o.is_use());
        uses.any(|operand| operand.reg().is_some_and(|range| range.to_string() == "m0"))
    };
    assert!(m0(3), "a load into LDS reads its address from M0");
    assert!(!m0(2), "gfx9 needs no M0 for LDS");
}
