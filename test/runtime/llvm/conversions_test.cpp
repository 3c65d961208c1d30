/// Conversions in native code: in vectors, and as kernels do them.
#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace conversions_test {
namespace {

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

/// Converts x by the interpreter and as native code, which do the same; the machine code.
std::string converted(const Tensor& x, DType to) {
  const std::string shape = "[" + std::to_string(x.size()) + "]", type = std::string(ag::name(to)) + shape;
  const std::string text = "graph f(%0: " + std::string(ag::name(x.dtype())) + shape + ") -> " + type +
                           " { %1 = astype(%0) {dtype = " + std::string(ag::name(to)) + "} : " + type + " yield %1 }";
  INFO(text);
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  const std::vector<const Tensor*> inputs{&x};
  const std::string wanted = guarded([&] { return exec::Interpreter(graph).run(inputs); });
  CHECK(guarded([&] { return exec::Compiled(*graph, *backend_or_warning()).run(inputs); }) == wanted);
  return compiled(text).assembly;
}

bool has(const std::string& assembly, const char* text) { return assembly.find(text) != std::string::npos; }

/// Numbers on both sides of each power of two, where the ranges of integers end, and numbers that are none.
Tensor numbers_at_ends(DType dtype) {
  std::vector<double> numbers{HUGE_VAL, std::nan(""), 0, 0.5, 5e-324, 1e-40, 1e30, 1e300};
  for (int exponent = 0; exponent <= 65; ++exponent) {
    const double power = std::ldexp(1, exponent);
    for (const double at : {power - 1, power - 0.5, power, power + 0.5, power * (1 - 0x1p-24), power * (1 + 0x1p-23)}) {
      numbers.push_back(at);
    }
  }
  const Tensor positive = astype(tensor(numbers), dtype);
  return concat({positive, -positive});
}

}  // namespace

TEST_CASE("floating-point numbers become integers in vectors, saturated as kernels do") {
  if (!backend_or_warning()) return;
  for (const DType from : {DType::float32, DType::float64}) {
    const Tensor x = numbers_at_ends(from);
    for (const DType to : {DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8, DType::uint16,
                           DType::uint32, DType::uint64}) {
      INFO(ag::name(from) << " to " << ag::name(to));
      const std::string assembly = converted(x, to);
      if (item_size(to) == 8 || (to == DType::uint32 && from == DType::float64)) continue;
      CHECK_FALSE(has(assembly, "ttss2si"));
      CHECK_FALSE(has(assembly, "ttsd2si"));
    }
  }
}

TEST_CASE("half types are widened and rounded in vectors as everywhere") {
  if (!backend_or_warning()) return;
  for (const DType half : {DType::float16, DType::bfloat16}) {
    const Tensor all = bitcast(astype(arange(65536), uint16), half);
    CHECK_FALSE((has(converted(all, float32), "ag_widen") && has_avx2()));
    // What lies between two numbers, in the middle and beside it.
    const Tensor positive = astype(all[slice(0, half == DType::float16 ? 0x7c00 : 0x7f80)], float64);
    const int64_t last = positive.size() - 1;
    const Tensor low = positive[slice(0, last)], middle = (low + positive[slice(1, last + 1)]) * 0.5;
    const Tensor near = concat({low, middle, middle * (1 - 0x1p-22), middle * (1 + 0x1p-22),
                                tensor({1e30, 3.4e38, 7e4, HUGE_VAL, std::nan("")})});
    for (const Tensor& numbers : {near, -near}) {
      CHECK_FALSE((has(converted(astype(numbers, float32), half), "ag_narrow") && has_avx2()));
    }
  }
}

}  // namespace conversions_test

}  // namespace ag::test
