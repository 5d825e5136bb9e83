//! The code of a kernel as assembly text, which must assemble to the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::assembled::{self, Sum};
use crate::program::{self, Program, Routine};
use cdnasched_base::gpu::Gpu;
use cdnasched_base::machine::{Features, InstFlags};
use cdnasched_mc::{Listed, ListedId, ListedOperand, Listing};
use cdnasched_object::{
    CodeObject, CodeSection, FETCHED_AHEAD, Kernel, NOP, Place, Registers, SymbolKind,
};

/// The kernel's name in its text: those of objects may be any bytes.
pub(super) const NAME: &str = "kernel";

/// A kernel's code.
pub(super) struct Source {
    /// The text.
    pub(super) text: String,
    /// The text of a kernel that gets no more registers than it has.
    pub(super) text_as_described: String,
    /// Index of its section.
    pub(super) section: usize,
    /// Address of its first instruction.
    pub(super) entry: u64,
    /// Address of the first instruction in the text: behind code for firmware that loads no arguments.
    pub(super) begin: u64,
    /// Address behind its last instruction.
    pub(super) end: u64,
    /// Bytes from `entry` that belong to it or to nothing.
    pub(super) room: u64,
    /// Its bytes, from `entry` to `end`.
    pub(super) bytes: Vec<u8>,
    /// Addresses that have a label in the text.
    pub(super) labels: BTreeSet<u64>,
    /// What its code adds to its own address.
    pub(super) sums: Vec<Sum>,
    pub(super) gpu: Gpu,
    pub(super) features: Features,
}

/// The label of an address.
pub(super) fn label(address: u64) -> String {
    format!(".Lat_{address:x}")
}

/// The address that a label stands for.
pub(super) fn address_of(label: &str) -> Option<u64> {
    u64::from_str_radix(label.strip_prefix(".Lat_")?, 16).ok()
}

/// A code object, and what was found in it.
pub(super) struct Site<'a> {
    pub(super) object: &'a CodeObject<'a>,
    /// By section of code.
    sections: Vec<Section>,
}

/// An executable section.
struct Section {
    program: Program,
    /// Each routine's addresses: the first, and those that it reaches, in order.
    reached: Vec<(u64, Vec<u64>)>,
    /// From where branches lead, and where to.
    branches: Vec<(u64, u64)>,
}

impl Section {
    fn of(program: Program) -> Section {
        let listing = &program.listing;
        let address = |at: &ListedId| listing.insts[at.index()].address;
        let reached = program.routines.iter().map(|routine| {
            let first = routine.listed.first().map_or(0, address);
            let mut all: Vec<u64> = routine.listed.iter().map(address).collect();
            all.sort_unstable();
            (first, all)
        });
        let reached = reached.collect();
        let branches = listing.insts.iter();
        let branches = branches.filter_map(|inst| branch(listing, inst)).collect();
        Section {
            reached,
            branches,
            program,
        }
    }
}

