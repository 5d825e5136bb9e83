//! Accesses of memory that nothing but the name of a register tells apart.
//!
//! LLVM takes two accesses with the same base operands and other offsets for independent, by the names of the registers
//! (`SIInstrInfo::areMemAccessesTriviallyDisjoint`). Where a base has been written between the two, they may meet all the
//! same. LLVM's dependence graph is right even so: the first access reads the register before it is written, and the
//! second one after. Once values have other registers, nothing says so any more. So such accesses have a dependence here.

use super::{Function, InstFlags, InstId, OperandFlags, Reg, Touched};

/// An access of memory in a region.
struct Access {
    /// It, or the bundle that it is in.
    inst: InstId,
    touched: Touched,
}

impl Access {
    /// None of inline assembly: LLVM knows no base operands of it.
    fn of(function: &Function, inst: InstId, header: InstId) -> Option<Access> {
        let flags = function.flags(inst);
        if flags.has(InstFlags::INLINE_ASM) || flags.has(InstFlags::IN_ASM) {
            return None;
        }
        let touched = Touched::by(function, inst);
        (!touched.is_nothing()).then_some(Access {
            inst: header,
            touched,
        })
    }
}

/// The accesses of a region that read a register, by what has become of it since.
#[derive(Clone, Default)]
struct Readers {
    /// It holds what they read. By number of the access.
    present: Vec<usize>,
    /// It has been written since.
    former: Vec<usize>,
}

/// Adds the dependences between accesses that read a register with two different values. What a store writes to memory
/// counts as well as its address, which costs some freedom.
pub(super) fn keep_in_order(function: &mut Function) {
    let mut edges = Vec::new();
    let mut readers = vec![Readers::default(); Reg::COUNT];
    for block in function.block_ids() {
        let order = &function.block(block).order;
        for region in order.split(|&inst| function.flags(inst).has(InstFlags::BOUNDARY)) {
            in_region(function, region, &mut readers, &mut edges);
        }
    }
    function.add_orders(edges);
}

/// Finds the pairs of one region. `readers` is of every register and empty, before and after.
fn in_region(
    function: &Function,
    region: &[InstId],
    readers: &mut [Readers],
    edges: &mut Vec<(InstId, InstId)>,
) {
    let mut read: Vec<usize> = Vec::new();
    let mut accesses: Vec<Access> = Vec::new();
    let mut unit = None;
    for &inst in region {
        if !function.flags(inst).has(InstFlags::IN_BUNDLE) {
            unit = Some(inst);
        }
        // The rest of a bundle that is the boundary.
        let Some(unit) = unit else { continue };
        if let Some(access) = Access::of(function, inst, unit) {
            for at in sources(function, inst) {
                let former = readers[at].former.iter().map(|&at| &accesses[at]);
                let meets = former.filter(|a| a.inst != unit && a.touched.meets(access.touched));
                edges.extend(meets.map(|earlier| (earlier.inst, unit)));
                readers[at].present.push(accesses.len());
                read.push(at);
            }
            accesses.push(access);
        }
        for at in results(function, inst) {
            let Readers { present, former } = &mut readers[at];
            former.append(present);
        }
    }
    for at in read {
        readers[at] = Readers::default();
    }
}

/// The registers that an instruction names as sources.
fn sources(function: &Function, inst: InstId) -> impl Iterator<Item = usize> {
    let operands = function.operands(inst).iter();
    let named =
        operands.filter(|o| o.is_use() && o.is_explicit() && !o.flags.has(OperandFlags::UNDEF));
    named.filter_map(|o| o.reg()).flat_map(slots)
}

/// The registers that it writes.
fn results(function: &Function, inst: InstId) -> impl Iterator<Item = usize> {
    let operands = function.operands(inst).iter();
    let defs = operands.filter(|o| o.is_def());
    defs.filter_map(|o| o.reg()).flat_map(slots)
}

fn slots(range: super::RegRange) -> impl Iterator<Item = usize> {
    range.regs().map(Reg::index)
}

#[cfg(test)]
mod tests {
    use crate::machine::text;
    use crate::machine::{DepKind, Function};

    fn function(block: &str) -> Function {
        let head = "cdna-flat 1\nfunction \"f\"\ngpu gfx950\nresources lds=0 workgroup=64 entry\n";
        text::parse(&format!("{head}block 0 frequency=1 depth=0\n{block}")).expect("valid text")
    }

    fn orders(block: &str) -> Vec<(u32, u32)> {
        let function = function(block);
        let edges = function.edges().iter();
        let orders = edges.filter(|e| e.kind == DepKind::Order);
        orders.map(|e| (e.from.0, e.to.0)).collect()
    }

    const STORE: &str =
        "  GLOBAL_STORE_DWORD v[16:17], v40, #4, #0, imp exec | store | write space=1 bytes=4\n";
    const LOAD: &str =
        "  GLOBAL_LOAD_DWORD def v21, v[16:17], #0, #0, imp exec | load | read space=1 bytes=4\n";
    const BASE: &str = "  V_LSHL_ADD_U64_e64 def v[16:17], v[68:69], #0, v[66:67], imp exec |\n";

    #[test]
    fn a_base_that_is_written_in_between_keeps_accesses_in_order() {
        let written = format!("{STORE}{BASE}{LOAD}");
        assert_eq!(orders(&written), [(0, 2)]);
        let twice = format!("{STORE}{BASE}{LOAD}{BASE}{LOAD}");
        assert_eq!(orders(&twice), [(0, 2), (0, 4)]);
        let wall = "  S_SETPRIO #1 | effects boundary\n";
        assert_eq!(orders(&format!("{STORE}{BASE}{wall}{LOAD}")), []);
    }

    #[test]
    fn others_stay_as_llvm_had_them() {
        assert_eq!(orders(&format!("{STORE}{LOAD}")), []);
        assert_eq!(orders(&format!("{LOAD}{BASE}{LOAD}")), []);
        let lds =
            "  DS_READ_B32_gfx9 def v21, v16, #0, #0, imp exec | load | read space=3 bytes=4\n";
        assert_eq!(orders(&format!("{STORE}{BASE}{lds}")), []);
        let other = LOAD.replace("v[16:17]", "v[18:19]");
        assert_eq!(orders(&format!("{STORE}{BASE}{other}")), []);
    }
}
