#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <tuple>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor total = 0, most = x;
  auto step = [&](Tensor n) {
    most = ag::maximum(most, n);
    return n - 1;
  };
  x = ag::lending(AG_STATE(most), [&] { return ag::while_loop([](Tensor n) { return n > 0; }, step, x); });
  Tensor y = ag::lending(AG_STATE(total), [&] { return ag::cond(x > 0, [&] { return x; }, [&] { total += 1; return total; }); });
  return ag::map_fn([&](Tensor row) { Tensor twice = row * 2; twice += y; return twice; }, x) + total + most;
}
