/* Stands in for libamdhip64: executes nothing, follows a script.
 *
 * Device memory is the host's. hipInit reads the script that $CDNAKIT_STANDIN
 * names and starts the log that $CDNAKIT_STANDIN_LOG names. A code object's tag
 * is its text up to the first newline; "#2" after it means the second load of
 * it; "*" any. A line each:
 *
 *   device ARCH CUS NAME                  a device; ARCH may carry features
 *   timing OFFSET                         where in the kernel arguments the
 * pointer for the waves' clocks is time TAG GRID MS... milliseconds of each
 * launch with GRID workgroups in x, in turn, then again clocks TAG GRID N...
 * end - begin that every wave of such a launch writes, in turn, then again
 *   short TAG                             one wave of each launch writes
 * nothing file TAG OFFSET AT PATH               after a launch, the file's
 * bytes are at AT of the buffer that the argument at OFFSET points to write TAG
 * OFFSET AT HEX               the same with bytes late TAG OFFSET AT HEX N the
 * same from the N-th launch on error CALL N CODE                     the N-th
 * call (from 1) of CALL returns CODE lost N CODE                           from
 * the N-th launch on, every call returns CODE signal N NUMBER the N-th launch
 * raises the signal hang TAG N                            the stream stops at
 * the N-th launch of TAG
 *
 * The first line that fits wins for time and clocks; all that fit write. */
#include <ctype.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 256, MAX_WORDS = 1024, NOT_READY = 600 };
enum {
  R0600_MEMORY = 288,
  R0600_CLOCK = 348,
  R0600_CUS = 388,
  R0600_MEMORY_CLOCK = 608,
  R0600_L2 = 616,
#ifdef OLD /* a runtime before the layout was frozen: another call, another layout */
  R0600_ARCH = 640
#else
  R0600_ARCH = 1160
#endif
};
#ifdef OLD
#define hipGetDevicePropertiesR0600 hipGetDeviceProperties
#endif
#ifdef INCOMPLETE /* a library that is not AMD's */
#define hipEventQuery somethingElse
#endif

typedef struct {
  int count;
  char *word[MAX_WORDS];
  long used;
} Line;
typedef struct {
  char tag[128];
  int load;
} Module;
typedef struct {
  Module *module;
  char symbol[256];
} Function;
typedef struct {
  double at;
  int ready;
} Event;
typedef struct {
  char name[64];
  long count;
} Calls;

static Line lines[MAX_LINES];
static int line_count, hung;
static long launches;
static double now;
static int lost;
static FILE *log_file;
static Calls calls[64];
static struct {
  char tag[128];
  int count;
} loads[256];

static void log_line(const char *format, ...) {
  if (!log_file)
    return;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(log_file, format, arguments);
  va_end(arguments);
  fputc('\n', log_file);
  fflush(log_file);
}

static void read_script(void) {
  line_count = hung = lost = 0;
  launches = 0;
  now = 0;
  memset(calls, 0, sizeof calls);
  memset(loads, 0, sizeof loads);
  if (log_file)
    fclose(log_file);
  log_file = getenv("CDNAKIT_STANDIN_LOG")
                 ? fopen(getenv("CDNAKIT_STANDIN_LOG"), "w")
                 : NULL;
  FILE *script =
      getenv("CDNAKIT_STANDIN") ? fopen(getenv("CDNAKIT_STANDIN"), "r") : NULL;
  static char text[1 << 16];
  while (script && line_count < MAX_LINES && fgets(text, sizeof text, script)) {
    Line *line = &lines[line_count];
    line->count = 0;
    line->used = 0;
    for (char *word = strtok(text, " \n"); word && line->count < MAX_WORDS;
         word = strtok(NULL, " \n"))
      line->word[line->count++] = strdup(word);
    line_count += line->count > 0;
  }
  if (script)
    fclose(script);
}

static int is(const Line *line, const char *what) {
  return !strcmp(line->word[0], what);
}

/* Every call comes through here: what the script says that it returns. */
static int enter(const char *name) {
  if (lost)
    return lost;
  Calls *call = calls;
  while (*call->name && strcmp(call->name, name))
    call++;
  strcpy(call->name, name);
  call->count++;
  for (int i = 0; i < line_count; i++)
    if (is(&lines[i], "error") && !strcmp(lines[i].word[1], name) &&
        atol(lines[i].word[2]) == call->count)
      return atoi(lines[i].word[3]);
  return 0;
}
#define ENTER(name)                                                            \
  do {                                                                         \
    int code_ = enter(name);                                                   \
    if (code_)                                                                 \
      return code_;                                                            \
  } while (0)

