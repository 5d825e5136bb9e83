//! The instructions in the text of inline assembly.

mod template;

pub use template::Template;

use std::collections::HashMap;

use crate::gpu::{Gpu, OpInfo, Unit};
use crate::machine::{InstFlags, OperandFlags, OperandKind};

#[cfg(feature = "llvm")]
use cdnasched_mc::{Listed, ListedOperand, Listing, Reader};

/// An instruction in inline assembly.
#[derive(Clone)]
pub struct AsmInst {
    /// LLVM's name of its opcode, and which explicit operands are source modifiers.
    pub opcode: (String, u64),
    pub flags: InstFlags,
    /// The line of the text, from 1.
    pub line: u32,
    pub latency_passes: (u16, u8),
    pub operands: Vec<(OperandKind, OperandFlags)>,
}

/// By inline assembly: its instructions, or why they are not known.
pub struct Texts(HashMap<u32, Result<Vec<AsmInst>, String>>);

impl Texts {
    /// Parses all texts of a function: inline assembly by its index, with its text or why there is none.
    pub fn of(
        texts: impl Iterator<Item = (u32, Result<String, String>)>,
        gpu: Gpu,
        features: &str,
    ) -> Texts {
        let mut parser = Parser::new(gpu, features);
        let parsed = texts.map(|(inst, text)| (inst, text.and_then(|text| parser.parse(&text))));
        Texts(parsed.collect())
    }

    /// What is known of an instruction that is inline assembly.
    pub fn get(&self, inst: u32) -> Result<&[AsmInst], &str> {
        match self.0.get(&inst) {
            Some(Ok(insts)) => Ok(insts),
            Some(Err(why)) => Err(why),
            None => Err("its text is not known"),
        }
    }
}

/// Reads texts for one subtarget.
struct Parser<'a> {
    gpu: Gpu,
    #[cfg_attr(
        not(feature = "llvm"),
        expect(dead_code, reason = "for LLVM's assembler")
    )]
    features: &'a str,
    #[cfg(feature = "llvm")]
    reader: Option<Reader>,
}

impl<'a> Parser<'a> {
    fn new(gpu: Gpu, features: &'a str) -> Parser<'a> {
        Parser {
            gpu,
            features,
            #[cfg(feature = "llvm")]
            reader: None,
        }
    }

    fn parse(&mut self, text: &str) -> Result<Vec<AsmInst>, String> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        if let Some(line) = directive(text) {
            return Err(format!("line {line}: a directive may be anything"));
        }
        let insts = self.listed(text)?;
        insts
            .iter()
            .try_for_each(|inst| understood(inst, self.gpu))?;
        Ok(insts)
    }

    #[cfg(not(feature = "llvm"))]
    fn listed(&mut self, _: &str) -> Result<Vec<AsmInst>, String> {
        Err("this build has no assembler".to_owned())
    }

    #[cfg(feature = "llvm")]
    fn listed(&mut self, text: &str) -> Result<Vec<AsmInst>, String> {
        let described_as = cdnasched_mc::described_as();
        let reader = match &mut self.reader {
            Some(reader) => reader,
            none => {
                let opened = Reader::open(self.gpu, self.features, described_as);
                none.insert(opened.map_err(|error| error.to_string())?)
            }
        };
        // The last line may have no end of its own.
        let listing = reader
            .parse(&format!("{text}\n"))
            .map_err(|error| error.to_string())?;
        if let Some(error) = listing.messages.iter().find(|message| message.is_error) {
            return Err(format!("line {}: {}", error.line, error.text));
        }
        if let Some(label) = listing.labels.first() {
            return Err(format!("line {}: it has a label", label.line));
        }
        listing
            .insts
            .iter()
            .map(|inst| asm_inst(&listing, inst, self.gpu))
            .collect()
    }
}

