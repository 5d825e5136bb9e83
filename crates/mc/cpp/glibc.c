//===- glibc.c - what an older C library lacks ----------------------------===//
//
// LLVM's archives and the C++ library are compiled against the build machine's
// glibc. Where the result is linked for an older one, what they take from a
// newer one is here. Hidden: nothing else in the process may see it.
//
//===----------------------------------------------------------------------===//

/// Since glibc 2.32: whether the process has one thread only, so that counters
/// need not be atomic. No is always right.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;
