//! Updates between instructions, updates at joins, and what is waited for.

use super::*;

/// What a wait proves.
pub(super) fn waits_in_the_stream() -> Vec<Row> {
    let export = |target: &str, reg: &str| EXPORT.replace("#0, v0", &format!("{target}, {reg}"));
    let (a, b, c) = (export("#0", "v0"), export("#0", "v1"), export("#12", "v2"));
    let eight: String = (0..8)
        .map(|n| export("#0", &format!("v{n}")) + "\n")
        .collect();
    vec![
        Row::new(
            Update::Zero(VM),
            &[&format!("load v0\nload v1\nwait {VM0}\nuse v1\nuse v0")],
        ),
        Row::new(Update::Zero(LGKM), &["lds v0\nlds v1\nuse v1\nuse v0"]),
        Row::new(Update::Zero(EXP), &[&format!("{a}\n{b}\nset v1\nset v0")]),
        Row::new(Update::Proof(VM), &["load v0\nload v1\nuse v0\nuse v0"]),
        Row::new(Update::Proof(LGKM), &["lds v0\nlds v1\nuse v0\nuse v0"]),
        Row::new(Update::Proof(EXP), &[&format!("{a}\n{b}\nset v0\nset v0")]),
        Row::new(
            Update::ProofExact(VM),
            &["load v0\nload v1\nuse v0\nuse v1"],
        ),
        Row::new(
            Update::ProofExact(LGKM),
            &["lds v0\nlds v1\nuse v0\nuse v1"],
        ),
        Row::new(
            Update::ProofExact(EXP),
            &[&format!("{a}\n{b}\nset v0\nset v1")],
        ),
        Row::new(
            Update::NoProof(VM),
            &[&format!("flat v0\nload v1\n{VM1}\nS_NOP #0\nuse v0")],
        )
        .like_llvm("vmcnt(1) before S_NOP 3\nvmcnt(0) lgkmcnt(0) before V_MOV_B32_e32 4"),
        Row::new(
            Update::NoProof(LGKM),
            &[&format!("smem s0\nsmem s1\n{LGKM1}\nS_NOP #0\nuse s0")],
        )
        .like_llvm("lgkmcnt(1) before S_NOP 3\nlgkmcnt(0) before V_MOV_B32_e32 4"),
        Row::new(
            Update::NoProof(EXP),
            &[&format!("{a}\n{c}\n{EXP1}\nS_NOP #0\nset v0")],
        )
        .like_llvm("expcnt(1) before S_NOP 3\nexpcnt(0) before V_MOV_B32_e32 4"),
        Row::new(Update::Stall, &[&format!("{eight}set v0")]),
        Row::new(Update::Exact(VM), &["load v0\nload v1\nuse v0"]),
        Row::new(Update::Exact(LGKM), &["lds v0\nlds v1\nuse v0"]),
        Row::new(Update::Exact(EXP), &[&format!("{a}\n{b}\nset v0")]),
        Row::new(Update::Depend(VM), &["load v0\nuse v0"]),
        Row::new(Update::Depend(LGKM), &["lds v0\nuse v0"]),
        Row::new(Update::Depend(EXP), &[&format!("{a}\nset v0")]),
        Row::new(
            Update::Call,
            &[&format!("load v0\n{POINTER}\n{CALL}\nuse v0")],
        )
        .gfx942(),
        Row::new(
            Update::WriteBack,
            &[&format!(
                "BUFFER_WBL2 #16, imp exec | effects lat=1\nsoft {BOTH0}\nstore v9"
            )],
        )
        .gfx942()
        .like_llvm("vmcnt(0) before GLOBAL_STORE_DWORD 2"),
    ]
}

