//! A placement becomes the function's.

use super::locations::{self, Move};
use super::placement::Placement;
use super::webs::{Touch, WebId};
use crate::machine::index::TypedVec;
use crate::machine::{
    BlockId, Function, InstFlags, InstId, Operand, OperandClass, Reg, RegFile, RegRange, Role,
};

/// What changes in an instruction.
enum Change {
    Register(InstId, usize, RegRange),
    Form(InstId, String, Vec<OperandClass>, bool),
    /// It becomes moves between these registers.
    Moves(InstId, Vec<(Reg, Reg)>),
}

/// Gives a function the registers of a placement and takes out the copies that it makes needless. Returns
/// the blocks whose instructions have changed.
pub fn apply(
    function: &mut Function,
    placement: &Placement<'_>,
    original: &Function,
) -> Vec<BlockId> {
    let removed = removed(original, placement);
    let mut changed = Vec::new();
    for block in original.block_ids() {
        let order = &original.block(block).order;
        let mut kept: Vec<InstId> = order
            .iter()
            .copied()
            .filter(|&inst| !removed[inst])
            .collect();
        let changes: Vec<Change> = kept
            .iter()
            .flat_map(|&inst| changes(original, placement, inst))
            .collect();
        if kept.len() == order.len() && changes.is_empty() {
            continue;
        }
        for change in changes {
            match change {
                Change::Register(inst, operand, range) => {
                    function.set_register(inst, operand, range)
                }
                Change::Form(inst, name, classes, tied) => {
                    function.set_form(inst, &name, &classes, tied);
                }
                Change::Moves(inst, pairs) => {
                    let moves = pairs.into_iter().filter(|(to, from)| to != from);
                    let moves: Vec<InstId> = moves
                        .filter_map(|(to, from)| function.add_move(to, from))
                        .collect();
                    if let Some(at) = kept.iter().position(|kept| *kept == inst) {
                        kept.splice(at..=at, moves);
                    }
                }
            }
        }
        function.set_order(block, kept);
        changed.push(block);
    }
    changed
}

/// The copies that have nothing to do, and those whose results nobody reads.
fn removed(function: &Function, placement: &Placement<'_>) -> TypedVec<InstId, bool> {
    let webs = placement.webs;
    let mut removed = TypedVec::from_elem(false, function.inst_count());
    let insts = function.blocks().iter().flat_map(|block| &block.order);
    let copies: Vec<InstId> = insts
        .copied()
        .filter(|&inst| !webs.copies.by(inst).is_empty())
        .collect();
    for &inst in &copies {
        removed[inst] = placement.is_needless(inst);
    }
    // Where lanes that are off are looked at, and not all lanes were written since: what was there shows.
    let mut shows = vec![false; webs.events.len()];
    for (web, facts) in (0..).zip(&webs.webs) {
        if facts.reads_past_exec && !facts.is_whole {
            for location in placement.locations(web) {
                shows[location as usize] = true;
            }
        }
    }
    let copied = webs.events.iter().flatten();
    let together: Vec<(WebId, WebId)> = copied
        .filter(|event| removed[event.inst])
        .filter_map(|event| match event.touch {
            Touch::Copied { source, .. } => Some((event.web, source)),
            _ => None,
        })
        .collect();
    loop {
        let mut is_read = vec![false; webs.webs.len()];
        for event in webs.events.iter().flatten() {
            if let Touch::Read { operand } = event.touch {
                let elsewhere = placement.is_redirected(event.inst, operand);
                is_read[event.web as usize] |= !elsewhere && !removed[event.inst];
            }
        }
        // Where a copy has nothing to do, who reads its result reads its source.
        let mut changed = true;
        while changed {
            changed = false;
            for &(to, from) in &together {
                changed |= is_read[to as usize] && !is_read[from as usize];
                is_read[from as usize] |= is_read[to as usize];
            }
        }
        let is_dead = |inst: InstId| {
            let unread = |web: WebId| {
                let mut locations = placement.locations(web);
                !is_read[web as usize]
                    && webs.webs[web as usize].is_whole
                    && !locations.any(|location| shows[location as usize])
            };
            let is_store = function.flags(inst).has(InstFlags::MAY_STORE);
            if let Some(web) = webs.of_slot(inst).filter(|_| is_store) {
                return unread(web);
            }
            let operands = function.operands(inst).iter().enumerate();
            let mut results = operands.filter(|(_, o)| o.is_def());
            results.all(|(at, _)| {
                let web = webs.of_operand(inst, at);
                web.is_some_and(unread)
            })
        };
        let mut found = false;
        for &inst in &copies {
            if !removed[inst] && is_dead(inst) {
                removed[inst] = true;
                found = true;
            }
        }
        if !found {
            return removed;
        }
    }
}

