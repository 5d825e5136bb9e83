//! What could be changed in the source, where the data says what it would bring. Each suggestion rests on a loop that was
//! simulated without what it is about; where that gains little, nothing is suggested.

use std::collections::BTreeSet;

use super::apart::ApartLoop;
use super::data::{Kind, Latency, MoreWaves, Perturbed, Suggestion, Timeline, Version};
use cdnasched_engine::timing::{NO_BANK_CONFLICTS, Stall};

/// What a suggestion has to bring, in percent of the clocks of an iteration.
const LEAST_GAIN: f64 = 5.0;
/// Lines that a suggestion names.
const MOST_NAMED: usize = 4;
/// How often a load has to be waited for, as a part of the stalls for all of them: 1 / this.
const WORTH_NAMING: u32 = 5;

/// A loop and what is known of it.
pub(super) struct Facts<'a> {
    pub version: &'a Version,
    /// The source files that its instructions name.
    pub files: &'a [&'a String],
    /// The blocks of the loop, by place.
    pub blocks: &'a [u32],
    /// At the kernel's own number of waves.
    pub own: &'a Timeline,
    pub perturbed: &'a [Perturbed],
    pub latency: Option<&'a Latency>,
    pub clocks_with_more_waves: Option<f64>,
    /// Accesses to LDS with bank conflicts, and the clocks for which these occupy it.
    pub conflicts: &'a [(u32, f64)],
    /// Stores to memory.
    pub stores: &'a [u32],
    /// The loop where no two pointers overlap, where that is known.
    pub apart: Option<ApartLoop<'a>>,
}

