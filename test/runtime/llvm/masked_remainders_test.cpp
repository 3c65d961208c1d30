/// Remainders of reductions with computed trip counts: one masked vector, with the bits of one lane after another.
#include "kernel/instruction_set.h"
#include "runtime/program/mixed_numbers.h"
#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace masked_remainders_test {
namespace {

/// Reductions of the first %2 elements: adjacent ones, with steps, in reverse, at indices, repeated, and products.
const char* const kReductions =
    R"(graph f(%0: D[90], %1: D[90], %2: int64[], %3: int32[90]) -> D[], D[], D[], D[], D[], boolean[] {
  %10 = index(%0, %2) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
  %11 = index(%1, %2) {kinds = [201], starts = [0], stops = [0], steps = [1]} : D[?]
  %12 = index(%0, %2) {kinds = [201], starts = [0], stops = [0], steps = [3]} : D[?]
  %13 = flip(%11) {axes = [0]} : D[?]
  %14 = index(%3, %2) {kinds = [201], starts = [0], stops = [0], steps = [1]} : int32[?]
  %15 = take(%1, %14) {axis = 0} : D[?]
  %16 = index(%1) {kinds = [0], starts = [5], stops = [0], steps = [1]} : D[]
  %20 = sum(%10) {axes = [0], keepdims = false} : D[]
  %21 = multiply(%10, %13) : D[?]
  %22 = sum(%21) {axes = [0], keepdims = false} : D[]
  %23 = sum(%12) {axes = [0], keepdims = false} : D[]
  %24 = subtract(%10, %16) : D[?]
  %25 = multiply(%24, %15) : D[?]
  %26 = sum(%25) {axes = [0], keepdims = false} : D[]
  %27 = matmul(%10, %11) : D[]
  %28 = less(%10, %13) : boolean[?]
  %29 = any(%28) {axes = [0], keepdims = false} : boolean[]
  yield %20, %22, %23, %26, %27, %29
})";

Tensor places() { return astype(arange(90) * 7 % tensor(90, int64), int32); }

}  // namespace

TEST_CASE("remainders of counted reductions have the bits of the kernels, for all lengths") {
  for (const DType dtype : {float32, float64, int32, int64}) {
    const std::string text = replaced(kReductions, "D[", std::string(name(dtype)) + "[");
    for (int64_t length = 0; length <= 90; length += length < 36 ? 1 : 7) {
      INFO(name(dtype) << ' ' << length);
      run(text.c_str(), {signed_numbers(90, dtype), signed_numbers(90, dtype) * 3, tensor(length, int64), places()});
    }
  }
}

TEST_CASE("a remainder that divides integers takes one lane after another, since other lanes would divide by zero") {
  const char* const text = R"(graph f(%0: int64[90], %1: int64[90], %2: int64[]) -> int64[] {
    %10 = index(%0, %2) {kinds = [201], starts = [0], stops = [0], steps = [1]} : int64[?]
    %11 = index(%1, %2) {kinds = [201], starts = [0], stops = [0], steps = [1]} : int64[?]
    %12 = abs(%11) : int64[?]
    %13 = constant() {value = int64[]{1}} : int64[]
    %14 = add(%12, %13) : int64[?]
    %15 = remainder(%10, %14) : int64[?]
    %16 = sum(%15) {axes = [0], keepdims = false} : int64[]
    yield %16
  })";
  for (int64_t length : {0, 1, 15, 17, 90})
    run(text, {signed_numbers(90, int64), signed_numbers(90, int64), tensor(length, int64)});
}

#if defined(__x86_64__)
TEST_CASE("remainders are masked where the machine has masks") {
  if (kernel::instruction_set() != kernel::InstructionSet::Avx512) return;
  const std::string module = compiled(replaced(kReductions, "D[", "float64[")).module;
  if (module.empty()) return;
  CHECK(module.find("llvm.masked.load") != std::string::npos);
  CHECK(module.find("llvm.masked.gather") != std::string::npos);
}
#endif

}  // namespace masked_remainders_test

}  // namespace ag::test
