//! What a text says outside its instructions: its target, its kernels and functions.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::HashSet;

use super::{Error, IsModule, Start};
use cdnasched_base::machine::Resources;
use cdnasched_mc::{Listing, Message, Reader};

/// A kernel that a text describes (`.amdhsa_kernel`, metadata).
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Kernel {
    /// Static LDS in bytes; 0 when the text does not say.
    pub lds_bytes: u32,
    /// Largest workgroup in work-items; 0 when the text does not say.
    pub workgroup_size: u32,
    /// Dimensions of a work-item's number that it is started with; `None` when the text does not say.
    pub dimensions: Option<u8>,
}

/// What the metadata of a kernel have said so far; its keys come in any order.
#[derive(Default)]
struct Described {
    /// Where the items of the list of kernels begin.
    indent: Option<usize>,
    symbol: Option<String>,
    workgroup_size: u32,
}

impl Described {
    /// Reads a line in the list of kernels.
    fn line(&mut self, line: &str, kernels: &mut BTreeMap<String, Kernel>) {
        let mut words = line.trim_start();
        let indent = line.len() - words.len();
        if let Some(item) = words.strip_prefix("- ") {
            if indent <= *self.indent.get_or_insert(indent) {
                *self = Described {
                    indent: Some(indent),
                    ..Described::default()
                };
            }
            words = item.trim_start();
        }
        if let Some(rest) = words.strip_prefix(".max_flat_workgroup_size:") {
            self.workgroup_size = number(rest).unwrap_or(0);
        } else if let Some(rest) = words.strip_prefix(".symbol:") {
            let name = rest.trim().trim_matches(|c| c == '"' || c == '\'');
            self.symbol = Some(name.strip_suffix(".kd").unwrap_or(name).to_owned());
        } else {
            return;
        }
        if let Some(kernel) = self.symbol.as_ref().and_then(|name| kernels.get_mut(name)) {
            kernel.workgroup_size = self.workgroup_size;
        }
    }
}

/// Assembly text, with what its directives say.
#[derive(Clone, Debug)]
pub struct SourceText<'a> {
    text: Cow<'a, str>,
    /// What each `.amdgcn_target` says.
    pub targets: Vec<String>,
    /// By symbol.
    pub kernels: BTreeMap<String, Kernel>,
    functions: HashSet<String>,
}

impl<'a> SourceText<'a> {
    /// Looks at a text. Directives that only newer or older assemblers know are left out of what
    /// LLVM reads; lines and columns stay.
    pub fn new(text: &'a str) -> SourceText<'a> {
        let mut source = SourceText {
            text: Cow::Borrowed(text),
            targets: Vec::new(),
            kernels: BTreeMap::new(),
            functions: HashSet::new(),
        };
        let mut kernel: Option<String> = None;
        let mut described: Option<Described> = None;
        let mut left_out = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let words = line.trim_start();
            if let Some(rest) = words.strip_prefix(".amdgcn_target") {
                let named = rest.split('"').nth(1).unwrap_or(rest.trim());
                source.targets.push(named.to_owned());
                left_out.push(at);
            } else if let Some(rest) = words.strip_prefix(".amdhsa_kernel") {
                let name = rest.trim().trim_matches('"').to_owned();
                source.kernels.entry(name.clone()).or_default();
                kernel = Some(name);
            } else if words.starts_with(".end_amdhsa_kernel") {
                kernel = None;
            } else if let Some(rest) = words.strip_prefix(".amdhsa_group_segment_fixed_size") {
                let of = kernel
                    .as_ref()
                    .and_then(|name| source.kernels.get_mut(name));
                if let (Some(kernel), Some(bytes)) = (of, number(rest)) {
                    kernel.lds_bytes = bytes;
                }
            } else if let Some(rest) = words.strip_prefix(".amdhsa_system_vgpr_workitem_id") {
                let of = kernel
                    .as_ref()
                    .and_then(|name| source.kernels.get_mut(name));
                if let (Some(kernel), Some(last @ 0..=2)) = (of, number(rest)) {
                    kernel.dimensions = Some(last as u8 + 1);
                }
            } else if let Some(rest) = words.strip_prefix(".type") {
                let mut parts = rest.split(',').map(str::trim);
                if let (Some(name), Some("@function" | "%function" | "STT_FUNC")) =
                    (parts.next(), parts.next())
                {
                    source.functions.insert(name.trim_matches('"').to_owned());
                }
            } else if words.starts_with("amdhsa.kernels:") {
                described = Some(Described::default());
            } else if words.starts_with(".end_amdgpu_metadata") {
                described = None;
            } else if let Some(described) = &mut described {
                described.line(line, &mut source.kernels);
            }
        }
        source.leave_out(&left_out);
        source
    }

