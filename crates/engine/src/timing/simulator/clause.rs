//! Clauses: runs of memory instructions that hardware may replay from their beginning (XNACK), so that
//! conflicts inside one need a wait state between them.

use crate::gpu::ClauseRole;

/// The clause that the last issued memory instruction belongs to.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ClauseState {
    /// It is a clause of scalar memory.
    scalar: bool,
    /// It holds a load.
    pub loads: bool,
    /// It holds an instruction that conflicts with whatever follows in it.
    pub spoiled: bool,
    /// Wait states issued before its first instruction.
    pub from: u32,
    /// Wait states issued up to the end of its last instruction.
    pub to: u32,
}

impl ClauseState {
    /// Whether an instruction in that role continues the clause when `wait_states` have passed in
    /// all.
    pub fn continues(&self, role: ClauseRole, wait_states: u32) -> bool {
        self.to == wait_states && self.scalar == role.scalar
    }
    /// Adds an instruction that begins and ends at those numbers of wait states: to the clause, if
    /// it continues it, else to a new one.
    pub fn add(&mut self, role: ClauseRole, begin: u32, end: u32) {
        if !self.continues(role, begin) {
            *self = ClauseState {
                scalar: role.scalar,
                from: begin,
                ..ClauseState::default()
            };
        }
        self.loads |= role.loads;
        self.spoiled |= role.spoils;
        self.to = end;
    }
    /// A number that is equal for clauses that affect the following code alike.
    pub fn digest(&self, wait_states: u32) -> u32 {
        let matters = self.to == wait_states && (self.loads || self.spoiled);
        if matters {
            1 + u32::from(self.scalar) + 2 * u32::from(self.spoiled)
        } else {
            0
        }
    }
}
