//! What one trace leaves outstanding for the next: the state at its end, in terms that do not depend
//! on either trace's instructions.

use smallvec::SmallVec;

use super::counter::CounterModel;
use super::shared_units::SharedUnits;
use super::wave::{AtomState, Gates, IDLE, Wave};
use crate::machine::Reg;
use crate::timing::program::{NO_OP, Program};

/// The state of a wave and its SIMD at the end of a trace. Times are slots after that end.
#[derive(Clone, Debug)]
pub(crate) struct ExitState {
    /// By register slot.
    registers: Vec<AtomState>,
    vm: CounterModel<64>,
    lgkm: CounterModel<16>,
    lds_dma: SmallVec<[(u32, u32); 4]>,
    shared: SharedUnits,
    lag: u32,
    gates: Gates,
    last_memory_result: u32,
}

impl Wave {
    /// Saves what the code after this point has to know.
    pub fn save<S>(&self, program: &Program<S>, shared: &SharedUnits) -> ExitState {
        let mut registers = vec![IDLE; Reg::COUNT];
        let after_end = |at: u32| at.saturating_sub(self.now);
        for (at, atom) in self.atoms.iter_enumerated() {
            registers[program.atom_slots(at)].fill(AtomState {
                ready: after_end(atom.ready),
                writer: NO_OP,
                ..*atom
            });
        }
        ExitState {
            registers,
            vm: self.vm.rebased(self.now),
            lgkm: self.lgkm.rebased(self.now),
            lds_dma: self.lds_dma.clone(),
            shared: shared.rebased(self.now),
            lag: self.lag(),
            gates: self.gates.rebased(self.now),
            last_memory_result: after_end(self.last_memory_result),
        }
    }

    /// A wave that continues in another program where a trace ended. Wait states do not carry over:
    /// hazards across traces are left to the pass that places `s_nop`.
    pub fn resume<S>(program: &Program<S>, exit: &ExitState) -> (Wave, SharedUnits) {
        let mut wave = Wave::new(program);
        for at in wave.atoms.indices() {
            let atom = &mut wave.atoms[at];
            for slot in program.atom_slots(at) {
                let register = &exit.registers[slot];
                atom.ready = atom.ready.max(register.ready);
                atom.vm = atom.vm.max(register.vm);
                atom.lgkm = atom.lgkm.max(register.lgkm);
            }
        }
        wave.vm = exit.vm.clone();
        wave.lgkm = exit.lgkm.clone();
        wave.lds_dma = exit.lds_dma.clone();
        wave.set_lag(exit.lag);
        wave.gates = exit.gates;
        wave.last_memory_result = exit.last_memory_result;
        (wave, exit.shared.clone())
    }
}
