//! What binds a loop, in words.

use super::{Advice, Holds, Late, Time, Wait};
use crate::machine::{Function, InstId};
use crate::timing::loop_bound::Binding;
use crate::timing::{Lane, Stall};

/// Names an instruction, with its place where there is one.
struct Names<'a> {
    function: &'a Function,
    place: &'a dyn Fn(InstId) -> Option<String>,
}

impl Names<'_> {
    fn of(&self, inst: InstId) -> String {
        let text = self.function.asm(inst);
        match (self.place)(inst) {
            Some(place) => format!("'{text}' ({place})"),
            None => format!("'{text}'"),
        }
    }
}

impl Advice {
    /// One or two sentences. `place` says where an instruction is, as `line 41`.
    pub fn describe(
        &self,
        function: &Function,
        place: &dyn Fn(InstId) -> Option<String>,
    ) -> String {
        let names = Names { function, place };
        if self.is_at_bound() {
            return self.at_bound(function);
        }
        let mut text = self.opening(function);
        if let Some(longest) = &self.longest {
            text.push_str(&longest.describe(&names));
            if longest.is_memory() {
                text.push_str(&self.free_vgprs.map_or_else(String::new, registers));
            }
        }
        text.push('.');
        text
    }

    fn at_bound(&self, function: &Function) -> String {
        let least = self.own_bound.period.clocks();
        let percent = 100.0 * least / self.own_clocks.max(1.0);
        let text = format!(
            "{}{} for {least:.0} of {:.0} clocks ({percent:.0} %): no order takes less than {least:.0}, only {}.",
            self.with_waves(),
            busy(self.own_bound.by, function),
            self.own_clocks,
            lower(self.own_bound.by)
        );
        capital(&text)
    }

    fn with_waves(&self) -> String {
        match self.waves {
            0 | 1 => String::new(),
            waves => format!("with {waves} waves a SIMD, "),
        }
    }

    /// Where the time goes, up to where the longest stall is named.
    fn opening(&self, function: &Function) -> String {
        let least = self.own_bound.period.clocks();
        let above = 100.0 * (self.own_clocks - least) / least.max(1.0);
        let together = format!(
            "{}an iteration takes {:.0} clocks, {above:.0} % more than the {least:.0} for which {}. ",
            self.with_waves(),
            self.own_clocks,
            busy(self.own_bound.by, function)
        );
        let one = match self.waves {
            0 | 1 => "",
            _ => "One wave alone: ",
        };
        let time = match self.is_matrix {
            true => format!(
                "the matrix pipe idles {} of {:.0} clocks: ",
                self.idle, self.clocks
            ),
            false => format!("of {:.0} clocks ", self.clocks),
        };
        let parts = self.spent.iter().take(3);
        let parts: Vec<String> = parts
            .map(|&(what, clocks)| format!("{clocks} {}", spent(what)))
            .collect();
        let time = format!("{one}{time}{}", parts.join(", "));
        format!("{}{}", capital(&together), capital(&time))
    }
}

/// What a unit does all the time at the bound, as a clause.
fn busy(by: Binding, function: &Function) -> String {
    match by {
        Binding::MatrixPipe => "the matrix pipe is busy".to_owned(),
        Binding::MatrixPipeAndPackedF32 => {
            "the matrix pipe is busy or packed f32 instructions issue".to_owned()
        }
        Binding::Issue => "the wave issues".to_owned(),
        Binding::VectorAlu => "the vector ALU is busy".to_owned(),
        Binding::ScalarAlu => "the scalar ALU is busy".to_owned(),
        Binding::ScalarMemory => "scalar memory is busy".to_owned(),
        Binding::MemoryPort => "the port of memory instructions is busy".to_owned(),
        Binding::Lds => "LDS is busy".to_owned(),
        Binding::VectorMemory => "the L1 cache is busy".to_owned(),
        Binding::VectorMemoryFill => "results of vector memory arrive".to_owned(),
        Binding::LoadsInFlight => "as many loads are in flight as there is space for".to_owned(),
        Binding::Recurrence(inst) => format!(
            "values that an iteration hands to the next are computed, through '{}'",
            function.asm(inst)
        ),
    }
}

