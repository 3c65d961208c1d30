#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// AP-63: every expected output is compiled by itself.
AG_CONVERT Tensor f(Tensor n) {
  Tensor sum = 0;
  { Tensor i = 0; ag::for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(sum, i),
    ag::LoopOptions{.maximum_iterations = 1000}, [&] {
    sum += i;
  }); }
  ag::Flag did_break; ag::while_stmt([&] { return true; }, AG_STATE(sum).until(did_break),
    ag::LoopOptions{.maximum_iterations = 20}, [&] {
    ag::if_stmt(sum < 10, AG_STATE(sum, did_break), [&] { did_break = true; }, [&] {
    sum /= 2;
  }); });
  return sum;
}
