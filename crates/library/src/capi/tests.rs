//! Arguments, failures and strings; `tests/c_library.rs` calls the library from C.

use std::ffi::CStr;
use std::ptr;

use super::*;

const TEXT: &str = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\nf:\n\ts_nop 0\n\ts_endpgm\n";
const OBJECT: &[u8] = include_bytes!("../../../../tests/objects/kernels.gfx942.hsaco");

/// What a call handed out.
#[derive(PartialEq, Eq, Debug)]
struct Answered {
    status: cdna_sched_status,
    message: String,
    text: Option<String>,
    output: Option<Vec<u8>>,
}

fn copied(start: *const c_void, size: usize) -> Option<Vec<u8>> {
    // SAFETY: what the library hands out is readable for as many bytes as it says.
    (!start.is_null())
        .then(|| unsafe { std::slice::from_raw_parts(start.cast::<u8>(), size) }.to_vec())
}

/// Asks a service of its own.
fn answer(request: &str, input: Option<&[u8]>) -> Answered {
    let service = cdna_sched_service_new();
    let mut result = ptr::null_mut();
    let (start, size) = input.map_or((ptr::null(), 0), |input| (input.as_ptr(), input.len()));
    let (mut text_size, mut output_size) = (7, 7);
    // SAFETY: the service, the slices and the places are there; each is freed once.
    unsafe {
        let status = cdna_sched_service_answer(
            service,
            request.as_ptr().cast(),
            request.len(),
            start.cast(),
            size,
            &mut result,
        );
        // A result lives longer than its service.
        cdna_sched_service_free(service);
        let message = CStr::from_ptr(cdna_sched_result_message(result));
        let message = message.to_string_lossy().into_owned();
        let text = cdna_sched_result_text(result, &mut text_size);
        let text = copied(text.cast(), text_size);
        let output = cdna_sched_result_output(result, &mut output_size);
        let output = copied(output, output_size);
        cdna_sched_result_free(result);
        Answered {
            status,
            message,
            text: text.map(|text| String::from_utf8(text).expect("JSON is UTF-8")),
            output,
        }
    }
}

