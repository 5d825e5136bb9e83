/* Takes the place of close(2): files whose path has "late" in it cannot be closed for want of room. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int close(int descriptor) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  int result = (int)syscall(SYS_close, descriptor);
  if (result == 0 && strstr(path, "late")) {
    errno = EDQUOT;
    return -1;
  }
  return result;
}
