//! What LLVM says while it compiles. Left to itself it ends the process with the first error.

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::io::Write as _;
use std::path::Path;
use std::sync::OnceLock;

use inkwell::context::{AsContextRef as _, Context};
use llvm_sys::LLVMDiagnosticSeverity::{self, *};
use llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity,
};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::prelude::LLVMDiagnosticInfoRef;

use cdnasched_base::escape;

/// Collects the errors of one compilation.
pub(super) struct Diagnostics<'a> {
    file: &'a Path,
    errors: RefCell<Vec<String>>,
}

impl Diagnostics<'_> {
    pub(super) fn of(file: &Path) -> Diagnostics<'_> {
        Diagnostics {
            file,
            errors: RefCell::default(),
        }
    }

    /// Takes what LLVM says in this context from now on, for as long as the context lives: declare
    /// this before it.
    pub(super) fn listen(&self, context: &Context) {
        let listener = std::ptr::from_ref(self).cast_mut().cast();
        // SAFETY: the context is valid, and gone before the listener, which is only read.
        unsafe {
            LLVMContextSetDiagnosticHandler(context.as_ctx_ref(), Some(note), listener);
        }
    }

    /// The errors, if there were any.
    pub(super) fn errors(&self) -> Option<String> {
        let errors = self.errors.borrow();
        (!errors.is_empty()).then(|| errors.join("; "))
    }

    fn take(&self, severity: LLVMDiagnosticSeverity, text: String) {
        let word = match severity {
            LLVMDSError => {
                self.errors.borrow_mut().push(text);
                return;
            }
            // Nobody listens to remarks.
            LLVMDSRemark => return,
            LLVMDSWarning => "warning",
            LLVMDSNote => "note",
        };
        let file = escape::path(self.file);
        // There is no other place to say that nobody can be told.
        let _ = writeln!(std::io::stderr(), "{word}: {file}: {text}");
    }
}

extern "C" fn note(info: LLVMDiagnosticInfoRef, listener: *mut c_void) {
    // SAFETY: what `listen` gave, which lives as long as the context.
    let Some(listener) = (unsafe { listener.cast::<Diagnostics>().as_ref() }) else {
        return;
    };
    // SAFETY: LLVM gives a valid diagnostic, and a terminated text that is released once.
    let (severity, text) = unsafe {
        let text = LLVMGetDiagInfoDescription(info);
        let owned = escape::message(CStr::from_ptr(text).to_bytes());
        LLVMDisposeMessage(text);
        (LLVMGetDiagInfoSeverity(info), owned)
    };
    listener.take(severity, text);
}

static LAST_WORDS: OnceLock<fn(&str)> = OnceLock::new();

/// Has `say` called with the reason when LLVM meets an error after which it ends the process. To be
/// called once.
pub fn before_llvm_gives_up(say: fn(&str)) {
    if LAST_WORDS.set(say).is_ok() {
        // SAFETY: the handler is a plain function.
        unsafe { LLVMInstallFatalErrorHandler(Some(gives_up)) };
    }
}

extern "C" fn gives_up(reason: *const c_char) {
    // SAFETY: LLVM gives a terminated text.
    let reason = escape::message(unsafe { CStr::from_ptr(reason) }.to_bytes());
    if let Some(say) = LAST_WORDS.get() {
        say(&reason);
    }
}