/// What does take less than the bound: of "no order does, only".
fn lower(by: Binding) -> &'static str {
    match by {
        Binding::MatrixPipe | Binding::VectorAlu | Binding::ScalarAlu | Binding::ScalarMemory => {
            "fewer or faster instructions for it do"
        }
        Binding::MatrixPipeAndPackedF32 => "fewer or faster instructions of these two kinds do",
        Binding::Issue => "fewer instructions do",
        Binding::MemoryPort => "fewer LDS and vector memory instructions do",
        Binding::Lds => "fewer accesses, or accesses with fewer bank conflicts, do",
        Binding::VectorMemory | Binding::VectorMemoryFill => "fewer or narrower accesses do",
        Binding::LoadsInFlight => "fewer, narrower or faster loads do",
        Binding::Recurrence(_) => "a shorter chain of them does",
    }
}

impl Wait {
    /// It waits for memory, which registers let begin earlier.
    fn is_memory(&self) -> bool {
        matches!(self.stall, Stall::Vmcnt | Stall::Lgkmcnt)
    }

    fn describe(&self, names: &Names<'_>) -> String {
        let inst = names.of(self.inst);
        let clocks = self.clocks;
        let Some(cause) = &self.cause else {
            return format!(
                ". {} stalls longest, {clocks} of these clocks",
                capital(&inst)
            );
        };
        let late = names.of(cause.inst);
        let before = match cause.iteration_before {
            true => " of the iteration before",
            false => "",
        };
        let ahead = cause.ahead;
        let held = cause.held(names);
        format!(
            ". {} stalls longest, {clocks} of these clocks, for {late}{before}, which issues {ahead} clocks before the stall begins{held}",
            capital(&inst)
        )
    }
}

impl Late {
    fn held(&self, names: &Names<'_>) -> String {
        let behind = self.behind;
        match self.holds {
            Holds::Nothing if behind == 0 => ", at the beginning of the iteration".to_owned(),
            Holds::Nothing => {
                format!(
                    " and {behind} clocks into its iteration, in which nothing before it holds it back"
                )
            }
            Holds::Wall(inst) => format!(
                " and {behind} clocks behind {}, which nothing passes",
                names.of(inst)
            ),
            Holds::Value(inst, registers) => format!(
                " and {behind} clocks behind {}, which writes {registers} for it",
                names.of(inst)
            ),
            Holds::Reuse(inst, registers) => format!(
                " and {behind} clocks behind {}, the last before it to use {registers}, which it overwrites",
                names.of(inst)
            ),
            Holds::Memory(inst) => format!(
                " and {behind} clocks behind {}, which may access the same memory",
                names.of(inst)
            ),
        }
    }
}

fn registers(free: u32) -> String {
    match free {
        0 => "; no VGPR is free without losing a wave".to_owned(),
        1 => "; 1 VGPR is free without losing a wave".to_owned(),
        free => format!("; {free} VGPRs are free without losing a wave"),
    }
}

/// What time goes into, after a number of clocks.
fn spent(what: Time) -> &'static str {
    match what {
        Time::Issuing(Lane::Matrix) => "issue matrix instructions",
        Time::Issuing(Lane::Valu) => "issue vector ALU instructions",
        Time::Issuing(Lane::Lds) => "issue LDS instructions",
        Time::Issuing(Lane::Vmem) => "issue vector memory instructions",
        Time::Issuing(Lane::Scalar) => "issue scalar instructions",
        Time::Issuing(Lane::Issue) => "issue other instructions",
        Time::Fillers => "issue waits and nops",
        Time::Control => "go into branches, calls and barriers",
        Time::Stalled(stall) => match stall {
            Stall::None => "pass",
            Stall::Vmcnt => "wait for vector memory",
            Stall::Lgkmcnt => "wait for LDS or scalar memory",
            Stall::Barrier => "wait for other waves at barriers",
            Stall::Result => "wait for results of arithmetic",
            Stall::Distance => "keep distances between kinds of instructions",
            Stall::MatrixBusy => "wait for the matrix pipe",
            Stall::ValuBusy => "wait for the vector ALU",
            Stall::ValuStart => "wait for the vector ALU to start after a pause",
            Stall::PortBusy => "wait for the port of memory instructions",
            Stall::LdsFull => "wait for a place in the queue of LDS",
            Stall::VmemFull => "wait for a place in the queue of vector memory",
            Stall::ScalarBusy => "wait for the scalar unit",
            Stall::CounterFull => "wait for a counter that is full",
            Stall::Unknown => "wait",
        },
    }
}

/// With a capital letter at the beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
