//! The inputs in `tests/objects/` are made by LLVM's tools; `make.sh` there says how.

mod hostile;

use std::io::Write as _;

use super::bundle;
use super::*;
use cdnasched_base::gpu::Gpu;

const LINKED: &[u8] = include_bytes!("../../../../tests/objects/kernels.gfx942.hsaco");
const RELOCATABLE: &[u8] = include_bytes!("../../../../tests/objects/kernels.gfx942.o");
const ZSTD: &[u8] = include_bytes!("../../../../tests/objects/v3.ccob");
const ARCHIVE: &[u8] = include_bytes!("../../../../tests/objects/library.a");

const GFX942: &str = "hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-";

fn objects(bytes: &[u8]) -> Objects<'_> {
    match read(bytes) {
        Ok(Contents::Objects(objects)) => objects,
        Ok(Contents::Text(_)) => panic!("text"),
        Err(error) => panic!("{error}"),
    }
}

fn why(bytes: &[u8]) -> String {
    match read(bytes) {
        Err(error) => error.to_string(),
        Ok(Contents::Text(_)) => "text".to_owned(),
        Ok(Contents::Objects(found)) => format!("{} objects", found.objects.len()),
    }
}

fn bundle_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let ids: usize = entries.iter().map(|(id, _)| id.len() + 24).sum();
    let mut at = bundle::MAGIC.len() + 8 + ids;
    let mut header = bundle::MAGIC.to_vec();
    header.extend((entries.len() as u64).to_le_bytes());
    let mut contents: Vec<u8> = Vec::new();
    for (id, bytes) in entries {
        header.extend((at as u64).to_le_bytes());
        header.extend((bytes.len() as u64).to_le_bytes());
        header.extend((id.len() as u64).to_le_bytes());
        header.extend(id.as_bytes());
        contents.extend(*bytes);
        at += bytes.len();
    }
    header.extend(contents);
    header
}

/// A compressed bundle of version 1: zlib, without a total size.
fn zlib_of(bundle: &[u8]) -> Vec<u8> {
    let mut packed = b"CCOB\x01\0\0\0".to_vec();
    packed.extend((bundle.len() as u32).to_le_bytes());
    packed.extend([0; 8]);
    let mut encoder = flate2::write::ZlibEncoder::new(packed, flate2::Compression::default());
    encoder.write_all(bundle).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

fn put(bytes: &[u8], at: usize, new: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + new.len()].copy_from_slice(new);
    bytes
}

fn names<'a>(object: &'a CodeObject<'_>) -> Vec<(u64, SymbolKind, &'a str, u64)> {
    let symbols = object.symbols.iter();
    let all = symbols.map(|s| (s.address, s.kind, s.name.as_str(), s.size));
    all.collect()
}

#[test]
fn a_linked_code_object_tells_everything() {
    let found = objects(LINKED);
    let [object] = &found.objects[..] else {
        panic!("one object");
    };
    assert_eq!(object.origin, "");
    assert_eq!(object.target.to_string(), "gfx942:sramecc+:xnack-");
    assert_eq!((object.version, object.relocatable), (5, false));
    assert_eq!(object.gaps, [""; 0]);
    let [text] = &object.code[..] else {
        panic!("one section");
    };
    assert_eq!((text.name.as_str(), text.address), (".text", 0x1600));
    let bytes = object.bytes(text);
    assert_eq!(bytes.len(), 0x11c);
    assert_eq!(bytes, &LINKED[text.range.clone()]);
    // s_endpgm, and the data behind it.
    assert_eq!(
        bytes[0x18..0x20],
        [0, 0, 0x81, 0xbf, 0x78, 0x56, 0x34, 0x12]
    );
    let expected = [
        (0x1600, SymbolKind::KernelEntry, "first", 28),
        (0x1614, SymbolKind::Label, "named_label", 0),
        (0x161c, SymbolKind::Data, "table", 4),
        (0x1620, SymbolKind::Function, "helper", 8),
        (0x1700, SymbolKind::KernelEntry, "second", 28),
    ];
    assert_eq!(names(object), expected);
}