#[cfg(feature = "llvm")]
fn asm_inst(listing: &Listing, inst: &Listed, gpu: Gpu) -> Result<AsmInst, String> {
    let opcode = inst
        .opcode
        .and_then(|opcode| listing.opcodes.get(opcode as usize));
    let opcode = opcode.ok_or_else(|| format!("line {}: no opcode", inst.line))?;
    if inst.is_data {
        return Err(format!("line {}: data in its place", inst.line));
    }
    let operands = listing.operands(inst).iter().map(|&(operand, flags)| {
        let kind = match operand {
            ListedOperand::Reg(range) => OperandKind::Reg(range),
            ListedOperand::NoReg => OperandKind::NoReg,
            ListedOperand::Imm(value) => OperandKind::Imm(value),
            ListedOperand::Symbol(_) | ListedOperand::Opaque | ListedOperand::UnknownRegister => {
                OperandKind::Opaque
            }
        };
        (kind, flags)
    });
    let matrix = OpInfo::classify(&opcode.name, gpu).matrix;
    Ok(AsmInst {
        opcode: (opcode.name.clone(), opcode.source_modifiers),
        flags: inst.flags,
        line: inst.line,
        latency_passes: matrix.map_or(inst.latency_passes, |matrix| matrix.latency_passes()),
        operands: operands.collect(),
    })
}

/// Names of opcodes after which register numbers are relative, or that name registers by an index.
const INDEXED: [&str; 6] = [
    "S_SET_GPR_IDX",
    "S_MOVREL",
    "V_MOVREL",
    "V_SWAPREL",
    "S_SETVSKIP",
    "S_CBRANCH_",
];

/// Whether it is known what the instruction does.
///
/// # Errors
/// Why not.
fn understood(inst: &AsmInst, gpu: Gpu) -> Result<(), String> {
    let (name, line) = (inst.opcode.0.as_str(), inst.line);
    let info = OpInfo::classify(name, gpu);
    let mnemonic = || crate::machine::mnemonic(name, gpu);
    let leaves = [
        InstFlags::CALL,
        InstFlags::RETURN,
        InstFlags::TERMINATOR,
        InstFlags::BRANCH,
        InstFlags::BARRIER,
    ];
    if !info.is_known() {
        return Err(format!(
            "line {line}: {} is not known for {gpu}",
            mnemonic()
        ));
    }
    if info.unit == Unit::Control || leaves.into_iter().any(|flag| inst.flags.has(flag)) {
        return Err(format!("line {line}: {} may go elsewhere", mnemonic()));
    }
    if INDEXED.iter().any(|part| name.starts_with(part)) {
        return Err(format!(
            "line {line}: {} changes what others name",
            mnemonic()
        ));
    }
    if inst
        .operands
        .iter()
        .any(|(kind, _)| *kind == OperandKind::Opaque)
    {
        return Err(format!(
            "line {line}: an operand of {} is a symbol, or no register of {gpu}",
            mnemonic()
        ));
    }
    Ok(())
}

/// The first line, from 1, with a directive: it may be data, a macro or anything else.
fn directive(text: &str) -> Option<usize> {
    let mut in_comment = false;
    for (at, line) in text.split(['\n', '\r']).enumerate() {
        let mut code = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let end = if in_comment { "*/" } else { "/*" };
            let (before, after) = rest.split_once(end).unwrap_or((rest, ""));
            if !in_comment {
                code.push_str(before);
            }
            in_comment ^= rest.contains(end);
            rest = after;
        }
        if code.trim_start().starts_with('.') {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_found_at_the_beginning_of_lines() {
        for (text, line) in [
            ("v_mov_b32 v0, v1", None),
            ("v_mov_b32 v0, v1\n  .long 5", Some(2)),
            ("/* a */ .byte 1", Some(1)),
            ("/* .byte 1\n .byte 2 */ s_nop 0", None),
            ("s_nop 0 ; .long 5", None),
            ("", None),
        ] {
            assert_eq!(directive(text), line, "{text}");
        }
    }

    #[cfg(feature = "llvm")]
    #[test]
    fn matrix_instructions_have_the_passes_of_their_formats() {
        let mut parser = Parser::new(Gpu::Gfx950, "");
        let text = "v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[8:15], v[16:23], v[0:3]\n\
            v_mfma_f32_16x16x128_f8f6f4 v[0:3], v[8:11], v[16:19], v[0:3] cbsz:4 blgp:4\n";
        let insts = parser.parse(text).unwrap_or_default();
        let passes: Vec<_> = insts.iter().map(|inst| inst.latency_passes).collect();
        assert_eq!(passes, [(8, 8), (4, 4)]);
    }

    #[test]
    fn an_empty_text_has_no_instructions() {
        let mut parser = Parser::new(Gpu::Gfx942, "");
        assert!(parser.parse(" \n\t").is_ok_and(|insts| insts.is_empty()));
        assert!(
            parser
                .parse(".long 5")
                .is_err_and(|why| why.starts_with("line 1"))
        );
    }
}