/// Accesses that may go either way, global wave sync, and memory.
pub(super) fn slots() -> Vec<Row> {
    let group = |inst: &str, n: u32| {
        let long = SHORT
            .iter()
            .find(|(s, _)| *s == inst)
            .map_or(inst, |(_, l)| *l);
        long.replace("def D", "def v0")
            .replace("space=3 bytes=4", &format!("space=3 bytes=4 group={n}"))
    };
    let meet = |how, dma: &str, lds: &str| Row::new(Update::Meet(how), &[&format!("{dma}\n{lds}")]);
    vec![
        Row::new(
            Update::Flat(VM),
            &[&format!(
                "flat v0\nlds v2\nwait {LGKM0}\nuse v2\nload v1\nuse v0"
            )],
        ),
        Row::new(
            Update::Flat(LGKM),
            &[&format!(
                "flat v0\nload v2\nwait {VM0}\nuse v2\nlds v1\nuse v0"
            )],
        ),
        Row::new(
            Update::Gds,
            &[&format!("{}\nlds v6\n{GWS}", GDS.replace("v0", "v5"))],
        ),
        Row::new(Update::LdsWrite, &["dma\nlds v0"]),
        Row::new(Update::ScalarRead, &[&format!("{CHANGING}\nstore v9")]),
        meet(Meeting::All, &group("dma", 1), "lds v0"),
        meet(Meeting::Unknown, "dma", &group("lds", 1)),
        meet(Meeting::Same, &group("dma", 1), &group("lds", 1)),
        Row::new(
            Update::Meet(Meeting::Earlier),
            &[&format!(
                "alias 2 1 iteration\nblock 0 frequency=1 depth=0 successors=1\nset v9\n\
                 block 1 frequency=8 depth=1 loop=1 successors=1,2\n{}\n{}\nloop 1\n\
                 block 2 frequency=1 depth=0",
                group("lds", 2),
                group("dma", 1)
            )],
        ),
        Row::new(Update::WriteOrder, &[&format!("{SAMPLE}\nload v0")]),
        Row::new(
            Update::WriteOrderEnds,
            &[&format!("{SAMPLE}\nuse v0\nload v0\nload v0")],
        ),
    ]
}

/// Joins and loops; each pair of paths in both orders.
pub(super) fn joins() -> Vec<Row> {
    let row = |part, one: &str, other: &str, after: &str| {
        Row::new(
            Update::Join(part),
            &[&paths(one, other, after), &paths(other, one, after)],
        )
    };
    let export = |target: u8, reg: u8| EXPORT.replace("#0, v0", &format!("#{target}, v{reg}"));
    let (a, b, c) = (export(0, 0), export(0, 1), export(12, 2));
    vec![
        row(
            Joined::Pending(VM),
            "store v9",
            "load v0\nstore v9\nstore v9",
            "use v0",
        ),
        row(
            Joined::Pending(LGKM),
            "ldsw v9",
            "lds v0\nldsw v9\nldsw v9",
            "use v0",
        ),
        row(
            Joined::Pending(EXP),
            &b,
            &format!("{a}\n{b}\n{b}"),
            "set v0",
        ),
        row(
            Joined::Events(VM),
            "lds v1",
            "load v0",
            "use v1\nblock 4 frequency=1 depth=0\nuse v0",
        ),
        row(Joined::Events(LGKM), "lds v0\nlds v1", "smem s0", "use v0")
            .like_llvm("lgkmcnt(0) before V_MOV_B32_e32 5"),
        row(Joined::Events(EXP), &format!("{a}\n{b}"), &c, "set v0")
            .like_llvm("expcnt(0) before V_MOV_B32_e32 5"),
        row(
            Joined::Flat(VM),
            "load v0",
            &format!("flat v0\nlds v2\nwait {LGKM0}\nuse v2"),
            "load v1\nuse v0",
        ),
        row(
            Joined::Flat(LGKM),
            "lds v0",
            &format!("flat v0\nload v2\nwait {VM0}\nuse v2"),
            "lds v1\nuse v0",
        ),
        row(Joined::Gds, "lds v6", &GDS.replace("v0", "v5"), GWS),
        row(
            Joined::WriteBack,
            "lds v1",
            "BUFFER_WBL2 #16, imp exec | effects lat=1",
            &format!("soft {VM0}\nstore v9"),
        )
        .gfx942()
        .like_llvm("vmcnt(0) before GLOBAL_STORE_DWORD 5"),
        row(
            Joined::Distance(VM),
            "load v0\nstore v9",
            "load v0",
            "use v0",
        ),
        row(
            Joined::Distance(LGKM),
            "lds v0\nldsw v9",
            "lds v0",
            "use v0",
        ),
        row(Joined::Distance(EXP), &format!("{a}\n{b}"), &a, "set v0"),
        row(Joined::OtherPath, "load v0", "load v1", "use v0\nuse v1"),
        row(Joined::WriteOrders, "load v0", SAMPLE, "load v0"),
        Row::new(
            Update::LeaveEarly,
            &["block 0 frequency=1 depth=0 successors=1,2\n\
               S_LOAD_DWORDX2_IMM def vcc, s[40:41], #0, #0 | load lat=1 | read invariant space=4 bytes=8\n\
               loop 2\nS_CBRANCH_VCCNZ bb.2, imp vcc | term branch lat=1\n\
               block 1 frequency=1 depth=0 successors=2\nS_NOP #0\n\
               block 2 frequency=1 depth=0\n\
               V_CNDMASK_B32_e32 def v1, v2, v3, imp vcc, imp exec\nend"],
        ),
        Row::new(
            Update::Again,
            &["block 0 frequency=1 depth=0 successors=1\nset v0\n\
               block 1 frequency=9 depth=1 loop=1 successors=2\nset v1\n\
               block 2 frequency=9 depth=1 loop=1 successors=1,3\nuse v0\nload v0\nloop 1\n\
               block 3 frequency=1 depth=0\nend"],
        ),
    ]
}

