//! What code is for: processor, XNACK and SRAM-ECC. LLVM's AMDGPUUsage, "Target ID" and "ELF Code
//! Object", and `llvm/BinaryFormat/ELF.h`.

use std::fmt;

use thiserror::Error;

use cdnasched_base::gpu::Gpu;

use super::processors::PROCESSORS;

/// A feature that the target ID of code may fix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Setting {
    /// The code runs only where it is off.
    Off,
    /// The code runs only where it is on.
    On,
    /// The code runs either way, so it must be right for both.
    #[default]
    Any,
}

impl Setting {
    /// Whether the code can run where the feature is on, so that it must be right there.
    pub fn may_be_on(self) -> bool {
        self != Setting::Off
    }
}

/// What code is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target {
    /// The GPU.
    pub gpu: Gpu,
    /// Replay of memory accesses after a page fault.
    pub xnack: Setting,
    /// Error correction in the memories of the chip.
    pub sram_ecc: Setting,
}

/// Why a target is none of ours.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TargetError {
    /// Another processor.
    #[error("is code for {0}; supported are {list}", list = supported())]
    Processor(String),
    /// The target ID or the triple is not of the form that LLVM writes.
    #[error(
        "'{0}' is no target of AMDGPU code: {1}; expected for example \
         'gfx942:sramecc+:xnack-' or 'amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-'"
    )]
    Form(String, &'static str),
}

fn supported() -> String {
    Gpu::ALL.map(Gpu::name).join(", ")
}

impl Target {
    /// That GPU, with nothing fixed.
    pub fn of(gpu: Gpu) -> Target {
        Target {
            gpu,
            xnack: Setting::Any,
            sram_ecc: Setting::Any,
        }
    }

    /// Reads a target ID such as `gfx942:sramecc+:xnack-`, with its features in any order. Also
    /// the spelling of code object version 3, `gfx908+xnack+sram-ecc`, in which a feature that is
    /// not named is off in LLVM's reading; here it is open, which is the stricter reading.
    ///
    /// # Errors
    /// When it is another processor's, or malformed.
    pub fn parse(id: &str) -> Result<Target, TargetError> {
        let malformed = |why| TargetError::Form(short(id), why);
        let (processor, features) = match id.find([':', '+']) {
            Some(at) => id.split_at(at),
            None => (id, ""),
        };
        if !processor.starts_with("gfx") {
            return Err(malformed("it names no processor"));
        }
        let Some(gpu) = Gpu::from_name(processor) else {
            return Err(TargetError::Processor(short(processor)));
        };
        let (mut xnack, mut sram_ecc) = (None, None);
        for (name, value) in features_of(features).ok_or(malformed("a feature has no sign"))? {
            let place = match name {
                "xnack" => &mut xnack,
                "sramecc" | "sram-ecc" => &mut sram_ecc,
                _ => return Err(malformed("a feature is neither xnack nor sramecc")),
            };
            if place.replace(value).is_some() {
                return Err(malformed("a feature is named twice"));
            }
        }
        Ok(Target {
            gpu,
            xnack: xnack.unwrap_or_default(),
            sram_ecc: sram_ecc.unwrap_or_default(),
        })
    }

    /// Reads what `.amdgcn_target` names, or the target in the ID of a bundle's entry without its
    /// kind: a triple and a target ID. LLVM 19 to 23 write `amdgcn-amd-amdhsa--gfx942:xnack-`,
    /// with `unknown` for the environment in later ones; LLVM 24 may write the family of the
    /// processor into the architecture, `amdgpu9.42-amd-amdhsa-unknown-gfx942`.
    ///
    /// # Errors
    /// When it is for another processor or system, or malformed.
    pub fn parse_triple(text: &str) -> Result<Target, TargetError> {
        let malformed = |why| TargetError::Form(short(text), why);
        let mut parts = text.splitn(4, '-');
        let architecture = parts.next().unwrap_or_default();
        if architecture != "amdgcn" && !architecture.starts_with("amdgpu") {
            return Err(malformed("the architecture is neither amdgcn nor amdgpu"));
        }
        let system = parts.nth(1).unwrap_or_default();
        if !system.starts_with("amdhsa") {
            return Err(malformed("the operating system is not amdhsa"));
        }
        let rest = parts.next().ok_or(malformed("it names no processor"))?;
        if rest.starts_with("gfx") {
            return Target::parse(rest);
        }
        let (_, id) = rest
            .split_once('-')
            .ok_or(malformed("it names no processor"))?;
        Target::parse(id)
    }

    /// Reads the flags of an ELF file of that version of code objects (3 to 6).
    pub(super) fn from_flags(flags: u32, version: u8) -> Result<Target, TargetError> {
        let processor = flags & EF_AMDGPU_MACH;
        let known = PROCESSORS.iter().find(|(code, _)| *code == processor);
        let Some((_, name)) = known else {
            let unknown = format!("an unknown processor (EF_AMDGPU_MACH {processor:#x})");
            return Err(TargetError::Processor(unknown));
        };
        let Some(gpu) = Gpu::from_name(name) else {
            return Err(TargetError::Processor((*name).to_owned()));
        };
        let (xnack, sram_ecc) = if version == 3 {
            let of = |bit| {
                if flags & bit == 0 {
                    Setting::Off
                } else {
                    Setting::On
                }
            };
            (
                of(EF_AMDGPU_FEATURE_XNACK_V3),
                of(EF_AMDGPU_FEATURE_SRAMECC_V3),
            )
        } else {
            (two_bits(flags >> 8), two_bits(flags >> 10))
        };
        Ok(Target {
            gpu,
            xnack,
            sram_ecc,
        })
    }
}

impl fmt::Display for Target {
    /// The target ID as LLVM writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.gpu.name())?;
        for (name, setting) in [("sramecc", self.sram_ecc), ("xnack", self.xnack)] {
            match setting {
                Setting::Any => {}
                Setting::On => write!(f, ":{name}+")?,
                Setting::Off => write!(f, ":{name}-")?,
            }
        }
        Ok(())
    }
}

const EF_AMDGPU_MACH: u32 = 0xff;
const EF_AMDGPU_FEATURE_XNACK_V3: u32 = 0x100;
const EF_AMDGPU_FEATURE_SRAMECC_V3: u32 = 0x200;

/// `EF_AMDGPU_FEATURE_*_V4`, brought down to bit 0. All GPUs of ours have both features, so
/// "unsupported" (0) says nothing and is open.
fn two_bits(field: u32) -> Setting {
    match field & 3 {
        2 => Setting::Off,
        3 => Setting::On,
        _ => Setting::Any,
    }
}

/// `:a+:b-` or `+a-b`, as names and settings.
fn features_of(text: &str) -> Option<Vec<(&str, Setting)>> {
    let setting = |sign| match sign {
        '+' => Some(Setting::On),
        '-' => Some(Setting::Off),
        _ => None,
    };
    if let Some(list) = text.strip_prefix(':') {
        let each = list.split(':').map(|feature| {
            let sign = feature.chars().next_back()?;
            Some((feature.strip_suffix(sign)?, setting(sign)?))
        });
        return each.collect();
    }
    // The old form has no signs but '+', since it names only what is on.
    let list = text.split('+').skip(1);
    Some(list.map(|name| (name, Setting::On)).collect())
}

/// Foreign text for a message: not pages of it.
fn short(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
