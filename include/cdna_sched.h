/*===- cdna_sched.h - machine code of AMD CDNA GPUs, from memory to memory ---===*\
 *
 * Reads assembly text and code objects of gfx908, gfx90a, gfx942 and gfx950, and
 * finds what is wrong with their waits (s_waitcnt) and wait states (s_nop),
 * mends it, or orders the instructions anew.
 *
 *  - No files are read or written, no environment variable is looked at, nothing
 *    is printed, and no state is kept outside of the objects below. Only
 *    cdna_sched_serve reads and writes, what it is given.
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
#define CDNA_SCHED_API_VERSION 2

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

/* How to read a module and what to do with it. Set all of it to zero, then size,
   then what is wanted. */
typedef struct cdna_sched_options {
  /* sizeof(cdna_sched_options). */
  size_t size;
  /* The GPU: a processor or a target ID ("gfx942", "gfx90a:sramecc+:xnack-").
     Null: as the input says. Text must not say another one; of several code
     objects, those of that GPU are taken. */
  const char *processor;
  /* Whose hazard rules hold: "safe", "exact", "isa" or "llvm"; see
     docs/hazards.md. Null: "isa" for lint and fix, "safe" for opt. */
  const char *hazards;
  /* Findings that are left out when this is 0: CDNA_SCHED_NEEDLESS. */
  int needless;
  /* The same: CDNA_SCHED_UNDECIDED. */
  int undecided;
  /* How much time the search of cdna_sched_opt for better orders may take: "fast",
     "default" (also when null) or "max". The other calls do not search. */
  const char *effort;
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

/* Puts missing wait states and waits into assembly text, or into code objects where
   they need not grow, and changes nothing else. The result has the text or file, and
   a note for each thing that is still missing and for each function that was not
   looked at; cdna_sched_result_instructions counts what was put in. */
cdna_sched_status cdna_sched_fix(const cdna_sched_module *module,
                                 cdna_sched_result **result);

/* Orders the kernels of assembly text anew and places their waits and wait states.
   The result has a text, and a note for each function that stayed as it was. The
   text is the input's, byte for byte, where nothing was changed. Code objects are
   refused. */
cdna_sched_status cdna_sched_opt(const cdna_sched_module *module,
                                 cdna_sched_result **result);

/* The text or file that a call made, and its size in bytes in *size; null and 0 if it made
   none. No NUL ends it. */
const char *cdna_sched_result_text(const cdna_sched_result *result,
                                   size_t *size);

/* What was wrong, when the status is not CDNA_SCHED_OK; else empty. */
const char *cdna_sched_result_message(const cdna_sched_result *result);

/* How bad a finding is. */
typedef enum cdna_sched_severity {
  /* The hardware may use a wrong value on some path. */
  CDNA_SCHED_ERROR = 0,
  /* Legal, and most likely not meant so, or wrong only under conditions that the
     code does not show. */
  CDNA_SCHED_SUSPICIOUS = 1,
  /* Machine code does not show whether it is right. */
  CDNA_SCHED_UNDECIDED = 2,
  /* It costs time and is good for nothing. */
  CDNA_SCHED_NEEDLESS = 3
} cdna_sched_severity;

/* An instruction of the input. */
typedef struct cdna_sched_spot {
  /* In text: counted from 1; of what a macro made, where the macro is used. 0 in
     machine code. */
  unsigned line;
  unsigned column;
  /* In machine code. 0 in text. */
  size_t address;
  /* The instruction as text. Empty: there is none. */
  const char *instruction;
} cdna_sched_spot;

/* What is wrong at an instruction. No string is null. */
typedef struct cdna_sched_finding {
  cdna_sched_severity severity;
  /* The row of the table in docs/hazards.md, or the name for a kind of wait. */
  const char *rule;
  /* Where the rule is documented. */
  const char *document;
  /* The code object of the input; empty in text, and when there is but one. */
  const char *origin;
  const char *function;
  /* What relies on something or is needless, and what it relies on. */
  cdna_sched_spot at;
  cdna_sched_spot after;
  /* What is wrong, and what would mend it; the latter may be empty. */
  const char *message;
  const char *mend;
  /* Missing wait states: empty. A missing wait: "vmcnt", "lgkmcnt", "expcnt". */
  const char *counter;
  /* Wait states that are there and that are needed. For a wait, -1 and the highest
     value of the counter that suffices. -1 where neither is missing. */
  int have;
  int need;
  /* The blocks passed between the two instructions, by label or address, with
     ", " between them. */
  const char *path;
  /* Names the finding also after lines have moved. */
  const char *identity;
} cdna_sched_finding;

/* How many findings there are, and one of them; null if there are not so many. In
   the order of the input, function by function. */
size_t cdna_sched_result_findings(const cdna_sched_result *result);
const cdna_sched_finding *
cdna_sched_result_finding(const cdna_sched_result *result, size_t index);

/* What was left alone. No string is null. */
typedef struct cdna_sched_note {
  /* As of a finding. */
  const char *origin;
  /* The function; empty for a part of the input that cannot be read. */
  const char *function;
  /* Where the reason is. */
  cdna_sched_spot at;
  const char *reason;
} cdna_sched_note;

/* How many functions and parts of the input were not analysed (or not changed), and
   one of them; null if there are not so many. Nothing is known about those. */
size_t cdna_sched_result_notes(const cdna_sched_result *result);
const cdna_sched_note *cdna_sched_result_note(const cdna_sched_result *result,
                                              size_t index);

/* How many functions were analysed (or changed). Of cdna_sched_lint: how many
   instructions are in them. */
size_t cdna_sched_result_functions(const cdna_sched_result *result);
size_t cdna_sched_result_instructions(const cdna_sched_result *result);

/* Frees a result; null is allowed. */
void cdna_sched_result_free(cdna_sched_result *result);

/* Answers requests: JSON in, JSON out. docs/python.md has the operations; with them
   kernels can be given orders from outside. */
typedef struct cdna_sched_service cdna_sched_service;

/* A service with nothing opened. Never null. Requests of several threads to one
   service are answered one after the other. */
cdna_sched_service *cdna_sched_service_new(void);

/* Answers a request of size bytes. The text of the result is the answer, an object with
   "ok" or "error"; the status is CDNA_SCHED_OK for both. */
cdna_sched_status cdna_sched_service_answer(cdna_sched_service *service,
                                            const char *request, size_t size,
                                            cdna_sched_result **result);

/* Frees a service and what was opened with it; null is allowed. */
void cdna_sched_service_free(cdna_sched_service *service);

/* Answers requests that come line by line from a file descriptor, on another one, until
   the first ends. 0, or 1 when reading or writing fails. Closes neither. For a process
   of its own: then it hurts nobody when LLVM ends the process. */
int cdna_sched_serve(int input, int output);

#ifdef __cplusplus
}
#endif

#endif
