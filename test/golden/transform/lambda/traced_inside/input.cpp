#include <ag/ag.h>
using ag::Tensor;

auto outside = ag::function([](Tensor x) { return x > 1 ? x : x * 2; });

// In a function that is converted an object of a lambda is that lambda.
AG_CONVERT Tensor apply(Tensor x, int most) {
  int calls = 0;
  auto clipped = ag::function([&](Tensor y, int limit) {
    ++calls;
    return y > limit ? limit + 0 * y : y + most;
  }, {.name = "clipped"});
  while (x < 10) x = clipped(x, most + calls);
  const auto shifted = ag::function([=](auto y) { return y + calls; });
  return outside(shifted(x));
}
