/// ag::Generator: equal streams eagerly and in graphs.
#include <ag/staging/generated.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "runtime/function/each_executor.h"

namespace ag::test {

namespace generator_test {
namespace {

Generator source(7);

Tensor noisy(Tensor x) {
  return traced<&noisy>(AG_STATE(x), [](Tensor x) -> Tensor {
    while_stmt([&] { return x > 0; }, AG_STATE(x), [&] { x = x - source.uniform({}); });
    return x + sum(source.normal({3})) + astype(source.integers(0, 100, {}), float32);
  });
}

Tensor drawn_of(Generator from, Tensor n) {
  return traced<&drawn_of>(AG_STATE(from, n), [](Generator from, Tensor n) -> Tensor {
    Tensor sum = zeros({2});
    while_stmt([&] { return n > 0; }, AG_STATE(n, sum), [&] { sum = sum + from.uniform({2}), n = n - 1; });
    return sum;
  });
}

}  // namespace

TEST_CASE("A generator is an argument: one graph draws from whichever it is", "[generator]") {
  const EachExecutor each;
  function_of(&drawn_of).clear();
  const Generator a(3), b(3), plain(3);
  const std::vector<float> first = drawn_of(a, tensor(2)).to_vector<float>();
  CHECK(first == (plain.uniform({2}) + plain.uniform({2})).to_vector<float>());
  CHECK(drawn_of(b, tensor(2)).to_vector<float>() == first);
  CHECK(drawn_of(a, tensor(2)).to_vector<float>() != first);
  CHECK(function_of(&drawn_of).pretty_printed_concrete_signatures().find("drawn_of") != std::string::npos);
  CHECK(function_of(&drawn_of).retraces().empty());
}

TEST_CASE("Equal seeds give equal numbers, and every draw gives others", "[generator]") {
  const Generator a(3), b(3), c(4);
  const std::vector<float> first = a.uniform({4}).to_vector<float>();
  CHECK(first == b.uniform({4}).to_vector<float>());
  CHECK(first != c.uniform({4}).to_vector<float>());
  CHECK(first != a.uniform({4}).to_vector<float>());
  CHECK(first != random_uniform({4}, 3).to_vector<float>());
  a.reset(3);
  CHECK(first == a.uniform({4}).to_vector<float>());
  CHECK(b.permutation(5).size() == 5);
  CHECK(b.categorical(zeros({2, 3})).size() == 2);
  CHECK(b.normal({2}, float64).dtype() == float64);
  CHECK(b.integers(5, 6, {2}).to_vector<int>() == std::vector<int>{5, 5});
}

TEST_CASE("A traced function draws anew at each call, and the same as the eager program", "[generator]") {
  const EachExecutor each;
  function_of(&noisy).clear();
  std::vector<float> eager, traced;
  source.reset(7);
  function_of(&noisy).set_eager(true);
  for (int k = 0; k < 3; ++k) eager.push_back(noisy(2.0).item<float>());
  source.reset(7);
  function_of(&noisy).set_eager(false);
  for (int k = 0; k < 3; ++k) traced.push_back(noisy(2.0).item<float>());
  CHECK(eager == traced);
  CHECK(eager[0] != eager[1]);
}

TEST_CASE("Two threads never draw with one key", "[generator]") {
  const Generator g(1);
  auto draw = [&](std::vector<uint64_t>& keys) {
    for (int k = 0; k < 500; ++k) keys.push_back(g.key().to_vector<uint64_t>()[1]);
  };
  std::vector<uint64_t> one, two;
  std::thread other([&] { draw(one); });
  draw(two);
  other.join();
  one.insert(one.end(), two.begin(), two.end());
  std::ranges::sort(one);
  CHECK(std::ranges::adjacent_find(one) == one.end());
}

}  // namespace generator_test

}  // namespace ag::test
