#include <ag/ag.h>

AG_FUNCTION ag::Tensor countdown(ag::Tensor n) {
again:
  n -= 1;
  if (n > 0) goto again;
  return n;
}
