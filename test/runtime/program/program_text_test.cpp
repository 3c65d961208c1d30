/// The text form of programs: what is printed reads back, and what is wrong is said.
#include "program/program_text.h"

#include "ops/table.h"
#include "support/catch.h"

namespace ag::test {

namespace program_text_test {
namespace {

std::string reprint(const std::string& text) { return codegen::print(codegen::parse(text, ops::table()), {false}); }

std::string fault(const char* text) {
  try {
    codegen::parse(text, ops::table());
  } catch (const Error& error) {
    return error.what();
  }
  return "no fault";
}

}  // namespace

TEST_CASE("a program prints and reads back") {
  const std::string text = R"(program "all"(a0: float32[4], a1: int32~[]) -> a4, a3 {
  constant a2 = float32[2]{1, nan}
  array a3: float32[2,2]
  array a4: int32[]
  stack a5: float32[4]
  array a6: float32[?]
  s0: int32 = load a1[0]
  s1: int32 = -3
  s2: boolean = lt s0, s1
  set v3: int32 = s0
  if s2 {
    s4: int32 = add s0, s1
    set v3: int32 = s4
  } {
  }
  while {
    s5: int32 = copy v3
    s6: boolean = gt s5, s1
  } s6 {
    s7: int32 = sub v3, s0
    set v3: int32 = s7
    s17: boolean = ne s7, s0
    check s17, invalid_argument "integer division by zero" in divide(int32[], int32[])
    check s17, s7 in index(float32[4], int32[]) {kinds = [20], starts = [0], stops = [0], steps = [1]}
    s22: int64 = length a6
    check s17, s22, s7 in index(float32[?,2], int32[]) {kinds = [20], starts = [0], stops = [0], steps = [1]}
    apply s8: int32 = pow(s7, s0) in (int32[], int32[])
  }
  switch s0 {
    make_contiguous a0
    make_unique a0
  } {
    alias a3 = a0
  }
  reduce s9 < 4 (s10: float32 = sum s11, s12: boolean = all s13) {
    s11: float32 = load a0[s9]
    s18: int32 = argmin s0, s1
    s19: int32 = min s0, s1
    s20: float32 = max s11
    s21: int32 = argmax s11, s20
    s13: boolean = eq s11, s11
    store a5[-1*s9 + 3] = s11
  }
  allocate a3
  loop s14 < 2 {
    loop s15 < 2 {
      s16: float32 = -inf
      store a3[2*s14 + s15] = s16
    }
  }
  s23: int64 = 3
  reduce s24 < s23 of 4 (s25: float32 = sum s26) {
    s26: float32 = load a0[s24]
  }
  loop s27 < s23 of 4 {
    store a5[s27] = s25
  }
  kernel a6 = cumulative_sum(a0) {axis = 0} fills
  kernel a6 = index_update(a6, a6) {kinds = [0], starts = [0], stops = [0], steps = [0]} overwrites
  box a4 = s0
  swap a6, a0
  free a6
}
)";
  CHECK(reprint(text) == text);
}

TEST_CASE("a wrong program is refused") {
  CHECK(fault("program") == "text:1:8: expected the name of the program in quotes, found the end");
  CHECK(fault("program \"f\"() {\n  s0: int32 = add s1, s1\n}").find("register 1 does not exist") != std::string::npos);
  CHECK(fault("program \"f\"(a0: int32[2]) {\n  s0: int32 = load a0[2]\n}")
            .find("accessed from element 2 to 2, it has 2") != std::string::npos);
  CHECK(fault("program \"f\"(a0: int32[]) {\n  s0: int32 = load a0[0]\n  s1: float32 = convert s0\n"
              "  s2: int32 = add s0, s1\n}")
            .find("an operand is float32, register 0 is int32") != std::string::npos);
  CHECK(fault("program \"f\"() {\n  s0: int32 = 1\n  s1: float32 = argmin s0, s0\n}")
            .find("argmin of int32 is not float32") != std::string::npos);
  CHECK(fault("program \"f\"() {\n  s0: boolean = true\n  s1: boolean = max s0, s0\n}")
            .find("max of boolean; convert it first") != std::string::npos);
  CHECK(fault("program \"f\"(a0: int32[2]) {\n  s0: int32 = length a0\n}").find("a length is an int64") !=
        std::string::npos);
  CHECK(fault("program \"f\"(a0: int32[]) {\n  s0: int64 = length a0\n}").find("without axes") != std::string::npos);
  CHECK(fault("program \"f\"(a0: int32[2,?]) {\n  s0: int64 = 1\n  s1: int32 = load a0[s0]\n}")
            .find("the shape of its rows is not known") != std::string::npos);
  CHECK(fault("program \"f\"() {\n  s0: int32 = 1\n  loop s1 < s0 of 3 {\n  }\n}")
            .find("a trip count is int64, register 0 is int32") != std::string::npos);
  CHECK(fault("program \"f\"() {\n  s0: int64 = 1\n  loop s1 < s0 {\n  }\n}").find("expected 'of'") !=
        std::string::npos);
  CHECK(fault("program \"f\"() {\n  dance a0\n}") == "text:2:3: 'dance' is no statement");
  CHECK(fault("program \"f\"(a0: int32[2]) {\n  loop s0 < 3 {\n    s1: int32 = load a0[s0]\n  }\n}")
            .find("accessed from element 0 to 2, it has 2") != std::string::npos);
}

}  // namespace program_text_test

}  // namespace ag::test
