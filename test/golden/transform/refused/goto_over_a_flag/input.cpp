#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  constexpr int k = 0;
  if (k > 0) goto end;
  while (x > 3) {
    x -= 1;
    if (x == 5) break;
  }
end:
  return x;
}
