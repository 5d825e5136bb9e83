/*===- cdna_sched.h - machine code of AMD CDNA GPUs, from memory to memory ---===*\
 *
 * Reads assembly text and code objects of gfx908, gfx90a, gfx942 and gfx950, and
 * finds what is wrong with their waits (s_waitcnt) and wait states (s_nop),
 * mends it, or orders the instructions anew.
 *
 *  - No files are read or written, no environment variable is looked at, nothing
 *    is printed, and no state is kept outside of the objects below.
 *  - Functions may be called from several threads at once, with the same object
 *    too. An object is freed once, by one thread, when no other uses it.
 *  - Memory belongs to the library: strings and arrays live as long as the object
 *    they were asked of. What is given to the library is copied.
 *  - Strings are UTF-8 and end with NUL. Bytes of the input that are no UTF-8 are
 *    replaced where they are shown.
 *  - No call ends the process, and no exception or panic leaves one. The exception
 *    is memory that cannot be had, which ends the process.
 *  - Later versions add functions, values of enumerations, and members at the end
 *    of structures; what is here keeps its meaning. See CDNA_SCHED_API_VERSION.
 *
 * See docs/library.md for an example.
 *
\*===-------------------------------------------------------------------------===*/

#ifndef CDNA_SCHED_H
#define CDNA_SCHED_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when something is added to this header. */
#define CDNA_SCHED_API_VERSION 1

/* How a call ended. */
typedef enum cdna_sched_status {
  CDNA_SCHED_OK = 0,
  /* A pointer is null that must not be, or an option has no such value. */
  CDNA_SCHED_BAD_ARGUMENT = 1,
  /* The input is no assembly text or code of a supported GPU, or is damaged. */
  CDNA_SCHED_BAD_INPUT = 2,
  /* The input was read, but what was asked for cannot be done with it. There is
     no output; the message says why. */
  CDNA_SCHED_REFUSED = 3,
  /* A fault of the library. Please report it. */
  CDNA_SCHED_INTERNAL = 4
} cdna_sched_status;

/* Assembly text or code that was opened. */
typedef struct cdna_sched_module cdna_sched_module;

/* What a call found or made. */
typedef struct cdna_sched_result cdna_sched_result;

/* How to read a module. Set all of it to zero, then size, then what is wanted. */
typedef struct cdna_sched_options {
  /* sizeof(cdna_sched_options). */
  size_t size;
  /* The GPU: a processor or a target ID ("gfx942", "gfx90a:sramecc+:xnack-").
     Null: as the input says. Where both say it, they must agree. */
  const char *processor;
  /* Whose hazard rules hold: "safe" (also when null), "exact", "isa" or "llvm".
     See docs/hazards.md. */
  const char *hazards;
} cdna_sched_options;

/* The version of the library: CDNA_SCHED_API_VERSION of the header that it was
   compiled with, and the release as text ("0.1.0"). */
unsigned cdna_sched_api_version(void);
const char *cdna_sched_version(void);

/* A status in words. Lives as long as the process. */
const char *cdna_sched_status_text(cdna_sched_status status);

/* Reads size bytes: assembly text, a code object, a bundle of code objects, or a
   program that has some. What it is, is seen by its content. Options may be null.

   Unless module is null, *module is set also when the call fails: then it has
   nothing but a message. To be freed in each case. */
cdna_sched_status cdna_sched_open(const void *data, size_t size,
                                  const cdna_sched_options *options,
                                  cdna_sched_module **module);

/* What was wrong when the module was opened; empty for nothing. */
const char *cdna_sched_module_message(const cdna_sched_module *module);

/* Frees a module; null is allowed. Results of it live on. */
void cdna_sched_module_free(cdna_sched_module *module);

/* Looks for hazards that are open and for values that are used before their wait,
   on every path. CDNA_SCHED_OK also when there are findings.

   For this and what follows: unless result is null, *result is set also when the
   call fails: then it has nothing but a message. To be freed in each case. */
cdna_sched_status cdna_sched_lint(const cdna_sched_module *module,
                                  cdna_sched_result **result);

/* What was wrong, when the status is not CDNA_SCHED_OK; else empty. */
const char *cdna_sched_result_message(const cdna_sched_result *result);

/* How sure and how bad a finding is. */
typedef enum cdna_sched_severity {
  /* The code breaks a rule on some path: it may compute wrong results. */
  CDNA_SCHED_ERROR = 0,
  /* Legal, but suspicious. */
  CDNA_SCHED_WARNING = 1,
  /* Correct, but not needed. */
  CDNA_SCHED_NOTE = 2
} cdna_sched_severity;

/* What is wrong at one instruction. No string is null. */
typedef struct cdna_sched_finding {
  cdna_sched_severity severity;
  /* In assembly text: line and column, counted from 1. Else 0. */
  unsigned line;
  unsigned column;
  /* In an object: the code object of the input, counted from 0, and the address in
     it. Else 0. */
  unsigned object;
  size_t address;
  /* The function that it is in. */
  const char *function;
  /* The instruction, as LLVM writes it. */
  const char *instruction;
  /* The rule's name in docs/hazards.md, or the counter ("vmcnt", "lgkmcnt"). */
  const char *rule;
  /* What is wrong, in words. */
  const char *message;
  /* How to mend it, in words; empty when there is no simple way. */
  const char *mend;
  /* What is there and what is needed: wait states for a hazard, the value of the
     counter for a wait; -1 where that has no number. */
  long have;
  long need;
} cdna_sched_finding;

/* How many findings there are, and one of them; null if there are not so many. In
   the order of the input. */
size_t cdna_sched_result_findings(const cdna_sched_result *result);
const cdna_sched_finding *
cdna_sched_result_finding(const cdna_sched_result *result, size_t index);

/* A function of the input. No string is null. */
typedef struct cdna_sched_function {
  /* Its symbol. */
  const char *name;
  /* Where its first instruction is, as in cdna_sched_finding. */
  unsigned line;
  unsigned object;
  size_t address;
  /* How many instructions were looked at. */
  size_t instructions;
  /* Why it was not analysed or not changed; empty if it was. Nothing is said of a
     function that was not analysed. */
  const char *left_alone;
} cdna_sched_function;

/* How many functions there are, and one of them; null if there are not so many. */
size_t cdna_sched_result_functions(const cdna_sched_result *result);
const cdna_sched_function *
cdna_sched_result_function(const cdna_sched_result *result, size_t index);

/* Frees a result; null is allowed. */
void cdna_sched_result_free(cdna_sched_result *result);

#ifdef __cplusplus
}
#endif

#endif
