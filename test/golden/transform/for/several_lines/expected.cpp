#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  { Tensor i = 0; ag::for_stmt([&] { return  // from the first
       i < n; }, [&] {  // to the last
       i += 1; }, AG_STATE(s, i), [&] {      // one by one
    s += i;
  }); }
  return s;
}
