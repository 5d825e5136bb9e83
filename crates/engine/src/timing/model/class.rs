//! Instruction classes: the rows of a cost table, and which one an instruction belongs to.

use crate::gpu::{OpTraits, Unit};
use crate::machine::{Function, InstFlags, InstId, Role};

/// A class of instructions that cost the same: a row of the cost table of a [`super::Model`]. Widths
/// are in dwords per lane.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Scalar ALU.
    Salu,
    /// Full-rate vector ALU.
    Valu,
    /// Packed f32 arithmetic.
    #[serde(rename = "packed_f32")]
    PackedF32,
    /// `v_readlane`, `v_readfirstlane`: vector instructions with a scalar result.
    LaneRead,
    /// Transcendental.
    Trans,
    /// Vector instruction at half rate, not transcendental.
    HalfRate,
    /// Quarter-rate integer multiply.
    QuarterRate,
    /// Double precision, not transcendental.
    Double,
    /// Matrix; `busy` and `result` come from its number of passes.
    Matrix,
    /// Scalar memory.
    Smem,
    /// LDS read of one dword, and LDS operations with a result of one (swizzle, atomics).
    #[serde(rename = "lds_read_1")]
    LdsRead1,
    /// LDS read of two dwords.
    #[serde(rename = "lds_read_2")]
    LdsRead2,
    /// LDS read of three or four dwords.
    #[serde(rename = "lds_read_4")]
    LdsRead4,
    /// LDS write of one dword.
    #[serde(rename = "lds_write_1")]
    LdsWrite1,
    /// LDS write of two dwords.
    #[serde(rename = "lds_write_2")]
    LdsWrite2,
    /// LDS write of three or four dwords.
    #[serde(rename = "lds_write_4")]
    LdsWrite4,
    /// `ds_permute` and `ds_bpermute`.
    LdsPermute,
    /// Vector-memory load (or load to LDS) of one dword.
    #[serde(rename = "vmem_load_1")]
    VmemLoad1,
    /// Vector-memory load of two dwords.
    #[serde(rename = "vmem_load_2")]
    VmemLoad2,
    /// Vector-memory load of three or four dwords.
    #[serde(rename = "vmem_load_4")]
    VmemLoad4,
    /// Vector-memory store or atomic of one dword.
    #[serde(rename = "vmem_store_1")]
    VmemStore1,
    /// Vector-memory store or atomic of two dwords.
    #[serde(rename = "vmem_store_2")]
    VmemStore2,
    /// Vector-memory store or atomic of three or four dwords.
    #[serde(rename = "vmem_store_4")]
    VmemStore4,
    /// `s_sendmsg`, GDS and export.
    Message,
    /// A branch that falls through.
    Branch,
    /// The same where the next instruction ends in another block of instruction memory.
    BranchSplit,
    /// A branch that is taken.
    BranchTaken,
    /// `s_barrier`, from the arrival of the last wave on.
    Barrier,
    /// Everything else that takes an issue slot: `s_setprio`, `s_sleep`, `s_endpgm` and the like.
    Control,
    /// A call, the whole callee included.
    Call,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = Class::Call as usize + 1;
    /// Every class, in table order.
    pub const ALL: [Class; Class::COUNT] = [
        Class::Salu,
        Class::Valu,
        Class::PackedF32,
        Class::LaneRead,
        Class::Trans,
        Class::HalfRate,
        Class::QuarterRate,
        Class::Double,
        Class::Matrix,
        Class::Smem,
        Class::LdsRead1,
        Class::LdsRead2,
        Class::LdsRead4,
        Class::LdsWrite1,
        Class::LdsWrite2,
        Class::LdsWrite4,
        Class::LdsPermute,
        Class::VmemLoad1,
        Class::VmemLoad2,
        Class::VmemLoad4,
        Class::VmemStore1,
        Class::VmemStore2,
        Class::VmemStore4,
        Class::Message,
        Class::Branch,
        Class::BranchSplit,
        Class::BranchTaken,
        Class::Barrier,
        Class::Control,
        Class::Call,
    ];

    /// The name of its row in model files.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => format!("{self:?}"),
        }
    }

    /// The class whose row it has in files from before it had one of its own.
    pub(super) fn older(self) -> Option<Class> {
        Some(match self {
            Class::PackedF32 | Class::HalfRate => Class::Valu,
            Class::LdsPermute => Class::LdsRead1,
            Class::BranchSplit => Class::Branch,
            _ => return None,
        })
    }

    /// Whether it is of LDS.
    pub(super) fn is_lds(self) -> bool {
        (Class::LdsRead1..=Class::LdsPermute).contains(&self)
    }

    /// Whether it is of vector or scalar memory.
    pub(super) fn is_memory(self) -> bool {
        self == Class::Smem || (Class::VmemLoad1..=Class::VmemStore4).contains(&self)
    }

    /// Whether it is a load of vector memory.
    pub(in crate::timing) fn is_vmem_load(self) -> bool {
        (Class::VmemLoad1..=Class::VmemLoad4).contains(&self)
    }

    /// The class of an instruction. A branch is assumed to fall through.
    pub fn of(function: &Function, inst: InstId) -> Class {
        let info = function.info(inst);
        if function.flags(inst).has(InstFlags::CALL) {
            return Class::Call;
        }
        match info.unit {
            Unit::Salu => Class::Salu,
            Unit::Valu if info.has(OpTraits::READLANE) => Class::LaneRead,
            Unit::Valu if info.has(OpTraits::TRANS) => Class::Trans,
            Unit::Valu if info.has(OpTraits::HALF_RATE) => Class::HalfRate,
            Unit::Valu if info.has(OpTraits::QUARTER_RATE) => Class::QuarterRate,
            Unit::Valu if info.has(OpTraits::F64) => Class::Double,
            Unit::Valu if info.has(OpTraits::PACKED_F32) => Class::PackedF32,
            Unit::Valu => Class::Valu,
            Unit::Matrix => Class::Matrix,
            Unit::Smem => Class::Smem,
            Unit::Lds => lds(function, inst),
            Unit::Vmem(_) => vmem(function, inst),
            Unit::Gws | Unit::Export | Unit::Message => Class::Message,
            Unit::Control if function.flags(inst).has(InstFlags::BRANCH) => Class::Branch,
            Unit::Barrier => Class::Barrier,
            Unit::Control
            | Unit::State
            | Unit::Wait
            | Unit::Nop
            | Unit::InlineAsm
            | Unit::Meta
            | Unit::Unknown => Class::Control,
        }
    }
}

