//! Which opcodes increment which counter: a row for each kind of opcode.
//!
//! `waitcnt` and the cost model read these rows; `check` has a table of its own. Sources: the MI100,
//! MI200 and MI300 ISA documents, section 4.4 "Data Dependency Resolution" for the counters and
//! sections 7 to 12 for the instructions; the changes made to LLVM's wait inserter since.

use super::{Event, Gpu, Unit, VmemKind};

/// How certain it is that an instruction counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// It counts for as long as it is outstanding.
    Surely,
    /// The sources disagree, or do not say when it returns. A wait that leaves operations
    /// outstanding must be correct either way. So this instruction is never counted among those
    /// issued after another one, and a wait for more than 0 never proves it complete. Counting what
    /// the hardware does not count would make such waits too weak; not counting what it does count
    /// makes them at most too strict.
    Maybe,
    /// As [`Counting::Maybe`], but the memory model waits for it: it is outstanding until a wait
    /// for 0.
    UntilZero,
}

/// Which instructions with an opcode of a row increment the counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// All of them.
    Always,
    /// Its address may lie outside LDS.
    ReachesMemory,
    /// Its address may lie in LDS.
    ReachesLds,
    /// Its GDS bit is set.
    Gds,
    /// Its GDS bit is not set.
    NotGds,
    /// It exports to a target in this range, first and last.
    Target(u8, u8),
}

/// By how much a counter is incremented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// By one.
    One,
    /// By one for up to a dword, by two for more.
    ScalarDwords,
}

/// An increment of a counter by an opcode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raise {
    /// What is outstanding, which determines the counter and the order ([`Event`]).
    pub event: Event,
    /// Which instructions increment it.
    pub when: When,
    /// By how much.
    pub amount: Amount,
}

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountRow {
    /// What the opcodes of the row are, for readers.
    pub what: &'static str,
    /// Where they execute.
    pub units: &'static [Unit],
    /// Prefixes of LLVM's names for them; none stands for all opcodes of the units.
    pub names: &'static [&'static str],
    /// The GPUs that the row is for.
    pub gpus: &'static [Gpu],
    /// How certain it is that they count.
    pub counting: Counting,
    /// What they increment.
    pub raises: &'static [Raise],
    /// Where it is documented.
    pub source: &'static str,
}

const fn one(event: Event, when: When) -> Raise {
    Raise {
        event,
        when,
        amount: Amount::One,
    }
}

const ALL: &[Gpu] = &Gpu::ALL;
const OLD: &[Gpu] = Gpu::before(Gpu::Gfx942);
const NEW: &[Gpu] = Gpu::since(Gpu::Gfx942);

const VMEM: &[Raise] = &[one(Event::Vmem, When::Always)];
const GDS: &[Raise] = &[
    one(Event::Gds, When::Always),
    one(Event::GdsRead, When::Always),
];
const DATA_DEPENDENCY: &str = "MI300 ISA 4.4";

/// A row, by its parts in the order of a table's columns.
const fn row(
    what: &'static str,
    units: &'static [Unit],
    names: &'static [&'static str],
    gpus: &'static [Gpu],
    raises: &'static [Raise],
    source: &'static str,
) -> CountRow {
    CountRow {
        what,
        units,
        names,
        gpus,
        counting: Counting::Surely,
        raises,
        source,
    }
}

/// The same row with another certainty.
const fn counted(counting: Counting, row: CountRow) -> CountRow {
    CountRow { counting, ..row }
}

const BUFFER: Unit = Unit::Vmem(VmemKind::Buffer);

