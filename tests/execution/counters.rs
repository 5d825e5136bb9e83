//! Which counter an instruction raises, by the families of the ISA documents.

use cdnasched_base::gpu::Gpu;

/// A counter of outstanding operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    Vm,
    Lgkm,
    Exp,
}

impl Counter {
    pub const ALL: [Counter; 3] = [Counter::Vm, Counter::Lgkm, Counter::Exp];

    /// Its largest value: the hardware holds back an operation that would exceed it.
    pub fn largest(self) -> usize {
        match self {
            Counter::Vm => 63,
            Counter::Lgkm => 15,
            Counter::Exp => 7,
        }
    }
}

/// Operations of one queue complete in the order of issue; between queues there is no order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Queue {
    VectorMemory,
    Lds,
    Gds,
    GdsOperands,
    Message,
    Export,
    /// Each operation for itself.
    Unordered,
}

/// What an operation raises.
pub type Raises = &'static [(Counter, Queue)];

struct Family {
    /// How the opcode's name begins.
    prefixes: &'static [&'static str],
    raises: Raises,
    /// Where that is written.
    source: &'static str,
}

const VECTOR_MEMORY: Raises = &[(Counter::Vm, Queue::VectorMemory)];
const LDS: Raises = &[(Counter::Lgkm, Queue::Lds)];
const GDS: Raises = &[
    (Counter::Lgkm, Queue::Gds),
    (Counter::Exp, Queue::GdsOperands),
];
const EITHER: Raises = &[
    (Counter::Vm, Queue::Unordered),
    (Counter::Lgkm, Queue::Unordered),
];

/// The first family that fits holds.
const FAMILIES: &[Family] = &[
    Family {
        prefixes: &["BUFFER_WBINVL1", "BUFFER_INVL2"],
        raises: &[],
        source: "LLVM AMDGPUUsage, memory models of gfx90a and before: nothing waits for it",
    },
    Family {
        prefixes: &["BUFFER_WBL2", "BUFFER_INV"],
        raises: VECTOR_MEMORY,
        source: "llvm-project #178316 and #220694; MI300 ISA 4.4, VM_CNT",
    },
    // Loads into LDS of every encoding are among these: llvm-project #179305.
    Family {
        prefixes: &["BUFFER_", "TBUFFER_", "GLOBAL_", "SCRATCH_", "IMAGE_"],
        raises: VECTOR_MEMORY,
        source: "MI200 and MI300 ISA 4.4, VM_CNT: vector memory, reads and writes, in order",
    },
    Family {
        prefixes: &["FLAT_"],
        raises: EITHER,
        source: "MI200 and MI300 ISA, FLAT: both counters, in no order, only 0 means anything",
    },
    Family {
        prefixes: &["DS_GWS_"],
        raises: GDS,
        source: "MI200 and MI300 ISA 4.4: GWS on LGKM_CNT and EXP_CNT",
    },
    Family {
        prefixes: &["DS_NOP"],
        raises: &[],
        source: "MI200 and MI300 ISA, DS_NOP",
    },
    Family {
        prefixes: &["DS_"],
        raises: LDS,
        source: "MI200 and MI300 ISA 4.4, LGKM_CNT: LDS in order",
    },
    Family {
        prefixes: &[
            "S_LOAD_",
            "S_BUFFER_LOAD_",
            "S_SCRATCH_LOAD_",
            "S_STORE_",
            "S_BUFFER_STORE_",
            "S_SCRATCH_STORE_",
            "S_ATOMIC_",
            "S_BUFFER_ATOMIC_",
            "S_DCACHE_",
            "S_MEMTIME",
            "S_MEMREALTIME",
            "S_ATC_PROBE",
        ],
        raises: &[(Counter::Lgkm, Queue::Unordered)],
        source: "MI200 and MI300 ISA 4.4, LGKM_CNT: scalar memory returns in any order",
    },
    Family {
        prefixes: &["S_SENDMSG"],
        raises: &[(Counter::Lgkm, Queue::Message)],
        source: "MI200 and MI300 ISA 4.4, LGKM_CNT: messages",
    },
    Family {
        prefixes: &["EXP_", "EXPORT"],
        raises: &[(Counter::Exp, Queue::Export)],
        source: "MI100 ISA 4.4, EXP_CNT",
    },
];

/// Where a flat access may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    Memory,
    Lds,
    Gds,
    /// Memory or LDS.
    Either,
}

/// What an opcode raises. A flat access whose address space is known completes as one of that
/// space.
pub fn raises(opcode: &str, reach: Reach, gpu: Gpu) -> Raises {
    let begins = |prefix: &&str| opcode.starts_with(*prefix);
    let family = FAMILIES.iter().find(|f| f.prefixes.iter().any(begins));
    let raises = family.map_or(&[][..], |family| family.raises);
    match (opcode.starts_with("FLAT_"), reach) {
        (true, Reach::Memory) => VECTOR_MEMORY,
        (true, Reach::Lds) => LDS,
        (false, Reach::Gds) if raises == LDS => GDS,
        // Invalidations of gfx90a raise nothing that is documented.
        _ if opcode == "BUFFER_INV" && gpu < Gpu::Gfx942 => &[],
        _ => raises,
    }
}

/// What an immediate of `s_waitcnt` requires: bits 3:0 and 15:14 VM_CNT, 6:4 EXP_CNT, 11:8
/// LGKM_CNT. A field at its largest value requires nothing.
pub fn waits(imm: i64) -> impl Iterator<Item = (Counter, usize)> {
    let field = |bit: u32, width: u32| (imm >> bit) as usize & ((1 << width) - 1);
    [
        (Counter::Vm, field(0, 4) | field(14, 2) << 4),
        (Counter::Exp, field(4, 3)),
        (Counter::Lgkm, field(8, 4)),
    ]
    .into_iter()
    .filter(|(counter, left)| *left < counter.largest())
}

#[test]
fn every_family_has_its_source_and_is_reached() {
    for family in FAMILIES {
        assert!(!family.source.is_empty());
        for prefix in family.prefixes {
            let first = FAMILIES
                .iter()
                .find(|f| f.prefixes.iter().any(|p| prefix.starts_with(p)));
            assert_eq!(first.map(|f| f.source), Some(family.source), "{prefix}");
        }
    }
}

#[test]
fn immediates_are_read_as_the_assembler_writes_them() {
    let read = |imm: i64| waits(imm).collect::<Vec<_>>();
    assert_eq!(read(0x0f70), [(Counter::Vm, 0)]);
    assert_eq!(read(0x4f71), [(Counter::Vm, 17)]);
    assert_eq!(read(0xc17f), [(Counter::Lgkm, 1)]);
    assert_eq!(read(0xcf7f), []);
}
