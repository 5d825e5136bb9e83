//! Arguments, failures and strings; `tests/c_library.rs` calls the library from C.

use std::ffi::CStr;
use std::ptr;

use super::*;

const TEXT: &str = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\nf:\n\ts_nop 0\n\ts_endpgm\n";

/// Opens a text, does something with the module, and frees it.
fn opened<T>(
    text: &[u8],
    options: Option<&cdna_sched_options>,
    work: impl FnOnce(cdna_sched_status, *const Module) -> T,
) -> T {
    let mut module = ptr::null_mut();
    let options = options.map_or(ptr::null(), ptr::from_ref);
    // SAFETY: the slice, the options and the place for the module are there.
    let status = unsafe { cdna_sched_open(text.as_ptr().cast(), text.len(), options, &mut module) };
    assert!(!module.is_null());
    let result = work(status, module);
    // SAFETY: freed once.
    unsafe { cdna_sched_module_free(module) };
    result
}

fn options(processor: &CStr) -> cdna_sched_options {
    cdna_sched_options {
        size: size_of::<cdna_sched_options>(),
        processor: processor.as_ptr(),
        hazards: ptr::null(),
        needless: 0,
        undecided: 0,
        effort: ptr::null(),
    }
}

fn message(module: *const Module) -> String {
    // SAFETY: the module is there, and so its message.
    let message = unsafe { CStr::from_ptr(cdna_sched_module_message(module)) };
    message.to_string_lossy().into_owned()
}

fn refused(text: &[u8], options: Option<&cdna_sched_options>) -> (cdna_sched_status, String) {
    opened(text, options, |status, module| (status, message(module)))
}

#[test]
fn a_text_is_for_what_it_says_or_what_the_options_say() {
    assert_eq!(lint(TEXT, None), (CDNA_SCHED_OK, String::new()));
    let (status, why) = lint("s_endpgm\n", None);
    assert_eq!(status, CDNA_SCHED_BAD_INPUT);
    assert!(why.contains("processor in the C library"), "{why}");
    let (status, _) = lint("s_endpgm\n", Some(c"gfx90a:xnack-"));
    assert_eq!(status, CDNA_SCHED_OK);
    let (status, why) = lint(TEXT, Some(c"gfx90a"));
    assert_eq!(status, CDNA_SCHED_BAD_INPUT);
    assert!(
        why.starts_with("the text is for gfx942, not for gfx90a"),
        "{why}"
    );
}

#[test]
fn arguments_that_cannot_be_used_are_named() {
    for (given, expected) in [
        (options(c"gfx1100"), "processor: "),
        (options(c"gfx942:\xff"), "not UTF-8"),
        (
            cdna_sched_options {
                hazards: c"lax".as_ptr(),
                ..options(c"gfx942")
            },
            "hazards is 'lax', expected one of safe, exact, isa, llvm",
        ),
        (
            cdna_sched_options {
                effort: c"none".as_ptr(),
                ..options(c"gfx942")
            },
            "effort is 'none', expected one of fast, default, max",
        ),
        (
            cdna_sched_options {
                size: 4,
                ..options(c"gfx942")
            },
            "options.size is 4",
        ),
    ] {
        let (status, why) = refused(TEXT.as_bytes(), Some(&given));
        assert_eq!(status, CDNA_SCHED_BAD_ARGUMENT);
        assert!(why.contains(expected), "{why}");
    }
}

#[test]
fn newer_options_are_taken_when_they_are_zero() {
    #[repr(C)]
    struct Newer(cdna_sched_options, usize);
    for (extra, expected) in [(0, CDNA_SCHED_OK), (1, CDNA_SCHED_BAD_ARGUMENT)] {
        let mut newer = Newer(options(c"gfx942"), extra);
        newer.0.size = size_of::<Newer>();
        // SAFETY: as large as it says.
        let given = unsafe { &*ptr::from_ref(&newer).cast::<cdna_sched_options>() };
        assert_eq!(refused(TEXT.as_bytes(), Some(given)).0, expected);
    }
}

#[test]
fn null_is_no_crash() {
    let mut module = ptr::null_mut();
    let mut result = ptr::null_mut();
    // SAFETY: null is allowed for each, or refused.
    unsafe {
        let status = cdna_sched_open(ptr::null(), 1, ptr::null(), &mut module);
        assert_eq!(status, CDNA_SCHED_BAD_ARGUMENT);
        assert_eq!(message(module), "data is null");
        assert_eq!(
            cdna_sched_lint(module, &mut result),
            CDNA_SCHED_BAD_ARGUMENT
        );
        cdna_sched_module_free(module);
        // A result lives longer than its module.
        let why = CStr::from_ptr(cdna_sched_result_message(result));
        assert_eq!(why, c"data is null");
        cdna_sched_result_free(result);

        let status = cdna_sched_open(ptr::null(), 0, ptr::null(), ptr::null_mut());
        assert_eq!(status, CDNA_SCHED_BAD_ARGUMENT);
        assert_eq!(
            cdna_sched_lint(ptr::null(), &mut result),
            CDNA_SCHED_BAD_ARGUMENT
        );
        assert_eq!(
            cdna_sched_lint(ptr::null(), ptr::null_mut()),
            CDNA_SCHED_BAD_ARGUMENT
        );
        cdna_sched_result_free(result);
        cdna_sched_result_free(ptr::null_mut());
        cdna_sched_module_free(ptr::null_mut());
        assert_eq!(cdna_sched_result_findings(ptr::null()), 0);
        assert!(cdna_sched_result_finding(ptr::null(), 0).is_null());
        assert!(cdna_sched_result_note(ptr::null(), 0).is_null());
        assert_eq!(CStr::from_ptr(cdna_sched_result_message(ptr::null())), c"");
        assert_eq!(CStr::from_ptr(cdna_sched_module_message(ptr::null())), c"");
    }
}

