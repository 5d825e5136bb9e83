//! A kernel in the hands of stage 1: what it was, what it is by now, and what is known of it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use super::Options;
use super::handover::TraceBefore;
use super::table_oracle::TableOracle;
use crate::hazard::Facts;
use crate::machine::occupancy::occupancy;
use crate::machine::{BlockId, Function, Walls, is_wall_of_asm};
use crate::report::{Clocks, CoalescedRecord};
use crate::schedule::{self, Effort, Report};
use crate::transform::passing;
use crate::{timing, waitcnt};

/// A function that is ready for the search and its measures: bank conflicts are known, nothing may cross what its author
/// put in the way, and accesses to memory are tied to what orders them. New orders and registers leave it ready.
#[derive(Clone)]
pub(crate) struct Ready(Function);

impl Ready {
    /// Makes a function ready: the only place that does.
    pub fn of(mut function: Function, walls: Walls) -> Ready {
        timing::find_bank_conflicts(&mut function);
        function.add_boundaries(|function, inst| is_wall_of_asm(function, inst, walls));
        passing::let_pass(&mut function);
        waitcnt::anchor(&mut function);
        Ready(function)
    }

    /// A ready function to which blocks were added that copy others: only what orders its memory is new.
    pub fn with_new_blocks(mut function: Ready) -> Ready {
        passing::keep_ahead(&mut function);
        waitcnt::anchor(&mut function);
        function
    }

    /// The function.
    pub fn into_function(self) -> Function {
        self.0
    }
}

impl Deref for Ready {
    type Target = Function;
    fn deref(&self) -> &Function {
        &self.0
    }
}

impl DerefMut for Ready {
    fn deref_mut(&mut self) -> &mut Function {
        &mut self.0
    }
}

/// What orders and registers are compared with.
pub(crate) struct Original {
    /// As the check goes by it.
    pub plain: Function,
    /// The same, as the search begins with it.
    pub ready: Ready,
    /// What its instructions do in terms of the hazard rules.
    pub facts: Rc<Facts>,
}

impl Original {
    /// A function as it came.
    pub fn of(plain: Function, options: &Options) -> Original {
        let ready = Ready::of(plain.clone(), options.walls);
        let facts = Rc::new(Facts::new(&ready, options.hazards));
        Original {
            plain,
            ready,
            facts,
        }
    }
}

/// What the phases change of a kernel, all at once: a proposal has another one.
#[derive(Clone)]
pub(crate) struct State {
    /// The function in its present order and registers.
    pub present: Ready,
    /// What its instructions do in terms of the hazard rules.
    pub facts: Rc<Facts>,
    /// What its orders and registers are compared with.
    pub original: Rc<Original>,
    /// What was done to each of its traces.
    pub report: Report,
}

impl State {
    /// Nothing was done yet.
    pub fn of(original: Rc<Original>) -> State {
        State {
            present: original.ready.clone(),
            facts: Rc::clone(&original.facts),
            original,
            report: Report {
                waves: 0,
                traces: Vec::new(),
            },
        }
    }

    /// The hazard rules as the cost model queries them.
    pub fn needs(&self) -> TableOracle {
        TableOracle(Rc::clone(&self.facts))
    }
}

/// What the phases may begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    /// What is level with LLVM's function in LLVM's order.
    Level,
    /// Also what is behind by no more than it saves in issue slots.
    Promising,
}

/// What the phases began with, if they may not from [`Start::Level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// So much less to issue that it is taken if the kernel comes out faster than LLVM's function.
    Sure,
    /// It is taken if the kernel comes out faster than from what is level.
    Open,
}

/// A kernel in the hands of stage 1.
pub(crate) struct Kernel<'a> {
    /// What the stages do.
    pub options: &'a Options,
    /// How the search goes about it.
    pub search: schedule::Options,
    /// The function that the stage was given.
    pub incoming: &'a Function,
    /// The same, prepared.
    pub given: Rc<Original>,
    /// What the phases may begin with.
    pub start: Start,
    /// What they began with, if it is not level.
    pub promise: Option<Promise>,
    /// What was begun with did not come out faster, here or before.
    pub breaks_promise: bool,
    /// Starts that the check refused, here or before: faults of ours.
    pub refused: Vec<String>,
    /// What the phases made of it by now.
    pub state: State,
    /// What the search began with: the incoming function, or that without its copies.
    pub searched: Rc<Original>,
    /// What its traces take in the incoming function, where phases changed its blocks or instructions.
    pub before: Vec<TraceBefore>,
    /// The loops that were rotated, by their block.
    pub rotated: BTreeSet<BlockId>,
    /// What became of the copies of its loops, by their first block.
    pub coalesced: BTreeMap<u32, CoalescedRecord>,
    /// What our rules for waits and nops cost above LLVM's, by model.
    pub policy_costs: Vec<Clocks>,
}

