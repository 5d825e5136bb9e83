//! What the ISA documents say is outstanding once an instruction is issued, by its mnemonic.
//!
//! The checker's own reading (MI100, MI200 and MI300 ISA, the chapters on scalar memory, vector
//! memory, flat memory, LDS, exports and program control): the placement of waits has another table (`gpu::counting`).

use smallvec::SmallVec;

use super::lines::Line;
use crate::machine::{AddressSpace, Function, InstId, MemAccess, Operand};

/// What the documents say about a mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Says {
    /// It is on this line.
    On(Line),
    /// It goes to memory or to LDS, by its address.
    ByAddress,
    /// It goes to LDS or, with its GDS bit, to GDS.
    ByGdsBit,
    /// It is on GDS hardware.
    Gds,
    /// An export, by its target.
    ByTarget,
    /// It may be on the line of vector memory: the documents say that it is acknowledged, but not
    /// in which order with loads. So it neither counts as an operation after others nor is proved
    /// complete by a count.
    Unsaid,
}

/// Prefixes of mnemonics, in alphabetical order. The longest that matches applies; what matches none leaves nothing
/// outstanding: arithmetic with its interpolation and LDS-direct operands, branches, barriers.
const MNEMONICS: [(&str, Says); 26] = [
    ("buffer_", Says::On(Line::Vector)),
    ("buffer_inv", Says::Unsaid),
    ("buffer_wbinvl1", Says::Unsaid),
    ("buffer_wbl2", Says::Unsaid),
    ("ds_", Says::ByGdsBit),
    ("ds_gws_", Says::Gds),
    ("ds_ordered_count", Says::Gds),
    ("exp", Says::ByTarget),
    ("flat_", Says::ByAddress),
    // Loads into LDS are in here, and above: what they write there is part of the load.
    ("global_", Says::On(Line::Vector)),
    ("image_", Says::On(Line::Vector)),
    ("s_atc_probe", Says::On(Line::Scalar)),
    ("s_atomic_", Says::On(Line::Scalar)),
    ("s_buffer_atomic_", Says::On(Line::Scalar)),
    ("s_buffer_load_", Says::On(Line::Scalar)),
    ("s_buffer_store_", Says::On(Line::Scalar)),
    ("s_dcache_", Says::On(Line::Scalar)),
    ("s_load_", Says::On(Line::Scalar)),
    ("s_memrealtime", Says::On(Line::Scalar)),
    ("s_memtime", Says::On(Line::Scalar)),
    ("s_scratch_load_", Says::On(Line::Scalar)),
    ("s_scratch_store_", Says::On(Line::Scalar)),
    ("s_sendmsg", Says::On(Line::Message)),
    ("s_store_", Says::On(Line::Scalar)),
    ("scratch_", Says::On(Line::Vector)),
    ("tbuffer_", Says::On(Line::Vector)),
];

/// What the documents say about an opcode, by LLVM's name for it, which begins with the mnemonic.
fn says(opcode: &str) -> Option<Says> {
    let letter = opcode.as_bytes().first()?.to_ascii_lowercase();
    let first = |(mnemonic, _): &(&str, Says)| mnemonic.as_bytes().first().copied();
    let from = MNEMONICS.partition_point(|row| first(row) < Some(letter));
    let rows = MNEMONICS[from..].iter();
    let of_letter = rows.take_while(|row| first(row) == Some(letter));
    let begins = |mnemonic: &str| {
        let beginning = opcode.as_bytes().get(..mnemonic.len());
        beginning.is_some_and(|b| b.eq_ignore_ascii_case(mnemonic.as_bytes()))
    };
    let fitting = of_letter.filter(|(mnemonic, _)| begins(mnemonic));
    let longest = fitting.max_by_key(|(mnemonic, _)| mnemonic.len());
    longest.map(|(_, says)| *says)
}

/// The lines an instruction is certainly on.
pub(crate) fn lines(function: &Function, inst: InstId) -> SmallVec<[Line; 2]> {
    let mut lines = SmallVec::new();
    match says(&function.opcode(inst).name) {
        None | Some(Says::Unsaid) => {}
        Some(Says::On(line)) => lines.push(line),
        Some(Says::ByAddress) => match sides(function, inst) {
            (true, true) => lines.extend([Line::FlatVector, Line::FlatLds]),
            (true, false) => lines.push(Line::Vector),
            (false, true) => lines.push(Line::Lds),
            (false, false) => {}
        },
        Some(Says::ByGdsBit) if !gds_bit(function, inst) => lines.push(Line::Lds),
        Some(Says::ByGdsBit | Says::Gds) => lines.extend([Line::Gds, Line::GdsSource]),
        Some(Says::ByTarget) => {
            let target = function.operands(inst).first().and_then(Operand::imm);
            lines.push(match target {
                Some(12..=16) => Line::Position,
                Some(32..) => Line::Parameter,
                _ => Line::Export,
            });
        }
    }
    lines
}

/// Whether vector memory may count the instruction although it is on no line.
pub(super) fn may_count(function: &Function, inst: InstId) -> bool {
    says(&function.opcode(inst).name) == Some(Says::Unsaid)
}

/// Whether a flat access may go to memory, and whether to LDS.
fn sides(function: &Function, inst: InstId) -> (bool, bool) {
    let split = function.features.tg_split;
    let accesses = function.accesses(inst);
    let may = |ok: fn(&MemAccess) -> bool| accesses.is_empty() || accesses.iter().any(ok);
    let memory = split || may(|a| a.space != AddressSpace::LOCAL);
    let lds = may(|a| [AddressSpace::LOCAL, AddressSpace::FLAT].contains(&a.space));
    (memory, !split && lds)
}

/// The last immediate of an LDS opcode is its GDS bit; lane permutes, which have an offset
/// alone, have none.
fn gds_bit(function: &Function, inst: InstId) -> bool {
    let explicit = function.operands(inst).iter().filter(|o| o.is_explicit());
    let mut imms = explicit.filter_map(Operand::imm).rev();
    imms.next().is_some_and(|gds| gds != 0) && imms.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_of_all_rows_is_found_by_its_first_letter() {
        assert!(MNEMONICS.is_sorted_by_key(|(mnemonic, _)| *mnemonic));
        for (mnemonic, at) in MNEMONICS {
            assert_eq!(says(mnemonic), Some(at), "{mnemonic}");
            assert_eq!(
                says(&mnemonic.to_uppercase()),
                Some(at),
                "{mnemonic} in capitals"
            );
        }
        for nothing in ["V_MOV_B32_e32", "S_BARRIER", "buffer", "", "d", "zz"] {
            assert_eq!(says(nothing), None, "{nothing}");
        }
        assert_eq!(says("BUFFER_INV"), Some(Says::Unsaid));
        assert_eq!(says("ds_read_b64"), Some(Says::ByGdsBit));
    }
}
