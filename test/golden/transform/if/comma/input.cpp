#include <ag/ag.h>
using ag::Tensor;

int limit = 3;

AG_FUNCTION Tensor f(Tensor x) {
  int n = 0;
  if (n++, x > 0) n *= 2;
  switch (n++, int(x)) {
    case 1:
      n += 10;
      break;
    default:
      n += 20;
  }
  if (x = x + 1, limit > 2) x = x * 2;
  while (n++, x > 1) x = x / 2;
  return x + n;
}
