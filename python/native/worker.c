/* The process that cdnasched.worker.Worker asks: the library answers requests from
   standard input on standard output. Whatever ends LLVM ends this process alone. */

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The exit code when there is nothing to ask. */
#define NO_LIBRARY 3

static const char *const NAMES[] = {"libcdnasched.so.1", "libcdnasched.so"};

static int fail(const char *what, const char *why) {
  fprintf(stderr, "cdna-sched-worker: %s: %s\n", what, why);
  return NO_LIBRARY;
}

/* The folder of this executable with a slash behind it, or nothing. */
static int own_folder(char *folder, size_t size) {
  ssize_t length = readlink("/proc/self/exe", folder, size - 1);
  char *slash;
  if (length < 0)
    return 0;
  folder[length] = 0;
  slash = strrchr(folder, '/');
  if (slash == NULL)
    return 0;
  slash[1] = 0;
  return 1;
}

int main(void) {
  const char *given = getenv("CDNASCHED_LIBRARY");
  char folder[PATH_MAX], path[PATH_MAX + 32];
  void *library = NULL;
  int (*serve)(int, int);
  size_t i;

  if (given != NULL && *given != 0) {
    library = dlopen(given, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
      return fail("CDNASCHED_LIBRARY names no library that can be loaded", dlerror());
  } else {
    if (!own_folder(folder, sizeof folder))
      return fail("cannot read /proc/self/exe", "set CDNASCHED_LIBRARY");
    for (i = 0; library == NULL && i < sizeof NAMES / sizeof *NAMES; ++i) {
      snprintf(path, sizeof path, "%s%s", folder, NAMES[i]);
      if (access(path, F_OK) == 0) {
        library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (library == NULL)
          return fail("the library beside it cannot be loaded", dlerror());
      }
    }
    if (library == NULL)
      return fail("there is no libcdnasched.so.1 beside it", "set CDNASCHED_LIBRARY");
  }
  *(void **)&serve = dlsym(library, "cdna_sched_serve");
  if (serve == NULL)
    return fail("the library is of another version", dlerror());
  return serve(STDIN_FILENO, STDOUT_FILENO);
}
