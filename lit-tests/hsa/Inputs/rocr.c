/* Has the runtime itself read a code object by each of its calls, and writes what it will load to OUT.memory, OUT.file and OUT.part.
 * Takes the code object, and OUT. */
#include <fcntl.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ven_amd_loader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(const char *what, hsa_status_t status) {
  if (status != HSA_STATUS_SUCCESS) {
    printf("%s: %#x\n", what, status);
    exit(1);
  }
}

/* A reader of ROCr's begins with the address and the length of what it reads (amd::CodeObjectReaderImpl). */
static void write_down(const char *out, const char *how, hsa_code_object_reader_t reader) {
  struct {
    const void *begin;
    size_t bytes;
  } of;
  char name[4096];
  memcpy(&of, (const void *)reader.handle, sizeof of);
  snprintf(name, sizeof name, "%s.%s", out, how);
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(of.begin, 1, of.bytes, file) != of.bytes || fclose(file))
    exit(2);
  check("destroy", hsa_code_object_reader_destroy(reader));
}

int main(int count, char **arguments) {
  hsa_code_object_reader_t reader;
  hsa_ven_amd_loader_1_03_pfn_t loader;
  static char code[1 << 20];
  int file = open(arguments[1], O_RDONLY);
  ssize_t bytes = read(file, code, sizeof code);
  check("hsa_init", hsa_init());
  check("memory", hsa_code_object_reader_create_from_memory(code, bytes, &reader));
  write_down(arguments[2], "memory", reader);
  check("file", hsa_code_object_reader_create_from_file(file, &reader));
  write_down(arguments[2], "file", reader);
  check("table", hsa_system_get_major_extension_table(HSA_EXTENSION_AMD_LOADER, 1, sizeof loader, &loader));
  check("part", loader.hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size(file, 0, bytes, &reader));
  write_down(arguments[2], "part", reader);
  check("hsa_shut_down", hsa_shut_down());
  return 0;
}
