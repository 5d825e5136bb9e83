//! How many regions have an order that is proved best, by size.

use std::fmt::Write as _;

use serde::Serialize;

use cdnasched_driver::report::Record;

/// Regions of one size.
#[derive(Clone, Copy, Default, Debug, Serialize)]
struct SizeClass {
    regions: u32,
    /// No order is shorter.
    proved: u32,
    /// Every shorter order is worse in another way.
    unbeaten: u32,
    /// At most two per cent above the lower bound.
    near: u32,
    /// A shorter order is known, which is worse in another way.
    beaten: u32,
}

/// Counts by size: up to 50 instructions, 51 to 200, above.
#[derive(Clone, Copy, Default, Debug, Serialize)]
pub(super) struct Proofs {
    classes: [SizeClass; 3],
}

const SIZES: [&str; 3] = ["up to 50", "51 to 200", "above 200"];

impl Proofs {
    pub fn add(&mut self, record: &Record) {
        for region in &record.certificates {
            let class = match region.instructions {
                0..=50 => 0,
                51..=200 => 1,
                _ => 2,
            };
            let class = &mut self.classes[class];
            class.regions += 1;
            class.proved += u32::from(region.proved);
            class.unbeaten += u32::from(region.unbeaten);
            class.near += u32::from(region.length * 100 <= region.bound * 102);
            class.beaten += u32::from(region.best < region.length);
        }
    }

    /// A line for each size that occurs.
    pub fn print(&self) -> String {
        let mut out = String::new();
        for (class, size) in self.classes.iter().zip(SIZES) {
            if class.regions == 0 {
                continue;
            }
            let percent = |part: u32| 100.0 * f64::from(part) / f64::from(class.regions);
            let _ = writeln!(
                out,
                "regions of {size} instructions that may be reordered: {}; proved shortest: {} ({:.1} %); \
                 proved shortest of all orders that are not worse in another way: {} ({:.1} %); \
                 within 2 % of the lower bound: {} ({:.1} %); a shorter order is known: {}",
                class.regions,
                class.proved,
                percent(class.proved),
                class.unbeaten,
                percent(class.unbeaten),
                class.near,
                percent(class.near),
                class.beaten
            );
        }
        out
    }
}