#[test]
fn a_panic_becomes_a_message() {
    let failed = guarded::<()>(|| panic!("an index of {}", 7)).expect_err("it panicked");
    assert_eq!(failed.status, CDNA_SCHED_INTERNAL);
    assert!(
        failed.message.ends_with(": an index of 7"),
        "{}",
        failed.message
    );
}

#[test]
fn nul_in_a_text_does_not_cut_it() {
    assert_eq!(outcome::c_text("a\0b").to_str(), Ok("a\u{fffd}b"));
}

/// A call that makes something of a module.
type Maker = unsafe extern "C" fn(*const Module, *mut *mut Outcome) -> cdna_sched_status;

/// Status, message, text and number of notes of having a text ordered anew.
fn opt(text: &[u8]) -> (cdna_sched_status, String, Option<Vec<u8>>, usize) {
    make(cdna_sched_opt, text)
}

fn make(call: Maker, text: &[u8]) -> (cdna_sched_status, String, Option<Vec<u8>>, usize) {
    opened(text, Some(&options(c"gfx942")), |_, module| {
        let mut result = ptr::null_mut();
        let mut size = 0;
        // SAFETY: the module is there, and the places for the result and the size.
        unsafe {
            let status = call(module, &mut result);
            let why = CStr::from_ptr(cdna_sched_result_message(result));
            let why = why.to_string_lossy().into_owned();
            let start = cdna_sched_result_text(result, &mut size);
            let made = (!start.is_null())
                .then(|| std::slice::from_raw_parts(start.cast::<u8>(), size).to_vec());
            let notes = cdna_sched_result_notes(result);
            cdna_sched_result_free(result);
            (status, why, made, notes)
        }
    })
}

#[test]
fn a_text_that_stays_is_the_same_and_says_so() {
    let text = TEXT.replace("s_endpgm", "s_setpc_b64 s[4:5]");
    let (status, why, made, notes) = opt(text.as_bytes());
    assert_eq!((status, &*why, notes), (CDNA_SCHED_OK, "", 1));
    assert_eq!(made.as_deref(), Some(text.as_bytes()));
}

#[test]
fn what_is_missing_is_put_in() {
    let text = "v_readfirstlane_b32 s0, v0\nbuffer_load_dword v1, off, s[0:3], 0\ns_endpgm\n";
    let (status, why, made, notes) = make(cdna_sched_fix, text.as_bytes());
    assert_eq!((status, &*why, notes), (CDNA_SCHED_OK, "", 0));
    let made = String::from_utf8(made.unwrap_or_default()).expect("a text");
    assert_eq!(made, text.replace("buffer", "s_nop 4\nbuffer"));
    let again = make(cdna_sched_fix, made.as_bytes()).2;
    assert_eq!(again.as_deref(), Some(made.as_bytes()));
}

#[test]
fn a_text_that_changes_is_handed_out() {
    let (status, why, made, notes) = opt(TEXT.as_bytes());
    assert_eq!((status, &*why, notes), (CDNA_SCHED_OK, "", 0));
    let expected = TEXT.replace("\ts_nop 0\n", "");
    assert_eq!(made.as_deref(), Some(expected.as_bytes()));
}

#[test]
fn code_objects_are_not_ordered_anew() {
    let object = include_bytes!("../../../../tests/objects/kernels.gfx942.hsaco");
    let (status, why, made, _) = opt(object);
    assert_eq!((status, made), (CDNA_SCHED_REFUSED, None));
    assert!(why.contains("assembly text"), "{why}");
}

/// What linting a text says.
fn lint(text: &str, processor: Option<&CStr>) -> (cdna_sched_status, String) {
    let options = processor.map(options);
    opened(text.as_bytes(), options.as_ref(), |_, module| {
        let mut result = ptr::null_mut();
        // SAFETY: the module is there, and the place for the result.
        unsafe {
            let status = cdna_sched_lint(module, &mut result);
            let why = CStr::from_ptr(cdna_sched_result_message(result));
            let why = why.to_string_lossy().into_owned();
            cdna_sched_result_free(result);
            (status, why)
        }
    })
}

#[test]
fn what_a_text_includes_is_not_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c_library/empty.s");
    assert!(std::fs::read_to_string(file).is_ok(), "it could be read");
    let with = |directive: &str| {
        let text = format!(".{directive} \"{file}\"\ns_endpgm\n");
        lint(&text, Some(c"gfx942"))
    };
    let (status, why) = with("include");
    assert_eq!(status, CDNA_SCHED_BAD_INPUT, "{why}");
    assert!(why.contains("Could not find"), "{why}");
    // Data between instructions does not matter.
    assert_eq!(with("incbin").0, CDNA_SCHED_OK);
}

#[test]
fn errors_that_only_the_assembler_itself_sees_are_errors() {
    let (status, why) = lint("f:\ns_nop 0\nf:\ns_endpgm\n", Some(c"gfx942"));
    assert_eq!(status, CDNA_SCHED_BAD_INPUT);
    assert!(why.contains("symbol 'f' is already defined"), "{why}");
    let (status, why) = lint(".cfi_endproc\ns_endpgm\n", Some(c"gfx942"));
    assert_eq!(status, CDNA_SCHED_BAD_INPUT);
    assert!(why.contains(".cfi_startproc"), "{why}");
}
