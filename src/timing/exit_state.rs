//! What one trace of code leaves outstanding for the next.

use smallvec::SmallVec;

use super::counter::Counter;
use super::program::{NO_OP, Program};
use super::shared::Shared;
use super::wave::{Atom, IDLE, Wave};

/// What a wave leaves behind for the code that runs next, by register slot, relative to the
/// slot in which it left.
#[derive(Clone, Debug)]
pub(crate) struct ExitState {
    atoms: Vec<Atom>,
    vm: Counter<64>,
    lgkm: Counter<16>,
    dma: SmallVec<[(u32, u32); 4]>,
    shared: Shared,
    landed: u32,
}

impl Wave {
    /// Hands over to the code behind.
    pub fn leave<S>(&self, program: &Program<S>, shared: &Shared) -> ExitState {
        let mut atoms = vec![IDLE; crate::machine::Reg::COUNT];
        let late = |at: u32| at.saturating_sub(self.now);
        for (at, atom) in self.atoms.iter().enumerate() {
            atoms[program.atom_slots(at)].fill(Atom {
                ready: late(atom.ready),
                writer: NO_OP,
                ..*atom
            });
        }
        let mut shared = shared.clone();
        for at in [
            &mut shared.salu,
            &mut shared.valu,
            &mut shared.matrix,
            &mut shared.smem,
        ] {
            *at = late(*at);
        }
        for server in [&mut shared.lds, &mut shared.vmem] {
            server.free = late(server.free);
            server.last_return = late(server.last_return);
            server.starts.iter_mut().for_each(|at| *at = late(*at));
        }
        let mut vm = self.vm.clone();
        vm.returns.iter_mut().for_each(|at| *at = late(*at));
        vm.who = [NO_OP; 64];
        let mut lgkm = self.lgkm.clone();
        lgkm.returns.iter_mut().for_each(|at| *at = late(*at));
        lgkm.who = [NO_OP; 16];
        ExitState {
            atoms,
            vm,
            lgkm,
            dma: self.dma.clone(),
            shared,
            landed: late(self.landed),
        }
    }

    /// A wave that goes on where another trace of code ended.
    pub fn enter<S>(program: &Program<S>, from: &ExitState) -> (Wave, Shared) {
        let mut wave = Wave::new(program);
        for (at, atom) in wave.atoms.iter_mut().enumerate() {
            for slot in program.atom_slots(at) {
                let left = &from.atoms[slot];
                atom.ready = atom.ready.max(left.ready);
                atom.vm = atom.vm.max(left.vm);
                atom.lgkm = atom.lgkm.max(left.lgkm);
            }
        }
        wave.vm = from.vm.clone();
        wave.lgkm = from.lgkm.clone();
        wave.dma = from.dma.clone();
        wave.landed = from.landed;
        (wave, from.shared.clone())
    }
}
