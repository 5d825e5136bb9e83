//! Writing the text form.

use std::fmt::{self, Write as _};

use super::{DEP_NAMES, VERSION};
use crate::machine::AliasRelation;
use crate::machine::function::*;
use crate::machine::index::TypedVec;
use crate::machine::inst::*;

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "cdna-flat {VERSION}")?;
        writeln!(f, "function {}", quote(&self.name))?;
        writeln!(f, "gpu {}", self.gpu)?;
        let on: Vec<&str> = [
            (self.features.xnack, "xnack"),
            (self.features.sram_ecc, "sramecc"),
            (self.features.tg_split, "tgsplit"),
            (self.features.precise_memory, "precisememory"),
        ]
        .iter()
        .filter_map(|&(on, name)| on.then_some(name))
        .collect();
        if !on.is_empty() {
            writeln!(f, "features {}", on.join(" "))?;
        }
        let r = &self.resources;
        write!(
            f,
            "resources lds={} workgroup={}",
            r.lds_bytes, r.workgroup_size
        )?;
        if let Some(dimensions) = r.dimensions {
            write!(f, " dimensions={dimensions}")?;
        }
        writeln!(f, "{}", if r.is_entry { " entry" } else { "" })?;
        for (registers, word) in [
            (&self.reserved, "reserved"),
            (&self.callee_saved, "preserved"),
        ] {
            if !registers.is_empty() {
                let names: Vec<String> = registers.iter().map(|reg| reg.to_string()).collect();
                writeln!(f, "{word} {}", names.join(" "))?;
            }
        }
        for opcode in &self.opcodes {
            let mut facts = String::new();
            if opcode.source_modifiers != 0 {
                write!(facts, " modifiers={:#x}", opcode.source_modifiers)?;
            }
            if !opcode.classes.is_empty() {
                let classes = opcode.classes.iter().map(|&class| class_text(class));
                let classes: Vec<String> = classes.collect();
                write!(facts, " classes={}", classes.join(","))?;
            }
            if !facts.is_empty() {
                writeln!(f, "opcode {}{facts}", opcode.name)?;
            }
        }
        for fact in self.aliases.all() {
            let mut names = AliasRelation::NAMES.iter();
            let name = names
                .find(|(r, _)| *r == fact.relation)
                .map(|(_, name)| name);
            let relation = name.unwrap_or(&"");
            writeln!(f, "alias {} {} {relation}", fact.access, fact.load)?;
        }
        let mut number = TypedVec::<InstId, _>::from_elem(None, self.insts.len());
        let mut next = 0u32;
        for (id, block) in self.blocks.iter_enumerated() {
            write!(
                f,
                "block {} frequency={} depth={}",
                id.0, block.frequency, block.loop_depth
            )?;
            if let Some(header) = block.loop_header {
                write!(f, " loop={}", header.0)?;
            }
            if !block.successors.is_empty() {
                let list: Vec<String> = block.successors.iter().map(|s| s.0.to_string()).collect();
                write!(f, " successors={}", list.join(","))?;
            }
            writeln!(f)?;
            for &inst in &block.order {
                number[inst] = Some(next);
                next += 1;
                writeln!(f, "  {}", self.inst_text(inst))?;
            }
        }
        for edge in &self.edges {
            if let (Some(from), Some(to)) = (number[edge.from], number[edge.to]) {
                writeln!(
                    f,
                    "edge {from} {to} {} {}",
                    dep_name(edge.kind),
                    edge.llvm_latency
                )?;
            }
        }
        for (one, other) in self.apart.all() {
            if let (Some(one), Some(other)) = (number[one], number[other]) {
                writeln!(f, "apart {one} {other}")?;
            }
        }
        for (inst, why) in &self.unparsed {
            if let Some(number) = number[*inst] {
                writeln!(f, "unparsed {number} {}", quote(why))?;
            }
        }
        Ok(())
    }
}

impl Function {
    /// One instruction in the text form, without a line break.
    pub fn inst_text(&self, id: InstId) -> String {
        let inst = self.inst(id);
        let mut text = self.opcode(id).name.clone();
        for (at, operand) in self.operands(id).iter().enumerate() {
            text.push_str(if at == 0 { " " } else { ", " });
            words(
                &mut text,
                OperandFlags::NAMES
                    .iter()
                    .filter(|(f, _)| operand.flags.has(*f))
                    .map(|(_, n)| *n),
            );
            // Writing to a String cannot fail.
            let _ = match operand.kind {
                OperandKind::Reg(range) => write!(text, "{range}"),
                OperandKind::Imm(value) => write!(text, "#{value}"),
                OperandKind::Block(block) => write!(text, "bb.{}", block.0),
                OperandKind::RegMask => write!(text, "mask"),
                OperandKind::NoReg => write!(text, "noreg"),
                OperandKind::Opaque => write!(text, "opaque"),
            };
        }
        let accesses = self.accesses(id);
        let plain =
            inst.flags == InstFlags::NONE && inst.llvm_latency == 0 && inst.llvm_passes == 0;
        if !plain || !accesses.is_empty() {
            text.push_str(" | ");
            words(
                &mut text,
                InstFlags::NAMES
                    .iter()
                    .filter(|(f, _)| inst.flags.has(*f))
                    .map(|(_, n)| *n),
            );
            let _ = write!(text, "lat={}", inst.llvm_latency);
            if inst.llvm_passes != 0 {
                let _ = write!(text, " passes={}", inst.llvm_passes);
            }
            if inst.asm_line != 0 {
                let _ = write!(text, " line={}", inst.asm_line);
            }
        }
        for access in accesses {
            text.push_str(" | ");
            words(
                &mut text,
                MemFlags::NAMES
                    .iter()
                    .filter(|(f, _)| access.flags.has(*f))
                    .map(|(_, n)| *n),
            );
            let _ = write!(text, "space={} bytes={}", access.space.0, access.bytes);
            if access.alias_group != 0 {
                let _ = write!(text, " group={}", access.alias_group);
            }
            if let Some(SpillSlot { index, offset }) = access.spill {
                let _ = write!(text, " spill={index}+{offset}");
            }
        }
        text
    }
}

/// The letters of an operand's class; a dash for one that admits no vector register.
fn class_text(class: OperandClass) -> String {
    let names = OperandClass::NAMES.iter();
    let letters: String = names
        .filter(|(flag, _)| class.has(*flag))
        .map(|(_, letter)| *letter)
        .collect();
    match letters.as_str() {
        "" => "-".to_owned(),
        _ => letters,
    }
}

fn words<'a>(text: &mut String, names: impl Iterator<Item = &'a str>) {
    for name in names {
        text.push_str(name);
        text.push(' ');
    }
}

fn quote(name: &str) -> String {
    let quoted = serde_json::Value::from(name).to_string();
    // A semicolon would begin a comment.
    quoted.replace(';', "\\u003b")
}

fn dep_name(kind: DepKind) -> &'static str {
    DEP_NAMES
        .iter()
        .find(|(k, _)| *k == kind)
        .map_or("order", |(_, name)| name)
}
