#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> steps = 0;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, steps), [&] {
    x = x / 2;
    ++steps;
  });
  return x + steps;
}