static Line *device_line(int index) {
  for (int i = 0; i < line_count; i++)
    if (is(&lines[i], "device") && index-- == 0)
      return &lines[i];
  return NULL;
}

static int fits(const char *pattern, const Module *module) {
  char exact[160];
  snprintf(exact, sizeof exact, "%s#%d", module->tag, module->load);
  return !strcmp(pattern, "*") || !strcmp(pattern, module->tag) ||
         !strcmp(pattern, exact);
}

/* The next number of a "time" or "clocks" line. */
static double next(const char *what, const Module *module, unsigned grid,
                   double otherwise) {
  for (int i = 0; i < line_count; i++) {
    Line *line = &lines[i];
    if (is(line, what) && fits(line->word[1], module) &&
        strtoul(line->word[2], NULL, 10) == grid)
      return atof(line->word[3 + line->used++ % (line->count - 3)]);
  }
  return otherwise;
}

int hipInit(unsigned flags) {
  (void)flags;
  read_script();
  return enter("hipInit");
}
int hipGetDeviceCount(int *count) {
  ENTER("hipGetDeviceCount");
  for (*count = 0; device_line(*count); ++*count) {
  }
  return *count ? 0 : 100;
}
int hipSetDevice(int index) {
  ENTER("hipSetDevice");
  log_line("use %d", index);
  return device_line(index) ? 0 : 101;
}
int hipDeviceGetName(char *name, int size, int index) {
  ENTER("hipDeviceGetName");
  Line *line = device_line(index);
  if (!line)
    return 101;
  *name = 0;
  for (int i = 3; i < line->count; i++)
    snprintf(name + strlen(name), size - strlen(name), "%s%s", i > 3 ? " " : "",
             line->word[i]);
  return 0;
}
int hipGetDevicePropertiesR0600(char *properties, int index) {
  ENTER("hipGetDevicePropertiesR0600");
  Line *line = device_line(index);
  if (!line)
    return 101;
  memset(properties, 0, 1472);
  strcpy(properties, "gfx in the name is not the architecture");
  strcpy(properties + R0600_ARCH, line->word[1]);
  *(uint64_t *)(properties + R0600_MEMORY) = 64ull << 30;
  *(int *)(properties + R0600_CLOCK) = 2100000;
  *(int *)(properties + R0600_CUS) = atoi(line->word[2]);
  *(int *)(properties + R0600_MEMORY_CLOCK) = 1300000;
  *(int *)(properties + R0600_L2) = 4 << 20;
  return 0;
}
int hipRuntimeGetVersion(int *version) {
  ENTER("hipRuntimeGetVersion");
  *version = 60342134;
  return 0;
}
int hipDriverGetVersion(int *version) {
  ENTER("hipDriverGetVersion");
  *version = 60342134;
  return 0;
}

int hipModuleLoadData(Module **module, const char *image) {
  ENTER("hipModuleLoadData");
  *module = calloc(1, sizeof **module);
  snprintf((*module)->tag, sizeof(*module)->tag, "%.*s",
           (int)strcspn(image, "\n"), image);
  int slot = 0;
  while (*loads[slot].tag && strcmp(loads[slot].tag, (*module)->tag))
    slot++;
  strcpy(loads[slot].tag, (*module)->tag);
  (*module)->load = ++loads[slot].count;
  log_line("load %s#%d", (*module)->tag, (*module)->load);
  return 0;
}
int hipModuleUnload(Module *module) {
  ENTER("hipModuleUnload");
  free(module);
  return 0;
}
int hipModuleGetFunction(Function **function, Module *module,
                         const char *symbol) {
  ENTER("hipModuleGetFunction");
  *function = calloc(1, sizeof **function);
  (*function)->module = module;
  snprintf((*function)->symbol, sizeof(*function)->symbol, "%s", symbol);
  return 0;
}

static void write_memory(const Module *module, char *arguments) {
  for (int i = 0; i < line_count; i++) {
    Line *line = &lines[i];
    int late = is(line, "late") && launches >= atol(line->word[5]);
    if ((!is(line, "file") && !is(line, "write") && !late) ||
        !fits(line->word[1], module))
      continue;
    char *target =
        *(char **)(arguments + atol(line->word[2])) + atol(line->word[3]);
    if (!is(line, "file")) {
      for (const char *hex = line->word[4]; hex[0] && hex[1]; hex += 2) {
        unsigned byte;
        sscanf(hex, "%2x", &byte);
        *target++ = (char)byte;
      }
      continue;
    }
    FILE *file = fopen(line->word[4], "rb");
    for (int c; file && (c = fgetc(file)) != EOF;)
      *target++ = (char)c;
    if (file)
      fclose(file);
  }
}

