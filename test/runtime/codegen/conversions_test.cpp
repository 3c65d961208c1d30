/// Floating-point numbers as integers in native code: in vectors, and saturated.
#include "runtime/codegen/array_loop_run.h"

namespace ag::test {

namespace {

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
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  for (const DType from : {DType::float32, DType::float64}) {
    const Tensor x = numbers_at_ends(from);
    const std::string shape = "[" + std::to_string(x.size()) + "]";
    for (const DType to : {DType::int8, DType::int16, DType::int32, DType::int64, DType::uint8, DType::uint16,
                           DType::uint32, DType::uint64}) {
      INFO(ag::name(from) << " to " << ag::name(to));
      const std::string wanted_type = std::string(ag::name(to)) + shape;
      const std::string text = "graph f(%0: " + std::string(ag::name(from)) + shape + ") -> " + wanted_type +
                               " { %1 = astype(%0) {dtype = " + std::string(ag::name(to)) + "} : " + wanted_type +
                               " yield %1 }";
      const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
      const std::vector<const Tensor*> inputs{&x};
      const std::string wanted = guarded([&] { return exec::Interpreter(graph).run(inputs); });
      CHECK(guarded([&] { return exec::Compiled(*graph, *backend).run(inputs); }) == wanted);
      const bool vectors = item_size(to) < 8 && (to != DType::uint32 || from == DType::float32);
      if (vectors) CHECK(compiled(text).assembly.find("ttss2si") == std::string::npos);
      if (vectors) CHECK(compiled(text).assembly.find("ttsd2si") == std::string::npos);
    }
  }
}

}  // namespace ag::test
