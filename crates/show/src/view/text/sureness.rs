//! How sure a difference is.

use super::super::data::{RegionVersion, Timeline};

/// Between which values a difference stands where a number of the model is another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sureness {
    /// The difference that gains least (or loses most), in percent of the reference.
    pub least: f64,
    /// The one that gains most.
    pub most: f64,
    /// Perturbed parameter sets.
    pub models: usize,
}

/// The difference of two versions of a loop, the reference first, under the perturbed parameter sets; `None` where a
/// version was not looked at under them.
pub fn sureness(versions: &[(&RegionVersion, &Timeline); 2]) -> Option<Sureness> {
    let [one, other] = versions;
    if one.0.perturbed.is_empty() || other.0.perturbed.is_empty() {
        return None;
    }
    let clocks = |(part, timeline): &(&RegionVersion, &Timeline), name: &str| {
        let at = part
            .timelines
            .iter()
            .position(|of| std::ptr::eq(of, *timeline))?;
        let found = part
            .perturbed
            .iter()
            .find(|perturbed| perturbed.name == name);
        // What does not concern a version changes nothing of it.
        Some(found.map_or(timeline.period, |perturbed| perturbed.clocks[at]))
    };
    let mut names: Vec<&str> = one.0.perturbed.iter().map(|p| p.name).collect();
    names.extend(other.0.perturbed.iter().map(|p| p.name));
    names.sort_unstable();
    names.dedup();
    let differences = names.iter().map(|name| {
        let (old, new) = (clocks(one, name)?, clocks(other, name)?);
        Some(super::change(new, old))
    });
    let differences: Option<Vec<f64>> = differences.collect();
    let differences = differences?;
    Some(Sureness {
        least: differences.iter().copied().fold(f64::MIN, f64::max),
        most: differences.iter().copied().fold(f64::MAX, f64::min),
        models: differences.len(),
    })
}
