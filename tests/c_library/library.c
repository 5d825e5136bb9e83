/* Calls the C library as a program of somebody else would: from several threads, on good input and bad.
   Prints what it found; exit code 0 if all went as the header says. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cdna_sched.h"

#define THREADS 4
#define ROUNDS 20

static const char text[] = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n"
                           "\t.text\n"
                           "\t.type kernel,@function\n"
                           "kernel:\n"
                           "\tglobal_load_dword v8, v9, s[2:3]\n"
                           "\tv_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], v[0:3]\n"
                           "\tv_add_f32_e32 v4, v0, v0\n"
                           "\tglobal_store_dword v9, v8, s[2:3]\n"
                           "\ts_endpgm\n"
                           "\t.amdhsa_kernel kernel\n"
                           "\t.amdhsa_next_free_vgpr 16\n"
                           "\t.amdhsa_next_free_sgpr 16\n"
                           "\t.amdhsa_accum_offset 16\n"
                           "\t.end_amdhsa_kernel\n";

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
    expect(cdna_sched_result_findings(result) == 2, "two findings");
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
  const cdna_sched_finding *finding;
  size_t i;
  cdna_sched_status status;

  expect(cdna_sched_api_version() >= CDNA_SCHED_API_VERSION, "a library that is not older");
  status = cdna_sched_open(text, sizeof text - 1, NULL, &module);
  expect(status == CDNA_SCHED_OK, "the text is opened");
  printf("%s: %s%s\n", cdna_sched_version(), cdna_sched_status_text(status),
         cdna_sched_module_message(module));

  in_threads(module);

  result = lint(module);
  cdna_sched_module_free(module);
  printf("%lu function, %lu instructions, %lu left alone\n",
         (unsigned long)cdna_sched_result_functions(result),
         (unsigned long)cdna_sched_result_instructions(result),
         (unsigned long)cdna_sched_result_notes(result));
  for (i = 0; (finding = cdna_sched_result_finding(result, i)) != NULL; ++i) {
    expect(finding->severity == CDNA_SCHED_ERROR, "an error");
    expect(finding->rule[0] != 0 && finding->document[0] != 0, "a rule and its document");
    expect(finding->message[0] != 0 && finding->identity[0] != 0, "a message and an identity");
    printf("%s, line %u after line %u: %s [%s] %d of %d\n", finding->function, finding->at.line,
           finding->after.line, finding->at.instruction, finding->counter, finding->have,
           finding->need);
  }
  expect(cdna_sched_result_note(result, 0) == NULL, "nothing left alone");
  cdna_sched_result_free(result);

  refuses("v_nonsense\n", 11, "line 1, column 1");
  refuses("\177ELF\2\1\1", 7, "");
  return failures;
}
