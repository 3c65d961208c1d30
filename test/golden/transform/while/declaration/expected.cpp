#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  { Tensor left; ag::while_stmt([&] { return left = 10 - n; }, AG_STATE(n, s, left), [&] {
    n += 1;
    s += left;
  }); }
  { Tensor t; ag::while_stmt([&] { return t = Tensor{s - 3}; }, AG_STATE(s, t), [&] { s -= t; }); }
  { Tensor k = 0; Tensor left; ag::for_stmt([&] { return left = 5 - k; }, [&] { k += 1; }, AG_STATE(s, k, left), [&] { s += left * k; }); }
  return s;
}