    /// The text as LLVM reads it: as long as the original, line by line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Replaces lines (counted from 0) by blanks.
    fn leave_out(&mut self, lines: &[usize]) {
        if lines.is_empty() {
            return;
        }
        let mut kept = String::with_capacity(self.text.len());
        for (at, line) in self.text.split_inclusive('\n').enumerate() {
            if lines.contains(&at) {
                kept.extend(
                    line.chars()
                        .map(|c| if c == '\n' || c == '\r' { c } else { ' ' }),
                );
            } else {
                kept.push_str(line);
            }
        }
        self.text = Cow::Owned(kept);
    }

    /// Has LLVM read the text. Descriptions of kernels that its version does not know are left out.
    pub(crate) fn parse(&self, reader: &mut Reader) -> Result<Listing, Error> {
        let mut known = Cow::Borrowed(self);
        loop {
            let listing = reader.parse(&known.text)?;
            if !listing.messages.iter().any(|message| message.is_error) {
                return Ok(listing);
            }
            // Each round leaves out lines that the rounds before did not.
            let Some(unknown) = known.unknown_descriptions(&listing.messages) else {
                return Err(self.refused(listing.messages));
            };
            known.to_mut().leave_out(&unknown);
        }
    }

    /// Why the text is no assembly.
    fn refused(&self, messages: Vec<Message>) -> Error {
        if cdnasched_object::is_module(self.text.as_bytes()) {
            return IsModule.into();
        }
        let first = messages.iter().find(|message| message.is_error);
        let line = first.and_then(|first| (first.line as usize).checked_sub(1));
        let line = line.and_then(|at| self.text.lines().nth(at));
        Error::Assembly {
            line: line.unwrap_or_default().to_owned(),
            messages,
        }
    }

    /// The lines with descriptions of kernels that LLVM does not know; `None` when it complains about anything else.
    /// It gives up on a kernel's description at the first, so that all that follows in it is an error too.
    fn unknown_descriptions(&self, messages: &[Message]) -> Option<Vec<usize>> {
        let lines: Vec<&str> = self.text.lines().map(str::trim_start).collect();
        let mut errors: Vec<usize> = messages
            .iter()
            .filter(|message| message.is_error)
            .map(|message| (message.line as usize).wrapping_sub(1))
            .collect();
        errors.sort_unstable();
        let mut unknown: Vec<usize> = Vec::new();
        for at in errors {
            let line = lines.get(at)?;
            let begins = lines[..at]
                .iter()
                .rposition(|line| line.starts_with(".amdhsa_kernel"))?;
            let follows = unknown.last().is_some_and(|&last| last > begins);
            if follows && (line.starts_with(".amdhsa_") || line.starts_with(".end_amdhsa_kernel")) {
                continue;
            }
            if !line.starts_with(".amdhsa_") || line.starts_with(".amdhsa_kernel") {
                return None;
            }
            unknown.push(at);
        }
        (!unknown.is_empty()).then_some(unknown)
    }

    /// Where functions begin: at the labels of kernels and of symbols of type function. Code before the first of
    /// them, or without any, begins with the text.
    pub(super) fn starts(&self, listing: &Listing) -> Vec<Start> {
        let count = listing.insts.len();
        let mut starts: Vec<Start> = Vec::new();
        for label in &listing.labels {
            let kernel = self.kernels.get(&label.name);
            if kernel.is_none() && !self.functions.contains(&label.name)
                || label.before.index() >= count
            {
                continue;
            }
            let facts = kernel.cloned().unwrap_or_default();
            starts.push(Start {
                name: label.name.clone(),
                at: label.before,
                resources: Resources {
                    lds_bytes: facts.lds_bytes,
                    workgroup_size: facts.workgroup_size,
                    // A function in a text without kernels may be one of another file.
                    is_entry: kernel.is_some(),
                    dimensions: facts.dimensions,
                },
            });
        }
        if starts.is_empty() && count > 0 {
            let label = listing
                .labels
                .iter()
                .find(|label| label.before.index() == 0);
            starts.push(Start {
                name: label.map_or_else(|| "(text)".to_owned(), |label| label.name.clone()),
                at: cdnasched_mc::ListedId(0),
                resources: Resources {
                    is_entry: true,
                    ..Resources::default()
                },
            });
        }
        starts
    }
}

/// The number a directive gives, if it is one.
fn number(text: &str) -> Option<u32> {
    text.split(';').next()?.trim().parse().ok()
}
