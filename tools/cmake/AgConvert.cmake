# ag_convert(<target> [STRICT] [SOURCES <file>...])
#
# Builds the C++ sources of a target (all of them, or those named) from their converted form: `agc convert` runs as
# part of the build, with the flags of the target, and again when the source, a header, a flag or agc itself changes.
#
#   find_package(ag CONFIG REQUIRED)
#   add_executable(app app.cpp)
#   ag_convert(app)
#
# * STRICT: what cannot be staged is an error, when it is built or when it is traced. Otherwise it is a warning, and the
#   function runs eagerly.
# * Links ag::runtime where the target does not do it itself.
# * The source property AG_CONVERT_OPTIONS has options of agc for one file, such as -Wno-eager.
# * -DAG_EAGER=ON builds the same sources plainly, without agc.
# * In a unity build the converted files are compiled one by one.
# * compile_commands.json keeps naming the original sources, so that an editor works on what the user wrote.
# * The sources are read at the end of the directory: what comes after the call counts too.
# * target_precompile_headers(app PRIVATE <ag/staging/generated.h>) precompiles the header that converted files begin
#   with. All C++ sources of the target have to be converted. A plain build leaves it out.
#
# Ninja and Makefiles generators. Works in the build tree of ag and with an installed copy alike: it needs only the
# targets ag::runtime and ag::agc.

include_guard(GLOBAL)

option(AG_EAGER "Build the sources given to ag_convert plainly, without conversion" OFF)

function(ag_convert target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STRICT" "" "SOURCES")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ag_convert(${target}): unexpected argument '${arg_UNPARSED_ARGUMENTS}'; "
                        "sources are named after the word SOURCES.")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "ag_convert(${target}): SOURCES is followed by no file; leave it out to convert all of them.")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "ag_convert(${target}): there is no such target; call it after add_executable or add_library.")
  endif()
  get_target_property(directory ${target} SOURCE_DIR)
  get_target_property(imported ${target} IMPORTED)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(imported OR aliased OR NOT directory STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "ag_convert(${target}): the target has to be made in the directory of the call, under this name.")
  endif()
  get_target_property(already ${target} AG_CONVERTED)
  if(already)
    message(FATAL_ERROR "ag_convert(${target}): the target is converted already; name all its sources in one call.")
  endif()
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    message(FATAL_ERROR "ag_convert works with the generators Ninja and Unix Makefiles, not with ${CMAKE_GENERATOR}.")
  endif()
  set_property(TARGET ${target} PROPERTY AG_CONVERTED ON)
  if(arg_STRICT)
    set_property(TARGET ${target} PROPERTY AG_STRICT ON)
  endif()

  _ag_link_runtime(${target})
  if(AG_EAGER)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL _ag_leave_out_generated_header [[${target}]])")
    return()
  endif()
  if(NOT TARGET ag::agc)
    message(FATAL_ERROR "ag_convert(${target}): this copy of ag has no agc. Install ag with the converter "
                        "(AG_BUILD_CONVERTER=ON), or build plainly with -DAG_EAGER=ON.")
  endif()
  set(named "${arg_SOURCES}")
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _ag_convert_target [[${target}]] [[${named}]])")
endfunction()

# Links ag::runtime as `target_link_libraries(… PRIVATE …)` would, which can't be called on a target whose other
# libraries were given without a keyword.
function(_ag_link_runtime target)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  if("ag::runtime" IN_LIST libraries)
    return()
  endif()
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES ag::runtime)
  get_target_property(type ${target} TYPE)
  if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$")
    set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:ag::runtime>")
  endif()
endfunction()

