/* Calls the C library as a program of somebody else would: from several threads, on good input and bad.
   Prints what it answered; exit code 0 if all went as the header says. */

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

static const char lint[] = "{\"op\": \"lint\"}";
static const char fix[] = "{\"op\": \"fix\"}";

static int failures = 0;

static void expect(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "expected: %s\n", what);
    failures = 1;
  }
}

static cdna_sched_result *ask(cdna_sched_service *service, const char *request, const void *input,
                              size_t size, cdna_sched_status expected) {
  cdna_sched_result *result = NULL;
  cdna_sched_status status =
      cdna_sched_service_answer(service, request, strlen(request), input, size, &result);
  expect(status == expected, cdna_sched_status_text(expected));
  expect((cdna_sched_result_message(result)[0] == 0) == (status == CDNA_SCHED_OK),
         "a message where something is wrong");
  return result;
}

static void refuses(cdna_sched_service *service, const char *input, size_t size,
                    const char *reason) {
  cdna_sched_result *result = ask(service, "{\"op\": \"lint\", \"target\": \"gfx942\"}", input,
                                  size, CDNA_SCHED_BAD_INPUT);
  expect(strstr(cdna_sched_result_message(result), reason) != NULL, reason);
  expect(strstr(cdna_sched_result_text(result, NULL), "\"kind\":\"bad_input\"") != NULL,
         "an answer that names the kind");
  cdna_sched_result_free(result);
}

static void *many_times(void *service) {
  int round;
  for (round = 0; round < ROUNDS; ++round) {
    cdna_sched_result *result = ask(service, lint, text, sizeof text - 1, CDNA_SCHED_OK);
    const char *answer = cdna_sched_result_text(result, NULL);
    expect(strstr(answer, "\"functions\":1,") != NULL, "one function");
    expect(strstr(answer, "\"rule\":\"wait-vmcnt\"") != NULL, "a wait that is missing");
    cdna_sched_result_free(result);
  }
  return NULL;
}

static void in_threads(cdna_sched_service *service) {
  pthread_t threads[THREADS];
  int i;
  for (i = 0; i < THREADS; ++i)
    if (pthread_create(&threads[i], NULL, many_times, service) != 0)
      exit(2);
  for (i = 0; i < THREADS; ++i)
    pthread_join(threads[i], NULL);
}

int main(void) {
  cdna_sched_service *service = cdna_sched_service_new();
  cdna_sched_result *result;
  const void *output;
  size_t size;

  expect(cdna_sched_api_version() >= CDNA_SCHED_API_VERSION, "a library that is not older");
  printf("%s: %s\n", cdna_sched_version(), cdna_sched_status_text(CDNA_SCHED_OK));

  in_threads(service);

  result = ask(service, fix, text, sizeof text - 1, CDNA_SCHED_OK);
  refuses(service, "v_nonsense\n", 11, "line 1, column 1");
  refuses(service, "\177ELF\2\1\1", 7, "");
  cdna_sched_service_free(service);
  output = cdna_sched_result_output(result, &size);
  fwrite(output, 1, size, stdout);
  expect(cdna_sched_result_text(result, &size)[size] == 0, "a string");
  cdna_sched_result_free(result);
  return failures;
}