fn lds(function: &Function, inst: InstId) -> Class {
    if function.info(inst).has(OpTraits::LDS_PERMUTE) {
        return Class::LdsPermute;
    }
    let result = role_dwords(function, inst, Role::Dst);
    if result > 0 {
        return by_width(result, [Class::LdsRead1, Class::LdsRead2, Class::LdsRead4]);
    }
    let data = role_dwords(function, inst, Role::VData);
    by_width(data, [Class::LdsWrite1, Class::LdsWrite2, Class::LdsWrite4])
}

fn vmem(function: &Function, inst: InstId) -> Class {
    let stores = [Class::VmemStore1, Class::VmemStore2, Class::VmemStore4];
    let loads = [Class::VmemLoad1, Class::VmemLoad2, Class::VmemLoad4];
    let info = function.info(inst);
    let data = role_dwords(function, inst, Role::VData);
    if data > 0 || info.has(OpTraits::CACHE_CONTROL) {
        return by_width(data, stores);
    }
    if info.has(OpTraits::LDS_DMA) {
        let bytes = function.accesses(inst).iter().map(|a| a.bytes).max();
        return by_width(bytes.unwrap_or(4).div_ceil(4), loads);
    }
    by_width(role_dwords(function, inst, Role::Dst), loads)
}

fn by_width(dwords: u32, classes: [Class; 3]) -> Class {
    match dwords {
        0 | 1 => classes[0],
        2 => classes[1],
        _ => classes[2],
    }
}

/// Vector registers (dwords per lane) of all operands in a role.
fn role_dwords(function: &Function, inst: InstId, role: Role) -> u32 {
    function
        .operands(inst)
        .iter()
        .filter(|o| o.role == role)
        .filter_map(|o| o.reg())
        .filter(|r| r.first().is_vector())
        .map(|r| u32::from(r.len()))
        .sum()
}
