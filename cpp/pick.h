//===- pick.h - the part of the C ABI about picking the compile -----------===//
//
// The shim compiles the module under several strategies, each in a process of
// its own; the core says which, and which one a kernel gets.
//
//===----------------------------------------------------------------------===//

#ifndef CDNASCHED_PICK_H
#define CDNASCHED_PICK_H

#include "cdnasched.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is known of a module under each strategy.
typedef struct CdnaPick CdnaPick;

/// Begins, where the options ask for it; null where they do not. It ends with
/// cdnasched_pick_end.
CdnaPick *cdnasched_pick_begin(const CdnaSession *session);
/// A kernel, its string attributes, and whether it calls nothing and has no
/// inline assembly.
void cdnasched_pick_kernel(CdnaPick *pick, CdnaStr name,
                           const CdnaArgument *attributes,
                           uint64_t attribute_count, uint32_t is_leaf);
/// The strategies under which the module is to be compiled now: with search 0
/// by LLVM alone, afterwards with all stages. Gives how many were written.
uint64_t cdnasched_pick_jobs(CdnaPick *pick, uint32_t search,
                             uint32_t *strategies, uint64_t capacity);
/// The attributes that a kernel gets under a strategy: none where it does not
/// fit. Gives how many were written.
uint64_t cdnasched_pick_attributes(const CdnaPick *pick, CdnaStr kernel,
                                   uint32_t strategy, CdnaArgument *attributes,
                                   uint64_t capacity);
/// In the process that compiles, before it does.
void cdnasched_pick_prepare(const CdnaSession *session, uint32_t search);
/// In that process, afterwards: what is to be handed over. Never released.
char *cdnasched_pick_records(void);
/// What a process handed over, or, where records is empty, why it did not.
void cdnasched_pick_result(CdnaPick *pick, uint32_t search, uint32_t strategy,
                           CdnaStr records, CdnaStr failure);
/// The strategy that a kernel gets, once all results are there. *message
/// becomes null, or what is to be said of it, to be released with
/// cdnasched_string_free.
uint32_t cdnasched_pick_chosen(CdnaPick *pick, CdnaStr kernel, char **message);
/// Ends it; what came out is for the session's report. Null is allowed.
void cdnasched_pick_end(CdnaPick *pick, CdnaSession *session);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CDNASCHED_PICK_H
