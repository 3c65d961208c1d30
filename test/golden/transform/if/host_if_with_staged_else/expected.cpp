#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int k) {
  Tensor y = 0;
  if (k > 2) {
    y = 1;
  } else ag::if_stmt(x > 0, AG_STATE(y), [&] {
    y = 2;
  }, [&] {
    y = 3;
  });
  return y;
}