impl Facts<'_> {
    /// What would bring most first.
    pub fn suggestions(&self) -> Vec<Suggestion> {
        let all = [self.prefetch(), self.layout(), self.waves(), self.noalias()];
        let mut all: Vec<Suggestion> = all.into_iter().flatten().collect();
        all.sort_by(|one, other| one.change.total_cmp(&other.change));
        all
    }

    /// By how many percent an iteration would take longer; `None` where that is no gain worth a suggestion.
    fn gain(&self, clocks: f64) -> Option<f64> {
        let change = 100.0 * (clocks - self.own.period) / self.own.period.max(1.0);
        (change <= -LEAST_GAIN).then_some(super::regions::rounded(change))
    }

    /// Loads that are waited for in their own iteration, and whose addresses need nothing that it loads.
    fn prefetch(&self) -> Option<Suggestion> {
        let latency = self.latency?;
        let sooner = latency.points.first()?;
        let clocks = sooner.loops.last()?.period;
        let change = self.gain(clocks)?;
        // What is issued an iteration earlier has all of that to return.
        if self.own.period * f64::from(self.own.waves) < latency.assumed - sooner.clocks {
            return None;
        }
        let mut late = self.late_loads();
        late.retain(|&(inst, _)| self.could_be_issued_before(inst));
        let all: u32 = late.iter().map(|(_, stalled)| stalled).sum();
        late.retain(|(_, stalled)| stalled * WORTH_NAMING >= all);
        late.truncate(MOST_NAMED);
        let named: Vec<u32> = late.iter().map(|(inst, _)| *inst).collect();
        if named.is_empty() {
            return None;
        }
        let (them, addresses) = match named.len() {
            1 => ("it", "its address needs"),
            _ => ("them", "their addresses need"),
        };
        let sentence = format!(
            "Load further ahead: {} waited for in the iteration that issues {them}, for {all} clocks of a wave, though \
             {addresses} nothing that this iteration loads. With {:.0} clocks until a load returns instead of {:.0}, and an \
             iteration earlier hides more, an iteration would take {clocks:.0} instead of {:.0} clocks. In Triton that is \
             num_stages, elsewhere a second buffer; {} VGPRs are free without losing a wave.",
            self.places(&named, " is", " are"),
            sooner.clocks,
            latency.assumed,
            self.own.period,
            self.version.occupancy.free_vgprs,
        );
        Some(Suggestion {
            what: "prefetch",
            sentence,
            instructions: named,
            change,
        })
    }

    /// Loads for whose results the first wave stalls in the iteration that issued them, and for how many clocks of an
    /// iteration; the longest first.
    fn late_loads(&self) -> Vec<(u32, u32)> {
        let events = &self.own.events;
        let mut late: Vec<(u32, u32)> = Vec::new();
        for at in (0..events.inst.len()).filter(|&at| events.wave[at] == 0) {
            let Ok(cause) = usize::try_from(events.cause[at]) else {
                continue;
            };
            if events.stall[at] != Stall::Vmcnt || events.iteration[cause] != events.iteration[at] {
                continue;
            }
            let clocks = events.issue[at] - events.ready[at];
            let load = events.inst[cause];
            match late.iter_mut().find(|(inst, _)| *inst == load) {
                Some((_, sum)) => *sum += clocks,
                None => late.push((load, clocks)),
            }
        }
        for (_, clocks) in &mut late {
            *clocks /= self.own.iterations.max(1);
        }
        late.retain(|(_, clocks)| *clocks > 0);
        late.sort_by_key(|&(inst, clocks)| (u32::MAX - clocks, inst));
        late
    }

    /// Whether what a load reads comes from outside of the loop, or from arithmetic on that.
    fn could_be_issued_before(&self, load: u32) -> bool {
        let version = self.version;
        let blocks = self
            .blocks
            .iter()
            .map(|&block| &version.blocks[block as usize]);
        let ranges: Vec<(u32, u32)> = blocks.map(|block| (block.first, block.end)).collect();
        let inside = |inst: u32| ranges.iter().any(|&(from, end)| from <= inst && inst < end);
        let mut seen = BTreeSet::from([load]);
        let mut open = vec![load];
        while let Some(inst) = open.pop() {
            let instruction = &version.instructions[inst as usize];
            let is_load = matches!(instruction.kind, Kind::VmemLoad | Kind::Lds | Kind::Smem);
            if is_load && inst != load {
                return false;
            }
            let from = instruction.reads.iter().flat_map(|read| &read.from);
            for &writer in from.filter(|&&writer| inside(writer)) {
                // What it loads itself would be the address of the next: it is no stream.
                if writer == load {
                    return false;
                }
                if seen.insert(writer) {
                    open.push(writer);
                }
            }
        }
        true
    }

    /// Bank conflicts of LDS.
    fn layout(&self) -> Option<Suggestion> {
        let without = self
            .perturbed
            .iter()
            .find(|p| p.name == NO_BANK_CONFLICTS)?;
        let clocks = *without.clocks.last()?;
        let change = self.gain(clocks)?;
        let mut conflicts = self.conflicts.to_vec();
        conflicts.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let all: f64 = conflicts.iter().map(|(_, clocks)| clocks).sum();
        let count = conflicts.len();
        let named: Vec<u32> = conflicts
            .iter()
            .take(MOST_NAMED)
            .map(|(inst, _)| *inst)
            .collect();
        if named.is_empty() {
            return None;
        }
        let sentence = format!(
            "Another layout in LDS: bank conflicts of {count} accesses occupy it for {all:.0} clocks of an iteration; without \
             them it would take {clocks:.0} instead of {:.0} clocks. Most of them: {}. Pad or swizzle what they access.",
            self.own.period,
            self.places(&named, "", ""),
        );
        Some(Suggestion {
            what: "layout",
            sentence,
            instructions: named,
            change,
        })
    }

    /// Another wave.
    fn waves(&self) -> Option<Suggestion> {
        let MoreWaves { waves, obstacles } = self.version.occupancy.more.as_ref()?;
        if self.own.waves != self.version.occupancy.waves {
            return None;
        }
        let clocks = self.clocks_with_more_waves?;
        let change = self.gain(clocks)?;
        let less = obstacles.iter().map(|obstacle| {
            let less = obstacle.used - obstacle.most;
            match obstacle.of {
                "lds_bytes" => format!("{less} bytes of LDS"),
                "sgprs" => format!("{less} SGPRs"),
                "vgprs" => format!("{less} VGPRs"),
                "agprs" => format!("{less} AccVGPRs"),
                _ => format!("{less} vector registers"),
            }
        });
        let less: Vec<String> = less.collect();
        let how = match obstacles.iter().any(|obstacle| obstacle.of == "lds_bytes") {
            true => "A smaller tile, or fewer stages.".to_owned(),
            false => format!(
                "A smaller tile, or a compiler that is asked for {waves} waves (waves_per_eu in Triton, amdgpu_waves_per_eu in \
                 HIP), if it does not spill for that."
            ),
        };
        let sentence = format!(
            "Room for {waves} waves: with {} less, the same code would take {clocks:.0} instead of {:.0} clocks. {how}",
            less.join(" and "),
            self.own.period,
        );
        Some(Suggestion {
            what: "waves",
            sentence,
            instructions: Vec::new(),
            change,
        })
    }

    /// Pointers that the source could say of that they do not overlap.
    fn noalias(&self) -> Option<Suggestion> {
        let apart = self.apart.as_ref()?;
        let change = self.gain(apart.clocks)?;
        let waves = match apart.waves == self.own.waves {
            true => String::new(),
            false => format!(" with {} waves", apart.waves),
        };
        let mut named = self.stores.to_vec();
        named.truncate(MOST_NAMED);
        let places = match named.is_empty() {
            true => String::new(),
            false => format!(" ({})", self.places(&named, "", "")),
        };
        let sentence = format!(
            "No overlaps: compiled with `noalias` (`__restrict__`) on {}, an iteration takes {:.0}{waves} instead of {:.0} \
             clocks, and the whole function {:.1} % less. Without it, loads stay behind barriers and stores that may change \
             what they read{places}. It is correct only if nothing that is written through one of the pointers is accessed \
             through another one.",
            listed(apart.pointers),
            apart.clocks,
            self.own.period,
            apart.change_of_function.abs(),
        );
        Some(Suggestion {
            what: "noalias",
            sentence,
            instructions: named,
            change,
        })
    }

    /// Where instructions are, with their source lines where these are known: of those that differ in nothing else once.
    fn places(&self, instructions: &[u32], one: &str, several: &str) -> String {
        let mut groups: Vec<([String; 2], String)> = Vec::new();
        for &inst in instructions {
            let instruction = &self.version.instructions[inst as usize];
            let mnemonic = instruction.text.split(' ').next().unwrap_or_default();
            let source = instruction.source.and_then(|(file, line, _)| {
                let name = self.files.get(file as usize)?;
                let name = name.rsplit('/').next().unwrap_or_default();
                Some(format!(" ({name}:{line})"))
            });
            let alike = [mnemonic.to_owned(), source.unwrap_or_default()];
            let place = match (instruction.line, instruction.address) {
                (0, Some(address)) => format!("{address:#x}"),
                (0, None) => format!("instruction {inst}"),
                (line, _) => format!("line {line}"),
            };
            match groups.last_mut().filter(|(of, _)| *of == alike) {
                Some((_, places)) => *places += &format!(", {place}"),
                None => groups.push((alike, place)),
            }
        }
        let groups = groups.into_iter();
        let groups = groups.map(|([what, source], places)| format!("{what}, {places}{source}"));
        let places: Vec<String> = groups.collect();
        let verb = if instructions.len() == 1 {
            one
        } else {
            several
        };
        format!("{}{verb}", places.join(", "))
    }
}

