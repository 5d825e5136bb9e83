//===- annotations.h - annotations of the source become attributes --------===//

#ifndef CDNASCHED_ANNOTATIONS_H
#define CDNASCHED_ANNOTATIONS_H

namespace llvm {
class Module;
}

namespace cdnasched {

/// Gives functions annotated "cdna-sched=off" the attribute "cdna-sched"="off".
/// Warns of annotations of ours that are unknown.
///
/// LTO code generation splits a module and leaves llvm.global.annotations in
/// one part, but an attribute goes where its function goes. So the library does
/// this as a pass plugin (clang -fpass-plugin=, static extensions), early in
/// the middle end, and once more before code generation for all others.
void markAnnotated(llvm::Module &M);

} // namespace cdnasched

#endif // CDNASCHED_ANNOTATIONS_H
