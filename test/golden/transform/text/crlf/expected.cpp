#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Flag did_break; ag::while_stmt([&] { return x > 3; }, AG_STATE(x).until(did_break), [&] {
    ag::if_stmt(x == 7, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {  // seven
    x -= 1;
  }); });
  return x;
}
