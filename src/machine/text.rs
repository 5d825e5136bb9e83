//! The readable text form of a flat function: what tests are written in and what a failing
//! case is saved as.
//!
//! ```text
//! cdna-flat 1
//! function "axpy"
//! gpu gfx942
//! resources lds=0 workgroup=256 entry
//! opcode V_FMA_F32_e64 modifiers=0x2a
//! block 0 frequency=1 depth=0 successors=1
//!   GLOBAL_LOAD_DWORD_SADDR def v1, s[2:3], v0, #0, #0, imp exec | load lat=80 | read space=1 bytes=4
//!   V_ADD_F32_e32 def v2, v1, v1, imp mode, imp exec
//! block 1 frequency=1 depth=0
//!   S_ENDPGM #0 | term noreturn return
//! edge 0 1 true 80
//! ```
//!
//! Instructions are numbered from 0 over the whole function; edges name those numbers.
//! Operands are `v4`, `a[0:15]`, `vcc`, `#imm`, `bb.N`, `mask`, `noreg` or `opaque`, each
//! after its marks ([`OperandFlags::NAMES`]). After the first `|` come instruction flags
//! ([`InstFlags::NAMES`]), `lat=` and `passes=`; after each further `|` a memory access.
//! `;` starts a comment.

use std::fmt::{self, Write as _};

use thiserror::Error;

use super::build::{BuildError, Builder};
use super::function::*;
use super::index::TypedVec;
use super::reg::RegRange;
use super::{AliasFact, AliasRelation};
use crate::gpu::Gpu;

/// Version of the text form.
const VERSION: u32 = 1;

/// Why a text is not a flat function.
#[derive(Debug, Error, Clone, PartialEq)]
#[error("line {line}: {what}")]
pub struct ParseError {
    /// Line number, from 1.
    pub line: usize,
    /// What was expected and what was found.
    pub what: String,
}

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
        writeln!(f, "{}", if r.is_entry { " entry" } else { "" })?;
        for opcode in self.opcodes.iter().filter(|o| o.source_modifiers != 0) {
            writeln!(
                f,
                "opcode {} modifiers={:#x}",
                opcode.name, opcode.source_modifiers
            )?;
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
        }
        text
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

const DEP_NAMES: [(DepKind, &str); 4] = [
    (DepKind::True, "true"),
    (DepKind::Anti, "anti"),
    (DepKind::Output, "output"),
    (DepKind::Order, "order"),
];

fn dep_name(kind: DepKind) -> &'static str {
    DEP_NAMES
        .iter()
        .find(|(k, _)| *k == kind)
        .map_or("order", |(_, name)| name)
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
        modifiers: Vec::new(),
        resources: None,
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

struct Parser {
    line: usize,
    builder: Option<Builder>,
    name: String,
    modifiers: Vec<(String, u64)>,
    resources: Option<Resources>,
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
                self.builder = Some(Builder::new(&self.name, gpu));
            }
            "features" => {
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
            }
            "resources" => {
                let mut resources = Resources::default();
                for item in rest.split_whitespace() {
                    match item.split_once('=') {
                        Some(("lds", n)) => resources.lds_bytes = self.number(n, "bytes")?,
                        Some(("workgroup", n)) => {
                            resources.workgroup_size = self.number(n, "work-items")?
                        }
                        None if item == "entry" => resources.is_entry = true,
                        _ => {
                            return self.fail(format!(
                                "expected lds=, workgroup= or entry, found '{item}'"
                            ));
                        }
                    }
                }
                self.resources = Some(resources);
                self.builder()?.resources(resources);
            }
            "opcode" => {
                let (name, mask) = rest
                    .split_once(" modifiers=0x")
                    .and_then(|(name, mask)| Some((name, u64::from_str_radix(mask, 16).ok()?)))
                    .ok_or_else(|| {
                        self.error(format!("expected 'NAME modifiers=0xMASK', found '{rest}'"))
                    })?;
                self.modifiers.push((name.to_owned(), mask));
            }
            "alias" => self.alias(rest)?,
            "block" => self.block(rest)?,
            "edge" => self.edge(rest)?,
            _ => self.inst(line)?,
        }
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
        for word in parts.next().unwrap_or("").split_whitespace() {
            match (
                word.split_once('='),
                InstFlags::NAMES.iter().find(|(_, n)| *n == word),
            ) {
                (Some(("lat", n)), _) => latency_passes.0 = self.number(n, "a latency")?,
                (Some(("passes", n)), _) => latency_passes.1 = self.number(n, "passes")?,
                (_, Some((flag, _))) => flags = flags | *flag,
                _ => {
                    return self.fail(format!(
                        "expected an instruction flag, lat= or passes=, found '{word}'"
                    ));
                }
            }
        }
        let mut accesses = Vec::new();
        for part in parts {
            accesses.push(self.access(part)?);
        }
        let modifiers = self
            .modifiers
            .iter()
            .find(|(n, _)| n == name)
            .map_or(0, |(_, mask)| *mask);
        let opcode = self.builder()?.opcode(name, modifiers);
        let opcode = self.built(opcode)?;
        let added = self
            .builder()?
            .inst(opcode, flags, latency_passes, parsed, accesses);
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
                (_, Some((flag, _))) => access.flags = access.flags | *flag,
                _ => {
                    return self.fail(format!(
                        "expected a memory flag, space=, bytes= or group=, found '{word}'"
                    ));
                }
            }
        }
        Ok(access)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXPY: &str = r#"cdna-flat 1