# At the end of the directory, when the target is complete: puts the converted file in the place of each source.
function(_ag_convert_target target named)
  get_target_property(sources ${target} SOURCES)
  set(named_paths "")
  foreach(source IN LISTS named)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    list(APPEND named_paths "${path}")
  endforeach()

  _ag_options_of_target(${target} "${sources}" "${named_paths}" shared)
  set(originals "")
  set(converted_any OFF)
  set(plain "")
  set(remaining "${named_paths}")
  set(new_sources "")
  foreach(source IN LISTS sources)
    _ag_is_cxx_source("${source}" is_cxx)
    if(source MATCHES "\\$<")
      if(NOT named AND source MATCHES "\\.(cpp|cc|cxx|c\\+\\+|C)")
        message(FATAL_ERROR "ag_convert(${target}): '${source}' is a generator expression, so the file is not known "
                            "yet; name the sources to convert: ag_convert(${target} SOURCES …).")
      endif()
      list(APPEND new_sources "${source}")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    if(is_cxx OR source MATCHES "\\.c$")
      list(APPEND originals "${path}")
    endif()
    list(REMOVE_ITEM remaining "${path}")
    if(is_cxx AND (NOT named OR path IN_LIST named_paths))
      if(NOT converted_any)
        _ag_write_flags(${target} flags_file)
        set(converted_any ON)
      endif()
      _ag_add_conversion(${target} "${path}" "${flags_file}" "${shared}" converted)
      list(APPEND new_sources "${converted}")
    else()
      if(is_cxx AND NOT plain)
        set(plain "${source}")
      endif()
      list(APPEND new_sources "${source}")
    endif()
  endforeach()
  if(remaining)
    list(GET remaining 0 first)
    message(FATAL_ERROR "ag_convert(${target} SOURCES …): '${first}' is not a C++ source of the target.")
  endif()
  if(NOT converted_any)
    message(FATAL_ERROR "ag_convert(${target}): the target has no C++ source to convert.")
  endif()
  get_target_property(precompiled ${target} PRECOMPILE_HEADERS)
  if(plain AND "<ag/staging/generated.h>" IN_LIST precompiled)
    message(FATAL_ERROR "ag_convert(${target}): '${plain}' is not converted, but the target precompiles "
                        "<ag/staging/generated.h>, which only converted sources may include.")
  endif()
  if(shared)
    set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS "${shared}")
  endif()
  _ag_keep_originals(${target} "${originals}")
  set_property(TARGET ${target} PROPERTY SOURCES "${new_sources}")
endfunction()

# What a converted file needs: it lies elsewhere, yet its #include "…" lines mean the folder of the source.
function(_ag_options_of_source path result)
  cmake_path(GET path PARENT_PATH directory)
  set(${result} "-iquote${directory}" "-Werror=format" PARENT_SCOPE)
endfunction()

# CMake keeps sources with options of their own out of a unity build, and converted files have such options. The property
# AG_UNITY_BUILD joins them, where all sources of the target are converted and lie in one folder: the options are then those of
# the target. It is not for sources that share a header with converted functions, of which each converted file has a copy.
function(_ag_options_of_target target sources named result)
  set(${result} "" PARENT_SCOPE)
  get_target_property(unity ${target} UNITY_BUILD)
  get_target_property(joined ${target} AG_UNITY_BUILD)
  if(NOT unity OR NOT joined)
    return()
  endif()
  set(shared "")
  foreach(source IN LISTS sources)
    _ag_is_cxx_source("${source}" is_cxx)
    cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE path)
    if(source MATCHES "\\$<" OR source MATCHES "\\.c$" OR (is_cxx AND named AND NOT path IN_LIST named))
      return()
    endif()
    if(is_cxx)
      _ag_options_of_source("${path}" options)
      if(shared AND NOT shared STREQUAL options)
        return()
      endif()
      set(shared "${options}")
    endif()
  endforeach()
  set(${result} "${shared}" PARENT_SCOPE)
endfunction()

function(_ag_is_cxx_source source result)
  cmake_path(GET source EXTENSION LAST_ONLY extension)
  string(REGEX REPLACE "^\\." "" extension "${extension}")
  get_source_file_property(language "${source}" LANGUAGE)
  get_source_file_property(header_only "${source}" HEADER_FILE_ONLY)
  if(language STREQUAL "CXX" OR (NOT language AND extension IN_LIST CMAKE_CXX_SOURCE_FILE_EXTENSIONS))
    set(is_cxx ON)
  else()
    set(is_cxx OFF)
  endif()
  if(header_only)
    set(is_cxx OFF)
  endif()
  set(${result} ${is_cxx} PARENT_SCOPE)
endfunction()

