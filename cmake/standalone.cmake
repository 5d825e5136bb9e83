# The plugin of its own: cargo builds it, lit tests it.
set(LLVM_PREFIX "/usr/lib/llvm-22" CACHE PATH "LLVM 22.1: an installation or a build tree")
if(NOT EXISTS "${LLVM_PREFIX}/bin/llvm-config")
  message(FATAL_ERROR "${LLVM_PREFIX}/bin/llvm-config does not exist; give -DLLVM_PREFIX= the folder of an LLVM 22.1 (Debian: apt-get install llvm-22-dev)")
endif()
find_program(CARGO cargo HINTS "$ENV{HOME}/.cargo/bin" REQUIRED)
find_program(LIT NAMES lit llvm-lit HINTS "${LLVM_PREFIX}/bin" NO_DEFAULT_PATH REQUIRED)

set(cargo_target "${CMAKE_BINARY_DIR}/cargo")
add_custom_target(cdnasched ALL
  COMMAND ${CMAKE_COMMAND} -E env "LLVM_SYS_221_PREFIX=${LLVM_PREFIX}"
          "LIBCLANG_PATH=${LLVM_PREFIX}/lib" "${CARGO}" build --release --locked --target-dir "${cargo_target}"
  WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" USES_TERMINAL VERBATIM)
add_custom_target(check-cdnasched
  COMMAND "${LIT}" -sv --param "llvm_bin=${LLVM_PREFIX}/bin"
          --param "plugin=${cargo_target}/release/libcdnasched.so"
          "${CMAKE_CURRENT_SOURCE_DIR}/lit-tests"
  DEPENDS cdnasched USES_TERMINAL VERBATIM)
install(CODE "execute_process(
  COMMAND \"${CMAKE_CURRENT_SOURCE_DIR}/scripts/install.sh\" \"${cargo_target}/release\"
          \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" COMMAND_ERROR_IS_FATAL ANY)")