#[test]
fn descriptors_and_metadata_are_decoded() {
    for bytes in [LINKED, RELOCATABLE] {
        let found = objects(bytes);
        let object = &found.objects[0];
        let base = object.code[0].address;
        let [first, second] = &object.kernels[..] else {
            panic!("two kernels");
        };
        let at = |offset| {
            Some(Place {
                section: 0,
                address: base + offset,
            })
        };
        assert_eq!((first.name.as_str(), first.entry), ("first", at(0)));
        assert_eq!((second.name.as_str(), second.entry), ("second", at(0x100)));
        assert_eq!(first.preloaded_entry, at(0x100));
        assert_eq!(second.preloaded_entry, None);
        let facts = first.descriptor.expect("a descriptor");
        assert_eq!(
            (facts.vgprs, facts.accum_offset, facts.sgprs),
            (72, Some(40), 48)
        );
        assert_eq!((facts.tg_split, facts.user_sgprs), (true, 4));
        assert_eq!(facts.kernarg_preload_length, 2);
        assert_eq!(
            (facts.group_segment_fixed_size, facts.kernarg_size),
            (1024, 8)
        );
        assert_eq!(facts.private_segment_fixed_size, 16);
        let metadata = first.metadata.as_ref().expect("metadata");
        assert_eq!(metadata.max_flat_workgroup_size, Some(256));
        assert_eq!(metadata.group_segment_fixed_size, Some(1024));
        let registers = (
            metadata.vgpr_count,
            metadata.agpr_count,
            metadata.sgpr_count,
        );
        assert_eq!(registers, (Some(72), Some(32), Some(32)));
        let facts = second.descriptor.expect("a descriptor");
        assert_eq!(
            (facts.vgprs, facts.accum_offset, facts.tg_split),
            (8, Some(4), false)
        );
        let metadata = second.metadata.as_ref().expect("metadata");
        assert_eq!((metadata.vgpr_count, metadata.agpr_count), (Some(1), None));
    }
}

#[test]
fn registers_of_gfx908_are_counted_by_four() {
    let mut bytes = [0; 64];
    bytes[48..52].copy_from_slice(&0xc3_u32.to_le_bytes());
    bytes[44..48].copy_from_slice(&0x1_0007_u32.to_le_bytes());
    let old = Descriptor::decode(&bytes, Gpu::Gfx908);
    assert_eq!((old.vgprs, old.accum_offset, old.sgprs), (16, None, 32));
    assert!(!old.tg_split);
    let new = Descriptor::decode(&bytes, Gpu::Gfx90a);
    assert_eq!((new.vgprs, new.accum_offset, new.sgprs), (32, Some(32), 32));
    assert!(new.tg_split);
}

#[test]
fn relocatable_files_name_what_the_linker_fills_in() {
    let found = objects(RELOCATABLE);
    let object = &found.objects[0];
    assert!(object.relocatable);
    let text = &object.code[0];
    assert_eq!(text.address, 0);
    let begin = Some(Place {
        section: 0,
        address: 0,
    });
    let places = text.relocations.iter();
    let places: Vec<_> = places
        .map(|r| (r.offset, r.symbol.as_str(), r.addend))
        .collect();
    // helper is local, so its section stands for it.
    assert_eq!(places, [(0x108, ".text", 0x24), (0x110, ".text", 0x2c)]);
    assert!(text.relocations.iter().all(|r| r.place == begin));
    assert!(object.lines().expect("no table").is_empty());
}

#[test]
fn instructions_have_their_lines() {
    let found = objects(LINKED);
    let lines = found.objects[0].lines().expect("a line table");
    let source = include_str!("../../../../tests/objects/kernels.s");
    let line_of = |address| {
        let line = lines.at(address).expect("a line");
        assert_eq!(line.file, "kernels.s");
        source
            .lines()
            .nth(line.line as usize - 1)
            .expect("a line of the source")
            .trim()
    };
    assert_eq!(line_of(0x1600), "s_load_dwordx2 s[2:3], s[0:1], 0x0");
    assert_eq!(line_of(0x1604), "s_load_dwordx2 s[2:3], s[0:1], 0x0");
    assert_eq!(line_of(0x160c), "s_sub_u32 s2, s2, 1");
    assert_eq!(line_of(0x1618), "s_endpgm");
    assert_eq!(line_of(0x1718), "s_endpgm");
    assert_eq!(lines.at(0x15ff), None);
    assert_eq!(lines.at(0x171c), None);
}

