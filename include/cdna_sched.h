/*===- cdna_sched.h - machine code of AMD CDNA GPUs, from memory to memory ---===*\
 *
 * Reads assembly text and code objects of gfx908, gfx90a, gfx942 and gfx950, and
 * finds what is wrong with their waits (s_waitcnt) and wait states (s_nop),
 * mends it, or orders the instructions anew.
 *
 * Everything is a request: a JSON object that names an operation and what it needs,
 * answered by another. The same requests are answered by `cdna-sched serve` and from
 * Python; docs/python.md lists them.
 *
 *  - No files are read or written, no environment variable is looked at, nothing
 *    is printed, and no state is kept outside of the objects below. Only
 *    cdna_sched_serve reads and writes, what it is given.
 *  - Functions may be called from several threads at once. Requests to one service
 *    are answered one after the other; several services work side by side. An object
 *    is freed once, by one thread, when no other uses it.
 *  - Memory belongs to the library: strings live as long as the result they were
 *    asked of, which lives on when its service is freed. What is given to the library
 *    is copied.
 *  - Strings are UTF-8 and end with NUL.
 *  - No call ends the process, and no exception or panic leaves one. The exception
 *    is memory that cannot be had, which ends the process.
 *  - Later versions add functions, values of enumerations, operations, and fields of
 *    answers; what is here keeps its meaning. See CDNA_SCHED_API_VERSION.
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
#define CDNA_SCHED_API_VERSION 3

/* How a call ended. Behind each but the first: the kind of error that an answer has
   for it. */
typedef enum cdna_sched_status {
  CDNA_SCHED_OK = 0,
  /* A pointer is null that must not be, or the request asks for what there is not.
     "bad_request" */
  CDNA_SCHED_BAD_ARGUMENT = 1,
  /* The input is no assembly text or code of a supported GPU, or is damaged.
     "bad_input" */
  CDNA_SCHED_BAD_INPUT = 2,
  /* The input was read, but what was asked for cannot be done with it. "refused" */
  CDNA_SCHED_REFUSED = 3,
  /* A fault of the library. Please report it. "internal" */
  CDNA_SCHED_INTERNAL = 4
} cdna_sched_status;

/* Answers requests, and keeps what they opened. */
typedef struct cdna_sched_service cdna_sched_service;

/* The answer to a request. */
typedef struct cdna_sched_result cdna_sched_result;

/* The version of the library: CDNA_SCHED_API_VERSION of the header that it was
   compiled with, and the release as text ("0.1.0"). */
unsigned cdna_sched_api_version(void);
const char *cdna_sched_version(void);

/* A status in words. Lives as long as the process. */
const char *cdna_sched_status_text(cdna_sched_status status);

/* A service with nothing opened. Never null. */
cdna_sched_service *cdna_sched_service_new(void);

/* Answers a request of request_size bytes.

   What the operation works on may stand beside the request instead of in it: the
   input_size bytes of input are assembly text (what the request's field "text" would
   have) or a file with code objects ("object"), as they are. For operations that make
   a text or file, it is then beside the answer, too: cdna_sched_result_output. Null:
   there is no input.

   Unless result is null, *result is set also when the call fails. To be freed in each
   case. */
cdna_sched_status cdna_sched_service_answer(cdna_sched_service *service,
                                            const char *request,
                                            size_t request_size,
                                            const void *input, size_t input_size,
                                            cdna_sched_result **result);

/* Frees a service and what was opened with it; null is allowed. */
void cdna_sched_service_free(cdna_sched_service *service);

/* The answer, an object with "ok" or "error", and its size in bytes in *size. Null
   and 0 if the call came to none: then there is a message alone. */
const char *cdna_sched_result_text(const cdna_sched_result *result, size_t *size);

/* The text or file that was made of an input beside the request, and its size in bytes
   in *size; null and 0 if there is none. No NUL ends it. */
const void *cdna_sched_result_output(const cdna_sched_result *result, size_t *size);

/* What was wrong, when the status is not CDNA_SCHED_OK; else empty. */
const char *cdna_sched_result_message(const cdna_sched_result *result);

/* Frees a result; null is allowed. */
void cdna_sched_result_free(cdna_sched_result *result);

/* Answers requests that come line by line from a file descriptor, on another one, until
   the first ends. 0, or 1 when reading or writing fails. Closes neither. For a process
   of its own: then it hurts nobody when LLVM ends the process. */
int cdna_sched_serve(int input, int output);

#ifdef __cplusplus
}
#endif

#endif