# Writes the target's flags into a response file for agc. It is rewritten only when a flag changes, so that it can be
# what the conversions depend on. Each line is one argument in single quotes, which keeps definitions such as
# NAME="text" whole.
function(_ag_write_flags target result)
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/ag_converted/${target}")
  set(options "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")

  set(fixed "")
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${config}}")
  list(APPEND fixed ${flags})
  get_target_property(own_flags ${target} COMPILE_FLAGS)
  if(own_flags)
    separate_arguments(flags UNIX_COMMAND "${own_flags}")
    list(APPEND fixed ${flags})
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND fixed "--sysroot=${CMAKE_SYSROOT}")
  endif()
  if(CMAKE_CXX_COMPILER_TARGET)
    list(APPEND fixed "--target=${CMAKE_CXX_COMPILER_TARGET}")
  endif()
  _ag_gcc_directory(gcc_directory)
  if(gcc_directory)
    list(APPEND fixed "--gcc-install-dir=${gcc_directory}")
  endif()
  _ag_prefix_header(${target} "${directory}" prefix_header)
  if(prefix_header)
    list(APPEND fixed "-include" "${prefix_header}")
  endif()
  list(JOIN fixed "'\n'" fixed)
  _ag_language_standard(${target} standard)

  file(
    GENERATE
    OUTPUT "${directory}/flags-$<COMPILE_LANGUAGE>.rsp"
    CONTENT "'-std=${standard}'
$<$<BOOL:${fixed}>:'${fixed}'
>$<$<BOOL:${definitions}>:'-D$<JOIN:${definitions},'\n'-D>'
>$<$<BOOL:${includes}>:'-I$<JOIN:${includes},'\n'-I>'
>$<$<BOOL:${options}>:'$<JOIN:${options},'\n'>'
>"
    TARGET ${target})
  set(${result} "${directory}/flags-CXX.rsp" PARENT_SCOPE)
endfunction()

# The header of converted files changes the meaning of plain ones.
function(_ag_leave_out_generated_header target)
  get_target_property(headers ${target} PRECOMPILE_HEADERS)
  if("<ag/staging/generated.h>" IN_LIST headers)
    list(REMOVE_ITEM headers "<ag/staging/generated.h>")
    set_property(TARGET ${target} PROPERTY PRECOMPILE_HEADERS "${headers}")
  endif()
endfunction()

# Precompiled headers are included ahead of each source; agc reads them as plain text.
function(_ag_prefix_header target directory result)
  get_target_property(headers ${target} PRECOMPILE_HEADERS)
  get_target_property(disabled ${target} DISABLE_PRECOMPILE_HEADERS)
  if(headers)
    list(REMOVE_ITEM headers "<ag/staging/generated.h>")
  endif()
  set(text "")
  if(headers AND NOT disabled)
    foreach(header IN LISTS headers)
      if(header MATCHES "\\$<")
        string(APPEND text "$<$<BOOL:${header}>:#include ${header}>\n")
      elseif(header MATCHES "^[<\"]")
        string(APPEND text "#include ${header}\n")
      else()
        cmake_path(ABSOLUTE_PATH header NORMALIZE)
        string(APPEND text "#include \"${header}\"\n")
      endif()
    endforeach()
    file(GENERATE OUTPUT "${directory}/prefix-$<COMPILE_LANGUAGE>.h" CONTENT "${text}" TARGET ${target})
    set(${result} "${directory}/prefix-CXX.h" PARENT_SCOPE)
  else()
    set(${result} "" PARENT_SCOPE)
  endif()
endfunction()

# The standard that CMake will ask of the compiler: the newest of what the target, its libraries and the compiler's own
# choice say; ag itself needs C++20.
function(_ag_language_standard target result)
  set(features "$<TARGET_PROPERTY:${target},COMPILE_FEATURES>")
  set(least 20)
  get_target_property(own ${target} CXX_STANDARD)
  foreach(candidate IN ITEMS "${own}" "${CMAKE_CXX_STANDARD_DEFAULT}")
    if(candidate MATCHES "^2[0-9]$" AND candidate GREATER least)
      set(least ${candidate})
    endif()
  endforeach()
  set(standard ${least})
  foreach(candidate IN ITEMS 23 26)
    if(candidate GREATER least)
      set(standard "$<IF:$<IN_LIST:cxx_std_${candidate},${features}>,${candidate},${standard}>")
    endif()
  endforeach()
  get_target_property(extensions ${target} CXX_EXTENSIONS)
  if(extensions STREQUAL "extensions-NOTFOUND" OR extensions)
    set(dialect gnu++)
  else()
    set(dialect c++)
  endif()
  set(${result} "${dialect}${standard}" PARENT_SCOPE)
endfunction()

