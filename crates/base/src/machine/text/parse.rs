//! Reading the text form.

use thiserror::Error;

use super::{DEP_NAMES, VERSION};
use crate::gpu::Gpu;
use crate::machine::build::{BuildError, Builder};
use crate::machine::function::*;
use crate::machine::inst::*;
use crate::machine::{AliasFact, AliasRelation, RegRange, RegSet};

/// Why a text is not a flat function.
#[derive(Debug, Error, Clone, PartialEq)]
#[error("line {line}: {what}")]
pub struct ParseError {
    /// Line number, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub what: String,
}

/// Parses the text form.
///
/// # Errors
/// The first line that is not what it should be, with what was expected there.
pub fn parse(text: &str) -> Result<Function, ParseError> {
    let mut parser = Parser {
        line: 0,
        builder: None,
        name: String::new(),
        opcodes: Vec::new(),
        reserved: RegSet::default(),
        callee_saved: RegSet::default(),
        features: Features::default(),
    };
    let mut versioned = false;
    for (at, raw) in text.lines().enumerate() {
        parser.line = at + 1;
        let line = raw.split(';').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        if !versioned {
            if line != format!("cdna-flat {VERSION}") {
                return parser.fail(format!("expected 'cdna-flat {VERSION}', found '{line}'"));
            }
            versioned = true;
            continue;
        }
        parser.line(line)?;
    }
    match parser.builder.take() {
        Some(builder) => builder.finish().map_err(|e| parser.error(e.to_string())),
        None => parser.fail("expected 'gpu', found the end".into()),
    }
}

/// What a line says of an opcode.
#[derive(Default)]
struct OpcodeFacts {
    name: String,
    modifiers: u64,
    classes: Vec<OperandClass>,
}

/// The class that letters stand for.
fn operand_class(letters: &str) -> Option<OperandClass> {
    let mut class = OperandClass::NONE;
    for letter in letters.chars().filter(|_| letters != "-") {
        let mut names = OperandClass::NAMES.iter();
        let (flag, _) = names.find(|(_, name)| name.chars().eq([letter]))?;
        class = class | *flag;
    }
    Some(class)
}

struct Parser {
    /// The current line, from 1.
    line: usize,
    /// `None` before the line that names the GPU.
    builder: Option<Builder>,
    name: String,
    opcodes: Vec<OpcodeFacts>,
    reserved: RegSet,
    callee_saved: RegSet,
    features: Features,
}

impl Parser {
    fn error(&self, what: String) -> ParseError {
        ParseError {
            line: self.line,
            what,
        }
    }
    fn fail<T>(&self, what: String) -> Result<T, ParseError> {
        Err(self.error(what))
    }
    fn number<T: std::str::FromStr>(&self, text: &str, what: &str) -> Result<T, ParseError> {
        text.parse()
            .map_err(|_| self.error(format!("expected {what}, found '{text}'")))
    }
    fn builder(&mut self) -> Result<&mut Builder, ParseError> {
        let error = self.error("expected 'gpu' before this".into());
        self.builder.as_mut().ok_or(error)
    }
    fn built<T>(&self, result: Result<T, BuildError>) -> Result<T, ParseError> {
        result.map_err(|e| self.error(e.to_string()))
    }

