/* Calls the C library as a program of somebody else would: from several threads, on good input and bad.
   Prints what it found; exit code 0 if all went as the header says. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cdna_sched.h"

#define THREADS 4
#define ROUNDS 20

static const char good[] = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n"
                           "\t.text\n"
                           "\t.type kernel,@function\n"
                           "kernel:\n"
                           "\tv_mov_b32_e32 v0, 0\n"
                           "\ts_endpgm\n";

static int failures = 0;

static void expect(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "expected: %s\n", what);
    failures = 1;
  }
}

static void refuses(const char *text, size_t size, const char *reason) {
  cdna_sched_module *module = NULL;
  cdna_sched_result *result = NULL;
  cdna_sched_options options;
  cdna_sched_status opened;
  cdna_sched_status linted;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.processor = "gfx942";
  opened = cdna_sched_open(text, size, &options, &module);
  linted = cdna_sched_lint(module, &result);
  expect(linted == CDNA_SCHED_BAD_INPUT, "bad input is no input");
  expect(opened == CDNA_SCHED_OK || opened == linted, "a module that failed fails again");
  expect(strstr(cdna_sched_result_message(result), reason) != NULL, reason);
  cdna_sched_result_free(result);
  cdna_sched_module_free(module);
}

static cdna_sched_result *lint(const cdna_sched_module *module) {
  cdna_sched_result *result = NULL;
  cdna_sched_status status = cdna_sched_lint(module, &result);
  expect(status == CDNA_SCHED_OK, "the text is linted");
  if (status != CDNA_SCHED_OK)
    fprintf(stderr, "%s\n", cdna_sched_result_message(result));
  return result;
}

static void *many_times(void *module) {
  int round;
  for (round = 0; round < ROUNDS; ++round) {
    cdna_sched_result *result = lint(module);
    expect(cdna_sched_result_functions(result) == 1, "one function");
    cdna_sched_result_free(result);
  }
  return NULL;
}

static void in_threads(const cdna_sched_module *module) {
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < THREADS; ++i)
    if (pthread_create(&threads[i], NULL, many_times, (void *)module) != 0)
      exit(2);
  for (i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
}

int main(void) {
  cdna_sched_module *module = NULL;
  cdna_sched_result *result;
  const cdna_sched_function *function;
  cdna_sched_status status;

  expect(cdna_sched_api_version() >= CDNA_SCHED_API_VERSION, "a library that is not older");
  status = cdna_sched_open(good, sizeof good - 1, NULL, &module);
  expect(status == CDNA_SCHED_OK, "the text is opened");
  printf("%s: %s%s\n", cdna_sched_version(), cdna_sched_status_text(status),
         cdna_sched_module_message(module));

  in_threads(module);

  result = lint(module);
  cdna_sched_module_free(module);
  function = cdna_sched_result_function(result, 0);
  expect(function != NULL && strcmp(function->name, "kernel") == 0, "the kernel");
  if (function != NULL)
    printf("%s, line %u: %lu instructions%s\n", function->name, function->line,
           (unsigned long)function->instructions, function->left_alone);
  expect(cdna_sched_result_function(result, 1) == NULL, "no second function");
  cdna_sched_result_free(result);

  refuses("v_nonsense\n", 11, "line 1, column 1");
  refuses("\177ELF\2\1\1", 7, "");
  return failures;
}
