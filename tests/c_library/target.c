/* Reads assembly text from standard input and has the C library do an operation on it: target OPERATION [PROCESSOR].
   Exit code 1, and the library's message, if the call fails. */

#include <stdio.h>
#include <string.h>

#include "cdna_sched.h"

int main(int count, char **arguments) {
  static char text[65536], request[256];
  size_t size = fread(text, 1, sizeof text, stdin);
  cdna_sched_service *service = cdna_sched_service_new();
  cdna_sched_result *result = NULL;
  cdna_sched_status status;
  if (count < 2)
    return 2;
  if (count > 2)
    snprintf(request, sizeof request, "{\"op\": \"%s\", \"target\": \"%s\"}", arguments[1],
             arguments[2]);
  else
    snprintf(request, sizeof request, "{\"op\": \"%s\"}", arguments[1]);
  status = cdna_sched_service_answer(service, request, strlen(request), text, size, &result);
  if (status != CDNA_SCHED_OK)
    fprintf(stderr, "%s\n", cdna_sched_result_message(result));
  cdna_sched_result_free(result);
  cdna_sched_service_free(service);
  return status != CDNA_SCHED_OK;
}