/// Whatever an instruction waits for.
pub(super) fn requirements() -> Vec<Row> {
    let producer = InstId(0);
    let reg = RegRange::parse("v0").expect("a register").first();
    let read = Cause::Read { reg, producer };
    let overwrite = Cause::Overwrite { reg, producer };
    let row = |cause: Cause, counter, program: &str| {
        let kind = format!("{cause:?}");
        let kind = kind.split(' ').next().unwrap_or_default();
        Row {
            name: format!("Require({kind}, {counter:?})"),
            ..Row::new(Update::Require(discriminant(&cause), counter), &[program])
        }
    };
    let after_export = |what: &str| format!("{EXPORT}\n{what}");
    let barrier = "S_BARRIER";
    let soft = |wait: u16, what: &str| format!("{what}\nsoft {wait}\nS_BARRIER");
    let model = Cause::MemoryModel { wait: producer };
    let user = Cause::User { wait: producer };
    vec![
        row(read, VM, "load v0\nuse v0"),
        row(read, LGKM, "lds v0\nuse v0"),
        row(overwrite, VM, "load v0\nset v0"),
        row(overwrite, LGKM, "lds v0\nset v0"),
        row(overwrite, EXP, &after_export("set v0")),
        row(Cause::Lds { producer }, VM, "dma\nlds v0"),
        row(
            Cause::ScalarRead { producer },
            LGKM,
            &format!("{CHANGING}\nstore v9"),
        ),
        row(
            Cause::AfterScalarRead,
            LGKM,
            &format!("{CHANGING}\nuse s0\nlds v1\n{TO_CHANGING}"),
        )
        .like_llvm("lgkmcnt(0) before V_MOV_B32_e32 1\nlgkmcnt(0) before GLOBAL_STORE_DWORD 3"),
        row(model, VM, &soft(VM0, "store v9"))
            .gfx942()
            .like_llvm("vmcnt(0) before S_BARRIER 2"),
        row(model, LGKM, &soft(LGKM0, "ldsw v9"))
            .gfx942()
            .like_llvm("lgkmcnt(0) before S_BARRIER 2"),
        row(user, VM, &format!("store v9\nwait {VM0}\nS_NOP #0"))
            .like_llvm("vmcnt(0) before S_NOP 2"),
        row(user, LGKM, &format!("ldsw v9\nwait {LGKM0}\nS_NOP #0"))
            .like_llvm("lgkmcnt(0) before S_NOP 2"),
        row(user, EXP, &format!("{EXPORT}\n{EXP0}\nS_NOP #0"))
            .like_llvm("expcnt(0) before S_NOP 2"),
        row(Cause::Entry, VM, &format!("use v0\n{RETURN}")).callable(),
        row(Cause::Entry, LGKM, &format!("use v0\n{RETURN}")).callable(),
        row(Cause::Entry, EXP, &format!("use v0\n{RETURN}")).callable(),
        row(Cause::Return, VM, &format!("use v0\nstore v9\n{RETURN}")).callable(),
        row(Cause::Return, LGKM, &format!("use v0\nldsw v9\n{RETURN}")).callable(),
        row(Cause::Return, EXP, &format!("use v0\n{EXPORT}\n{RETURN}")).callable(),
        row(Cause::Barrier, VM, &format!("store v9\n{barrier}")),
        row(Cause::Barrier, LGKM, &format!("ldsw v9\n{barrier}")),
        row(Cause::Barrier, EXP, &after_export(barrier)),
        row(
            Cause::Invalidate,
            VM,
            "load v0\nBUFFER_WBINVL1_VOL imp exec | effects lat=1",
        ),
        row(
            Cause::Message,
            VM,
            "store v9\nS_SENDMSG #3, imp exec, imp m0",
        ),
        row(Cause::Exec, EXP, &after_export("S_MOV_B64 def exec, #0")),
        row(Cause::Gds, LGKM, GWS).like_llvm("lgkmcnt(0) before S_ENDPGM 1"),
        row(
            Cause::LoopEntry,
            VM,
            "block 0 frequency=1 depth=0 successors=1\nload v0\nload v20\n\
             block 1 frequency=9 depth=1 loop=1 successors=1,2\nuse v0\nload v9\nloop 1\n\
             block 2 frequency=1 depth=0\nend",
        )
        .like_llvm("vmcnt(0) before the end"),
    ]
}
