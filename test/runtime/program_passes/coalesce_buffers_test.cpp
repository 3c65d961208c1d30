/// How much memory compiled functions take besides that of their arguments and results, measured as arrays with guard
/// pages are counted (AG_GUARD_PAGES=1, which the tests of programs run with).
#include <set>

#include "passes/manager.h"
#include "runtime/program/program_run.h"
#include "tensor/memory/guarded_memory.h"

namespace ag::test {

namespace coalesce_buffers_test {
namespace {

size_t bytes_of(const Tensor& tensor) {
  return static_cast<size_t>(tensor.shape().element_count()) * item_size(tensor.dtype());
}

/// The most that there is at a time besides the inputs and the results.
size_t beyond_results(const char* text, const std::vector<Tensor>& inputs) {
  const codegen::BackendInterface* backend = backend_or_warning();
  if (!backend || !detail::guards_memory) return 0;
  ir::Graph graph = ir::parse(text, ops::table());
  passes::optimize(graph);
  const exec::Compiled compiled(graph, *backend);
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  compiled.run(pointers);
  detail::restart_most_guarded();
  const size_t before = detail::guarded_bytes().now;
  const std::vector<Tensor> results = compiled.run(pointers);
  size_t given = 0;
  for (const Tensor& result : results) given += bytes_of(result);
  const size_t most = detail::guarded_bytes().most - before;
  CHECK(most >= given);
  return most - given;
}

}  // namespace

TEST_CASE("a chain of operations takes no memory but that of its results") {
  const char* text =
      R"(graph black_scholes(%0: float32[100000] "spot", %1: float32[100000] "strike", %2: float32[100000] "years") -> float32[100000], float32[100000] {
    %3 = constant() {value = float32[]{0.3}} : float32[]
    %4 = constant() {value = float32[]{0.065}} : float32[]
    %5 = constant() {value = float32[]{0.70710677}} : float32[]
    %6 = constant() {value = float32[]{0.5}} : float32[]
    %7 = constant() {value = float32[]{-0.02}} : float32[]
    %8 = constant() {value = float32[]{1}} : float32[]
    %9 = sqrt(%2) : float32[100000]
    %10 = multiply(%3, %9) : float32[100000]
    %11 = multiply(%4, %2) : float32[100000]
    %12 = divide(%0, %1) : float32[100000]
    %13 = log(%12) : float32[100000]
    %14 = add(%13, %11) : float32[100000]
    %15 = divide(%14, %10) : float32[100000]
    %16 = subtract(%15, %10) : float32[100000]
    %17 = multiply(%15, %5) : float32[100000]
    %18 = erf(%17) : float32[100000]
    %19 = multiply(%6, %18) : float32[100000]
    %20 = add(%6, %19) : float32[100000]
    %21 = multiply(%16, %5) : float32[100000]
    %22 = erf(%21) : float32[100000]
    %23 = multiply(%6, %22) : float32[100000]
    %24 = add(%6, %23) : float32[100000]
    %25 = multiply(%7, %2) : float32[100000]
    %26 = exp(%25) : float32[100000]
    %27 = multiply(%1, %26) : float32[100000]
    %28 = multiply(%27, %24) : float32[100000]
    %29 = multiply(%0, %20) : float32[100000]
    %30 = subtract(%29, %28) : float32[100000]
    %31 = subtract(%8, %20) : float32[100000]
    %32 = multiply(%0, %31) : float32[100000]
    %33 = subtract(%8, %24) : float32[100000]
    %34 = multiply(%27, %33) : float32[100000]
    %35 = subtract(%34, %32) : float32[100000]
    yield %30, %35
  })";
  const Tensor a = ones({100000}, float32);
  CHECK(beyond_results(text, {a, a + 1, a + 2}) == 0);
}

