//! The functions in the executable sections of a code object.

use std::collections::BTreeMap;

use super::{Error, Program, Start};
use cdnasched_base::machine::{Features, Resources};
use cdnasched_mc::{ListedId, Listing};
use cdnasched_object::{CodeObject, CodeSection, Place, Setting, SymbolKind, Target};

/// The features of a target; what it leaves open is on: the code must be right for that too.
pub fn features(target: Target) -> Features {
    let on = |setting: Setting| setting.may_be_on();
    Features {
        xnack: on(target.xnack),
        sram_ecc: on(target.sram_ecc),
        ..Features::default()
    }
}

/// The functions of each executable section of a code object, in its order.
///
/// # Errors
/// When LLVM cannot be used.
pub fn of_object(object: &CodeObject<'_>) -> Result<Vec<Program>, Error> {
    let sections = object.code.iter().enumerate();
    sections
        .map(|(at, section)| {
            let starts = |listing: &Listing| starts(object, at, section, listing);
            Program::of_code(
                object.bytes(section),
                section.address,
                starts,
                object.target.gpu,
                features(object.target),
            )
        })
        .collect()
}

/// Where functions begin: at the kernels' entries and at symbols of functions.
fn starts(
    object: &CodeObject<'_>,
    section: usize,
    of: &CodeSection,
    listing: &Listing,
) -> Vec<Start> {
    let mut by_address: BTreeMap<u64, (String, Resources)> = BTreeMap::new();
    for symbol in &object.symbols {
        let function = matches!(symbol.kind, SymbolKind::Function | SymbolKind::KernelEntry);
        if symbol.section == section && function {
            let entry = symbol.kind == SymbolKind::KernelEntry;
            by_address.entry(symbol.address).or_insert_with(|| {
                let resources = Resources {
                    is_entry: entry,
                    ..Resources::default()
                };
                (symbol.name.clone(), resources)
            });
        }
    }
    for kernel in &object.kernels {
        let here = |place: &Option<Place>| place.filter(|place| place.section == section);
        let metadata = kernel.metadata.as_ref();
        let described = kernel.descriptor.as_ref();
        let lds = described.map(|d| d.group_segment_fixed_size);
        let resources = Resources {
            lds_bytes: lds
                .or(metadata.and_then(|m| m.group_segment_fixed_size))
                .unwrap_or(0),
            workgroup_size: metadata
                .and_then(|m| m.max_flat_workgroup_size)
                .unwrap_or(0),
            is_entry: true,
            dimensions: described.and_then(|d| d.dimensions),
        };
        if let Some(place) = here(&kernel.entry) {
            by_address.insert(place.address, (kernel.name.clone(), resources));
        }
        if let Some(place) = here(&kernel.preloaded_entry) {
            let name = format!("{} (arguments preloaded)", kernel.name);
            by_address.insert(place.address, (name, resources));
        }
    }
    let end = of.address.saturating_add(of.range.len() as u64);
    let mut starts = Vec::new();
    for (address, (name, resources)) in by_address {
        let found = listing
            .insts
            .binary_search_by_key(&address, |inst| inst.address);
        if let Ok(at) = found
            && address < end
        {
            starts.push(Start {
                name,
                at: ListedId(at as u32),
                resources,
            });
        }
    }
    starts
}