impl<'a> Site<'a> {
    /// Looks at a code object.
    ///
    /// # Errors
    /// When LLVM cannot be used.
    pub(super) fn of(object: &'a CodeObject<'a>) -> Result<Site<'a>, program::Error> {
        let programs = program::of_object(object)?.into_iter();
        let sections = programs.map(Section::of).collect();
        Ok(Site { object, sections })
    }

    /// The text of a kernel.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn source(&self, kernel: &Kernel) -> Result<Source, String> {
        let entry = kernel.entry.ok_or("its first instruction is not known")?;
        let begin = kernel.preloaded_entry.unwrap_or(entry);
        let section = &self.object.code[entry.section];
        let alike = |other: &&Kernel| other.entry == kernel.entry;
        if self.object.kernels.iter().filter(alike).count() > 1 {
            return Err("another kernel begins with the same instruction".into());
        }
        let of_section = &self.sections[entry.section];
        let program = &of_section.program;
        let routine = self.routine(program, begin)?;
        let listing = &program.listing;
        let own = routine
            .listed
            .iter()
            .map(|at| listing.insts[at.index()].address);
        let first = own.min();
        let last = routine.listed.iter().map(|at| &listing.insts[at.index()]);
        let end = last
            .map(|inst| inst.address + u64::from(inst.size))
            .max()
            .unwrap_or(begin.address);
        if first.is_none_or(|first| first < begin.address) {
            return Err("some of its code lies before its first instruction".into());
        }
        let extent = entry.address..end;
        for (other, (first, reached)) in program.routines.iter().zip(&of_section.reached) {
            let is_own = [entry.address, begin.address].contains(first);
            let from = reached.partition_point(|&address| address < extent.start);
            if !is_own && reached.get(from).is_some_and(|next| extent.contains(next)) {
                return Err(format!(
                    "{} has some of its instructions",
                    other.function.name
                ));
            }
        }
        let offsets = extent.start - section.address..extent.end - section.address;
        if let Some(inside) = section.relocation_in(offsets) {
            return Err(format!(
                "the linker will write the address of {} into it; link it first",
                inside.symbol
            ));
        }
        if begin != entry {
            self.only_loads_arguments(program, entry, begin)?;
        }
        let branches = of_section.branches.iter();
        let (inside, outside): (Vec<_>, Vec<_>) =
            branches.partition(|(from, _)| extent.contains(from));
        let from_outside = outside.iter().any(|(_, to)| extent.contains(to));
        if from_outside {
            return Err("other code branches into it".into());
        }
        let mut labels: BTreeSet<u64> = inside.iter().map(|&(_, to)| to).collect();
        for symbol in &self.object.symbols {
            if symbol.section != entry.section || !extent.contains(&symbol.address) {
                continue;
            }
            let is_own = [entry.address, begin.address].contains(&symbol.address);
            if !is_own && symbol.kind != SymbolKind::Label {
                return Err(format!("symbol {} lies inside it", symbol.name));
            }
            labels.insert(symbol.address);
        }
        labels.retain(|&address| address >= begin.address);
        let at = |address: u64| section.range.start + (address - section.address) as usize;
        let bytes = self.object.file().get(at(entry.address)..at(end));
        let bytes = bytes.ok_or("its code is not whole")?.to_vec();
        let code = &bytes[(begin.address - entry.address) as usize..];
        let mut source = Source {
            text: String::new(),
            text_as_described: String::new(),
            section: entry.section,
            entry: entry.address,
            begin: begin.address,
            end,
            room: end - entry.address + self.filling(section, entry.section, end),
            labels,
            bytes: bytes.clone(),
            sums: Vec::new(),
            gpu: self.object.target.gpu,
            features: Features {
                tg_split: kernel.descriptor.is_some_and(|of| of.tg_split),
                ..program::features(self.object.target)
            },
        };
        self.write(kernel, routine, code, &mut source)?;
        let same = assembled::assemble(&source, &source.text)?;
        if !same.is(&bytes) {
            return Err("its text would be assembled to other bytes".into());
        }
        let is_own = |sum: &Sum| extent.contains(&sum.target(source.entry));
        if same.sums.iter().any(is_own) {
            return Err("it computes an address of its own code (s_getpc_b64)".into());
        }
        source.sums = same.sums;
        Ok(source)
    }

    fn routine<'p>(&self, program: &'p Program, begin: Place) -> Result<&'p Routine, String> {
        let listing = &program.listing;
        let address = |at: ListedId| listing.insts.get(at.index()).map(|inst| inst.address);
        let begins = |routine: &&Routine| {
            let first = routine.listed.first();
            first.and_then(|&at| address(at)) == Some(begin.address)
        };
        if let Some(found) = program.routines.iter().find(begins) {
            return Ok(found);
        }
        let symbols = self.object.kernels.iter();
        let names: Vec<&str> = symbols
            .filter(|kernel| kernel.entry == Some(begin) || kernel.preloaded_entry == Some(begin))
            .map(|kernel| kernel.name.as_str())
            .collect();
        let left = program.not_analysed.iter().find(|left| {
            names
                .iter()
                .any(|name| left.name.strip_prefix(name).is_some())
        });
        Err(match left {
            Some(left) => format!(
                "at {:#x}: {}",
                address(left.at).unwrap_or_default(),
                left.reason
            ),
            None => "no code was found at its first instruction".into(),
        })
    }

    /// Code before the one that expects its arguments in registers leads there, and what it has loaded has arrived.
    fn only_loads_arguments(
        &self,
        program: &Program,
        entry: Place,
        begin: Place,
    ) -> Result<(), String> {
        let refused = "the code before its second entry does more than load arguments";
        let first = program
            .listing
            .insts
            .binary_search_by_key(&entry.address, |inst| inst.address)
            .map_err(|_| refused)?;
        let mut has_waited = true;
        for inst in &program.listing.insts[first..] {
            if inst.address == begin.address {
                return has_waited.then_some(()).ok_or(refused.into());
            }
            let name = program.listing.name(inst);
            match name {
                "S_WAITCNT" => {
                    let counts = program.listing.operands(inst).first();
                    let lgkm = match counts {
                        Some((ListedOperand::Imm(counts), _)) => counts >> 8 & 0xf,
                        _ => return Err(refused.into()),
                    };
                    has_waited = lgkm == 0;
                }
                "S_NOP" | "S_TRAP" => {}
                "S_BRANCH" => {
                    let branch = branch(&program.listing, inst);
                    let leads = branch.is_some_and(|(_, to)| to == begin.address);
                    return (leads && has_waited).then_some(()).ok_or(refused.into());
                }
                _ if name.starts_with("S_LOAD_DWORD") => has_waited = false,
                _ => return Err(refused.into()),
            }
        }
        Err(refused.into())
    }

    /// Bytes behind a kernel that hold nothing, and that something follows.
    fn filling(&self, section: &CodeSection, number: usize, end: u64) -> u64 {
        let symbols = self.object.symbols.iter();
        let symbols = symbols
            .filter(|symbol| symbol.section == number)
            .filter(|symbol| symbol.kind != SymbolKind::Label || symbol.address != end)
            .map(|symbol| symbol.address);
        let entries = self.object.kernels.iter().filter_map(|kernel| kernel.entry);
        let entries = entries
            .filter(|entry| entry.section == number)
            .map(|entry| entry.address);
        let branches = self.sections[number].branches.iter().map(|&(_, to)| to);
        let all = symbols.chain(entries).chain(branches);
        let next = all.filter(|&address| address >= end).min();
        let section_end = section.address + section.range.len() as u64;
        let limit = match next {
            Some(next) if next < section_end => next,
            _ => section_end.saturating_sub(FETCHED_AHEAD as u64),
        };
        let bytes = self.object.bytes(section);
        let from = (end - section.address) as usize;
        let words = bytes.get(from..).unwrap_or_default().chunks_exact(4);
        let nops = words.take_while(|word| **word == NOP).count() as u64;
        (end + 4 * nops).min(limit).saturating_sub(end)
    }

    fn write(
        &self,
        kernel: &Kernel,
        routine: &Routine,
        code: &[u8],
        source: &mut Source,
    ) -> Result<(), String> {
        let reader = program::reader(source.gpu, source.features);
        let mut reader = reader.map_err(|error| error.to_string())?;
        let listing = reader
            .decode(code, source.begin)
            .map_err(|error| error.to_string())?;
        let mut text = format!(
            "\t.text\n\t.globl\t{NAME}\n\t.p2align\t8\n\t.type\t{NAME},@function\n{NAME}:\n"
        );
        let mut written: BTreeSet<u64> = BTreeSet::new();
        for (number, inst) in listing.insts.iter().enumerate() {
            if source.labels.contains(&inst.address) {
                written.insert(inst.address);
                text += &format!("{}:\n", label(inst.address));
            }
            let printed = reader.print(ListedId(number as u32), &[]);
            let line = match (branch(&listing, inst), printed) {
                (Some((_, to)), Some(printed)) if source.labels.contains(&to) => {
                    let name = printed.split_whitespace().next().unwrap_or_default();
                    format!("{name} {}", label(to))
                }
                (None, Some(printed)) => printed,
                // Nothing leads there.
                _ => {
                    let from = (inst.address - source.begin) as usize;
                    let bytes = code.get(from..from + inst.size as usize);
                    let words: Vec<String> = bytes
                        .unwrap_or_default()
                        .chunks_exact(4)
                        .map(|word| {
                            let word = word.try_into().map_or(0, u32::from_le_bytes);
                            format!("{word:#x}")
                        })
                        .collect();
                    format!(".long {}", words.join(", "))
                }
            };
            text += &format!("\t{line}\n");
        }
        if let Some(lost) = source.labels.difference(&written).next() {
            return Err(format!(
                "at {lost:#x}, where a branch or symbol leads, no instruction begins"
            ));
        }
        source.text_as_described.clone_from(&text);
        let exact = assembled::described(kernel, &routine.function);
        let fixed = assembled::provided(kernel, &routine.function);
        describe(routine, exact, &mut text);
        describe(routine, fixed, &mut source.text_as_described);
        source.text = text;
        Ok(())
    }
}

