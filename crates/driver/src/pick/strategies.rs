//! LLVM's strategies before register allocation: one table, one row a strategy.
//!
//! A strategy is a set of attributes of a function, so each kernel of a module can have its own, and whoever compiles a module
//! with them gets the same code. Rows that brought nothing over the corpus beside these (docs/pick.md) are not in it.

/// A strategy.
#[derive(Debug)]
pub struct Strategy {
    /// What it is called here.
    pub name: &'static str,
    /// What it does, for `--help` and the documentation.
    pub help: &'static str,
    /// Attributes of functions, and their values (`llvm/docs/AMDGPUUsage.rst`, "LLVM IR Attributes";
    /// `llvm/lib/Target/AMDGPU/AMDGPUTargetMachine.cpp`, `createMachineScheduler`).
    pub attributes: &'static [(&'static str, &'static str)],
}

/// AccVGPRs a function may have: none.
const NO_AGPRS: (&str, &str) = ("amdgpu-agpr-alloc", "0");

/// The scheduler before register allocation.
const SCHEDULER: &str = "amdgpu-sched-strategy";

/// What is there anyway: it comes first, and wins where nothing is better.
pub const DEFAULT: &str = "default";

/// All strategies; the default first.
pub static ALL: &[Strategy] = &[
    Strategy {
        name: DEFAULT,
        help: "The module as it is",
        attributes: &[],
    },
    Strategy {
        name: "no-agprs",
        help: "Matrix instructions with VGPRs alone",
        attributes: &[NO_AGPRS],
    },
    Strategy {
        name: "max-ilp",
        help: "The scheduler that looks for parallel instructions first, and VGPRs alone",
        attributes: &[(SCHEDULER, "max-ilp"), NO_AGPRS],
    },
    Strategy {
        name: "iterative-minreg",
        help: "The scheduler that looks for few registers first, and VGPRs alone",
        attributes: &[(SCHEDULER, "iterative-minreg"), NO_AGPRS],
    },
    Strategy {
        name: "iterative-maxocc",
        help: "The scheduler that looks for many waves first, anew where it found fewer, and VGPRs alone",
        attributes: &[(SCHEDULER, "iterative-maxocc"), NO_AGPRS],
    },
    Strategy {
        name: "two-waves",
        help: "Registers for two waves a SIMD",
        attributes: &[("amdgpu-waves-per-eu", "2,2")],
    },
];

/// The strategy of a name.
pub fn named(name: &str) -> Option<&'static Strategy> {
    ALL.iter().find(|strategy| strategy.name == name)
}

impl Strategy {
    /// Whether a function may be compiled in this way, and is not anyway. What its author has decided stands. `own`: the value of an
    /// attribute that it has. `is_leaf`: it calls nothing and has no inline assembly, so no AccVGPR is used but by
    /// instructions that LLVM selects; others keep those that they may have.
    pub fn fits(&self, own: &dyn Fn(&str) -> Option<String>, is_leaf: bool) -> bool {
        let agrees = |&(key, value): &(&str, &str)| match own(key) {
            // "0, 0" are no waves: LLVM's own choice.
            Some(own) => plain(&own) == plain(value) || plain(&own) == "0,0",
            None => true,
        };
        let is_new =
            |&(key, value): &(&str, &str)| own(key).is_none_or(|own| plain(&own) != plain(value));
        let takes_agprs = self.attributes.contains(&NO_AGPRS) && is_new(&NO_AGPRS);
        self.attributes.iter().all(agrees)
            && self.attributes.iter().any(is_new)
            && (is_leaf || !takes_agprs)
    }
}

fn plain(value: &str) -> String {
    value.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_author_decided_stands() {
        let fits = |own: &[(&str, &str)], is_leaf: bool| -> Vec<&str> {
            let attribute = |key: &str| {
                let mut own = own.iter();
                let found = own.find(|(name, _)| *name == key);
                found.map(|(_, value)| (*value).to_owned())
            };
            let fitting = ALL
                .iter()
                .filter(|strategy| strategy.fits(&attribute, is_leaf));
            fitting.map(|strategy| strategy.name).collect()
        };
        let schedulers = ["max-ilp", "iterative-minreg", "iterative-maxocc"];
        let all = [&["no-agprs"], &schedulers[..], &["two-waves"]].concat();
        assert_eq!(fits(&[], true), all);
        assert_eq!(fits(&[], false), ["two-waves"]);
        let without = [&schedulers[..], &["two-waves"]].concat();
        assert_eq!(fits(&[("amdgpu-agpr-alloc", "0")], true), without);
        // It has none anyway, whatever it calls.
        assert_eq!(fits(&[("amdgpu-agpr-alloc", "0")], false), without);
        assert_eq!(fits(&[("amdgpu-agpr-alloc", "4")], true), ["two-waves"]);
        assert_eq!(fits(&[("amdgpu-waves-per-eu", "0, 0")], true), all);
        assert_eq!(fits(&[("amdgpu-waves-per-eu", "1,1")], true), all[..4]);
        assert_eq!(fits(&[("amdgpu-waves-per-eu", "2, 2")], true), all[..4]);
        let own = [("amdgpu-sched-strategy", "max-memory-clause")];
        assert_eq!(fits(&own, true), ["no-agprs", "two-waves"]);
    }
}
