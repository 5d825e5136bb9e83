//! Bindings of headers that include `crates/abi/cpp/instructions.h`, whose types the crate `cdnasched-abi` has.

use bindgen::Builder;
use bindgen::callbacks::{DeriveTrait, ImplementsTrait, ParseCallbacks};

/// The types of instructions.h can be copied, printed and have defaults.
#[derive(Debug)]
struct Plain;

impl ParseCallbacks for Plain {
    fn blocklisted_type_implements_trait(
        &self,
        _: &str,
        wanted: DeriveTrait,
    ) -> Option<ImplementsTrait> {
        match wanted {
            DeriveTrait::Copy | DeriveTrait::Debug | DeriveTrait::Default => {
                Some(ImplementsTrait::Yes)
            }
            _ => None,
        }
    }
}

/// A builder for such a header, which leaves what instructions.h declares to that crate. Constants of enumerations have no
/// prefix of the generator's.
pub fn of(header: &str) -> Builder {
    Builder::default()
        .header(header)
        .prepend_enum_name(false)
        .derive_default(true)
        .allowlist_type("Cdna.*")
        .allowlist_var("CDNA.*")
        .blocklist_file(".*/instructions\\.h")
        .parse_callbacks(Box::new(Plain))
}
