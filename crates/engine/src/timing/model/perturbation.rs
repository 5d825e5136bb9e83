//! Perturbed parameter sets: how robust a new order is against errors in the model's numbers.
//!
//! An order that gains by the numbers it was searched with may lose where the chip has others.
//! Each member of the family changes one kind of number, of those that are known least well.

use super::{Class, Distances, MAX_QUEUE, Model};
use crate::gpu::Unit;
use crate::machine::occupancy::SIMDS;
use crate::machine::{Function, Opcode};
use crate::timing::Period;

/// A member of the family: one change to a parameter set. Factors are in tenths, so that 10 changes
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perturbation {
    /// Its name in the report.
    pub name: &'static str,
    /// The same in words.
    pub words: &'static str,
    /// Factor on `result` of LDS instructions.
    pub lds_result: u32,
    /// Factor on `result` of vector and scalar memory.
    pub memory_result: u32,
    /// Factor on `busy` of LDS instructions.
    pub lds_busy: u32,
    /// Instructions that LDS has accepted and not finished, and entries of its queue, of which there are
    /// no fewer then; `None` leaves both.
    pub lds_queue: Option<u8>,
    /// Whether this SIMD alone of the four uses vector memory.
    pub vmem_alone: bool,
    /// Slots for which matrix instructions with f16, bf16, i8, fp8 or xf32 inputs keep vector
    /// instructions out; `None` leaves them.
    pub xdl_shadow: Option<u16>,
    /// Slots by which matrix instructions with block scales take longer than their passes.
    pub scaled_passes: u16,
    /// Slots by which the last wave of a workgroup is late; `None` leaves it.
    pub barrier_spread: Option<u16>,
    /// Whether known bank conflicts are left out.
    pub no_bank_conflicts: bool,
    /// Whether distances that nobody measured on the GPU are left out.
    pub no_assumed_distances: bool,
}

const UNCHANGED: Perturbation = Perturbation {
    name: "",
    words: "",
    lds_result: 10,
    memory_result: 10,
    lds_busy: 10,
    lds_queue: None,
    vmem_alone: false,
    xdl_shadow: None,
    scaled_passes: 0,
    barrier_spread: None,
    no_bank_conflicts: false,
    no_assumed_distances: false,
};

/// The member that leaves known bank conflicts out.
pub const NO_BANK_CONFLICTS: &str = "no_bank_conflicts";

/// All members. `docs/timing.md` says why these.
pub const FAMILY: [Perturbation; 16] = [
    Perturbation {
        name: "lds_latency_0.6",
        words: "LDS answers after 0.6 of the time",
        lds_result: 6,
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_latency_1.6",
        words: "LDS answers after 1.6 of the time",
        lds_result: 16,
        ..UNCHANGED
    },
    Perturbation {
        name: "memory_latency_0.6",
        words: "memory answers after 0.6 of the time",
        memory_result: 6,
        ..UNCHANGED
    },
    Perturbation {
        name: "memory_latency_1.6",
        words: "memory answers after 1.6 of the time",
        memory_result: 16,
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_busy_0.5",
        words: "LDS is twice as fast",
        lds_busy: 5,
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_busy_2",
        words: "LDS is half as fast",
        lds_busy: 20,
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_queue_4",
        words: "LDS takes 4 instructions at a time",
        lds_queue: Some(4),
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_queue_16",
        words: "LDS takes 16 instructions at a time",
        lds_queue: Some(16),
        ..UNCHANGED
    },
    Perturbation {
        name: "vmem_alone",
        words: "no other SIMD uses vector memory",
        vmem_alone: true,
        ..UNCHANGED
    },
    Perturbation {
        name: "xdl_shadow_1",
        words: "matrix instructions block 1 slot",
        xdl_shadow: Some(1),
        ..UNCHANGED
    },
    Perturbation {
        name: "xdl_shadow_2",
        words: "matrix instructions block 2 slots",
        xdl_shadow: Some(2),
        ..UNCHANGED
    },
    Perturbation {
        name: "scaled_passes_1",
        words: "block scales take a pass more",
        scaled_passes: 1,
        ..UNCHANGED
    },
    Perturbation {
        name: "barrier_spread_0",
        words: "all waves at barriers together",
        barrier_spread: Some(0),
        ..UNCHANGED
    },
    Perturbation {
        name: "barrier_spread_18",
        words: "last wave 72 clocks late at barriers",
        barrier_spread: Some(18),
        ..UNCHANGED
    },
    Perturbation {
        name: NO_BANK_CONFLICTS,
        words: "LDS has no bank conflicts",
        no_bank_conflicts: true,
        ..UNCHANGED
    },
    Perturbation {
        name: "no_distances",
        words: "no assumed distances",
        no_assumed_distances: true,
        ..UNCHANGED
    },
];

