/* Reads assembly text from standard input and calls one function of the C library on it: target FUNCTION [PROCESSOR].
   Exit code 1, and the library's message, if the call fails. */

#include <stdio.h>
#include <string.h>

#include "cdna_sched.h"

int main(int count, char **arguments) {
  static char text[65536];
  size_t size = fread(text, 1, sizeof text, stdin);
  cdna_sched_options options;
  cdna_sched_module *module = NULL;
  cdna_sched_result *result = NULL;
  cdna_sched_status status;
  if (count < 2)
    return 2;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.processor = count > 2 ? arguments[2] : NULL;
  cdna_sched_open(text, size, &options, &module);
  if (strcmp(arguments[1], "lint") == 0)
    status = cdna_sched_lint(module, &result);
  else if (strcmp(arguments[1], "fix") == 0)
    status = cdna_sched_fix(module, &result);
  else
    status = cdna_sched_opt(module, &result);
  if (status != CDNA_SCHED_OK)
    fprintf(stderr, "%s\n", cdna_sched_result_message(result));
  cdna_sched_result_free(result);
  cdna_sched_module_free(module);
  return status != CDNA_SCHED_OK;
}
