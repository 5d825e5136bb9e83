//! What lane masks and memory become.

use super::super::machine::{InstFlags, InstId, Operand, OperandFlags, OperandKind, Role};
use super::{ALL, LANES, Wave, mix};

impl Wave<'_> {
    /// Logic of lane masks. Whether the instruction is one.
    pub(super) fn masks(&mut self, inst: InstId) -> bool {
        let operands = self.function.operands(inst);
        let name = self.function.opcode(inst).name.trim_end_matches("_term");
        let value = |o: &Operand| match o.kind {
            OperandKind::Imm(imm) => imm as u64 & ALL,
            OperandKind::Reg(range) => self.pair(range.first()) & ALL,
            _ => 0,
        };
        let explicit = operands.iter().filter(|o| o.is_explicit());
        let sources: Vec<u64> = explicit
            .clone()
            .filter(|o| !o.is_def())
            .map(value)
            .collect();
        let result = explicit.filter(|o| o.is_def()).find_map(|o| o.reg());
        let exec = self.active();
        let (a, b) = (
            sources.first().copied().unwrap_or(0),
            sources.get(1).copied().unwrap_or(0),
        );
        let (logic, saves) = match name.strip_suffix("_SAVEEXEC_B64") {
            Some(logic) => (format!("{logic}_B64"), true),
            None => (name.to_owned(), false),
        };
        let b = if saves { exec } else { b };
        let new = match logic.as_str() {
            "S_AND_B64" => a & b,
            "S_OR_B64" => a | b,
            "S_XOR_B64" => a ^ b,
            "S_ANDN2_B64" => a & !b,
            "S_ANDN1_B64" => !a & b,
            "S_ORN2_B64" => a | !b,
            "S_MOV_B64" => a,
            "S_NOT_B64" => !a,
            "S_CSELECT_B64" => match self.lanes[self.scc.index()][0] % 4 {
                0 => b,
                _ => a,
            },
            _ => return false,
        } & ALL;
        let Some(result) = result.filter(|range| range.len() == 2) else {
            return false;
        };
        if saves {
            self.set_pair(result.first(), exec);
            self.set_pair(self.exec, new);
        } else {
            self.set_pair(result.first(), new);
        }
        if operands
            .iter()
            .any(|o| o.is_def() && o.reg().is_some_and(|r| r.first() == self.scc))
        {
            let scc = if new == 0 { 4 } else { 1 };
            self.lanes[self.scc.index()] = [scc; LANES];
        }
        true
    }

    /// Reads and writes the cells that an access names, lane by lane. Returns what comes back.
    pub(super) fn access(
        &mut self,
        inst: InstId,
        inputs: [u64; LANES],
        active: u64,
    ) -> [u64; LANES] {
        let function = self.function;
        let flags = function.flags(inst);
        let mut results = inputs;
        let scalar = function.opcode(inst).name.starts_with("S_");
        for lane in (0..LANES).filter(|lane| active >> lane & 1 == 1 || scalar) {
            let mut address = function
                .accesses(inst)
                .first()
                .map_or(0, |a| u64::from(a.space.0));
            let mut data = 11;
            for operand in function
                .operands(inst)
                .iter()
                .filter(|o| o.is_explicit() && !o.is_def())
            {
                match operand.kind {
                    OperandKind::Reg(_) if operand.role == Role::VData => {
                        data = mix(data, self.see(operand, lane, None));
                    }
                    OperandKind::Reg(_) if !operand.flags.has(OperandFlags::TIED) => {
                        address = mix(address, self.see(operand, lane, None));
                    }
                    OperandKind::Imm(imm) => address = mix(address, imm as u64),
                    _ => {}
                }
            }
            let held = *self
                .memory
                .get(&address)
                .unwrap_or(&mix(self.seed, address));
            if flags.has(InstFlags::MAY_LOAD) {
                results[lane] = mix(mix(held, 12), self.tied(inst, lane));
            }
            if flags.has(InstFlags::MAY_STORE) {
                let new = match flags.has(InstFlags::MAY_LOAD) {
                    true => mix(held, data),
                    false => data,
                };
                self.memory.insert(address, new);
            }
        }
        results
    }

    /// What a load that keeps a part of its result keeps.
    fn tied(&self, inst: InstId, lane: usize) -> u64 {
        let tied = |o: &&Operand| o.is_use() && o.flags.has(OperandFlags::TIED);
        let kept = self.function.operands(inst).iter().filter(tied);
        kept.fold(13, |hash, operand| mix(hash, self.see(operand, lane, None)))
    }
}
