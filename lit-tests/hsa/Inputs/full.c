/* Preloaded: a disk that is full for files below $FULL. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t length) {
  char link[64], path[4096];
  const char *full = getenv("FULL");
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t end = readlink(link, path, sizeof path - 1);
  if (full && end > 0) {
    path[end] = 0;
    if (strncmp(path, full, strlen(full)) == 0) {
      errno = ENOSPC;
      return -1;
    }
  }
  return syscall(SYS_write, file, bytes, length);
}
