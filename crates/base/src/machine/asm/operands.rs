//! Operands of scalar and memory instructions, in the order of the assembler.

use std::fmt::Write as _;

use smallvec::SmallVec;

use super::immediate::{Type, source_type};
use super::mnemonic;
use crate::gpu::{Counter, Counts, OpTraits, Unit, VmemKind};
use crate::machine::{Function, InstId, Operand, OperandFlags, OperandKind, RegRange, Role};

/// An instruction on its way to text.
pub(super) struct Text<'a> {
    pub(super) function: &'a Function,
    pub(super) inst: InstId,
    /// LLVM's name.
    pub(super) name: &'a str,
    /// As the assembler writes it.
    pub(super) mnemonic: String,
    /// Operands that the assembler writes: no implicit ones, and no sources that only repeat the
    /// result.
    pub(super) operands: SmallVec<[Operand; 16]>,
    /// What is written after the mnemonic, separated by commas.
    list: Vec<String>,
    /// What follows, separated by spaces.
    modifiers: Vec<String>,
}

/// Bits of the cache policy: bit, its name before gfx940, and from there on.
const CACHE_POLICY: [(i64, &str, &str); 4] = [
    (1, "glc", "sc0"),
    (2, "slc", "nt"),
    (4, "dlc", "dlc"),
    (16, "scc", "sc1"),
];

/// Hardware registers of `s_getreg` and `s_setreg` by their numbers.
const HARDWARE_REGISTERS: [(i64, &str); 10] = [
    (1, "HW_REG_MODE"),
    (2, "HW_REG_STATUS"),
    (3, "HW_REG_TRAPSTS"),
    (4, "HW_REG_HW_ID"),
    (5, "HW_REG_GPR_ALLOC"),
    (6, "HW_REG_LDS_ALLOC"),
    (7, "HW_REG_IB_STS"),
    (15, "HW_REG_SH_MEM_BASES"),
    (18, "HW_REG_TMA_LO"),
    (20, "HW_REG_XCC_ID"),
];

/// Scalar instructions without operands whose immediate is left out when it is 0.
const SILENT_ZERO: [&str; 2] = ["s_endpgm", "s_barrier"];