#[test]
fn bundles_give_their_entries_and_skip_other_gpus() {
    for bytes in [
        ZSTD.to_vec(),
        zlib_of(&bundle_of(&[("host-x86_64--", b"MZ"), (GFX942, LINKED)])),
    ] {
        let found = objects(&bytes);
        let of_942 = found.objects.iter().find(|object| object.origin == GFX942);
        let object = of_942.expect("the entry for gfx942");
        assert_eq!((object.kernels.len(), object.place()), (2, None));
        assert_eq!(found.damaged, []);
    }
    let found = objects(ZSTD);
    let targets = found.objects.iter().map(|object| object.target.to_string());
    assert_eq!(
        targets.collect::<Vec<_>>(),
        ["gfx90a", "gfx942:sramecc+:xnack-"]
    );
    let [other] = &found.skipped[..] else {
        panic!("one skipped entry");
    };
    assert_eq!(other.origin, "hipv4-amdgcn-amd-amdhsa--gfx1100");
    let reason = "is code for gfx1100; supported are gfx908, gfx90a, gfx942, gfx950";
    assert_eq!(other.reason.to_string(), reason);
}

#[test]
fn archives_and_sections_give_all_their_bundles() {
    let found = objects(ARCHIVE);
    assert_eq!(found.damaged, []);
    let origins: Vec<_> = found.objects.iter().map(|o| o.origin.as_str()).collect();
    let second = format!("host.o/.hip_fatbin#2/{GFX942}");
    assert_eq!(origins.len(), 4);
    assert_eq!(origins[1], format!("host.o/.hip_fatbin/{GFX942}"));
    assert_eq!(origins[3], second);
}

#[test]
fn a_broken_part_leaves_the_others() {
    let other = "hip-amdgcn-amd-amdhsa--gfx90a";
    let bytes = bundle_of(&[
        (other, &LINKED[..700]),
        (GFX942, LINKED),
        ("hip-spirv64", b"BC\xc0\xde"),
    ]);
    let found = objects(&bytes);
    assert_eq!(
        (found.objects.len(), found.objects[0].origin.as_str()),
        (1, GFX942)
    );
    let [damaged] = &found.damaged[..] else {
        panic!("one damaged entry");
    };
    assert_eq!(damaged.origin, other);
    let skipped: Vec<_> = found
        .skipped
        .iter()
        .map(|part| part.origin.as_str())
        .collect();
    assert_eq!(skipped, ["hip-spirv64"]);
}