TEST_CASE("a training loop takes a few arrays of a batch, which are less than its weights once more") {
  const char* text =
      R"(graph train_linear(%0: float32[1000,784] "x", %1: int64[1000] "labels", %2: int64[] "steps") -> float32[], float32[784,10] {
    %3 = constant() {value = float32[]{0}} : float32[]
    %4 = constant() {value = int64[]{5}} : int64[]
    %5 = constant() {value = int64[]{200}} : int64[]
    %6 = constant() {value = float32[]{200}} : float32[]
    %7 = constant() {value = float32[]{0.1}} : float32[]
    %8 = constant() {value = int64[]{1}} : int64[]
    %9 = constant() {value = float32~[]{0}} : float32~[]
    %10 = constant() {value = int64[]{0}} : int64[]
    %11 = full(%3) {shape = (784, 10)} : float32[784,10]
    %12 = full(%3) {shape = (10,)} : float32[10]
    %13, %14, %15, %16 = while_loop(%11, %12, %9, %10) : float32[784,10] "weights", float32[10] "bias", float32[] "loss", int64[] {(%17: float32[784,10] "weights", %18: float32[10] "bias", %19: float32[] "loss", %20: int64[])
      %21 = less(%20, %2) : boolean[]
      yield %21
    } {(%22: float32[784,10] "weights", %23: float32[10] "bias", %24: float32[] "loss", %25: int64[])
      %26 = fmod(%25, %4) : int64[]
      %27 = multiply(%26, %5) : int64[]
      %28 = index(%0, %27) {kinds = [321], starts = [0], stops = [200], steps = [1]} : float32[200,784]
      %29 = index(%1, %27) {kinds = [321], starts = [0], stops = [200], steps = [1]} : int64[200]
      %30 = matmul(%28, %22) : float32[200,10]
      %31 = add(%30, %23) : float32[200,10]
      %32 = logsumexp(%31) {axes = [1], keepdims = false} : float32[200]
      %33 = expand_dims(%29) {axis = 1} : int64[200,1]
      %34 = take_along_axis(%31, %33) {axis = 1} : float32[200,1]
      %35 = squeeze(%34) {axes = [1]} : float32[200]
      %36 = subtract(%32, %35) : float32[200]
      %37 = mean(%36) {axes = [0], keepdims = false} : float32[]
      %38 = one_hot(%29) {depth = 10, dtype = float32} : float32[200,10]
      %39 = softmax(%31) {axis = -1} : float32[200,10]
      %40 = subtract(%39, %38) : float32[200,10]
      %41 = divide(%40, %6) : float32[200,10]
      %42 = permute_dims(%28) {axes = [1, 0]} : float32[784,200]
      %43 = matmul(%42, %41) : float32[784,10]
      %44 = multiply(%7, %43) : float32[784,10]
      %45 = subtract(%22, %44) : float32[784,10]
      %46 = sum(%41) {axes = [0], keepdims = false} : float32[10]
      %47 = multiply(%7, %46) : float32[10]
      %48 = subtract(%23, %47) : float32[10]
      %49 = add(%25, %8) : int64[]
      yield %45, %48, %37, %49
    }
    yield %15, %13
  })";
  const Tensor x = ones({1000, 784}, float32), labels = zeros({1000}, int64);
  const size_t weights = 784 * 10 * 4, of_batch = 200 * 10 * 4;
  const size_t beyond = beyond_results(text, {x, labels, tensor(20, int64)});
  const size_t added_at_a_time = 4096;  // of the product: memory of the kernel's own
  CHECK(beyond + added_at_a_time <= weights);
  CHECK(beyond <= 3 * of_batch + 1000);
}

TEST_CASE("arrays that kernels fill one after another in a loop are one array, unless both are needed") {
  const auto arrays = [](const std::string& last) {
    const std::string text = R"(graph f(%0: float32[40,40], %1: int64[]) -> float32[40,40] {
    %2 = constant() {value = int64[]{0}} : int64[]
    %3 = constant() {value = int64[]{1}} : int64[]
    %4, %5 = while_loop(%2, %0) : int64[], float32[40,40] {(%6: int64[], %7: float32[40,40])
      %8 = less(%6, %1) : boolean[]
      yield %8
    } {(%9: int64[], %10: float32[40,40])
      %11 = matmul(%10, %0) : float32[40,40]
      %12 = sort(%11) {axis = 0, descending = false} : float32[40,40]
      %13 = matmul(%12, %0) : float32[40,40]
      %14 = sort(%13) {axis = 1, descending = false} : float32[40,40]
)" + last + R"(      %19 = add(%9, %3) : int64[]
      yield %19, %18
    }
    yield %5
  })";
    const Tensor x = reshape(linspace(-0.2, 0.3, 1600, float32), {40, 40});
    for (const int64_t rounds : {0, 1, 2, 5}) run(text.c_str(), {x, tensor(rounds, int64)});
    const std::string program = statements(text.c_str());
    std::set<std::string> names;
    for (size_t at = program.find("kernel a"); at != std::string::npos; at = program.find("kernel a", at + 1)) {
      names.insert(program.substr(at + 7, program.find(' ', at + 7) - at - 7));
    }
    return names.size();
  };
  CHECK(arrays("      %18 = tanh(%14) : float32[40,40]\n") == 2);
  CHECK(arrays("      %17 = add(%14, %11) : float32[40,40]\n      %18 = tanh(%17) : float32[40,40]\n") == 3);
  CHECK(arrays("      %16 = flip(%11) {axes = [0]} : float32[40,40]\n      %17 = add(%14, %16) : float32[40,40]\n"
               "      %18 = tanh(%17) : float32[40,40]\n") == 3);
  CHECK(arrays("      %18 = sort(%14) {axis = 0, descending = true} : float32[40,40]\n") == 3);
}

TEST_CASE("an array that changes places with one of another shape is not filled as if it had its own") {
  // What the first round begins with is the program's own, and has seven elements; its place is filled in the second.
  const char* text = R"(graph f(%0: float32[?], %1: float32[100], %2: int64[]) -> float32[?], float32[] {
    %3 = constant() {value = int64[]{0}} : int64[]
    %4 = constant() {value = int64[]{1}} : int64[]
    %5 = constant() {value = float32[]{0}} : float32[]
    %20 = sort(%0) {axis = 0, descending = false} : float32[?]
    %6, %7, %8 = while_loop(%3, %20, %5) : int64[], float32[?], float32[] {(%9: int64[], %10: float32[?], %11: float32[])
      %12 = less(%9, %2) : boolean[]
      yield %12
    } {(%13: int64[], %14: float32[?], %15: float32[])
      %16 = sort(%1) {axis = 0, descending = false} : float32[100]
      %17 = sum(%14) {axes = [0], keepdims = false} : float32[]
      %18 = add(%15, %17) : float32[]
      %19 = add(%13, %4) : int64[]
      yield %19, %16, %18
    }
    yield %7, %8
  })";
  for (const int64_t rounds : {0, 1, 2, 3, 6}) {
    run(text, {ones({7}, float32), linspace(3, -2, 100, float32), tensor(rounds, int64)});
  }
}

}  // namespace coalesce_buffers_test

}  // namespace ag::test
