/* In place of the kernel's driver: one processor, and no GPU. ROCr starts with it, and loads its tools. Preloaded before libhsakmt. */
#include <hsakmt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define DONE HSAKMT_STATUS_SUCCESS

HSAKMT_STATUS hsaKmtOpenKFD(void) { return DONE; }
HSAKMT_STATUS hsaKmtCloseKFD(void) { return DONE; }
HSAKMT_STATUS hsaKmtReleaseSystemProperties(void) { return DONE; }
HSAKMT_STATUS hsaKmtRuntimeEnable(void *debug, bool setup) { return DONE; }
HSAKMT_STATUS hsaKmtRuntimeDisable(void) { return DONE; }
HSAKMT_STATUS hsaKmtUnmapMemoryToGPU(void *at) { return DONE; }
HSAKMT_STATUS hsaKmtSetEvent(HsaEvent *event) { return DONE; }

HSAKMT_STATUS hsaKmtGetVersion(HsaVersionInfo *to) {
  to->KernelInterfaceMajorVersion = 1;
  to->KernelInterfaceMinorVersion = 8;
  return DONE;
}

HSAKMT_STATUS hsaKmtAcquireSystemProperties(HsaSystemProperties *to) {
  memset(to, 0, sizeof *to);
  to->NumNodes = 1;
  return DONE;
}

HSAKMT_STATUS hsaKmtGetNodeProperties(HSAuint32 node, HsaNodeProperties *to) {
  memset(to, 0, sizeof *to);
  to->NumCPUCores = 1;
  to->NumMemoryBanks = 1;
  return DONE;
}

HSAKMT_STATUS hsaKmtGetNodeMemoryProperties(HSAuint32 node, HSAuint32 count, HsaMemoryProperties *to) {
  memset(to, 0, count * sizeof *to);
  for (HSAuint32 i = 0; i < count; ++i) {
    to[i].HeapType = HSA_HEAPTYPE_SYSTEM;
    to[i].SizeInBytes = 1 << 30;
  }
  return DONE;
}

HSAKMT_STATUS hsaKmtGetNodeCacheProperties(HSAuint32 node, HSAuint32 processor, HSAuint32 count,
                                           HsaCacheProperties *to) {
  memset(to, 0, count * sizeof *to);
  return DONE;
}

HSAKMT_STATUS hsaKmtGetNodeIoLinkProperties(HSAuint32 node, HSAuint32 count, HsaIoLinkProperties *to) {
  memset(to, 0, count * sizeof *to);
  return DONE;
}

HSAKMT_STATUS hsaKmtGetXNACKMode(HSAint32 *to) {
  *to = 0;
  return DONE;
}

HSAKMT_STATUS hsaKmtAllocMemory(HSAuint32 node, HSAuint64 bytes, HsaMemFlags flags, void **to) {
  *to = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return DONE;
}

HSAKMT_STATUS hsaKmtFreeMemory(void *at, HSAuint64 bytes) {
  munmap(at, bytes);
  return DONE;
}

HSAKMT_STATUS hsaKmtMapMemoryToGPU(void *at, HSAuint64 bytes, HSAuint64 *other) {
  if (other)
    *other = 0;
  return DONE;
}

HSAKMT_STATUS hsaKmtCreateEvent(HsaEventDescriptor *about, bool manual, bool is_set, HsaEvent **to) {
  *to = calloc(1, sizeof **to);
  return DONE;
}

HSAKMT_STATUS hsaKmtDestroyEvent(HsaEvent *event) {
  free(event);
  return DONE;
}

static void rest(void) {
  struct timespec time = {0, 1000000};
  nanosleep(&time, 0);
}

HSAKMT_STATUS hsaKmtWaitOnEvent(HsaEvent *event, HSAuint32 milliseconds) {
  rest();
  return DONE;
}

HSAKMT_STATUS hsaKmtWaitOnMultipleEvents(HsaEvent *events[], HSAuint32 count, bool all, HSAuint32 milliseconds) {
  rest();
  return DONE;
}

HSAKMT_STATUS hsaKmtGetClockCounters(HSAuint32 node, HsaClockCounters *to) {
  memset(to, 0, sizeof *to);
  to->SystemClockFrequencyHz = 1000000000;
  return DONE;
}