/// All rows. The first that matches an opcode applies.
#[rustfmt::skip]
pub const COUNT_ROWS: &[CountRow] = &[
    // The hardware counts it, and the memory model waits for it with vmcnt(0), which proves it
    // complete. In which order with loads it returns is written nowhere.
    counted(Counting::UntilZero, row("write-back of the L2", &[BUFFER], &["BUFFER_WBL2"], ALL, VMEM,
        "llvm-project #178316, confirmed there by AMD; LLVM 22 does not count it")),
    // By #220694 the ISA documents have it counted; LLVM 22 and everything that was tuned with it
    // counts without. It writes no register, so that nothing ever waits for it.
    counted(Counting::Maybe, row("invalidation of vector caches", &[BUFFER], &["BUFFER_INV"], NEW, VMEM,
        "llvm-project #220694, from the MI300 ISA; LLVM 22 does not count it")),
    // It acknowledges, like the one above; no document says that it is counted, and no LLVM counts it.
    counted(Counting::Maybe, row("invalidation of vector caches, old form", &[BUFFER], &["BUFFER_INV", "BUFFER_WBINVL1"], OLD, VMEM,
        "MI100 and MI200 ISA, MUBUF opcodes: returns an acknowledgement; no LLVM counts it")),
    row("buffer access, loads into LDS and stores from LDS among them", &[BUFFER], &[], ALL, VMEM, DATA_DEPENDENCY),
    row("typed buffer access", &[Unit::Vmem(VmemKind::TypedBuffer)], &[], ALL, VMEM, DATA_DEPENDENCY),
    row("image access", &[Unit::Vmem(VmemKind::Image)], &[], ALL, VMEM, DATA_DEPENDENCY),
    // A load into LDS is complete, for vmcnt, when its data is in LDS.
    row("global and scratch access, loads into LDS among them",
        &[Unit::Vmem(VmemKind::Global), Unit::Vmem(VmemKind::Scratch)], &[], ALL, VMEM,
        "MI300 ISA 10, llvm-project #179305; LLVM 22 counts those into LDS on lgkmcnt as well"),
    row("flat access", &[Unit::Vmem(VmemKind::Flat)], &[], ALL,
        &[one(Event::Vmem, When::ReachesMemory), one(Event::Lds, When::ReachesLds)],
        "MI300 ISA 10: counts on both, until the address is known"),
    row("LDS and GDS access, lane permutes", &[Unit::Lds], &[], ALL,
        &[one(Event::Lds, When::NotGds), one(Event::Gds, When::Gds), one(Event::GdsRead, When::Gds)], DATA_DEPENDENCY),
    row("global wave sync and ordered count", &[Unit::Gws], &[], ALL, GDS, DATA_DEPENDENCY),
    // Cache control and time reads return nothing of their own, but the documents require
    // lgkmcnt(0) after them, which is all that a wait for scalar memory can require.
    row("scalar memory, scalar cache control, time reads", &[Unit::Smem], &[], ALL,
        &[Raise { event: Event::Smem, when: When::Always, amount: Amount::ScalarDwords }], DATA_DEPENDENCY),
    row("message", &[Unit::Message], &["S_SENDMSG"], ALL, &[one(Event::Message, When::Always)], DATA_DEPENDENCY),
    row("trace data", &[Unit::Message], &["S_TTRACEDATA"], ALL, &[], "MI300 ISA, SOPP opcodes"),
    row("export", &[Unit::Export], &[], ALL,
        &[one(Event::Export, When::Target(0, 11)), one(Event::ExportPosition, When::Target(12, 16)),
          one(Event::Export, When::Target(17, 31)), one(Event::ExportParameter, When::Target(32, 63))],
        "MI100 ISA 4.4 and 12"),
    // Interpolation and LDS-direct operands read LDS in the vector ALU's own time.
    row("arithmetic, parameter interpolation and LDS-direct operands among it",
        &[Unit::Salu, Unit::Valu, Unit::Matrix], &[], ALL, &[], "MI100 ISA 4.4 and 11"),
    row("control, waits and state", &[Unit::Control, Unit::Wait, Unit::Nop, Unit::Barrier, Unit::State], &[], ALL, &[],
        DATA_DEPENDENCY),
    row("no machine code of its own", &[Unit::Meta, Unit::InlineAsm, Unit::Unknown], &[], ALL, &[],
        "what the core does not know is refused before; nobody waits for inline assembly"),
];

/// The row of opcodes that count on nothing.
const NOTHING: CountRow = row("nothing", &[], &[], ALL, &[], "");

impl CountRow {
    /// The row of an opcode of a GPU, by its unit and LLVM's name for it.
    pub fn of(unit: Unit, name: &str, gpu: Gpu) -> &'static CountRow {
        let rows = COUNT_ROWS.iter();
        let mut fitting = rows.filter(|row| row.fits(unit, name, gpu));
        fitting.next().unwrap_or(&NOTHING)
    }

    fn fits(&self, unit: Unit, name: &str, gpu: Gpu) -> bool {
        let named = self.names.is_empty() || self.names.iter().any(|n| name.starts_with(n));
        named && self.units.contains(&unit) && self.gpus.contains(&gpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_says_who_says_so_and_is_in_its_place() {
        for row in COUNT_ROWS {
            assert!(!row.source.is_empty(), "{}", row.what);
            assert!(
                !row.units.is_empty() && !row.gpus.is_empty(),
                "{}",
                row.what
            );
            for &gpu in row.gpus {
                let name = row.names.last().copied().unwrap_or_default();
                let found = CountRow::of(row.units[0], name, gpu);
                assert_eq!(found.what, row.what, "{gpu}");
            }
        }
    }

    #[test]
    fn export_targets_have_one_event_each() {
        let row = CountRow::of(Unit::Export, "EXP", Gpu::Gfx908);
        for target in 0..64 {
            let is = |raise: &&Raise| matches!(raise.when, When::Target(a, b) if (a..=b).contains(&target));
            assert_eq!(row.raises.iter().filter(is).count(), 1, "{target}");
        }
    }
}
