//! What LLVM's disassembler makes of machine code, by the names of its opcodes.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::process::Command;
use std::sync::OnceLock;

use cdnasched_base::gpu::Gpu;

use crate::cpp::llvm_tool;
use crate::encodings::{self, Format};

/// Encodings in one run: after each comes an `s_nop` with its number.
const BATCH: usize = 60_000;

fn bytes(words: &[u32]) -> String {
    let all = words.iter().flat_map(|w| w.to_le_bytes());
    let list: Vec<String> = all.map(|b| format!("0x{b:02x}")).collect();
    list.join(",")
}

/// How an opcode was written.
#[derive(Default)]
pub struct Seen {
    /// How the assembler writes it.
    pub mnemonic: String,
    pub formats: BTreeSet<Format>,
    /// Its machine code in one of them.
    pub words: Vec<u32>,
    /// Its operands in each: `Reg:VGPR2_VGPR3`, `Imm:0`.
    pub operands: BTreeMap<Format, Vec<String>>,
}

/// An instruction that the disassembler shows.
struct Shown {
    name: String,
    mnemonic: String,
    operands: Vec<String>,
}

/// Every opcode that the GPU accepts.
pub fn accepted(gpu: Gpu) -> &'static BTreeMap<String, Seen> {
    static KNOWN: [OnceLock<BTreeMap<String, Seen>>; 4] = [const { OnceLock::new() }; 4];
    KNOWN[gpu as usize].get_or_init(|| decode(gpu))
}

fn decode(gpu: Gpu) -> BTreeMap<String, Seen> {
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for (at, batch) in encodings::all().chunks(BATCH).enumerate() {
        let mut text = String::new();
        for (number, encoding) in batch.iter().enumerate() {
            text += &bytes(&encoding.words);
            text += &format!("\n{}\n", bytes(&[0xbf80_0000 | (number as u32 + 1)]));
        }
        let name = format!("cdnasched-{}-{gpu}-{at}.txt", std::process::id());
        let file = std::env::temp_dir().join(name);
        std::fs::write(&file, text).expect("the temporary directory can be written");
        let output = Command::new(llvm_tool("llvm-mc"))
            .args(["-triple=amdgcn-amd-amdhsa", "-disassemble", "-show-inst"])
            .arg(format!("-mcpu={gpu}"))
            .arg(&file)
            .output()
            .expect("llvm-mc can be started");
        std::fs::remove_file(&file).expect("the file is ours");
        assert!(output.status.success(), "llvm-mc -mcpu={gpu}");
        let refused = refused(&String::from_utf8_lossy(&output.stderr));
        for (number, shown) in first_shown(&String::from_utf8_lossy(&output.stdout)) {
            if !refused.contains(&(2 * number + 1)) {
                let seen = seen.entry(shown.name).or_default();
                seen.mnemonic = shown.mnemonic;
                let format = batch[number].format;
                seen.formats.insert(format);
                seen.operands.insert(format, shown.operands);
                seen.words.clone_from(&batch[number].words);
            }
        }
    }
    seen
}

/// Lines whose first byte begins nothing that LLVM knows.
fn refused(errors: &str) -> HashSet<usize> {
    let lines = errors.lines().filter(|l| l.contains("invalid instruction"));
    let place = |line: &str| {
        let mut parts = line.split(": warning").next()?.rsplit(':');
        let column: usize = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        (column == 1).then_some(line)
    };
    lines.filter_map(place).collect()
}

/// The first instruction before every numbered `s_nop`.
fn first_shown(output: &str) -> Vec<(usize, Shown)> {
    let mut all = Vec::new();
    let mut first: Option<Shown> = None;
    let (mut nop, mut is_first) = (false, false);
    for line in output.lines() {
        if let Some((text, rest)) = line.split_once("<MCInst #") {
            let name = rest.split([' ', '>']).nth(1).unwrap_or_default();
            nop = name.starts_with("S_NOP");
            is_first = first.is_none();
            first.get_or_insert_with(|| Shown {
                name: name.to_owned(),
                mnemonic: text
                    .split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
                operands: Vec::new(),
            });
        } else if let Some((_, operand)) = line.split_once("<MCOperand ") {
            let operand = operand.trim_end_matches('>');
            if let (true, Some(imm)) = (nop, operand.strip_prefix("Imm:")) {
                let number: usize = imm.parse().expect("the immediate of s_nop");
                nop = false;
                if let Some(number) = number.checked_sub(1) {
                    all.extend(first.take().map(|shown| (number, shown)));
                }
            } else if let (true, Some(shown)) = (is_first, &mut first) {
                shown.operands.push(operand.to_owned());
            }
        }
    }
    all
}