/// How an order fares under the family, as ratios of its time to the incoming order's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Robustness {
    /// The largest ratio.
    pub worst: f64,
    /// The mean over all members.
    pub mean: f64,
    /// Name of the member with the largest ratio.
    pub member: &'static str,
}

/// How much longer a trace may take under a member of the family, in thousandths of its time.
const TOLERANCE: u64 = 5;

impl Robustness {
    /// From each member's name, time of the new order and time of the incoming one. `None` without
    /// members.
    pub fn of(times: impl Iterator<Item = (&'static str, Period, Period)>) -> Option<Robustness> {
        let (mut worst, mut sum, mut count) = (None, 0.0, 0u32);
        for (member, new, old) in times {
            let ratio = new.0 as f64 / old.0.max(1) as f64;
            sum += ratio;
            count += 1;
            if worst.is_none_or(|(most, _)| ratio > most) {
                worst = Some((ratio, member));
            }
        }
        worst.map(|(worst, member)| Robustness {
            worst,
            mean: sum / f64::from(count),
            member,
        })
    }

    /// Whether the order loses at most half a percent under every member.
    pub fn holds(&self) -> bool {
        self.worst <= 1.0 + TOLERANCE as f64 / 1000.0
    }
}

impl Perturbation {
    /// Whether the change could matter to a function.
    pub fn concerns(&self, function: &Function) -> bool {
        let is_scaled = |opcode: &Opcode| opcode.info.matrix.is_some_and(|m| m.scaled);
        if self.no_bank_conflicts {
            function.has_bank_conflicts()
        } else if self.scaled_passes > 0 {
            function.opcodes().iter().any(is_scaled)
        } else if self.barrier_spread.is_some() {
            let mut opcodes = function.opcodes().iter();
            opcodes.any(|opcode| opcode.info.unit == Unit::Barrier)
        } else if self.xdl_shadow.is_some() {
            function.has_matrix_instructions()
        } else {
            true
        }
    }

