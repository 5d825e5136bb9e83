//! The latency of vector memory, which depends on where data is: asked for, and changed by so much.

use super::parse::MAX_COST;
use super::{Class, Model};
use crate::machine::{BlockId, Function};
use crate::timing::Period;

impl Model {
    /// What the model assumes of the loads from vector memory in these blocks, other than of spilled registers: the
    /// longest time until one returns. `None` where there is no such load.
    pub fn load_latency_in(&self, function: &Function, blocks: &[BlockId]) -> Option<Period> {
        let insts = blocks.iter().flat_map(|&b| &function.block(b).order);
        let latencies = insts.filter_map(|&inst| {
            let class = Class::of(function, inst);
            let slots = match self.loads {
                _ if !class.is_vmem_load() || Model::is_scratch(function, inst) => return None,
                Some(_) => self.load_latency(function, inst, class)?,
                None => self.cost(class).result,
            };
            Some(Period::over(u32::from(slots), 1))
        });
        latencies.max()
    }

    /// The same parameter set with other latencies of loads from vector memory, but of spilled registers: by so many
    /// issue slots longer, or shorter. `None` where one would be below `least` slots or above what a model may have.
    pub fn with_load_latency(&self, more: i32, least: u16) -> Option<Model> {
        let changed = |slots: u16| {
            let slots = u16::try_from(i32::from(slots) + more).ok()?;
            (least..=MAX_COST[2]).contains(&slots).then_some(slots)
        };
        let mut model = self.clone();
        match &mut model.loads {
            Some(loads) => {
                loads.tiles = changed(loads.tiles)?;
                loads.streams = changed(loads.streams)?;
            }
            None => {
                for class in Class::ALL.into_iter().filter(|class| class.is_vmem_load()) {
                    let cost = &mut model.costs[class as usize];
                    cost.result = changed(cost.result)?;
                }
            }
        }
        Some(model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Gpu;
    use crate::machine::text;

    const LOAD: &str = "cdna-flat 1\nfunction \"t\"\ngpu gfx942\nresources lds=0 workgroup=256 entry\n\
        block 0 frequency=1 depth=0\n\
        GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0 | load | read space=1 bytes=4\n\
        S_ENDPGM #0 | return term noreturn boundary\n";

    #[test]
    fn loads_take_that_much_longer() {
        let function = text::parse(LOAD).expect("a function");
        for model in Model::built_in(Gpu::Gfx942) {
            let latency = |model: &Model| model.load_latency_in(&function, &[BlockId(0)]);
            let assumed = latency(&model).expect("a load").clocks();
            for more in [-25, 0, 75] {
                let changed = model.with_load_latency(more, 1).expect("in its range");
                let clocks = latency(&changed).expect("a load").clocks();
                assert_eq!(clocks, assumed + 4.0 * f64::from(more), "{}", model.name());
            }
            assert_eq!(model.with_load_latency(-10_000, 1), None);
            assert_eq!(model.with_load_latency(10_000, 1), None);
        }
    }

    #[test]
    fn code_without_loads_has_no_latency() {
        let line = LOAD.lines().find(|l| l.contains("LOAD")).expect("the load");
        let function = text::parse(&LOAD.replace(line, "S_NOP #0")).expect("a function");
        let [model, _] = Model::built_in(Gpu::Gfx942);
        assert_eq!(model.load_latency_in(&function, &[BlockId(0)]), None);
    }
}
