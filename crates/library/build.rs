//! Makes the bindings of the library's header.

#[path = "../../buildscript/bindings.rs"]
mod bindings;

fn main() {
    println!("cargo:rerun-if-changed=../../include");
    let bindings = bindgen::Builder::default()
        .header("../../include/cdna_sched.h")
        .allowlist_type("cdna_sched_status")
        .allowlist_var("CDNA_SCHED_.*")
        .prepend_enum_name(false);
    bindings::write(bindings, "library.rs");
}
