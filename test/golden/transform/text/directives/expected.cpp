#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

#define FEW 1

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return ag::and_then(x > 1, [&] { return  // large
#if FEW
         n < 3; })
#else
         && n < \
            4
#endif
  ; }, AG_STATE(x, n), [&] {
    x = x / 2;
    ++n;
  });
  return ag::if_else(x > 0, [&] { return 
#  ifdef FEW
             x + n; }, [&] { return 
#  else
             
#  endif
             x - 1; });
}
