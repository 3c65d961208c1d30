/// Functions of programs: what is printed reads back, the evaluator and native code call them alike, and what is wrong
/// is said.
#include "runtime/program/program_run.h"

namespace ag::test {

namespace called_graphs_test {
namespace {

using ag_test::ContainsSubstring;

/// Two functions that call each other: numbers, arrays, a local array, a check, an argument that a result is.
const char* const kCalls = R"(program "calls"(a0: int64[], a1: float32[3]) -> a2, a3, a4 {
  array a2: int64[]
  array a3: float32[3]
  array a4: boolean[]
  stack a7: float32[3]
  function f0 "down"(s10: int64, a5: float32[3]) -> v11, s12, a6: float32[3] {
    s13: int64 = 0
    s14: boolean = le s10, s13
    s12: boolean = not s14
    if s14 {
      alias a6 = a5
      set v11: int64 = s10
    } {
      s15: int64 = -1
      s16: int64 = add s10, s15
      call s17: int64, a7 = f1(s16, a5) in host_call
      loop s18 < 3 {
        s19: float32 = load a7[s18]
        s20: float32 = add s19, s19
        store a6[s18] = s20
      }
      s21: int64 = add s17, s10
      set v11: int64 = s21
    }
  }
  function f1 "checked"(s30: int64, a8: float32[3]) -> s31, a9: float32[3] {
    s32: int64 = 5
    s33: boolean = ne s30, s32
    check s33, invalid_argument "five is too many" in divide(int64[], int64[])
    call s31: int64, s34: boolean, a9 = f0(s30, a8) in host_call
  }
  s0: int64 = load a0[0]
  make_contiguous a1
  allocate a3
  call s1: int64, s2: boolean, a3 = f0(s0, a1) in host_call
  box a2 = s1
  box a4 = s2
}
)";

std::string reprinted(const std::string& text) { return codegen::print(codegen::parse(text, ops::table()), {false}); }

std::string fault(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
  try {
    codegen::parse(text, ops::table());
  } catch (const Error& error) {
    std::string all = error.what();
    for (const std::string& note : error.notes()) all += "\n" + note;
    return all;
  }
  return "no fault";
}

std::string run_program(const std::string& text, const std::vector<Tensor>& inputs, bool native) {
  const codegen::Program program = codegen::parse(text, ops::table());
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  try {
    exec::Frame frame(program, pointers);
    int failed = 0;
    std::unique_ptr<codegen::NativeCode> code;
    if (native) {
      const std::vector<codegen::Symbol> symbols = codegen::native_symbols(exec::Frame::calls());
      code = backend->compile({program, symbols}, why);
      CAPTURE(why);
      REQUIRE(code != nullptr);
      failed = code->function()(&frame);
    } else {
      failed = codegen::evaluate(program, &frame, exec::Frame::calls());
    }
    if (failed) frame.rethrow();
    return without_bits(show(frame.take_results()));
  } catch (const Error& error) {
    return error.message();
  }
}

}  // namespace

TEST_CASE("a program with functions prints and reads back") { CHECK(reprinted(kCalls) == kCalls); }

TEST_CASE("functions of a program are called by the evaluator and by native code") {
  const Tensor x = tensor({1.0, 2.0, 3.0});
  std::vector<bool> ways{false};
  std::string why;
  if (exec::backend(why)) ways.push_back(true);
  for (const bool native : ways) {
    CAPTURE(native);
    CHECK(run_program(kCalls, {tensor(0, int64), x}, native) == "int64 0;float32 [1. 2. 3.];boolean False;");
    CHECK(run_program(kCalls, {tensor(4, int64), x}, native) == "int64 10;float32 [16. 32. 48.];boolean True;");
    CHECK(run_program(kCalls, {tensor(9, int64), x}, native) == "divide: five is too many (operands int64[], int64[])");
    CHECK(run_program(kCalls, {tensor(1, int64), flip(x)}, native) == "int64 1;float32 [6. 4. 2.];boolean True;");
  }
}

TEST_CASE("wrong functions and calls are refused") {
  CHECK_THAT(fault(kCalls, "function f1", "function f3"), ContainsSubstring("function f1 comes next"));
  CHECK_THAT(fault(kCalls, "f1(s16, a5)", "f4(s16, a5)"), ContainsSubstring("there is no function f4"));
  CHECK_THAT(fault(kCalls, "f1(s16, a5)", "f1(s16)"), ContainsSubstring("other operands or results than it"));
  CHECK_THAT(fault(kCalls, "f1(s16, a5)", "f1(s14, a5)"), ContainsSubstring("an operand is int64"));
  CHECK_THAT(fault(kCalls, "call s17: int64, a7 = f1(s16, a5)", "call s17: int64, a5 = f1(s16, a5)"),
             ContainsSubstring("filled by a call that takes it as well"));
  CHECK_THAT(fault(kCalls, "s32: int64 = 5", "s32: int64 = 5\n    free a9"),
             ContainsSubstring("a function has a statement about tensors"));
  CHECK_THAT(fault(kCalls, "store a6[s18] = s20", "call s40: int64, a6 = f1(s16, a5) in host_call"),
             ContainsSubstring("in a loop whose iterations have no order"));
  CHECK_THAT(fault(kCalls, "s31: int64, s34", "s31: int32, s34"), ContainsSubstring("has another dtype"));
  CHECK_THAT(fault(kCalls, "stack a7: float32[3]", "stack a7: float32[4]"), ContainsSubstring("one of another type"));
}

}  // namespace called_graphs_test

}  // namespace ag::test
