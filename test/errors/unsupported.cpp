#include <ag/ag.h>

AG_FUNCTION ag::Tensor countdown(ag::Tensor n) {
  do {
    n -= 1;
  } while (n > 0);
  return n;
}
