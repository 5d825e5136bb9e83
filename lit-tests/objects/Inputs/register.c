/* In place of the HIP runtime: writes the bundles that a program registers to $BUNDLES.0, $BUNDLES.1, ... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Wrapper {
  uint32_t Magic, Version;
  const char *Bundle;
  void *Unused;
};

static int Count;

void **__hipRegisterFatBinary(const struct Wrapper *Of) {
  const char *Bundle = Of->Bundle;
  uint64_t Entries, End = 0, Field[3];
  memcpy(&Entries, Bundle + 24, 8);
  const char *At = Bundle + 32;
  for (uint64_t I = 0; I < Entries; ++I) {
    memcpy(Field, At, 24);
    At += 24 + Field[2];
    if (Field[0] + Field[1] > End)
      End = Field[0] + Field[1];
  }
  char Name[4096];
  snprintf(Name, sizeof Name, "%s.%d", getenv("BUNDLES"), Count++);
  FILE *File = fopen(Name, "wb");
  if (!File || fwrite(Bundle, 1, End, File) != End || fclose(File))
    abort();
  static void *Handle;
  return &Handle;
}

void __hipUnregisterFatBinary(void **Of) {}
int __hipRegisterFunction(void **Of, const void *Host, char *Name) { return 0; }
int __hipPopCallConfiguration(void *A, void *B, void *C, void *D) { return 1; }
int __hipPushCallConfiguration(void) { return 1; }
int hipLaunchKernel(void) { return 1; }
int hipLaunchByPtr(void) { return 1; }
void __hipRegisterManagedVar(void) {}
void __hipRegisterVar(void) {}

/* Data that a program begins with, and zeros. */
int Data[100] = {1}, Zeros[3000];

int main(void) {
  for (int I = 0; I < 3000; ++I)
    if (Zeros[I])
      return 2;
  return Data[0] == 1 && Count == 2 ? 0 : 1;
}
