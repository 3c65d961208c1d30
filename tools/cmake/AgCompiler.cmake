# Compiler settings of this project's own targets: one interface target, linked privately, so that nothing leaks to users.
set(AG_SANITIZE "" CACHE STRING "Sanitizers to build with, as given to -fsanitize=")

# Gives a target the sanitizers. The runtime library hands them on to what links it: a program has to be built with the
# sanitizers of its libraries.
function(ag_sanitize target scope)
  if(AG_SANITIZE)
    target_compile_options(${target} ${scope} -fsanitize=${AG_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} ${scope} -fsanitize=${AG_SANITIZE})
  endif()
endfunction()

add_library(ag_compile_options INTERFACE)
target_compile_features(ag_compile_options INTERFACE cxx_std_20)
target_compile_options(ag_compile_options INTERFACE -Wall -Wextra -Wno-missing-field-initializers)
# g++ 12 sees overlapping copies in `"text" + std::string` where there are none (its bug 105329).
target_compile_options(ag_compile_options INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>)
# In a unity build g++ takes the sources for headers, whose anonymous namespaces would be a mistake.
target_compile_options(ag_compile_options INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage>)
ag_sanitize(ag_compile_options INTERFACE)
# Instrumented code looks to g++ as if values were used that nobody set, and null pointers followed: in its own headers, too.
if(AG_SANITIZE)
  target_compile_options(ag_compile_options INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-nonnull>)
  # Clang is built without type information, and so is what derives from its classes: in a program with both, the linker may
  # take a vtable of theirs for everybody.
  set(meets_clang "$<OR:$<IN_LIST:ag_frontend,$<TARGET_PROPERTY:LINK_LIBRARIES>>,$<BOOL:$<TARGET_PROPERTY:AG_MEETS_CLANG>>>")
  target_compile_options(ag_compile_options INTERFACE $<${meets_clang}:-fno-sanitize=vptr>)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "ag needs g++ 12 or newer, found ${CMAKE_CXX_COMPILER_VERSION}.")
endif()

# ag_precompile_headers(<target> <headers>… | REUSE_FROM <target>): headers that nearly all files of a target include, read once.
# A compiler cache (CMAKE_CXX_COMPILER_LAUNCHER) would keep a copy of them for each build folder, and does better without. Sanitizers
# need other flags in some files, which a precompiled header does not allow. With precompiled headers g++ 12 warns of copies of
# strings that have no end (its bug 105651), and of memory freed that was not allocated; these warnings are off.
function(ag_precompile_headers target)
  if(NOT CMAKE_CXX_COMPILER_LAUNCHER AND NOT AG_SANITIZE)
    if("${ARGV1}" STREQUAL "REUSE_FROM")
      target_precompile_headers(${target} ${ARGN})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    target_compile_options(${target} PRIVATE
      $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-stringop-overflow;-Wno-free-nonheap-object>)
  endif()
endfunction()
