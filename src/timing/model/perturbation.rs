//! Perturbed parameter sets: how robust a new order is against errors in the model's numbers.
//!
//! An order that gains by the numbers it was searched with may lose where the chip has others.
//! Each member of the family changes one kind of number, of those that are known least well.

use super::{Class, Model};
use crate::timing::Period;

/// A member of the family: one change to a parameter set. Factors are in tenths, so that 10 changes
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perturbation {
    /// Its name in the report.
    pub name: &'static str,
    /// Factor on `result` of LDS instructions.
    pub lds_result: u32,
    /// Factor on `result` of vector and scalar memory.
    pub memory_result: u32,
    /// Factor on `busy` of LDS instructions.
    pub lds_busy: u32,
    /// Depth of both memory queues, in instructions; `None` leaves them.
    pub queues: Option<u8>,
}

const UNCHANGED: Perturbation = Perturbation {
    name: "",
    lds_result: 10,
    memory_result: 10,
    lds_busy: 10,
    queues: None,
};

/// All members. `docs/timing.md` says why these.
pub const FAMILY: [Perturbation; 8] = [
    Perturbation {
        name: "lds_latency_0.6",
        lds_result: 6,
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_latency_1.6",
        lds_result: 16,
        ..UNCHANGED
    },
    Perturbation {
        name: "memory_latency_0.6",
        memory_result: 6,
        ..UNCHANGED
    },
    Perturbation {
        name: "memory_latency_1.6",
        memory_result: 16,
        ..UNCHANGED
    },
    Perturbation {
        name: "lds_busy_2",
        lds_busy: 20,
        ..UNCHANGED
    },
    Perturbation {
        name: "queues_4",
        queues: Some(4),
        ..UNCHANGED
    },
    Perturbation {
        name: "queues_8",
        queues: Some(8),
        ..UNCHANGED
    },
    Perturbation {
        name: "queues_16",
        queues: Some(16),
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
    /// The parameter set with this change made; `None` where the change has no effect.
    pub fn of(&self, model: &Model) -> Option<Model> {
        let mut changed = model.clone();
        for class in Class::ALL {
            let cost = changed.cost_mut(class);
            let (result, busy) = match class {
                Class::LdsRead1
                | Class::LdsRead2
                | Class::LdsRead4
                | Class::LdsWrite1
                | Class::LdsWrite2
                | Class::LdsWrite4 => (self.lds_result, self.lds_busy),
                Class::Smem
                | Class::VmemLoad1
                | Class::VmemLoad2
                | Class::VmemLoad4
                | Class::VmemStore1
                | Class::VmemStore2
                | Class::VmemStore4 => (self.memory_result, UNCHANGED.lds_busy),
                _ => continue,
            };
            let scaled = |slots: u16, tenths: u32| (u32::from(slots) * tenths).div_ceil(10) as u16;
            cost.result = scaled(cost.result, result);
            cost.busy = scaled(cost.busy, busy);
        }
        if let Some(depth) = self.queues {
            changed.set_queues(depth);
        }
        (changed != *model).then_some(changed)
    }
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
        assert_eq!(changed("lds_latency_0.6").cost(Class::LdsRead1).result, 11);
        assert_eq!(changed("lds_latency_1.6").cost(Class::LdsRead1).result, 28);
        let far = changed("memory_latency_1.6");
        assert_eq!(far.cost(Class::VmemLoad4).result, 320);
        assert_eq!(far.cost(Class::LdsRead1), model.cost(Class::LdsRead1));
        assert_eq!(changed("memory_latency_0.6").cost(Class::Smem).result, 10);
        assert_eq!(changed("lds_busy_2").cost(Class::LdsRead4).busy, 16);
        assert_eq!(changed("queues_4").queues().lds, 4);
        // The built-in sets have queues of sixteen.
        assert_eq!(member("queues_16"), None);
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