# The folder of the g++ that compiles: agc then reads the same standard library, also where several are installed.
function(_ag_gcc_directory result)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT DEFINED CACHE{AG_GCC_DIRECTORY})
    execute_process(
      COMMAND "${CMAKE_CXX_COMPILER}" -print-libgcc-file-name
      OUTPUT_VARIABLE libgcc
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    cmake_path(GET libgcc PARENT_PATH directory)
    if(NOT EXISTS "${directory}/crtbegin.o")
      set(directory "")
    endif()
    set(AG_GCC_DIRECTORY "${directory}" CACHE INTERNAL "Folder of the GCC whose standard library agc reads")
  endif()
  set(${result} "${AG_GCC_DIRECTORY}" PARENT_SCOPE)
endfunction()

# Adds the command that converts one source, and gives the file it writes.
function(_ag_add_conversion target source flags_file shared result)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE relative)
  if(relative MATCHES "^\\.\\.")
    cmake_path(GET source FILENAME name)
    string(SHA1 hash "${source}")
    string(SUBSTRING "${hash}" 0 8 hash)
    set(relative "outside/${hash}/${name}")
  endif()
  set(output "${CMAKE_CURRENT_BINARY_DIR}/ag_converted/${target}/${relative}")
  cmake_path(GET output PARENT_PATH output_directory)
  file(MAKE_DIRECTORY "${output_directory}")

  # What was set on the source holds for its converted form, and for the conversion.
  set(own_flags "")
  foreach(property IN ITEMS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES COMPILE_OPTIONS COMPILE_FLAGS)
    get_source_file_property(value "${source}" ${property})
    if(NOT value)
      continue()
    endif()
    if(property STREQUAL "COMPILE_FLAGS")
      set_property(SOURCE "${output}" PROPERTY COMPILE_FLAGS "${value}")
      separate_arguments(value UNIX_COMMAND "${value}")
    else()
      set_property(SOURCE "${output}" APPEND PROPERTY ${property} "${value}")
    endif()
    if(property STREQUAL "COMPILE_DEFINITIONS")
      list(TRANSFORM value PREPEND "-D")
    elseif(property STREQUAL "INCLUDE_DIRECTORIES")
      list(TRANSFORM value PREPEND "-I")
    endif()
    list(APPEND own_flags ${value})
  endforeach()

  if(NOT shared)
    _ag_options_of_source("${source}" options)
    set_property(SOURCE "${output}" APPEND PROPERTY COMPILE_OPTIONS "${options}")
  endif()
  get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
  if(alone)
    set_property(SOURCE "${output}" PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  get_target_property(strict ${target} AG_STRICT)
  get_source_file_property(agc_options "${source}" AG_CONVERT_OPTIONS)
  if(NOT agc_options)
    set(agc_options "")
  endif()
  if(strict)
    list(APPEND agc_options --strict)
  endif()
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "$<TARGET_FILE:ag::agc>" convert "${source}" -o "${output}" --depfile "${output}.d"
            --preambles "${CMAKE_BINARY_DIR}/ag_preambles" ${agc_options} -- "@${flags_file}" ${own_flags}
    DEPENDS "${source}" "${flags_file}" ag::agc "$<TARGET_FILE:ag::agc>"
    DEPFILE "${output}.d"
    COMMENT "Converting ${relative} for ${target}"
    VERBATIM)
  set(${result} "${output}" PARENT_SCOPE)
endfunction()

# compile_commands.json is for people and their editors: it names the original sources. They stand in an object library
# that is never built and has the target's own settings, and the target with the generated files is left out.
function(_ag_keep_originals target originals)
  get_target_property(exported ${target} EXPORT_COMPILE_COMMANDS)
  if(NOT exported)
    return()
  endif()
  set(library "${target}_original_sources")
  add_library(${library} OBJECT EXCLUDE_FROM_ALL ${originals})
  foreach(
    property IN
    ITEMS COMPILE_DEFINITIONS COMPILE_FEATURES COMPILE_FLAGS COMPILE_OPTIONS CXX_EXTENSIONS CXX_STANDARD
          CXX_STANDARD_REQUIRED CXX_VISIBILITY_PRESET INCLUDE_DIRECTORIES LINK_LIBRARIES POSITION_INDEPENDENT_CODE
          VISIBILITY_INLINES_HIDDEN)
    get_target_property(value ${target} ${property})
    if(NOT value MATCHES "-NOTFOUND$")
      set_property(TARGET ${library} PROPERTY ${property} "${value}")
    endif()
  endforeach()
  set_target_properties(${library} PROPERTIES EXPORT_COMPILE_COMMANDS ON UNITY_BUILD OFF FOLDER "ag")
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
endfunction()
