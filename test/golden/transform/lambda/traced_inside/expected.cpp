#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

auto outside = ag::function(ag::named("x", [](Tensor x) { return ag::if_else(x > 1, [&] { return x; }, [&] { return x * 2; }); }));

// In a function that is converted an object of a lambda is that lambda.
AG_CONVERT Tensor apply_staged(Tensor x, ag::Staged<int> most) {
  ag::Staged<int> calls = 0;
  auto clipped = ag::function_inside([&](Tensor y, ag::Staged<int> limit) {
    ++calls;
    return ag::if_else(y > limit, [&] { return limit + 0 * y; }, [&] { return y + most; });
  }, {.name = "clipped"});
  ag::while_stmt([&] { return x < 10; }, AG_STATE(x, calls), [&] { x = clipped(x, most + calls); });
  const auto shifted = ag::function_inside([=](auto y) { return y + calls; });
  return outside(shifted(x));
} Tensor apply(Tensor x, int most) { return apply_staged(x, most); }
