//! Makes the bindings of `cpp/instructions.h`.

#[path = "../../buildscript/bindings.rs"]
mod bindings;

fn main() {
    println!("cargo:rerun-if-changed=cpp");
    let bindings = bindgen::Builder::default()
        .header("cpp/instructions.h")
        .prepend_enum_name(false)
        .derive_default(true)
        .allowlist_type("Cdna.*")
        .allowlist_var("CDNA.*");
    bindings::write(bindings, "instructions.rs");
}
