/// Powers of two that native code multiplies with: the bits of kernels, from subnormal numbers to infinity.
#include "kernel/instruction_set.h"
#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace combine_scalef_test {
namespace {

/// Elements from `first` to `last`, and numbers that are none of them.
Tensor numbers_between(double first, double last, DType dtype) {
  const Tensor special = tensor({-HUGE_VAL, HUGE_VAL, std::nan(""), -0.0, 0.0, -1e30, 1e30, 5e-324, -1e-40});
  return astype(concat({linspace(first, last, 40000, float64), special}), dtype);
}

std::string graph_of(const char* operation, const Tensor& x) {
  const std::string type = std::string(ag::name(x.dtype())) + "[" + std::to_string(x.size()) + "]";
  return "graph f(%0: " + type + ") -> " + type + " { %1 = " + operation + "(%0) : " + type + " yield %1 }";
}

}  // namespace

TEST_CASE("exponential functions in vectors have the bits of kernels, and scale by an instruction where there is one") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  for (const DType dtype : {DType::float32, DType::float64}) {
    const bool single = dtype == DType::float32;
    for (const char* const operation : {"exp", "erf", "erfc"}) {
      INFO(operation << " of " << ag::name(dtype));
      const bool error = operation[1] == 'r';
      const Tensor x = error    ? numbers_between(-30, 30, dtype)
                       : single ? numbers_between(-110, 95, dtype)
                                : numbers_between(-760, 720, dtype);
      const auto graph = std::make_shared<const ir::Graph>(ir::parse(graph_of(operation, x), ops::table()));
      const std::vector<const Tensor*> inputs{&x};
      const std::string wanted = guarded([&] { return exec::Interpreter(graph).run(inputs); });
      CHECK(guarded([&] { return exec::Compiled(*graph, *backend).run(inputs); }) == wanted);
      if (kernel::instruction_set() != kernel::InstructionSet::Avx512 || error) continue;
      CHECK_THAT(compiled(graph_of(operation, x)).assembly,
                 ag_test::ContainsSubstring(single ? "vscalefps" : "vscalefpd"));
    }
  }
}

}  // namespace combine_scalef_test

}  // namespace ag::test
