#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// CV-02: the options stay with the loop whose break becomes a flag.
AG_CONVERT Tensor f(Tensor x, Tensor n) {
  ag::Flag did_break; ag::while_stmt([&] { return x < 100; }, AG_STATE(x).until(did_break),
    ag::LoopOptions{.maximum_iterations = 50}, [&] {
    ag::if_stmt(x == n, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {
    x += 1;
  }); });
  ag::Flag did_break_2; ag::for_stmt(ag::range(n), AG_STATE(x).until(did_break_2),
    ag::LoopOptions{.maximum_iterations = 50}, [&](Tensor i) {
    ag::if_stmt(i * i > x, AG_STATE(x, did_break_2), [&] { did_break_2 = true; }, [&] {
    x -= 1;
  }); });
  return x;
}