function "axpy"
gpu gfx942
features sramecc
resources lds=0 workgroup=256 entry
opcode V_FMA_F32_e64 modifiers=0x2a
block 0 frequency=1 depth=0 successors=1
  GLOBAL_LOAD_DWORD_SADDR def v1, s[2:3], v0, #0, #0, imp exec | load lat=80 | read space=1 bytes=4
  V_FMA_F32_e64 def v2, #0, v1, #0, v1, #0, v1, #0, #0, imp mode, imp exec | lat=1
block 1 frequency=31.5 depth=1 loop=1 successors=1,2
  V_MFMA_F32_16X16X16F16_e64 def early a[0:3], v[2:3], v[4:5], a[0:3], #0, #0, #0, imp mode, imp exec | lat=4 passes=4
  S_CBRANCH_SCC1 bb.1, imp scc | term branch lat=1
block 2 frequency=1 depth=0
  S_ENDPGM #0 | return term noreturn lat=1
edge 0 1 true 80
"#;

    #[test]
    fn prints_what_it_parsed() {
        let function = parse(AXPY).expect("valid text");
        assert_eq!(function.to_string(), AXPY);
        assert_eq!(
            function.block(BlockId(1)).predecessors,
            vec![BlockId(0), BlockId(1)]
        );
    }

    #[test]
    fn a_name_may_be_anything() {
        for name in ["a;b", "a\"b", "a\\xff", "a\nb", " a ", ""] {
            let mut function = parse(AXPY).expect("valid text");
            function.name = name.to_owned();
            let again = parse(&function.to_string()).expect("what was written");
            assert_eq!(again.name, name);
        }
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        let broken =
            |from: &str, to: &str| parse(&AXPY.replace(from, to)).expect_err(to).to_string();
        for (from, to, expected) in [
            (
                "cdna-flat 1",
                "cdna-flat 9",
                "line 1: expected 'cdna-flat 1'",
            ),
            (
                "gfx942",
                "gfx1100",
                "line 3: expected gfx908, gfx90a, gfx942 or gfx950, found 'gfx1100'",
            ),
            (
                "def v1,",
                "def v256,",
                "line 8: expected an operand, found 'v256'",
            ),
            (
                "successors=1\n",
                "successors=7\n",
                "successor block index 7 is out of range (0..3)",
            ),
            (
                "edge 0 1",
                "edge 1 0",
                "edge 1 -> 0 does not go forwards inside one region",
            ),
            (
                "V_FMA_F32_e64 def",
                "V_WMMA_X def",
                "opcode V_WMMA_X is not known for gfx942",
            ),
            (
                "a[0:3], v[2:3], v[4:5], a[0:3],",
                "a[0:3], v[2:3],",
                "MatB must be a vector register",
            ),
            (
                "bb.1",
                "bb.9",
                "branch target block index 9 is out of range (0..3)",
            ),
        ] {
            let error = broken(from, to);
            assert!(error.contains(expected), "{error}");
        }
    }
}
