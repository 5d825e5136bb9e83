// Stands in for ROCr's loader: loads a tool as HSA_TOOLS_LIB does, then code objects, and writes down what it was given. The tables are
// those of the runtime's own header.
//
//   standin TOOL ACTION...
//   version TABLE CORE BYTES   what OnLoad is given: major versions, and the length of the core's table (0: as it is)
//   refuse FILE                only this file's code objects can be loaded
//   memory FILE OUT            a reader from memory; OUT is what the loader saw
//   file FILE OUT              a reader from a file
//   part FILE OFFSET BYTES OUT a reader from a part of a file, by the loader's table
//   older FILE OFFSET BYTES OUT  the same, by the older call for that table
#define AMD_INTERNAL_BUILD
#include <hsa/hsa_api_trace.h>
#include <hsa/hsa_ven_amd_loader.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace {

struct Reader {
  const char *Begin;
  size_t Bytes;
  std::string Read;
};

std::string Loaded, OnlyThis;
bool Refuses = false;
int Readers = 0;

std::string contents(const char *Name) {
  std::ifstream File(Name, std::ios::binary);
  if (!File) {
    std::perror(Name);
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(File), {}};
}

hsa_status_t give(Reader *Made, hsa_code_object_reader_t *To) {
  ++Readers;
  To->handle = reinterpret_cast<uint64_t>(Made);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t fromMemory(const void *Code, size_t Bytes, hsa_code_object_reader_t *To) {
  if (!Code || !To)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  return give(new Reader{static_cast<const char *>(Code), Bytes, {}}, To);
}

hsa_status_t fromPart(hsa_file_t File, size_t Offset, size_t Bytes, hsa_code_object_reader_t *To) {
  if (!To)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  std::string Read(Bytes, 0);
  if (pread(File, Read.data(), Bytes, off_t(Offset)) != ssize_t(Bytes))
    return HSA_STATUS_ERROR_INVALID_FILE;
  auto *Made = new Reader{nullptr, Bytes, std::move(Read)};
  Made->Begin = Made->Read.data();
  return give(Made, To);
}

hsa_status_t fromFile(hsa_file_t File, hsa_code_object_reader_t *To) {
  off_t End = lseek(File, 0, SEEK_END);
  return End < 0 ? HSA_STATUS_ERROR_INVALID_FILE : fromPart(File, 0, size_t(End), To);
}

hsa_status_t destroy(hsa_code_object_reader_t Which) {
  --Readers;
  delete reinterpret_cast<Reader *>(Which.handle);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t load(hsa_executable_t, hsa_agent_t, hsa_code_object_reader_t Which, const char *,
                  hsa_loaded_code_object_t *) {
  auto *Of = reinterpret_cast<Reader *>(Which.handle);
  std::string Code(Of->Begin, Of->Bytes);
  if (Refuses && Code != OnlyThis)
    return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
  Loaded = std::move(Code);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t majorExtension(uint16_t Number, uint16_t Major, size_t Bytes, void *To) {
  if (Number != HSA_EXTENSION_AMD_LOADER || Major != 1)
    return HSA_STATUS_ERROR;
  hsa_ven_amd_loader_1_03_pfn_t Table{};
  Table.hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size = fromPart;
  memcpy(To, &Table, Bytes < sizeof Table ? Bytes : sizeof Table);
  return HSA_STATUS_SUCCESS;
}

hsa_status_t extension(uint16_t Number, uint16_t Major, uint16_t, void *To) {
  return majorExtension(Number, Major, sizeof(hsa_ven_amd_loader_1_03_pfn_t), To);
}

void check(const char *What, hsa_status_t Status) {
  if (Status == HSA_STATUS_SUCCESS)
    return;
  std::printf("%s: %#x\n", What, unsigned(Status));
  std::exit(1);
}

} // namespace

int main(int, char **Arguments) {
  HsaApiTableContainer Tables;
  CoreApiTable &Core = Tables.core;
  Core.hsa_system_get_extension_table_fn = extension;
  Core.hsa_system_get_major_extension_table_fn = majorExtension;
  Core.hsa_code_object_reader_create_from_file_fn = fromFile;
  Core.hsa_code_object_reader_create_from_memory_fn = fromMemory;
  Core.hsa_code_object_reader_destroy_fn = destroy;
  Core.hsa_executable_load_agent_code_object_fn = load;
  const CoreApiTable Before = Core;

  const char *Tool = *++Arguments;
  std::string Action = *++Arguments ? *Arguments : "";
  if (Action == "version") {
    Tables.root.version.major_id = uint32_t(std::atoi(*++Arguments));
    Core.version.major_id = uint32_t(std::atoi(*++Arguments));
    if (int Bytes = std::atoi(*++Arguments))
      Core.version.minor_id = uint32_t(Bytes);
    ++Arguments;
  }
  void *Library = dlopen(Tool, RTLD_LAZY);
  if (!Library) {
    std::printf("%s\n", dlerror());
    return 2;
  }
  using OnLoad = bool (*)(HsaApiTable *, uint64_t, uint64_t, const char *const *);
  bool IsOn = reinterpret_cast<OnLoad>(dlsym(Library, "OnLoad"))(&Tables.root, Tables.root.version.major_id, 0, nullptr);
  std::printf("OnLoad: %s\n", IsOn ? "true" : "false");
  if (!IsOn)
    dlclose(Library);

  for (; *Arguments; ++Arguments) {
    Action = *Arguments;
    const char *Name = *++Arguments;
    if (Action == "refuse") {
      OnlyThis = contents(Name);
      Refuses = true;
      continue;
    }
    hsa_code_object_reader_t Made{};
    std::string Code;
    int File = open(Name, O_RDONLY);
    Loaded.clear();
    if (Action == "memory") {
      Code = contents(Name);
      check("memory", Core.hsa_code_object_reader_create_from_memory_fn(Code.data(), Code.size(), &Made));
    } else if (Action == "file") {
      check("file", Core.hsa_code_object_reader_create_from_file_fn(File, &Made));
    } else {
      size_t Offset = std::strtoull(*++Arguments, nullptr, 0);
      size_t Bytes = std::strtoull(*++Arguments, nullptr, 0);
      hsa_ven_amd_loader_1_03_pfn_t Table{};
      if (Action == "part")
        check("table", Core.hsa_system_get_major_extension_table_fn(HSA_EXTENSION_AMD_LOADER, 1, sizeof Table, &Table));
      else
        check("table", Core.hsa_system_get_extension_table_fn(HSA_EXTENSION_AMD_LOADER, 1, 3, &Table));
      check("part", Table.hsa_ven_amd_loader_code_object_reader_create_from_file_with_offset_size(File, Offset, Bytes,
                                                                                                   &Made));
    }
    check("load", Core.hsa_executable_load_agent_code_object_fn({1}, {2}, Made, nullptr, nullptr));
    std::ofstream(*++Arguments, std::ios::binary) << Loaded;
    check("destroy", Core.hsa_code_object_reader_destroy_fn(Made));
    close(File);
  }
  if (IsOn)
    reinterpret_cast<void (*)()>(dlsym(Library, "OnUnload"))();
  // Nothing else of the table may have changed.
  CoreApiTable After = Core;
  After.version = Before.version;
  After.hsa_system_get_extension_table_fn = extension;
  After.hsa_system_get_major_extension_table_fn = majorExtension;
  After.hsa_code_object_reader_create_from_file_fn = fromFile;
  After.hsa_code_object_reader_create_from_memory_fn = fromMemory;
  After.hsa_code_object_reader_destroy_fn = destroy;
  After.hsa_executable_load_agent_code_object_fn = load;
  if (memcmp(&After, &Before, sizeof After) != 0)
    std::printf("another function of the table has changed\n");
  if (Readers != 0)
    std::printf("%d readers are left\n", Readers);
  return 0;
}