#[test]
fn what_is_not_read_is_named() {
    assert_eq!(why(b""), "text");
    assert_eq!(why(b"  s_endpgm // \xc3\xa9\n"), "text");
    let cases: &[(&[u8], &str)] = &[
        (b"s_nop 0\n\xff\n", "is not UTF-8 text: byte 8 is invalid"),
        (b"abc\0def", "is binary data that begins with 61 62 63 00"),
        (b"BC\xc0\xde\x35\x14\0\0", "is LLVM bitcode"),
        (
            b"\x10\xff\x10\xad\x01\0\0\0",
            "is an offload binary of LLVM",
        ),
        (b"MZ\x90\0\x03", "is a Windows program"),
        (
            b"# __CLANG_OFFLOAD_BUNDLE____START__ host-x86_64--\n",
            "is a bundle of assembly",
        ),
        (b"\x7fELF\x01\x01\x01", "is an ELF file of 32 bits"),
        (b"\x7fELF\x02\x01", "the ELF file is damaged"),
        (b"!<thin>\n", "is a thin archive"),
        (b"!<arch>\nrubbish", "the archive is damaged"),
        (
            b"CCOB",
            "the compressed offload bundle cannot be unpacked: its header",
        ),
        (
            b"CCOB\x09\0\0\0",
            "the compressed offload bundle cannot be unpacked: version 9",
        ),
        (
            b"CCOB\x01\0\x07\0\0\0\0\0",
            "the compressed offload bundle cannot be unpacked: compression method 7",
        ),
        (
            b"__CLANG_OFFLOAD_BUNDLE__\x01\0\0\0\0\0\0\0",
            "the offload bundle is damaged: its table",
        ),
    ];
    for (bytes, expected) in cases {
        let said = why(bytes);
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn llvm_ir_is_known_by_its_beginning() {
    for module in [
        &b"BC\xc0\xde\x35\x14"[..],
        b"\xde\xc0\x17\x0b",
        b"; ModuleID = 'k'\n",
        b"\ntarget triple = \"amdgcn\"\n",
        b"; a comment\ndefine amdgpu_kernel void @k() {\n",
    ] {
        assert!(is_module(module), "{module:?}");
    }
    for other in [
        &b""[..],
        b"\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n; define\n",
        b"\x7fELF",
    ] {
        assert!(!is_module(other), "{other:?}");
    }
}

#[test]
fn elf_files_of_other_kinds_are_named() {
    let e_machine = put(LINKED, 18, &62u16.to_le_bytes());
    assert!(why(&e_machine).starts_with("is a host ELF file without a .hip_fatbin section"));
    let cases: &[(usize, &[u8], &str)] = &[
        (16, &[2, 0], "is an AMDGPU ELF file of type 2"),
        (7, &[65], "is an AMDGPU ELF file of OS/ABI 65"),
        (8, &[0], "is a code object of version 2"),
        (8, &[5], "is a code object of ABI version 5"),
        (60, &[0xff, 0x7f], "the ELF file is damaged"),
    ];
    for (at, new, expected) in cases {
        let said = why(&put(LINKED, *at, new));
        assert!(said.starts_with(expected), "{said}");
    }
    // Section 1 takes the whole file.
    let headers = u64::from_le_bytes(*LINKED[40..].first_chunk().expect("e_shoff"));
    let section = headers as usize + 64;
    let all = [[0; 8], (LINKED.len() as u64).to_le_bytes()].concat();
    let said = why(&put(LINKED, section + 24, &all));
    assert!(
        said.starts_with("the ELF file is damaged: its sections claim"),
        "{said}"
    );
    let other = put(LINKED, 48, &[0x2f]);
    let found = objects(&other);
    assert_eq!((found.objects.len(), found.damaged.len()), (0, 0));
    assert!(
        found.skipped[0]
            .reason
            .to_string()
            .starts_with("is code for gfx906;")
    );
}

#[test]
fn flags_are_read_by_version() {
    let cases = [
        (3, 0x04c, "gfx942:sramecc-:xnack-"),
        (3, 0x34c, "gfx942:sramecc+:xnack+"),
        (4, 0x54c, "gfx942"),
        (5, 0x04f, "gfx950"),
        (6, 0xa3f, "gfx90a:sramecc-:xnack-"),
        (6, 0xf30, "gfx908:sramecc+:xnack+"),
        (6, 0x630, "gfx908:xnack-"),
    ];
    for (version, flags, expected) in cases {
        let target = Target::from_flags(flags, version).expect("a target of ours");
        assert_eq!(target.to_string(), expected, "{flags:#x}");
    }
    let unknown = Target::from_flags(0x27, 5).expect_err("a reserved value");
    assert!(unknown.to_string().contains("EF_AMDGPU_MACH 0x27"));
}

#[test]
fn target_ids_of_all_spellings() {
    let cases = [
        ("amdgcn-amd-amdhsa--gfx942", "gfx942"),
        ("amdgcn-amd-amdhsa--gfx942:xnack-", "gfx942:xnack-"),
        (
            "amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-",
            "gfx90a:sramecc-:xnack+",
        ),
        (
            "amdgcn-amd-amdhsa-unknown-gfx950:sramecc+:xnack-",
            "gfx950:sramecc+:xnack-",
        ),
        ("amdgcn-amd-amdhsa-gfx908", "gfx908"),
        (
            "amdgcn-unknown-amdhsa--gfx908+xnack+sram-ecc",
            "gfx908:sramecc+:xnack+",
        ),
        ("amdgpu9.42-amd-amdhsa-unknown-gfx942", "gfx942"),
        (
            "amdgpu9.0a-amd-amdhsa-unknown-gfx90a:xnack-",
            "gfx90a:xnack-",
        ),
    ];
    for (text, expected) in cases {
        let target = Target::parse_triple(text).map(|target| target.to_string());
        assert_eq!(target.as_deref(), Ok(expected), "{text}");
    }
    assert_eq!(
        Target::parse("gfx942:xnack-:sramecc+"),
        Target::parse("gfx942:sramecc+:xnack-")
    );
    let bad = [
        ("gfx1100:xnack-", "is code for gfx1100"),
        ("gfx9-4-generic:xnack-", "is code for gfx9-4-generic"),
        (
            "sm_90",
            "'sm_90' is no target of AMDGPU code: it names no processor",
        ),
        (
            "gfx942:xnack",
            "'gfx942:xnack' is no target of AMDGPU code: a feature has no sign",
        ),
        ("gfx942:", "'gfx942:' is no target"),
        (
            "gfx942:xnack-:xnack+",
            "'gfx942:xnack-:xnack+' is no target of AMDGPU code: a feature is named twice",
        ),
        (
            "gfx942:wave+",
            "'gfx942:wave+' is no target of AMDGPU code: a feature is neither",
        ),
    ];
    for (text, expected) in bad {
        let said = Target::parse(text).expect_err("no target").to_string();
        assert!(said.starts_with(expected), "{said}");
    }
    for text in [
        "",
        "amdgcn",
        "amdgcn-amd-amdhsa",
        "amdgcn-amd-amdhsa-",
        "amdgcn-amd-amdhsa--",
        "amdgcn-amd-amdpal--gfx942",
        "nvptx64-nvidia-cuda--gfx942",
    ] {
        Target::parse_triple(text).expect_err(text);
    }
}

#[test]
fn patches_go_where_the_code_is() {
    let nop = [0, 0, 0x80, 0xbf];
    let file = bundle_of(&[("host-x86_64--", b"host"), (GFX942, LINKED)]);
    let found = objects(&file);
    let object = &found.objects[0];
    let patch = |offset, bytes| Patch {
        section: 0,
        offset,
        bytes,
    };
    let patched = object.patch(&file, &[patch(8, &nop), patch(0x118, &nop)]);
    let patched = patched.expect("patches that fit");
    assert_eq!(patched.len(), file.len());
    let changed: Vec<_> = (0..file.len())
        .filter(|at| file[*at] != patched[*at])
        .collect();
    let text = object.place().expect("in the file").start + object.code[0].range.start;
    assert!(
        changed
            .iter()
            .all(|at| (text + 8..text + 12).contains(at) || *at >= text + 0x118)
    );
    let again = objects(&patched);
    let code = again.objects[0].bytes(&again.objects[0].code[0]);
    assert_eq!((&code[8..12], &code[0x118..]), (&nop[..], &nop[..]));
    let refused = |patches: &[Patch<'_>]| object.patch(&file, patches).expect_err("refused");
    assert!(matches!(
        refused(&[patch(0x119, &nop)]),
        PatchError::Outside { .. }
    ));
    assert!(matches!(
        refused(&[patch(usize::MAX, &nop)]),
        PatchError::Outside { .. }
    ));
    assert_eq!(
        refused(&[patch(0, &nop), patch(2, &nop)]),
        PatchError::Overlap
    );
    assert_eq!(object.patch(LINKED, &[]), Err(PatchError::OtherFile));
    assert_eq!(
        objects(ZSTD).objects[0].patch(ZSTD, &[]),
        Err(PatchError::Compressed)
    );
}

#[test]
fn what_the_linker_writes_is_not_patched() {
    let found = objects(RELOCATABLE);
    let object = &found.objects[0];
    let patch = |offset| {
        object.patch(
            RELOCATABLE,
            &[Patch {
                section: 0,
                offset,
                bytes: &[0; 4],
            }],
        )
    };
    assert!(patch(0x100).is_ok());
    let refused = patch(0x108).expect_err("a relocation").to_string();
    assert!(refused.contains("0x108 of section .text"), "{refused}");
    assert!(patch(0x118).is_ok());
}
