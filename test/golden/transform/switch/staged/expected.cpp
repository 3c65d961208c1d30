#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor k, Tensor y) {
  ag::switch_stmt(ag::item<int>(k), AG_STATE(y),
    ag::when(0, [&] { y = 1; }),
    ag::when(1, [&] { y = 10; }).falls_through(),  // falls through
    ag::when(2, [&] { y += 5; }),
    ag::when({3, 5}, [&] { y = 7; }),
    ag::otherwise([&] { y = -1; })
  );
  return y;
}
