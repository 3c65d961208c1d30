#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = 0;
  // decide
  ag::if_stmt(ag::and_then(x > 2, [&] { return  // is it big
      x < 9; }), AG_STATE(y), [&] {  // but not too big
    y = 1;  // yes
  },  // end
  [&]  // otherwise
  {
    y = 2; /* no */
  });
  return y;
}