impl<'a> Text<'a> {
    pub(super) fn new(function: &'a Function, inst: InstId) -> Text<'a> {
        let name = function.opcode(inst).name.as_str();
        let info = function.info(inst);
        let keeps_tied = info.unit == Unit::Matrix && info.matrix.is_some_and(|m| !m.sparse);
        let shown = |operand: &&Operand| {
            let repeats = operand.flags.has(OperandFlags::TIED) && !operand.is_def();
            operand.is_explicit() && (keeps_tied || !repeats)
        };
        Text {
            function,
            inst,
            name,
            mnemonic: mnemonic(name, function.gpu),
            operands: function
                .operands(inst)
                .iter()
                .filter(shown)
                .copied()
                .collect(),
            list: Vec::new(),
            modifiers: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> String {
        match self.function.info(self.inst).unit {
            Unit::Valu => self.valu(),
            Unit::Matrix => self.matrix(),
            Unit::Vmem(VmemKind::Flat | VmemKind::Global | VmemKind::Scratch) => self.flat(),
            Unit::Vmem(VmemKind::Buffer) => self.buffer(),
            Unit::Lds | Unit::Gws => self.lds(),
            Unit::Smem => self.smem(),
            Unit::Wait if self.name.starts_with("S_WAITCNT") => self.wait(),
            Unit::Unknown | Unit::Meta | Unit::Vmem(_) | Unit::Export => self.registers_alone(),
            _ => self.scalar(),
        }
        let mut text = self.mnemonic;
        for (at, operand) in self.list.iter().enumerate() {
            text.push_str(if at == 0 { " " } else { ", " });
            text.push_str(operand);
        }
        for modifier in &self.modifiers {
            text.push(' ');
            text.push_str(modifier);
        }
        text
    }

    pub(super) fn push(&mut self, operand: impl Into<String>) {
        self.list.push(operand.into());
    }

    pub(super) fn modifier(&mut self, modifier: impl Into<String>) {
        self.modifiers.push(modifier.into());
    }

    /// A modifier `name:value` unless the value is 0.
    pub(super) fn number(&mut self, name: &str, value: Option<i64>) {
        if let Some(value) = value.filter(|v| *v != 0) {
            self.modifier(format!("{name}:{value}"));
        }
    }

    pub(super) fn flag(&mut self, name: &str, on: bool) {
        if on {
            self.modifier(name);
        }
    }

    /// The registers with one of these roles, in the order of the operands.
    fn with_role(&mut self, role: Role) -> bool {
        let of = |o: &Operand| (o.role == role).then(|| o.reg()).flatten();
        let found: SmallVec<[RegRange; 4]> = self.operands.iter().filter_map(of).collect();
        found.iter().for_each(|range| self.push(range.to_string()));
        !found.is_empty()
    }

    /// Values of the immediates, in the order of the operands.
    fn immediates(&self) -> SmallVec<[i64; 8]> {
        self.operands.iter().filter_map(Operand::imm).collect()
    }

    /// A family whose other operands are not known: registers are right in any case.
    fn registers_alone(&mut self) {
        for at in 0..self.operands.len() {
            if let Some(range) = self.operands[at].reg() {
                self.push(range.to_string());
            }
        }
    }

    fn cache_policy(&mut self, policy: Option<i64>) {
        let gfx940 = self.function.gpu.is_gfx940_plus();
        for (bit, old, new) in CACHE_POLICY {
            let name = if gfx940 { new } else { old };
            self.flag(name, policy.unwrap_or(0) & bit != 0);
        }
    }

    /// Flat, global and scratch: result, address, data, scalar address, offset, cache policy.
    fn flat(&mut self) {
        let unit = self.function.info(self.inst).unit;
        self.with_role(Role::Dst);
        if !self.with_role(Role::VAddr) {
            self.push("off");
        }
        self.with_role(Role::VData);
        if !self.with_role(Role::SAddr) && unit != Unit::Vmem(VmemKind::Flat) {
            self.push("off");
        }
        let immediates = self.immediates();
        self.number("offset", immediates.first().copied());
        self.cache_policy(immediates.get(1).copied());
        let lds = self.function.info(self.inst).has(OpTraits::LDS_DMA);
        self.flag("lds", lds && !self.function.gpu.is_gfx940_plus());
    }

    /// Buffers: data, address, descriptor, scalar offset, offset, cache policy.
    fn buffer(&mut self) {
        if self.function.info(self.inst).has(OpTraits::CACHE_CONTROL) {
            let policy = self.immediates().first().copied();
            return self.cache_policy(policy);
        }
        self.with_role(Role::Dst);
        self.with_role(Role::VData);
        if !self.with_role(Role::VAddr) {
            self.push("off");
        }
        self.with_role(Role::SRsrc);
        if !self.with_role(Role::SOffset) {
            let offset = self.operands.iter().find(|o| o.role == Role::SOffset);
            let offset = offset.and_then(Operand::imm).unwrap_or(0);
            self.push(Type::B32.text(offset));
        }
        let both = self.name.contains("_BOTHEN");
        self.flag("idxen", both || self.name.contains("_IDXEN"));
        self.flag("offen", both || self.name.contains("_OFFEN"));
        let after_offset = self
            .operands
            .iter()
            .skip_while(|o| o.role != Role::SOffset)
            .skip(1);
        let rest: SmallVec<[i64; 4]> = after_offset.filter_map(Operand::imm).collect();
        self.number("offset", rest.first().copied());
        self.cache_policy(rest.get(1).copied());
        let lds = self.function.info(self.inst).has(OpTraits::LDS_DMA);
        self.flag("lds", lds);
    }

    /// LDS: registers, one offset or two, GDS.
    fn lds(&mut self) {
        self.registers_alone();
        let immediates = self.immediates();
        // 16 bits or two times 8, all of them unsigned; the compiler may have sign-extended them.
        let unsigned = |at: usize, mask: i64| immediates.get(at).map(|imm| imm & mask);
        let two = ["DS_READ2", "DS_WRITE2", "DS_WRXCHG2"];
        let offsets = if two.iter().any(|name| self.name.starts_with(name)) {
            self.number("offset0", unsigned(0, 0xff));
            self.number("offset1", unsigned(1, 0xff));
            2
        } else if self.name.starts_with("DS_SWIZZLE") {
            if let Some(pattern) = unsigned(0, 0xffff).filter(|p| *p != 0) {
                let pattern = swizzle(pattern);
                self.modifier(format!("offset:{pattern}"));
            }
            1
        } else {
            self.number("offset", unsigned(0, 0xffff));
            1
        };
        let gds = immediates.get(offsets).is_some_and(|gds| *gds != 0);
        let always = self.name.starts_with("DS_GWS") || self.name.starts_with("DS_ORDERED");
        self.flag("gds", gds || always);
    }

    /// Scalar memory: result or data, base, offset, cache policy.
    fn smem(&mut self) {
        self.registers_alone();
        let immediates = self.immediates();
        let offsets = usize::from(self.name.contains("_IMM"));
        if let (1, Some(offset)) = (offsets, immediates.first()) {
            if self.name.contains("_SGPR_IMM") {
                self.modifier(format!("offset:{offset:#x}"));
            } else {
                self.push(format!("{offset:#x}"));
            }
        }
        self.flag("glc", immediates.get(offsets).is_some_and(|p| p & 1 != 0));
    }

    fn wait(&mut self) {
        let Some(imm) = self.immediates().first().copied() else {
            return;
        };
        let counts = Counts::decode(imm as u16);
        for counter in [Counter::Vm, Counter::Exp, Counter::Lgkm] {
            if let Some(count) = counts.get(counter) {
                self.modifier(format!("{}({count})", counter.name()));
            }
        }
    }

    /// Scalar ALU, program control: the operands in their order.
    fn scalar(&mut self) {
        let mut source = 0;
        let register_first = self.name.starts_with("S_SETREG");
        let hardware_register = register_first || self.name.starts_with("S_GETREG");
        let count = self.operands.len();
        for at in 0..count {
            let operand = self.operands[if register_first { count - 1 - at } else { at }];
            let is_register_number = hardware_register && at == usize::from(!register_first);
            match operand.kind {
                OperandKind::Reg(range) => self.push(range.to_string()),
                OperandKind::Block(block) => self.push(format!("bb.{}", block.0)),
                OperandKind::Imm(value) if is_register_number => self.push(hwreg(value)),
                OperandKind::Imm(0) if SILENT_ZERO.contains(&self.mnemonic.as_str()) => {}
                OperandKind::Imm(value) => {
                    let text = self.scalar_immediate(value, source);
                    self.push(text);
                }
                _ => {}
            }
            source += usize::from(!operand.is_def());
        }
    }

    fn scalar_immediate(&self, value: i64, source: usize) -> String {
        let unit = self.function.info(self.inst).unit;
        if unit != Unit::Salu {
            return value.to_string();
        }
        // SOPK: `s_movk_i32`, `s_cmpk_lt_u32`.
        let (operation, _) = self.mnemonic.rsplit_once('_').unwrap_or_default();
        if operation.contains("k_") && operation.starts_with("s_cmpk") || operation.ends_with('k') {
            return format!("{:#x}", value as u16);
        }
        source_type(&self.mnemonic, source).text(value)
    }
}

fn hwreg(value: i64) -> String {
    let (number, offset, size) = (value & 0x3f, value >> 6 & 0x1f, (value >> 11 & 0x1f) + 1);
    let mut known = HARDWARE_REGISTERS.iter();
    let name = known.find(|(n, _)| *n == number).map(|(_, name)| *name);
    let name = name.map_or_else(|| number.to_string(), str::to_owned);
    if (offset, size) == (0, 32) {
        format!("hwreg({name})")
    } else {
        format!("hwreg({name}, {offset}, {size})")
    }
}

/// The pattern of `ds_swizzle_b32` (MI300 ISA, section 11, "DS_SWIZZLE_B32").
fn swizzle(pattern: i64) -> String {
    if pattern & 0xff00 == 0x8000 {
        let lane = |at: i64| pattern >> (2 * at) & 3;
        let lanes = (lane(0), lane(1), lane(2), lane(3));
        return format!(
            "swizzle(QUAD_PERM,{},{},{},{})",
            lanes.0, lanes.1, lanes.2, lanes.3
        );
    }
    if pattern & 0x8000 != 0 {
        return pattern.to_string();
    }
    let (and, or, xor) = (pattern & 31, pattern >> 5 & 31, pattern >> 10 & 31);
    let group = 32 - and;
    if (and, or) == (31, 0) && xor.count_ones() == 1 {
        format!("swizzle(SWAP,{xor})")
    } else if (and, or) == (31, 0) && xor > 0 && (xor + 1).count_ones() == 1 {
        format!("swizzle(REVERSE,{})", xor + 1)
    } else if group > 1 && group.count_ones() == 1 && or < group && xor == 0 {
        format!("swizzle(BROADCAST,{group},{or})")
    } else {
        let mut mask = String::new();
        for bit in (0..5).rev() {
            let of = |value: i64| ((value & and | or) ^ xor) >> bit & 1;
            let _ = mask.write_char(match (of(0), of(31)) {
                (0, 0) => '0',
                (1, 1) => '1',
                (0, _) => 'p',
                _ => 'i',
            });
        }
        format!("swizzle(BITMASK_PERM,\"{mask}\")")
    }
}