impl<'a> Kernel<'a> {
    /// Prepares a function: the only place that does.
    pub fn prepare(incoming: &'a Function, options: &'a Options) -> Kernel<'a> {
        let given = Rc::new(Original::of(incoming.clone(), options));
        let state = State::of(given);
        let search = search_of(&state, options);
        Kernel::new(incoming, options, search, state)
    }

    /// The same, whose phases begin with what is level.
    pub fn prepare_level(&self) -> Kernel<'a> {
        let state = State::of(Rc::clone(&self.given));
        let search = self.search.clone();
        Kernel {
            start: Start::Level,
            ..Kernel::new(self.incoming, self.options, search, state)
        }
    }

    /// The same kernel in another state, for phases inside a phase.
    pub fn in_state(&self, state: State, search: schedule::Options) -> Kernel<'a> {
        Kernel {
            given: Rc::clone(&self.given),
            ..Kernel::new(self.incoming, self.options, search, state)
        }
    }

    fn new(
        incoming: &'a Function,
        options: &'a Options,
        search: schedule::Options,
        state: State,
    ) -> Kernel<'a> {
        Kernel {
            options,
            search,
            incoming,
            start: Start::Promising,
            promise: None,
            refused: Vec::new(),
            breaks_promise: false,
            given: Rc::clone(&state.original),
            searched: Rc::clone(&state.original),
            state,
            before: Vec::new(),
            rotated: BTreeSet::new(),
            coalesced: BTreeMap::new(),
            policy_costs: Vec::new(),
        }
    }

    /// Facts about a function of the kernel's, by its rules.
    pub fn facts_of(&self, function: &Function) -> Rc<Facts> {
        Rc::new(Facts::new(function, self.options.hazards))
    }
}

/// How a function is searched that nothing was done to yet. More than the default effort is for all loops.
fn search_of(state: &State, options: &Options) -> schedule::Options {
    let function = &state.present;
    let search = search_options(function, options);
    let cold = match (options.effort, search.models.first()) {
        (Effort::Default, Some(model)) if options.schedule => {
            schedule::cold_loops(function, &state.needs(), model, occupancy(function))
        }
        _ => Vec::new(),
    };
    schedule::Options { cold, ..search }
}

/// What the options say to the search.
pub(crate) fn search_options(function: &Function, options: &Options) -> schedule::Options {
    schedule::Options {
        effort: options.effort,
        models: options.models.of(function.gpu),
        walls: options.walls,
        own_figures: options.certify,
        ..schedule::Options::new(function)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::text;

    /// The loops that are cold of a kernel in which one loop runs 64 times and one once.
    fn cold(change: impl Fn(&mut Options)) -> Vec<u32> {
        let looped = |at: u32, frequency: u32| {
            format!(
                "block {at} frequency={frequency} depth=1 loop={at} successors={at},{}\n\
                 \x20 V_ADD_F32_e32 def v1, v2, v3\n  S_CBRANCH_SCC1 bb.{at}, imp scc | term branch boundary\n",
                at + 1
            )
        };
        let source = format!(
            "cdna-flat 1\nfunction \"t\"\ngpu gfx942\n{}{}block 2 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n",
            looped(0, 64),
            looped(1, 1)
        );
        let function = text::parse(&source).expect("valid text");
        let mut options = Options::ALL;
        change(&mut options);
        let kernel = Kernel::prepare(&function, &options);
        kernel.search.cold.iter().map(|block| block.0).collect()
    }

    #[test]
    fn loops_that_hardly_matter_are_known_with_the_default_effort() {
        assert_eq!(cold(|_| ()), [1]);
        assert_eq!(cold(|options| options.effort = Effort::Max), [] as [u32; 0]);
        assert_eq!(
            cold(|options| options.effort = Effort::Fast),
            [] as [u32; 0]
        );
        assert_eq!(cold(|options| options.schedule = false), [] as [u32; 0]);
    }
}