/// What changes in an instruction that stays.
fn changes(function: &Function, placement: &Placement<'_>, inst: InstId) -> Vec<Change> {
    let slot = placement.webs.of_slot(inst);
    if slot.is_some_and(|web| placement.shift(web) != 0) {
        let register = |location: u32| Reg::from_index(location as usize);
        let pairs = placement.slot_pairs(inst).into_iter();
        let pairs = pairs.filter_map(|(to, from)| Some((register(to)?, register(from)?)));
        return vec![Change::Moves(inst, pairs.collect())];
    }
    let operands = function.operands(inst);
    let mut changes = Vec::new();
    for (at, operand) in operands.iter().enumerate() {
        match (operand.reg(), placement.range(inst, at)) {
            (Some(before), Some(now)) if before != now => {
                changes.push(Change::Register(inst, at, now));
            }
            _ => {}
        }
    }
    if changes.is_empty() {
        return changes;
    }
    if let Some((to, from)) = other_files(function, placement, inst) {
        return vec![Change::Moves(inst, vec![(to, from)])];
    }
    let range = |role: Role| {
        let at = operands
            .iter()
            .position(|o| o.role == role && o.is_explicit())?;
        placement.range(inst, at)
    };
    let form = match locations::has_forms(function, inst) {
        true => matrix_form(function, inst, range(Role::Dst), range(Role::MatC)),
        false => constant_form(function, inst, range(Role::Dst)),
    };
    if let Some((name, tied)) = form
        && name != function.opcode(inst).name
    {
        let classes = classes(function, placement, inst);
        changes.push(Change::Form(inst, name, classes, tied));
    }
    changes
}

/// The registers of a move whose files have changed, so that another opcode moves between them.
fn other_files(function: &Function, placement: &Placement<'_>, inst: InstId) -> Option<(Reg, Reg)> {
    if locations::flexible_move(function, inst) != Some(Move::Register) {
        return None;
    }
    let operands = function.operands(inst);
    let registers = |wanted: fn(&Operand) -> bool| {
        let at = operands.iter().position(|o| o.is_explicit() && wanted(o))?;
        let before = operands[at].reg()?.first();
        Some((before, placement.range(inst, at)?.first()))
    };
    let (to, from) = (registers(Operand::is_def)?, registers(Operand::is_use)?);
    let is_other = |(before, now): (Reg, Reg)| before.file() != now.file();
    (is_other(to) || is_other(from)).then_some((to.1, from.1))
}

/// The form of a matrix instruction with these results and accumulators, and whether it ties them.
fn matrix_form(
    function: &Function,
    inst: InstId,
    result: Option<RegRange>,
    accumulator: Option<RegRange>,
) -> Option<(String, bool)> {
    let result = result?;
    let in_vgprs = result.first().file() == RegFile::Vgpr;
    // Up to four registers nothing keeps the result apart from the accumulator.
    let in_place = result.len() > 4 && accumulator == Some(result);
    let name = locations::form(&function.opcode(inst).name, in_vgprs, in_place)?;
    Some((name, in_place))
}

/// The opcode of a move of a constant to that file.
fn constant_form(
    function: &Function,
    inst: InstId,
    result: Option<RegRange>,
) -> Option<(String, bool)> {
    if locations::flexible_move(function, inst) != Some(Move::Constant) {
        return None;
    }
    let name = match result?.first().file() {
        RegFile::Vgpr => "V_MOV_B32_e32",
        _ => "V_ACCVGPR_WRITE_B32_e64",
    };
    Some((name.to_owned(), false))
}

/// What the operands of another form admit: as before, but for operands that changed their file.
fn classes(function: &Function, placement: &Placement<'_>, inst: InstId) -> Vec<OperandClass> {
    let before = function.opcode(inst).classes.iter().copied().enumerate();
    let files = OperandClass::VGPR.0 | OperandClass::AGPR.0;
    let class = |(at, class): (usize, OperandClass)| {
        let operand = function.operands(inst).get(at);
        let is_own = operand.is_some_and(|o| matches!(o.role, Role::Dst | Role::MatC))
            || locations::flexible_move(function, inst).is_some();
        let now = placement
            .range(inst, at)
            .filter(|range| range.first().is_vector());
        match now.filter(|_| is_own).map(|range| range.first().file()) {
            Some(RegFile::Vgpr) => OperandClass(class.0 & !files | OperandClass::VGPR.0),
            Some(RegFile::Agpr) => OperandClass(class.0 & !files | OperandClass::AGPR.0),
            _ => class,
        }
    };
    before.map(class).collect()
}
