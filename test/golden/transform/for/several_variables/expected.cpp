#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  { Tensor i = 0, j = n; ag::for_stmt([&] { return i < j; }, [&] { ++i, --j; }, AG_STATE(s, i, j), [&] { s += i * j; }); }
  return s;
}
