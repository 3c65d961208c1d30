#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor chain(Tensor x, Tensor a) {
  Tensor v = a;
  if (x > 5) {
    v = v + 1;
    x = x + v;
  } else if (v < 3) {
    if (a > 0) v = x;
    x = x - 1;
  } else {
    x = v;
  }
  return x;
}

AG_CONVERT Tensor loop(Tensor x, Tensor a) {
  Tensor v = a;
  while ((v = x * 2, v < 100)) {
    x = x + v;
    if (a > 1) v = a;
  }
  return x;
}
