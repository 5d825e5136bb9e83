# Inside the LLVM tree: CMake compiles the shim with LLVM's own headers and flags, cargo the core
# into a static library. LLVM_CDNASCHED_LINK_INTO_TOOLS=ON links both into clang, opt and the
# LTO library as LLVM does with its extensions, and into CDNASCHED_TOOLS; OFF makes a module for
# -load.
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "cdnasched is written for LLVM 22, this is ${LLVM_VERSION_MAJOR}")
endif()
find_program(CARGO cargo HINTS "$ENV{HOME}/.cargo/bin" REQUIRED)
set(CDNASCHED_TOOLS llc CACHE STRING "Programs beside clang, opt and LTO that get cdnasched linked in")

# Only the ABI: nothing that asks for an installed LLVM.
set(core_dir "${CMAKE_CURRENT_BINARY_DIR}/cargo")
set(core "${core_dir}/release/libcdnasched.a")
add_custom_target(cdnasched-core-build
  COMMAND "${CARGO}" rustc -p cdnasched --release --locked --lib --crate-type staticlib
          --no-default-features --features ffi --target-dir "${core_dir}"
  WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" BYPRODUCTS "${core}" VERBATIM)
add_library(cdnasched-core STATIC IMPORTED GLOBAL)
set_target_properties(cdnasched-core PROPERTIES IMPORTED_LOCATION "${core}")
add_dependencies(cdnasched-core cdnasched-core-build)

set(LLVM_LINK_COMPONENTS AMDGPU Analysis CodeGen Core Passes Support Target TargetParser)
add_llvm_pass_plugin(cdnasched
  cpp/annotations.cpp
  cpp/apply.cpp
  cpp/into_lds.cpp
  cpp/locations.cpp
  cpp/lower.cpp
  cpp/pick.cpp
  cpp/options.cpp
  cpp/plugin.cpp
  cpp/registers.cpp
  cpp/debug_values.cpp
  cpp/renaming.cpp
  cpp/fit.cpp
  cpp/blocks.cpp
  cpp/forms.cpp
  cpp/liveins.cpp)

if(LLVM_CDNASCHED_LINK_INTO_TOOLS)
  target_link_libraries(cdnasched INTERFACE cdnasched-core ${CMAKE_DL_LIBS})
  # The tools' own CMakeLists may come after this one.
  function(cdnasched_link_tools)
    foreach(tool IN LISTS CDNASCHED_TOOLS)
      if(TARGET ${tool})
        target_sources(${tool} PRIVATE $<TARGET_OBJECTS:obj.cdnasched>)
        target_link_libraries(${tool} PRIVATE cdnasched-core ${CMAKE_DL_LIBS})
        add_dependencies(${tool} cdnasched-core-build)
      endif()
    endforeach()
  endfunction()
  cmake_policy(SET CMP0079 NEW)
  cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL cdnasched_link_tools)
else()
  target_link_libraries(cdnasched PRIVATE cdnasched-core ${CMAKE_DL_LIBS})
  add_dependencies(cdnasched cdnasched-core-build)
endif()
