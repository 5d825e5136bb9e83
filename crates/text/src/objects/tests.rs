//! One kernel through all of it, and files that are not what they should be. Containers: `lit-tests/objects`.

use super::*;
use cdnasched_driver::settings::{FrontEnd, defaults};
use cdnasched_engine::schedule::Effort;

/// Made by `tests/objects/make.sh`: its kernel's code becomes longer.
const ATTENTION: &[u8] = include_bytes!("../../../../tests/objects/attention.gfx942.hsaco");

/// The same for small kernels.
const SMALL: &[u8] = include_bytes!("../../../../tests/objects/kernels.gfx942.hsaco");

fn with_object<T>(bytes: &[u8], run: impl FnOnce(&CodeObject<'_>) -> T) -> T {
    match object::read(bytes) {
        Ok(Contents::Objects(objects)) if objects.objects.len() == 1 => run(&objects.objects[0]),
        _ => panic!("one code object"),
    }
}

fn optimised(options: &Options) -> OptimisedFile {
    let request = Request {
        stages: options,
        target: None,
        only: &|_| true,
        jobs: 1,
        progress: &|_, _| {},
    };
    optimise(ATTENTION, &request).expect("a code object")
}

/// The kernel's plan, and the code object that follows from it.
fn planned(options: &Options) -> (Plan, Vec<u8>) {
    with_object(ATTENTION, |object| {
        let site = Site::of(object).expect("LLVM has the AMDGPU back end");
        let done = one_kernel(&site, 0, options);
        let plan = done.plan.expect("the kernel changes");
        let bytes = object.replace(std::slice::from_ref(&plan.code));
        (plan, bytes.expect("it can be replaced"))
    })
}

fn judged(new: &[u8], plan: &Plan) -> Result<(), String> {
    with_object(ATTENTION, |old| {
        let Ok(Contents::Objects(read)) = object::read(new) else {
            return Err("it cannot be read".to_owned());
        };
        let [new] = &read.objects[..] else {
            return Err("it is no code object".to_owned());
        };
        judge::judge(old, new, &[plan])
    })
}

/// This effort makes longer code of the kernel.
fn longer() -> Options {
    Options {
        effort: Effort::Fast,
        ..defaults(FrontEnd::Opt).options
    }
}

fn in_place() -> Options {
    Options {
        overlap: false,
        ..defaults(FrontEnd::Opt).options
    }
}

#[test]
fn longer_code_goes_behind_the_end_and_all_else_stays() {
    let options = longer();
    let done = optimised(&options);
    let [kernel] = &done.kernels[..] else {
        panic!("one kernel");
    };
    assert_eq!(kernel.of.kept, None);
    assert!(kernel.moved && kernel.bytes.1 > kernel.bytes.0);
    assert!(done.bytes.len() > ATTENTION.len());
    let clocks = |record: &cdnasched_driver::report::Record| record.clocks[0].last.one_wave;
    assert!(clocks(&kernel.of.after) < 0.8 * clocks(&kernel.of.before));
    with_object(&done.bytes, |object| {
        let entry = object.kernels[0].entry.expect("an entry");
        assert_eq!(object.code[entry.section].name, ".text.cdna_sched");
        assert_eq!(entry.address % 256, 0);
        let symbols = object.symbols.iter();
        let mut of_kernel = symbols.filter(|symbol| symbol.name == "flash_fwd");
        let symbol = of_kernel.next().expect("a symbol");
        assert_eq!(
            (symbol.address, symbol.section),
            (entry.address, entry.section)
        );
        assert_eq!(symbol.size, kernel.bytes.1 as u64);
    });
    // What is done is done: it takes the same place again, or none.
    let again = optimise(
        &done.bytes,
        &Request {
            stages: &options,
            target: None,
            only: &|_| true,
            jobs: 2,
            progress: &|_, _| {},
        },
    );
    assert_eq!(again.expect("a code object").bytes.len(), done.bytes.len());
}

#[test]
fn code_that_fits_stays_in_its_place() {
    let done = optimised(&in_place());
    assert_eq!(done.bytes.len(), ATTENTION.len());
    assert!(!done.kernels[0].moved);
    let differ = (0..ATTENTION.len()).filter(|&at| done.bytes[at] != ATTENTION[at]);
    let code = with_object(ATTENTION, |object| object.code[0].range.clone());
    let others = with_object(ATTENTION, |object| {
        let descriptor = object.kernels[0].descriptor_at.expect("a descriptor");
        let mut others = object.symbol_tables();
        // It has more registers.
        others.extend(object.notes());
        others.push(descriptor..descriptor + 64);
        others
    });
    for at in differ {
        let is_other = others.iter().any(|range| range.contains(&at));
        assert!(code.contains(&at) || is_other, "byte {at:#x}");
    }
}

#[test]
fn nothing_is_done_to_kernels_that_are_not_named() {
    let options = defaults(FrontEnd::Opt).options;
    let request = Request {
        stages: &options,
        target: None,
        only: &|name| name != "flash_fwd",
        jobs: 1,
        progress: &|_, _| panic!("there is nothing to do"),
    };
    let done = optimise(ATTENTION, &request).expect("a code object");
    assert!(done.kernels.is_empty());
    assert_eq!(done.bytes, ATTENTION);
}

/// Whatever is written wrongly is seen when the file is read again.
#[test]
fn faults_of_the_writer_are_found() {
    for options in [defaults(FrontEnd::Opt).options, in_place()] {
        let (plan, good) = planned(&options);
        assert_eq!(judged(&good, &plan), Ok(()));
        let (code, descriptor, symbols, notes) = with_object(&good, |new| {
            let entry = new.kernels[0].entry.expect("an entry");
            let section = &new.code[entry.section];
            let begin = section.range.start + (entry.address - section.address) as usize;
            let descriptor = new.kernels[0].descriptor_at.expect("a descriptor");
            (begin, descriptor, new.symbol_tables(), new.notes())
        });
        let with = |at: usize, bit: u8| {
            let mut bad = good.clone();
            bad[at] ^= bit;
            judged(&bad, &plan)
        };
        let listing = &plan.assembled.listing;
        let offsets = &plan.assembled.offsets;
        let mut branches = 0;
        for (number, (inst, &offset)) in listing.insts.iter().zip(offsets).enumerate() {
            let is_branch = source::is_direct(listing.name(inst));
            if !is_branch && number % 32 != 0 {
                continue;
            }
            let at = code + offset as usize;
            // The distance of a branch, or an operand: another register, offset or constant.
            assert!(
                with(at, 1).is_err(),
                "{} at {offset:#x}",
                listing.name(inst)
            );
            branches += usize::from(is_branch);
        }
        assert!(branches > 2);
        for (what, at) in [
            ("LDS of the descriptor", descriptor),
            ("the entry of the descriptor", descriptor + 17),
            ("registers of the descriptor", descriptor + 48),
            ("modes of the descriptor", descriptor + 50),
            ("the address of the last symbol", symbols[1].end - 16),
            ("metadata", notes[0].end - 1),
            ("what no symbol names", good.len().min(ATTENTION.len()) - 1),
        ] {
            assert!(with(at, 1).is_err(), "{what}");
        }
    }
}

#[test]
fn a_text_says_just_the_bytes() {
    with_object(ATTENTION, |object| {
        let site = Site::of(object).expect("LLVM has the AMDGPU back end");
        let source = site.source(&object.kernels[0]).expect("a text");
        let assembled = assembled::assemble(&source, &source.text).expect("it assembles");
        assert!(assembled.is(&source.bytes));
        // Another text has other bytes.
        let other = source
            .text
            .replacen("s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(1)", 1);
        assert_ne!(other, source.text);
        let other = assembled::assemble(&source, &other).expect("it assembles");
        assert!(!other.is(&source.bytes));
    });
}

/// Files with any byte wrong are refused or worked on; nothing panics, and what is written can be read.
#[test]
fn damaged_files_do_no_harm() {
    let options = Options {
        effort: cdnasched_engine::schedule::Effort::Fast,
        ..defaults(FrontEnd::Opt).options
    };
    let mut state = 1u64;
    let mut next = |below: usize| {
        // Knuth's constants.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut written = 0;
    for turn in 0..600 {
        let mut bad = if turn % 30 == 0 { ATTENTION } else { SMALL }.to_vec();
        // Headers and tables more often than code.
        let at = match turn % 3 {
            0 => next(0x200),
            1 => bad.len() - 1 - next(3000),
            _ => next(bad.len()),
        };
        bad[at] ^= 1 << next(8);
        let request = Request {
            stages: &options,
            target: None,
            only: &|_| true,
            jobs: 1,
            progress: &|_, _| {},
        };
        if let Ok(done) = optimise(&bad, &request) {
            written += 1;
            assert!(object::read(&done.bytes).is_ok(), "byte {at:#x}");
        }
    }
    assert!(written > 50, "{written}");
}

/// The distances that are added to the code's own address in a text.
fn distances(body: &str) -> Result<Vec<u64>, String> {
    let text = format!("\t.text\nk:\n{body}\ts_endpgm\n");
    let gpu = cdnasched_base::gpu::Gpu::Gfx942;
    let mut reader =
        program::reader(gpu, Default::default()).expect("LLVM has the AMDGPU back end");
    let listing = program::SourceText::new(&text).parse(&mut reader);
    let listing = listing.expect("assembly");
    let (mut bytes, mut offsets) = (Vec::new(), Vec::new());
    for inst in &listing.insts {
        offsets.push(bytes.len() as u64);
        bytes.extend(listing.encoding(inst).expect("its encoding"));
    }
    let sums = assembled::sums(&listing, &offsets, &bytes)?;
    Ok(sums.iter().map(|sum| sum.distance).collect())
}

#[test]
fn addresses_relative_to_the_code_are_followed_only_where_nothing_can_come_between() {
    let getpc = "\ts_getpc_b64 s[4:5]\n";
    let low = "\ts_add_u32 s4, s4, 0xffffee00\n";
    let high = "\ts_addc_u32 s5, s5, -1\n";
    let all = format!("{getpc}\ts_nop 0\n{low}{high}");
    assert_eq!(distances(&all), Ok(vec![0xffff_ffff_ffff_ee00]));
    assert_eq!(distances("\ts_nop 0\n"), Ok(vec![]));
    for other in [
        // Control may join in between.
        format!("{getpc}l:\n{low}{high}"),
        format!("{getpc}{low}l:\n{high}"),
        // Another use first, another order, another register, or none.
        format!("{getpc}\ts_mov_b32 s6, s4\n{low}{high}"),
        format!("{getpc}{high}{low}"),
        format!("{getpc}\ts_add_u32 s6, s4, 0xffffee00\n{high}"),
        format!("{getpc}\ts_add_u32 s4, s4, s6\n{high}"),
        getpc.to_owned(),
    ] {
        assert!(distances(&other).is_err(), "{other}");
    }
}

/// Unknown, not one wave: what waves hand over to each other would be lost.
#[test]
fn a_workgroup_of_unknown_size_is_not_given_one() {
    let mut bytes = ATTENTION.to_vec();
    let note = b"AMDGPU\0";
    let at = bytes.windows(note.len()).position(|bytes| bytes == note);
    bytes[at.expect("it has metadata")] = b'X';
    for (bytes, is_known) in [(ATTENTION, true), (&bytes[..], false)] {
        with_object(bytes, |object| {
            assert_eq!(object.gaps.is_empty(), is_known);
            let site = Site::of(object).expect("LLVM has the AMDGPU back end");
            let source = site.source(&object.kernels[0]).expect("a kernel");
            let claims = source.text.contains(".max_flat_workgroup_size");
            let changes = one_kernel(&site, 0, &in_place()).plan.is_some();
            assert_eq!((claims, changes), (is_known, true));
        });
    }
}
