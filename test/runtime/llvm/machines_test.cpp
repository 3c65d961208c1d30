/// Programs for made-up machines: other tiles, fewer registers and other instructions, and the same bits.
#include <random>

#include "exec/code_cache.h"
#include "passes/manager.h"
#include "runtime/program_passes/masked_loop_run.h"

using namespace ag;
using namespace ag::test;

namespace machines_test {
namespace {

Tensor numbers(int64_t count, unsigned seed, DType dtype = float32) {
  std::mt19937 random(seed);
  std::vector<double> values;
  for (int64_t k = 0; k < count; ++k) values.push_back(static_cast<double>(random() % 20001) / 1000 - 10);
  return astype(tensor(values), dtype);
}

/// The default machine, those with shorter vectors, and those with less of everything else.
std::vector<detail::Machine> machines() {
  std::vector<detail::Machine> all;
  for (const char* facts : {"", "vector_bytes=32,vector_registers=16,mask_registers=0",
                            "vector_bytes=16,vector_registers=16,mask_registers=0",
                            "l1_bytes=8192,l2_bytes=32768,llc_bytes=65536,wake_ns=1", "vector_registers=8,fma_units=1",
                            "line_bytes=16,wake_ns=10", "line_bytes=256,llc_bytes=65536,wake_ns=100"}) {
    all.push_back(detail::parse_machine(facts, {}));
  }
  all.push_back(small_machine());
  return all;
}

std::string native_bits(const ir::Graph& graph, const std::vector<const Tensor*>& inputs,
                        const codegen::BackendInterface& backend, const detail::Machine& machine) {
  return guarded([&] { return exec::Compiled(graph, backend, {.machine = machine}).run(inputs); });
}

/// Compares native code for each machine with the interpreter: of the graph as it is, and after the passes for the
/// machine.
void check(const std::string& text, const std::vector<Tensor>& inputs) {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  const std::string expected = guarded([&] { return exec::Interpreter(graph).run(pointers); });
  for (const detail::Machine& machine : machines()) {
    INFO(detail::print(machine));
    CHECK(native_bits(*graph, pointers, *backend, machine) == expected);
    ir::Graph optimized = *graph;
    ir::PassOptions options;
    options.machine = machine;
    passes::optimize(optimized, options);
    CHECK(native_bits(optimized, pointers, *backend, machine) == expected);
  }
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

}  // namespace

TEST_CASE("elementwise loops and reductions have the same bits for every machine") {
  for (const auto& [dtype, name] : {std::pair(float32, "float32"), std::pair(float64, "float64")}) {
    for (const int64_t count : {7, 1000, 70001}) {
      const std::string text = R"(graph f(%0: D[N] "x", %1: D[N] "y") -> D[], D[], D[N] {
        %2 = multiply(%0, %1) : D[N]
        %3 = add(%2, %0) : D[N]
        %4 = sum(%3) {axes = [0], keepdims = false} : D[]
        %5 = max(%3) {axes = [0], keepdims = false} : D[]
        %6 = exp(%0) : D[N]
        %7 = subtract(%6, %2) : D[N]
        yield %4, %5, %7
      })";
      check(replaced(replaced(text, "D[", std::string(name) + "["), "[N]", "[" + std::to_string(count) + "]"),
            {numbers(count, 1, dtype), numbers(count, 2, dtype)});
    }
  }
}

TEST_CASE("products and small arrays have the same bits for every machine") {
  for (const int64_t size : {3, 8, 40, 150}) {
    const std::string text =
        R"(graph f(%0: float32[N,N] "a", %1: float32[N,N] "b", %2: float32[N] "v") -> float32[N,N], float32[N] {
      %3 = matmul(%0, %1) : float32[N,N]
      %4 = add(%3, %0) : float32[N,N]
      %5 = matmul(%4, %2) : float32[N]
      yield %4, %5
    })";
    const Shape square{size, size};
    check(replaced(text, "N", std::to_string(size)),
          {reshape(numbers(size * size, 3), square), reshape(numbers(size * size, 4), square), numbers(size, 5)});
  }
}

TEST_CASE("conversions to and from 16 bits have the same bits for every machine") {
  for (const char* half : {"float16", "bfloat16"}) {
    const std::string text = R"(graph f(%0: float32[1000] "x") -> float32[1000], H[1000], H[] {
      %1 = astype(%0) {dtype = H} : H[1000]
      %2 = multiply(%1, %1) : H[1000]
      %3 = astype(%2) {dtype = float32} : float32[1000]
      %4 = sum(%2) {axes = [0], keepdims = false} : H[]
      yield %3, %2, %4
    })";
    check(replaced(text, "H", half), {numbers(1000, 6)});
  }
}

TEST_CASE("code for short vectors has no long ones") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
#if defined(__x86_64__)
  const codegen::Program program =
      codegen::lower(ir::parse(R"(graph f(%0: float32[100000] "x", %1: float32[100000] "y") -> float32[100000] {
        %2 = multiply(%0, %1) : float32[100000]
        yield %2
      })",
                               ops::table()));
  const std::vector<codegen::Symbol> symbols = codegen::native_symbols(exec::Frame::calls());
  const auto assembly = [&](const char* facts) {
    const detail::Machine machine = detail::parse_machine(facts, {});
    std::string text, error;
    REQUIRE(backend->compile({program, symbols, nullptr, nullptr, &text, false, machine}, error));
    return text;
  };
  const std::string of_16 = assembly("vector_bytes=16"), of_32 = assembly("vector_bytes=32");
  CHECK(of_16.find("%ymm") == std::string::npos);
  CHECK(of_16.find("%zmm") == std::string::npos);
  CHECK(of_16.find("%xmm") != std::string::npos);
  CHECK(of_32.find("%zmm") == std::string::npos);
#endif
}

TEST_CASE("code for one machine is not found for another") {
  const codegen::Program program = codegen::lower(ir::parse(R"(graph f(%0: float32[3] "x") -> float32[3] {
    %1 = multiply(%0, %0) : float32[3]
    yield %1
  })",
                                                            ops::table()));
  CHECK(exec::code_key(program, {}) == exec::code_key(program, {}));
  if (exec::code_key(program, {}).empty()) return;
  CHECK(exec::code_key(program, {}) != exec::code_key(program, small_machine()));
}

}  // namespace machines_test
