# Compiles every expected output of the golden transform cases: one translation unit, each case in a namespace of its own.
#
#   cmake -DCOMPILER=… -DINCLUDE=… -DFOLDER=… -DWORK=… -P compile_expected.cmake
file(GLOB_RECURSE cases "${FOLDER}/*/expected.cpp")
list(SORT cases)
set(text "#include <ag/staging/generated.h>\n#include <algorithm>\n#include <array>\n#include <complex>\n#include <concepts>\n#include <cstdio>\n#include <deque>\n#include <functional>\n#include <iomanip>\n#include <iostream>\n#include <map>\n#include <numeric>\n#include <optional>\n#include <queue>\n#include <set>\n#include <stack>\n#include <string>\n#include <tuple>\n#include <utility>\n#include <vector>\n")
set(number 0)
foreach(case IN LISTS cases)
  math(EXPR number "${number} + 1")
  string(APPEND text "namespace case_${number} {\n#include \"${case}\"\n}\n")
endforeach()
file(WRITE "${WORK}/expected_${COMPILER_NAME}.cpp" "${text}")
execute_process(
  COMMAND "${COMPILER}" -std=c++20 -fsyntax-only -Wall -Wextra -Wno-unused-function -Werror "-I${INCLUDE}"
    "${WORK}/expected_${COMPILER_NAME}.cpp"
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "an expected output does not compile with ${COMPILER}")
endif()
message(STATUS "${number} converted files compile with ${COMPILER}")