#[test]
fn the_status_is_the_kind_of_the_error() {
    let cases: [(&str, Option<&[u8]>, _, &str); 5] = [
        (
            "{\"op\": \"lint\"}",
            Some(TEXT.as_bytes()),
            CDNA_SCHED_OK,
            "",
        ),
        (
            "{\"op\": \"lint\"}",
            None,
            CDNA_SCHED_BAD_ARGUMENT,
            "the request has neither 'text' nor 'object'",
        ),
        ("", None, CDNA_SCHED_BAD_ARGUMENT, "expected a JSON object"),
        (
            "{\"op\": \"lint\"}",
            Some(b"s_endpgm\n"),
            CDNA_SCHED_BAD_INPUT,
            "target in requests",
        ),
        (
            "{\"op\": \"evaluate\"}",
            Some(OBJECT),
            CDNA_SCHED_REFUSED,
            "expected assembly text; this operation takes no code objects",
        ),
    ];
    for (request, input, status, message) in cases {
        let answered = answer(request, input);
        assert_eq!(answered.status, status, "{request}: {answered:?}");
        assert!(answered.message.contains(message), "{answered:?}");
        let text = answered.text.expect("an answer, also to what is wrong");
        let name = if status == CDNA_SCHED_OK {
            "\"ok\":"
        } else {
            "\"error\":"
        };
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn null_is_no_crash() {
    let service = cdna_sched_service_new();
    let mut result = ptr::null_mut();
    let request = c"{\"op\": \"version\"}";
    let size = request.to_bytes().len();
    // SAFETY: null is allowed for each, or refused.
    unsafe {
        let mut refused = |service, request, request_size, input, input_size, expected| {
            let status = cdna_sched_service_answer(
                service,
                request,
                request_size,
                input,
                input_size,
                &mut result,
            );
            assert_eq!(status, CDNA_SCHED_BAD_ARGUMENT);
            assert_eq!(CStr::from_ptr(cdna_sched_result_message(result)), expected);
            assert!(cdna_sched_result_text(result, ptr::null_mut()).is_null());
            cdna_sched_result_free(result);
        };
        let (no_text, nothing) = (ptr::null(), ptr::null());
        refused(
            ptr::null_mut(),
            request.as_ptr(),
            size,
            nothing,
            0,
            c"service is null",
        );
        refused(service, no_text, 0, nothing, 0, c"request is null");
        refused(service, no_text, 1, nothing, 0, c"request is null");
        refused(
            service,
            request.as_ptr(),
            size,
            nothing,
            1,
            c"input is null",
        );
        refused(
            service,
            request.as_ptr(),
            usize::MAX,
            nothing,
            0,
            c"the size of request is larger than any object in memory",
        );

        let status =
            cdna_sched_service_answer(service, request.as_ptr(), size, nothing, 0, ptr::null_mut());
        assert_eq!(status, CDNA_SCHED_BAD_ARGUMENT);
        cdna_sched_service_free(service);
        cdna_sched_service_free(ptr::null_mut());
        cdna_sched_result_free(ptr::null_mut());
        assert_eq!(CStr::from_ptr(cdna_sched_result_message(ptr::null())), c"");
        let mut size = 7;
        assert!(cdna_sched_result_text(ptr::null(), &mut size).is_null());
        assert_eq!(size, 0);
        size = 7;
        assert!(cdna_sched_result_output(ptr::null(), &mut size).is_null());
        assert_eq!(size, 0);
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

#[test]
fn an_input_without_bytes_is_one() {
    let answered = answer("{\"op\": \"rewrite\", \"mode\": \"lint\"}", Some(b""));
    assert_eq!(answered.status, CDNA_SCHED_OK, "{answered:?}");
    assert_eq!(answered.output.as_deref(), Some(&b""[..]));
}

#[test]
fn what_is_made_of_an_input_beside_the_request_is_beside_the_answer() {
    let request = "{\"op\": \"opt\", \"target\": \"gfx942\"}";
    let answered = answer(request, Some(TEXT.as_bytes()));
    let expected = TEXT.replace("\ts_nop 0\n", "");
    assert_eq!(answered.output.as_deref(), Some(expected.as_bytes()));
    assert!(!answered.text.expect("an answer").contains("\"text\""));

    let text = "v_readfirstlane_b32 s0, v0\nbuffer_load_dword v1, off, s[0:3], 0\ns_endpgm\n";
    let request = "{\"op\": \"fix\", \"target\": \"gfx942\"}";
    let made = answer(request, Some(text.as_bytes())).output;
    let expected = text.replace("buffer", "s_nop 4\nbuffer");
    assert_eq!(made.as_deref(), Some(expected.as_bytes()));
    assert_eq!(answer(request, Some(expected.as_bytes())).output, made);
}

#[test]
fn code_objects_come_as_they_are() {
    let linted = answer("{\"op\": \"lint\"}", Some(OBJECT));
    assert_eq!((linted.status, linted.output), (CDNA_SCHED_OK, None));
    let text = linted.text.expect("an answer");
    assert!(
        text.contains("\"address\":") && text.contains("\"function\":"),
        "{text}"
    );
    let fixed = answer("{\"op\": \"fix\"}", Some(OBJECT));
    assert_eq!(fixed.status, CDNA_SCHED_OK, "{}", fixed.message);
    assert_eq!(fixed.output.map(|made| made.len()), Some(OBJECT.len()));
}

#[test]
fn what_a_text_includes_is_not_read() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c_library/empty.s");
    assert!(std::fs::read_to_string(file).is_ok(), "it could be read");
    let with = |directive: &str| {
        let text = format!(".{directive} \"{file}\"\ns_endpgm\n");
        answer(
            "{\"op\": \"lint\", \"target\": \"gfx942\"}",
            Some(text.as_bytes()),
        )
    };
    let answered = with("include");
    assert_eq!(answered.status, CDNA_SCHED_BAD_INPUT, "{answered:?}");
    assert!(answered.message.contains("Could not find"), "{answered:?}");
    // Data between instructions does not matter.
    assert_eq!(with("incbin").status, CDNA_SCHED_OK);
}

#[test]
fn errors_that_only_the_assembler_itself_sees_are_errors() {
    for (text, expected) in [
        (
            "f:\ns_nop 0\nf:\ns_endpgm\n",
            "symbol 'f' is already defined",
        ),
        (".cfi_endproc\ns_endpgm\n", ".cfi_startproc"),
    ] {
        let request = "{\"op\": \"lint\", \"target\": \"gfx942\"}";
        let answered = answer(request, Some(text.as_bytes()));
        assert_eq!(answered.status, CDNA_SCHED_BAD_INPUT, "{answered:?}");
        assert!(answered.message.contains(expected), "{answered:?}");
    }
}
