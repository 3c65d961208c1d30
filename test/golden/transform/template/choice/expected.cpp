#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T>
T halved_twice(T x) {
  int steps = 0;
  while (x > 1) {
    x = x / 2;
    ++steps;
  }
  return steps < 3 ? x : 2 * x;
} static ag::Tensor halved_twice_staged(ag::Tensor x); static ag::Staged<double> halved_twice_staged(ag::Staged<double> x);
AG_CONVERT Tensor halves(Tensor x) { return halved_twice_staged(x) + halved_twice(8.0); }
#line 5 "input.cpp"
static ag::Tensor halved_twice_staged(ag::Tensor x) {
  ag::Staged<int> steps = 0;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, steps), [&] {
    x = x / 2;
    ++steps;
  });
  return ag::if_else(steps < 3, [&] { return x; }, [&] { return 2 * x; });
}
#line 5 "input.cpp"
static ag::Staged<double> halved_twice_staged(ag::Staged<double> x) {
  ag::Staged<int> steps = 0;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, steps), [&] {
    x = x / 2;
    ++steps;
  });
  return ag::if_else(steps < 3, [&] { return x; }, [&] { return 2 * x; });
}
