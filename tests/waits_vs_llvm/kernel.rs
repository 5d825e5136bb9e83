//! Kernels taken out of a MIR file, to be put into one again in changed copies.

use cdnasched_base::gpu::Counts;

use crate::llc;

/// A kernel's MIR, ready to be repeated.
pub struct Kernel {
    /// The module in IR.
    module: String,
    /// All functions of the file: every definition in the module must have one.
    pub functions: String,
    /// The kernel in IR.
    definition: String,
    machine: String,
    pub name: String,
}

/// Drops what debug information adds: one subprogram cannot belong to two functions.
pub fn without_debug_info(mir: &str) -> String {
    let mut out = String::with_capacity(mir.len());
    for line in mir.lines() {
        let text = line.trim_start();
        if text.starts_with("DBG_") || text.starts_with("#dbg_") {
            continue;
        }
        let mut line = line.to_owned();
        for mark in ["debug-location !DILocation(", "debug-location !", "!dbg !"] {
            while let Some((before, rest)) = line.split_once(mark) {
                let after = match rest.split_once(')') {
                    Some((_, after)) if mark.ends_with('(') => after,
                    _ => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
                };
                line = format!("{}{after}", before.trim_end_matches([' ', ',']));
            }
        }
        out += &line;
        out.push('\n');
    }
    out
}

/// Takes the functions of a MIR file apart.
pub fn kernels(mir: &str) -> Vec<Kernel> {
    let mir = without_debug_info(mir);
    let (module, functions) = mir.split_once("\n...\n").expect("a module comes first");
    let bodies = functions.split("---\n").filter(|f| f.contains("\nbody:"));
    bodies
        .map(|machine| {
            let name = machine.lines().find_map(|l| l.strip_prefix("name:"));
            let name = name.expect("a name").trim().to_owned();
            let call = format!("@{name}(");
            let lines = module.lines();
            let definition: Vec<&str> = lines
                .skip_while(|l| !(l.starts_with("  define ") && l.contains(&call)))
                .scan(false, |ended, line| {
                    let now = !*ended;
                    *ended |= line == "  }";
                    now.then_some(line)
                })
                .collect();
            assert!(!definition.is_empty(), "no definition of {name}");
            Kernel {
                module: module.to_owned(),
                functions: functions.to_owned(),
                definition: definition.join("\n"),
                machine: machine.to_owned(),
                name,
            }
        })
        .collect()
}

impl Kernel {
    /// A file with the function itself and with changed copies of it: name, function.
    pub fn file(&self, copies: &[(String, String)]) -> String {
        let (mut definitions, mut bodies) = (String::new(), String::new());
        for (name, body) in copies {
            let call = |name: &str| format!("@{name}(");
            definitions.push('\n');
            definitions += &self.definition.replacen(&call(&self.name), &call(name), 1);
            definitions.push('\n');
            bodies += "---\n";
            bodies += body;
        }
        format!(
            "{}\n{definitions}...\n{}{bodies}",
            self.module, self.functions
        )
    }

    /// The function under another name, with one wait, counted in layout order, asking for `left`.
    pub fn mutated(&self, name: &str, changed: usize, left: Counts) -> String {
        let mut out = String::new();
        let mut wait = 0;
        for line in self.machine.lines() {
            if line.starts_with("name:") {
                out += &format!("name: {name}\n");
                continue;
            }
            if llc::wait(line).is_some() {
                wait += 1;
                if wait == changed + 1 {
                    if !left.is_none() {
                        out += &format!("    S_WAITCNT {}\n", left.encode());
                    }
                    continue;
                }
            }
            out += line;
            out.push('\n');
        }
        out
    }
}