static void write_clocks(const Module *module, char *arguments, unsigned grid) {
  for (int i = 0; i < line_count; i++) {
    if (!is(&lines[i], "timing"))
      continue;
    uint64_t *timing = *(uint64_t **)(arguments + atol(lines[i].word[1]));
    if (!timing)
      return;
    uint64_t clocks = (uint64_t)next("clocks", module, grid, 1000);
    timing[0] = timing[1];
    for (int j = 0; j < line_count; j++)
      if (is(&lines[j], "short") && fits(lines[j].word[1], module))
        timing[0]--;
    for (uint64_t slot = 0; slot < timing[0]; slot++) {
      timing[2 + 2 * slot] = 5000;
      timing[3 + 2 * slot] = 5000 + clocks;
    }
  }
}

int hipModuleLaunchKernel(Function *function, unsigned gx, unsigned gy,
                          unsigned gz, unsigned bx, unsigned by, unsigned bz,
                          unsigned lds, void *stream, void **parameters,
                          void **extra) {
  launches++;
  for (int i = 0; i < line_count; i++) {
    if (is(&lines[i], "lost") && launches >= atol(lines[i].word[1]))
      lost = atoi(lines[i].word[2]);
    if (is(&lines[i], "signal") && launches == atol(lines[i].word[1]))
      raise(atoi(lines[i].word[2]));
    if (is(&lines[i], "hang") && fits(lines[i].word[1], function->module) &&
        ++lines[i].used == atol(lines[i].word[2]))
      hung = 1;
  }
  ENTER("hipModuleLaunchKernel");
  if (parameters || !stream || (uintptr_t)extra[0] != 1 ||
      (uintptr_t)extra[2] != 2 || (uintptr_t)extra[4] != 3)
    return 1;
  char *arguments = extra[1];
  size_t size = *(size_t *)extra[3];
  char hex[2 * 1024 + 1] = "";
  for (size_t i = 0; i < size && i < 1024; i++)
    sprintf(hex + 2 * i, "%02x", (unsigned char)arguments[i]);
  log_line("launch %s#%d %s %u,%u,%u %u,%u,%u %u %s", function->module->tag,
           function->module->load, function->symbol, gx, gy, gz, bx, by, bz,
           lds, hex);
  if (hung)
    return 0;
  now += next("time", function->module, gx, 1.0);
  write_memory(function->module, arguments);
  write_clocks(function->module, arguments, gx);
  return 0;
}

int hipMalloc(void **memory, size_t size) {
  ENTER("hipMalloc");
  *memory = malloc(size);
  return *memory ? 0 : 2;
}
int hipFree(void *memory) {
  ENTER("hipFree");
  log_line(hung ? "free that would not return" : "free");
  free(memory);
  return 0;
}
int hipMemcpy(void *to, const void *from, size_t size, int kind) {
  ENTER("hipMemcpy");
  memcpy(to, from, size);
  return kind == 1 || kind == 2 ? 0 : 21;
}
int hipMemset(void *memory, int byte, size_t size) {
  ENTER("hipMemset");
  memset(memory, byte, size);
  return 0;
}
int hipStreamCreate(void **stream) {
  ENTER("hipStreamCreate");
  *stream = malloc(1);
  return 0;
}
int hipStreamDestroy(void *stream) {
  ENTER("hipStreamDestroy");
  free(stream);
  return 0;
}
int hipEventCreate(Event **event) {
  ENTER("hipEventCreate");
  *event = calloc(1, sizeof **event);
  return 0;
}
int hipEventDestroy(Event *event) {
  ENTER("hipEventDestroy");
  free(event);
  return 0;
}
int hipEventRecord(Event *event, void *stream) {
  (void)stream;
  ENTER("hipEventRecord");
  log_line("record");
  event->at = now;
  event->ready = !hung;
  return 0;
}
int hipEventQuery(Event *event) {
  ENTER("hipEventQuery");
  return event->ready ? 0 : NOT_READY;
}
int hipEventElapsedTime(float *ms, Event *begin, Event *end) {
  ENTER("hipEventElapsedTime");
  *ms = (float)(end->at - begin->at);
  return 0;
}
int hipDeviceSynchronize(void) { return enter("hipDeviceSynchronize"); }
const char *hipGetErrorName(int code) {
  return code == 719 ? "hipErrorLaunchFailure" : "hipErrorOther";
}
const char *hipGetErrorString(int code) {
  (void)code;
  return "as the script says";
}
