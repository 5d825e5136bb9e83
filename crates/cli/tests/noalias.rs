//! What pages say of pointers that could be `noalias`.
#![cfg(feature = "llvm")]

#[path = "../../../tests/support/folder.rs"]
mod folder;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use folder::Folder;
use serde_json::Value;

fn file(folder: &Folder, name: &str, text: &str) -> PathBuf {
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("a written file");
    file
}

/// A kernel whose iterations load, compute and store four times, from one pointer and through another.
fn scale(from: &str, to: &str) -> String {
    let mut body = String::new();
    for part in 0..4 {
        write!(
            body,
            "  %at{part} = add i32 %i, {}\n\
             \x20 %in{part} = getelementptr float, ptr addrspace(1) {from}, i32 %at{part}\n\
             \x20 %x{part} = load float, ptr addrspace(1) %in{part}\n\
             \x20 %y{part} = fmul float %x{part}, 3.0\n\
             \x20 %out{part} = getelementptr float, ptr addrspace(1) {to}, i32 %at{part}\n\
             \x20 store float %y{part}, ptr addrspace(1) %out{part}\n",
            64 * part
        )
        .expect("text");
    }
    looped(&body)
}

/// A loop with that body, of which all lanes do equally many iterations.
fn looped(body: &str) -> String {
    format!(
        "entry:\n\
         \x20 %lane = call i32 @llvm.amdgcn.workitem.id.x()\n\
         \x20 br label %loop\n\
         loop:\n\
         \x20 %first = phi i32 [ 0, %entry ], [ %next, %loop ]\n\
         \x20 %i = add i32 %first, %lane\n\
         {body}\
         \x20 %next = add i32 %first, 256\n\
         \x20 %more = icmp slt i32 %next, 4096\n\
         \x20 br i1 %more, label %loop, label %end\n\
         end:\n\
         \x20 ret void\n"
    )
}

fn kernel(arguments: &str, body: &str) -> String {
    format!(
        "target triple = \"amdgcn-amd-amdhsa\"\n\
         declare i32 @llvm.amdgcn.workitem.id.x()\n\
         define amdgpu_kernel void @scale({arguments}) {{\n{body}}}\n"
    )
}

/// What `cdna-sched view` prints.
fn view(file: &Path, how: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cdna-sched"))
        .args(["view", "--mcpu", "gfx942", "--output", "-", how])
        .arg(file)
        .output()
        .expect("the program runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && complaint.is_empty(),
        "{complaint}"
    );
    String::from_utf8(output.stdout).expect("text")
}

/// The hottest loop of a kernel as cdnasched compiles it.
fn hottest(file: &Path) -> Value {
    let data: Value = serde_json::from_str(&view(file, "--json")).expect("JSON");
    data["kernels"][0]["regions"][0]["versions"][1].clone()
}

/// Clocks of an iteration at the kernel's own number of waves.
fn clocks(part: &Value) -> f64 {
    let timelines = part["timelines"].as_array().expect("timelines");
    let own = timelines.last().expect("one");
    own["period"].as_f64().expect("clocks")
}

fn about_noalias(part: &Value) -> Option<&Value> {
    let all = part["suggestions"].as_array()?;
    all.iter().find(|one| one["what"] == "noalias")
}

#[test]
fn a_loop_whose_loads_stay_behind_stores_would_gain() {
    let body = scale("%from", "%to");
    let pointers = |how: &str| format!("ptr addrspace(1) {how} %from, ptr addrspace(1) {how} %to");
    let folder = Folder::new();
    let as_it_is = file(&folder, "scale.ll", &kernel(&pointers(""), &body));
    let part = hottest(&as_it_is);
    let found = about_noalias(&part).expect("a suggestion");
    let apart = hottest(&file(
        &folder,
        "apart.ll",
        &kernel(&pointers("noalias"), &body),
    ));
    assert_eq!(about_noalias(&apart), None);
    // It says what comes out when one does what it says.
    let (now, then) = (clocks(&part), clocks(&apart));
    let change = found["change"].as_f64().expect("percent");
    assert!(
        (change - 100.0 * (then - now) / now).abs() < 0.01,
        "{found}"
    );
    assert!(change < -50.0, "{found}");
    let sentence = found["sentence"].as_str().expect("a sentence");
    let said = format!("on from and to, an iteration takes {then:.0} instead of {now:.0} clocks");
    assert!(sentence.contains(&said), "{sentence}");
    let stores = found["instructions"].as_array().expect("instructions");
    assert_eq!(stores.len(), 4, "{found}");

    let text = view(&as_it_is, "--text");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains(&said), "{text}");
    assert_eq!(text, view(&as_it_is, "--text"));
}

#[test]
fn a_loop_that_lanes_leave_would_gain_where_one_version_has_a_copy_in_front() {
    let loops = scale("%from", "%to");
    let by_lanes = loops.replace("icmp slt i32 %next,", "icmp slt i32 %i,");
    assert_ne!(by_lanes, loops);
    let arguments = "ptr addrspace(1) %from, ptr addrspace(1) %to";
    let folder = Folder::new();
    let part = hottest(&file(&folder, "lanes.ll", &kernel(arguments, &by_lanes)));
    let found = about_noalias(&part).expect("a suggestion");
    let change = found["change"].as_f64().expect("percent");
    assert!(change < -30.0, "{found}");
}

#[test]
fn only_pointers_that_are_used_and_lack_it_are_named() {
    let arguments =
        "ptr addrspace(1) %0, ptr %1, i32 %2, ptr noalias %3, ptr addrspace(1) %to.coerce";
    let body = scale("%from", "%to.coerce").replace(
        "%lane = call",
        "%from = addrspacecast ptr %1 to ptr addrspace(1)\n  store float 1.0, ptr %3\n  %lane = call",
    );
    let folder = Folder::new();
    let part = hottest(&file(&folder, "partly.ll", &kernel(arguments, &body)));
    let found = about_noalias(&part).expect("a suggestion");
    let sentence = found["sentence"].as_str().expect("a sentence");
    assert!(
        sentence.contains("on %1 and to, an iteration"),
        "{sentence}"
    );
}

#[test]
fn nothing_is_said_where_nothing_is_gained() {
    let two = "ptr addrspace(1) %from, ptr addrspace(1) %to";
    let one_pointer = scale("%to", "%to");
    let no_loop = "  %x = load float, ptr addrspace(1) %from\n\
                   \x20 store float %x, ptr addrspace(1) %to\n\
                   \x20 ret void\n";
    // One load and one store: the next iteration's load waits for nothing.
    let one_store = looped(
        "  %in = getelementptr float, ptr addrspace(1) %from, i32 %i\n\
         \x20 %x = load float, ptr addrspace(1) %in\n\
         \x20 %out = getelementptr float, ptr addrspace(1) %to, i32 %i\n\
         \x20 store float %x, ptr addrspace(1) %out\n",
    );
    let folder = Folder::new();
    for (name, arguments, body) in [
        ("one.ll", "ptr addrspace(1) %to", &*one_pointer),
        ("unused.ll", two, &one_pointer),
        ("straight.ll", two, no_loop),
        ("store.ll", two, &one_store),
    ] {
        let part = hottest(&file(&folder, name, &kernel(arguments, body)));
        assert_eq!(about_noalias(&part), None, "{name}");
    }
}