    /// The parameter set with this change made; `None` where the change has no effect.
    pub fn of(&self, model: &Model) -> Option<Model> {
        let mut changed = model.clone();
        for class in Class::ALL {
            let (result, busy) = match class {
                _ if class.is_lds() => (self.lds_result, self.lds_busy),
                _ if class.is_memory() => (self.memory_result, UNCHANGED.lds_busy),
                _ => continue,
            };
            let cost = &mut changed.costs[class as usize];
            cost.result = scaled(cost.result, result);
            cost.busy = scaled(cost.busy, busy);
            if self.vmem_alone && class.is_vmem_load() {
                cost.busy = cost.busy.div_ceil(SIMDS as u16);
            }
        }
        if let Some(loads) = &mut changed.loads {
            loads.tiles = scaled(loads.tiles, self.memory_result);
            loads.streams = scaled(loads.streams, self.memory_result);
            loads.scratch = scaled(loads.scratch, self.memory_result);
        }
        if self.vmem_alone {
            changed.queues.vmem = MAX_QUEUE as u8;
            changed.queues.vmem_dwords = None;
            if let Some(loads) = &mut changed.loads {
                loads.fill = loads.fill.div_ceil(SIMDS as u16);
            }
        }
        if let Some(depth) = self.lds_queue {
            changed.queues.lds = depth;
            let entries = &mut changed.queues.lds_entries;
            *entries = entries.map(|entries| entries.max(depth));
        }
        changed.barrier_spread = self.barrier_spread.unwrap_or(changed.barrier_spread);
        changed.shadow.xdl = self.xdl_shadow.unwrap_or(changed.shadow.xdl);
        changed.scaled_passes += self.scaled_passes;
        changed.bank_conflicts &= !self.no_bank_conflicts;
        if self.no_assumed_distances && changed.distances.assumed {
            changed.distances = Distances::NONE;
        }
        (changed != *model).then_some(changed)
    }
}

fn scaled(slots: u16, tenths: u32) -> u16 {
    (u32::from(slots) * tenths).div_ceil(10) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Gpu;

    #[test]
    fn each_member_changes_what_it_names() {
        let model = &Model::built_in(Gpu::Gfx942)[0];
        let member = |name: &str| {
            let found = FAMILY.iter().find(|member| member.name == name);
            found.expect("a member of that name").of(model)
        };
        let changed = |name: &str| member(name).expect("it changes something");
        let result = |model: &Model, class| model.cost(class).result;
        assert_eq!(result(model, Class::LdsRead4), 16);
        assert_eq!(result(&changed("lds_latency_0.6"), Class::LdsRead4), 10);
        assert_eq!(result(&changed("lds_latency_1.6"), Class::LdsRead4), 26);
        let far = changed("memory_latency_1.6");
        assert_eq!(result(&far, Class::Smem), 16);
        assert_eq!(far.cost(Class::LdsRead1), model.cost(Class::LdsRead1));
        let latency = |model: &Model| model.loads.map(|loads| (loads.tiles, loads.streams));
        assert_eq!(latency(model), Some((143, 245)));
        assert_eq!(latency(&far), Some((229, 392)));
        assert_eq!(changed("lds_busy_2").cost(Class::LdsRead4).busy, 16);
        assert_eq!(changed("lds_busy_0.5").cost(Class::LdsRead4).busy, 4);
        let queues = |name: &str| {
            let queues = changed(name).queues();
            (queues.lds, queues.lds_entries)
        };
        assert_eq!(queues("lds_queue_4"), (4, Some(5)));
        assert_eq!(queues("lds_queue_16"), (16, Some(16)));
        assert_eq!(changed("barrier_spread_18").barrier_spread, 18);
        let alone = changed("vmem_alone");
        assert_eq!(alone.cost(Class::VmemLoad4).busy, 4);
        assert_eq!(
            (alone.queues().vmem, alone.queues().vmem_dwords),
            (16, None)
        );
        assert_eq!(changed("xdl_shadow_2").shadow.xdl, 2);
        assert_eq!(changed("no_distances").distances, Distances::NONE);
        let on_gfx950 = &Model::built_in(Gpu::Gfx950)[0];
        let none = FAMILY.iter().find(|member| member.no_assumed_distances);
        assert_eq!(none.and_then(|member| member.of(on_gfx950)), None);
        assert_eq!(changed("scaled_passes_1").scaled_passes, 1);
        // The built-in set has that already.
        assert_eq!(member("xdl_shadow_1"), None);
    }

    #[test]
    fn half_a_percent_is_allowed() {
        let of = |new: u64| {
            let times = [
                ("a", Period(900), Period(1000)),
                ("b", Period(new), Period(1000)),
            ];
            Robustness::of(times.into_iter()).expect("two members")
        };
        assert!(of(1005).holds() && !of(1006).holds());
        assert_eq!(
            (of(1100).member, of(1100).mean, of(800).member),
            ("b", 1.0, "a")
        );
        assert_eq!(Robustness::of(std::iter::empty()), None);
    }
}