/// What a text says of how a kernel is started.
fn describe(routine: &Routine, registers: Option<Registers>, text: &mut String) {
    let resources = &routine.function.resources;
    let mut lines = vec![format!(
        "\t.amdhsa_group_segment_fixed_size {}",
        resources.lds_bytes
    )];
    if let Some(dimensions) = resources.dimensions {
        lines.push(format!(
            "\t.amdhsa_system_vgpr_workitem_id {}",
            dimensions.saturating_sub(1)
        ));
    }
    if let Some(registers) = registers {
        lines.push(format!("\t.amdhsa_next_free_vgpr {}", registers.total));
        if let Some(offset) = registers.accum_offset {
            lines.push(format!("\t.amdhsa_accum_offset {offset}"));
        }
    }
    lines.push("\t.amdhsa_next_free_sgpr 100".into());
    let _ = writeln!(text, "\t.section\t.rodata,\"a\",@progbits");
    let _ = writeln!(text, "\t.amdhsa_kernel {NAME}");
    for line in lines {
        let _ = writeln!(text, "\t{line}");
    }
    let _ = writeln!(text, "\t.end_amdhsa_kernel");
    // Where the size of a workgroup is not known, the text must not claim one: data may be handed over between its waves.
    if resources.workgroup_size > 0 {
        let _ = writeln!(
            text,
            "\t.amdgpu_metadata\n---\namdhsa.kernels:\n  - .max_flat_workgroup_size: {}\n    .name: {NAME}\n    .symbol: {NAME}.kd\n\
             amdhsa.version:\n  - 1\n  - 2\n...\n\t.end_amdgpu_metadata",
            resources.workgroup_size
        );
    }
}

/// A branch of machine code to an address: from where, and to where.
pub(super) fn branch(listing: &Listing, inst: &Listed) -> Option<(u64, u64)> {
    if !inst.flags.has(InstFlags::BRANCH) || !is_direct(listing.name(inst)) {
        return None;
    }
    let words = listing
        .operands(inst)
        .iter()
        .find_map(|(operand, _)| match operand {
            ListedOperand::Imm(words) => Some(*words),
            _ => None,
        })?;
    let next = inst.address.checked_add(u64::from(inst.size))?;
    Some((inst.address, program::words_after(next, words)?))
}

/// Whether a branch has its distance in itself.
pub(super) fn is_direct(name: &str) -> bool {
    name.starts_with("S_BRANCH") || name.starts_with("S_CBRANCH")
}

/// By address: where in the new code.
pub(super) type Places = BTreeMap<u64, u64>;
