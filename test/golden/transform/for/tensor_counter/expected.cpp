#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor sum_of_even(Tensor n) {
  Tensor sum = 0;
  { Tensor i = 0; ag::for_stmt([&] { return i < n; }, [&] { i += 2; }, AG_STATE(sum, i), [&] {  // the step runs after continue, too
    ag::if_stmt(i == 4, AG_STATE(sum), [&] { return; }, [&] {
    sum += i;
  }); }); }
  return sum;
}