/// Names in a sentence.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::{Kernel, RegionVersion};
    use super::super::tests::{input, made};
    use super::*;

    /// A loop that loads through v0 and computes, in a kernel that uses v0 to `most`.
    fn looped(most: u32, load: &str, work: usize) -> Kernel {
        let work = "V_MUL_F32_e32 def v5, v4, v4, imp exec\n".repeat(work);
        let body = format!(
            "block 0 frequency=1 depth=0 successors=1\n\
            KILL v{most} | meta\n\
            block 1 frequency=64 depth=1 loop=1 successors=1,2\n\
            V_ADD_U32_e32 def v0, v0, v9, imp exec\n{load}\
            S_WAITCNT #3952\n\
            V_ADD_F32_e32 def v4, v3, v3, imp exec\n{work}\
            S_CBRANCH_SCC1 bb.1, imp scc | term branch boundary\n\
            block 2 frequency=1 depth=0\n\
            S_ENDPGM #0 | return term noreturn boundary\n"
        );
        made(vec![input("LLVM", &body)])
    }

    const LOAD: &str = "GLOBAL_LOAD_DWORD_SADDR def v3, v0, s[2:3], #0, #0, imp exec | load | read space=1 bytes=4\n";

    fn part(kernel: &Kernel) -> &RegionVersion {
        kernel.regions[0].versions[0].as_ref().expect("a version")
    }

    fn found(kernel: &Kernel) -> Vec<(&'static str, &[u32])> {
        let all = part(kernel).suggestions.iter();
        all.map(|one| (one.what, &one.instructions[..])).collect()
    }

    #[test]
    fn a_load_that_is_waited_for_at_once_could_be_issued_before_and_waves_would_hide_it() {
        let kernel = looped(255, LOAD, 20);
        assert_eq!(kernel.versions[0].occupancy.waves, 2);
        let mut all = found(&kernel);
        all.sort_unstable();
        // By place: 0 v_add, 1 the load.
        assert_eq!(all, [("prefetch", &[1][..]), ("waves", &[])]);
        let part = part(&kernel);
        let own = part.timelines.last().expect("own waves").period;
        for suggestion in &part.suggestions {
            assert!(suggestion.change <= -LEAST_GAIN, "{suggestion:?}");
            assert!(
                suggestion
                    .sentence
                    .contains(&format!("instead of {own:.0} clocks")),
                "{suggestion:?}"
            );
        }
        let waves = part.suggestions.iter().find(|one| one.what == "waves");
        let waves = &waves.expect("one about waves").sentence;
        assert!(
            waves.contains("Room for 3 waves: with 88 vector registers less"),
            "{waves}"
        );
    }

    #[test]
    fn an_address_that_is_loaded_in_the_loop_has_to_be_waited_for() {
        let chased = format!(
            "{LOAD}S_WAITCNT #3952\n{}",
            LOAD.replace("v0, s[2:3]", "v3, s[2:3]")
        );
        let kernel = looped(255, &chased, 20);
        // The first of the two could be issued before; the second needs what it gives.
        let named = found(&kernel);
        let prefetch = named.iter().find(|(what, _)| *what == "prefetch");
        assert_eq!(prefetch, Some(&("prefetch", &[1][..])), "{named:?}");
        let next = LOAD.replace("def v3, v0", "def v0, v0");
        assert!(
            !found(&looped(255, &next, 20))
                .iter()
                .any(|(what, _)| *what == "prefetch")
        );
    }

    #[test]
    fn nothing_is_suggested_where_it_would_bring_nothing() {
        assert_eq!(found(&looped(255, "", 200)), []);
    }
}
