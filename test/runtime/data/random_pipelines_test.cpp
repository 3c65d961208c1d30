/// Random datasets: what a traced function makes of captures, operators and random order is what the program makes
/// plainly.
#include <ag/staging/generated.h>

#include <cstdlib>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.h"

namespace ag::test {

namespace random_pipelines_test {
namespace {

/// One operator: which, and a number for it.
struct Stage {
  int kind = 0;
  int number = 0;
};

Dataset with_stage(const Dataset& of, const Stage& stage, const Tensor& a) {
  const int n = stage.number;
  switch (stage.kind) {
    case 0:
      return of.map([a, n](Tensor x) { return x * a + n; });
    case 1:
      return of.filter([a, n](Tensor x) { return (x + a) % (n + 2) != 0; });
    case 2:
      return of.take_while([a, n](Tensor x) { return x < a * 20 + n; });
    case 3:
      return of.scan(n, [a](Tensor state, Tensor x) { return std::pair(state + x, state * a - x); });
    case 4:
      return of.take(7).interleave(
          [a, n](Tensor x) {
            return Dataset::from_tensor_slices(stack({x, x + a, a})).map([n](Tensor y) { return y - n; });
          },
          n + 1, 2);
    case 5:
      return of.batch(n + 1).map([a](Tensor x) { return sum(x) - a; });
    case 6:
      return of.shuffle(n + 1, 5).take(11);
    case 7:
      return of.cache().skip(n);
    case 8:
      return of.prefetch(n + 1);
    case 9:
      return of.take(5).repeat(n + 1).concatenate(Dataset::from_tensors(a));
    case 10:
      return Dataset::zip(of, of.skip(1)).map([a](Tensor x, Tensor y) { return x - y * a; });
    default:
      return of.enumerate(n).map([](Tensor k, Tensor x) { return k + x; });
  }
}

Tensor digest_body(Dataset data, Tensor a, const std::vector<int>& plan) {
  for (size_t k = 0; k + 1 < plan.size(); k += 2) data = with_stage(data, {plan[k], plan[k + 1]}, a);
  Tensor digest = tensor(1, int64);
  for (int run = 0; run < 2; ++run) {
    for_stmt(data, AG_STATE(digest), [&](Tensor x) { digest = digest * 31 + x; });
  }
  return digest;
}
Tensor digest(Dataset data, Tensor a, std::vector<int> plan) {
  return traced<&digest>(AG_STATE(data, a, plan), [](Dataset data, Tensor a, std::vector<int> plan) -> Tensor {
    return digest_body(data, a, plan);
  });
}

template <class F>
std::string outcome(F call) {
  std::ostringstream out;
  try {
    out << call();
  } catch (const Error& error) {
    out << name(error.kind()) << ' ' << error.message();
  }
  return out.str();
}

}  // namespace

TEST_CASE("random datasets of traced functions have the elements that they have plainly", "[dataset]") {
  // More of them by hand: AG_FUZZ_SEED=7 AG_FUZZ_CALLS=10000.
  const char *asked_seed = std::getenv("AG_FUZZ_SEED"), *asked_calls = std::getenv("AG_FUZZ_CALLS");
  const unsigned seed = asked_seed ? static_cast<unsigned>(std::atoi(asked_seed)) : 20261122;
  const int calls = asked_calls ? std::atoi(asked_calls) : 60;
  std::mt19937 random(seed);
  const auto pick = [&](int below) { return static_cast<int>(random() % static_cast<unsigned>(below)); };
  for (int call = 0; call < calls; ++call) {
    std::vector<int> plan;
    for (int k = 1 + pick(4); k > 0; --k) plan.insert(plan.end(), {pick(12), pick(4)});
    std::string text;
    for (int word : plan) text += std::to_string(word) + " ";
    CAPTURE(seed, call, text);
    for (int again = 0; again < 2; ++again) {
      const Dataset data = Dataset::range(pick(30));
      const Tensor a = tensor(pick(7) - 2, int64);
      const std::string traced = outcome([&] { return digest(data, a, plan); });
      CHECK(traced == outcome([&] { return digest_body(data, a, plan); }));
    }
  }
}

}  // namespace random_pipelines_test

}  // namespace ag::test