    fn line(&mut self, line: &str) -> Result<(), ParseError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "function" => {
                self.name = serde_json::from_str(rest)
                    .map_err(|_| self.error(format!("expected a quoted name, found '{rest}'")))?;
            }
            "gpu" => {
                let gpu = Gpu::from_name(rest).ok_or_else(|| {
                    self.error(format!(
                        "expected gfx908, gfx90a, gfx942 or gfx950, found '{rest}'"
                    ))
                })?;
                let mut builder = Builder::new(&self.name, gpu);
                // This form is made of LLVM's functions.
                builder.atomics_are_marked();
                self.builder = Some(builder);
            }
            "features" => self.features(rest)?,
            "resources" => self.resources(rest)?,
            "reserved" | "preserved" => self.fixed_registers(word, rest)?,
            "opcode" => self.opcode(rest)?,
            "alias" => self.alias(rest)?,
            "block" => self.block(rest)?,
            "edge" => self.edge(rest)?,
            "apart" => self.apart(rest)?,
            "unparsed" => self.unparsed(rest)?,
            _ => self.inst(line)?,
        }
        Ok(())
    }

    fn features(&mut self, rest: &str) -> Result<(), ParseError> {
        for feature in rest.split_whitespace() {
            match feature {
                "xnack" => self.features.xnack = true,
                "sramecc" => self.features.sram_ecc = true,
                "tgsplit" => self.features.tg_split = true,
                "precisememory" => self.features.precise_memory = true,
                _ => {
                    return self.fail(format!(
                        "expected xnack, sramecc, tgsplit or precisememory, found '{feature}'"
                    ));
                }
            }
        }
        let features = self.features;
        self.builder()?.features(features);
        Ok(())
    }

    fn resources(&mut self, rest: &str) -> Result<(), ParseError> {
        let mut resources = Resources::default();
        for item in rest.split_whitespace() {
            match item.split_once('=') {
                Some(("lds", n)) => resources.lds_bytes = self.number(n, "bytes")?,
                Some(("workgroup", n)) => {
                    resources.workgroup_size = self.number(n, "work-items")?
                }
                Some(("dimensions", n)) => {
                    resources.dimensions = Some(self.number(n, "dimensions")?);
                }
                None if item == "entry" => resources.is_entry = true,
                _ => {
                    return self.fail(format!(
                        "expected lds=, workgroup=, dimensions= or entry, found '{item}'"
                    ));
                }
            }
        }
        self.builder()?.resources(resources);
        Ok(())
    }

    /// What is known of an opcode's operands, for instructions that follow.
    fn opcode(&mut self, rest: &str) -> Result<(), ParseError> {
        let mut words = rest.split_whitespace();
        let mut facts = OpcodeFacts {
            name: words.next().unwrap_or("").to_owned(),
            ..OpcodeFacts::default()
        };
        for word in words {
            let classes =
                |list: &str| -> Option<Vec<_>> { list.split(',').map(operand_class).collect() };
            let mask = |mask: &str| u64::from_str_radix(mask.strip_prefix("0x")?, 16).ok();
            match word.split_once('=') {
                Some(("modifiers", text)) if mask(text).is_some() => {
                    facts.modifiers = mask(text).unwrap_or(0);
                }
                Some(("classes", list)) if classes(list).is_some() => {
                    facts.classes = classes(list).unwrap_or_default();
                }
                _ => {
                    return self.fail(format!(
                        "expected 'NAME modifiers=0xMASK classes=v,va,e,-', found '{rest}'"
                    ));
                }
            }
        }
        self.opcodes.push(facts);
        Ok(())
    }

    /// Registers that LLVM keeps for itself, or that callers find unchanged.
    fn fixed_registers(&mut self, word: &str, rest: &str) -> Result<(), ParseError> {
        let mut set = RegSet::default();
        for name in rest.split_whitespace() {
            match RegRange::parse(name) {
                Some(range) => set.insert_range(range),
                None => return self.fail(format!("expected registers, found '{name}'")),
            }
        }
        match word {
            "reserved" => self.reserved = set,
            _ => self.callee_saved = set,
        }
        let (reserved, callee_saved) = (self.reserved, self.callee_saved);
        self.builder()?.fixed_registers(reserved, callee_saved);
        Ok(())
    }

    fn alias(&mut self, rest: &str) -> Result<(), ParseError> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let relation = |word| AliasRelation::NAMES.iter().find(|(_, name)| *name == word);
        let fact = match words[..] {
            [access, load, word] => relation(word).map(|(relation, _)| (access, load, *relation)),
            _ => None,
        };
        let Some((access, load, relation)) = fact else {
            return self.fail(format!(
                "expected 'alias ACCESS LOAD distinct|iteration|unproved', found '{rest}'"
            ));
        };
        let fact = AliasFact {
            access: self.number(access, "an alias group")?,
            load: self.number(load, "an alias group")?,
            relation,
        };
        self.builder()?.alias_fact(fact);
        Ok(())
    }

    fn block(&mut self, rest: &str) -> Result<(), ParseError> {
        let (mut frequency, mut depth, mut header, mut successors) = (1.0, 0, None, Vec::new());
        for item in rest.split_whitespace().skip(1) {
            match item.split_once('=') {
                Some(("frequency", n)) => frequency = self.number(n, "a frequency")?,
                Some(("depth", n)) => depth = self.number(n, "a loop depth")?,
                Some(("loop", n)) => header = Some(BlockId(self.number(n, "a block number")?)),
                Some(("successors", list)) => {
                    for n in list.split(',') {
                        successors.push(BlockId(self.number(n, "a block number")?));
                    }
                }
                _ => {
                    return self.fail(format!(
                        "expected frequency=, depth=, loop= or successors=, found '{item}'"
                    ));
                }
            }
        }
        self.builder()?.block(frequency, depth, header, successors);
        Ok(())
    }

    fn edge(&mut self, rest: &str) -> Result<(), ParseError> {
        let items: Vec<&str> = rest.split_whitespace().collect();
        let &[from, to, kind, latency] = items.as_slice() else {
            return self.fail(format!(
                "expected 'edge FROM TO KIND LATENCY', found 'edge {rest}'"
            ));
        };
        let kind = DEP_NAMES
            .iter()
            .find(|(_, name)| *name == kind)
            .map(|(kind, _)| *kind)
            .ok_or_else(|| {
                self.error(format!(
                    "expected true, anti, output or order, found '{kind}'"
                ))
            })?;
        let edge = Edge {
            from: InstId(self.number(from, "an instruction number")?),
            to: InstId(self.number(to, "an instruction number")?),
            kind,
            llvm_latency: self.number(latency, "a latency")?,
        };
        self.builder()?.edge(edge);
        Ok(())
    }

    fn apart(&mut self, rest: &str) -> Result<(), ParseError> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [one, other] = words[..] else {
            return self.fail(format!("expected 'apart ONE OTHER', found 'apart {rest}'"));
        };
        let one = InstId(self.number(one, "an instruction number")?);
        let other = InstId(self.number(other, "an instruction number")?);
        self.builder()?.apart(one, other);
        Ok(())
    }

    fn unparsed(&mut self, rest: &str) -> Result<(), ParseError> {
        let (inst, why) = rest.split_once(' ').unwrap_or((rest, ""));
        let inst = InstId(self.number(inst, "an instruction number")?);
        let why = serde_json::from_str(why)
            .map_err(|_| self.error(format!("expected a quoted reason, found '{why}'")))?;
        self.builder()?.unparsed(inst, why);
        Ok(())
    }

    fn inst(&mut self, line: &str) -> Result<(), ParseError> {
        let mut parts = line.split('|');
        let head = parts.next().unwrap_or("").trim();
        let (name, operands) = head.split_once(' ').unwrap_or((head, ""));
        let mut parsed = Vec::new();
        for operand in operands.split(',').map(str::trim).filter(|o| !o.is_empty()) {
            parsed.push(self.operand(operand)?);
        }
        let mut flags = InstFlags::NONE;
        let mut latency_passes = (0, 0);
        let mut asm_line = 0;
        for word in parts.next().unwrap_or("").split_whitespace() {
            match (
                word.split_once('='),
                InstFlags::NAMES.iter().find(|(_, n)| *n == word),
            ) {
                (Some(("lat", n)), _) => latency_passes.0 = self.number(n, "a latency")?,
                (Some(("passes", n)), _) => latency_passes.1 = self.number(n, "passes")?,
                (Some(("line", n)), _) => asm_line = self.number(n, "a line")?,
                (_, Some((flag, _))) => flags = flags | *flag,
                _ => {
                    return self.fail(format!(
                        "expected an instruction flag, lat=, passes= or line=, found '{word}'"
                    ));
                }
            }
        }
        let mut accesses = Vec::new();
        for part in parts {
            accesses.push(self.access(part)?);
        }
        let facts = self.opcodes.iter().find(|facts| facts.name == name);
        let modifiers = facts.map_or(0, |facts| facts.modifiers);
        let classes = facts.map_or_else(Vec::new, |facts| facts.classes.clone());
        let opcode = self.builder()?.opcode(name, modifiers);
        let opcode = self.built(opcode)?;
        self.builder()?.operand_classes(opcode, classes);
        let builder = self.builder()?;
        let added = match flags.has(InstFlags::IN_ASM) {
            true => builder.asm_inst(opcode, (flags, asm_line), latency_passes, parsed),
            false => builder.inst(opcode, flags, latency_passes, parsed, accesses),
        };
        self.built(added)?;
        Ok(())
    }

    fn operand(&self, text: &str) -> Result<(OperandKind, OperandFlags), ParseError> {
        let mut flags = OperandFlags::NONE;
        let mut kind = None;
        for word in text.split_whitespace() {
            if let Some((flag, _)) = OperandFlags::NAMES.iter().find(|(_, n)| *n == word) {
                flags = flags | *flag;
                continue;
            }
            let parsed =
                match word {
                    "mask" => OperandKind::RegMask,
                    "noreg" => OperandKind::NoReg,
                    "opaque" => OperandKind::Opaque,
                    _ if word.starts_with('#') => {
                        OperandKind::Imm(self.number(&word[1..], "an immediate")?)
                    }
                    _ if word.starts_with("bb.") => {
                        OperandKind::Block(BlockId(self.number(&word[3..], "a block number")?))
                    }
                    _ => OperandKind::Reg(RegRange::parse(word).ok_or_else(|| {
                        self.error(format!("expected an operand, found '{word}'"))
                    })?),
                };
            if kind.replace(parsed).is_some() {
                return self.fail(format!("expected one operand, found '{text}'"));
            }
        }
        Ok((
            kind.ok_or_else(|| self.error(format!("expected an operand, found '{text}'")))?,
            flags,
        ))
    }

    fn access(&self, text: &str) -> Result<MemAccess, ParseError> {
        let mut access = MemAccess {
            flags: MemFlags::NONE,
            space: AddressSpace::FLAT,
            bytes: 0,
            alias_group: 0,
            spill: None,
        };
        for word in text.split_whitespace() {
            match (
                word.split_once('='),
                MemFlags::NAMES.iter().find(|(_, n)| *n == word),
            ) {
                (Some(("space", n)), _) => {
                    access.space = AddressSpace(self.number(n, "an address space")?)
                }
                (Some(("bytes", n)), _) => access.bytes = self.number(n, "bytes")?,
                (Some(("group", n)), _) => access.alias_group = self.number(n, "an alias group")?,
                (Some(("spill", place)), _) => access.spill = Some(self.spill_slot(place)?),
                (_, Some((flag, _))) => access.flags = access.flags | *flag,
                _ => {
                    return self.fail(format!(
                        "expected a memory flag, space=, bytes=, group= or spill=, found '{word}'"
                    ));
                }
            }
        }
        Ok(access)
    }

    fn spill_slot(&self, place: &str) -> Result<SpillSlot, ParseError> {
        let Some((index, offset)) = place.split_once('+') else {
            return self.fail(format!("expected 'spill=SLOT+BYTE', found 'spill={place}'"));
        };
        Ok(SpillSlot {
            index: self.number(index, "a spill slot")?,
            offset: self.number(offset, "a byte")?,
        })
    }
}
