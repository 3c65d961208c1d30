#include <ag/ag.h>
using ag::Tensor;

struct Digits {
  int base = 10;
  int last(int x) const { return x % base; }
};

AG_CONVERT int digit(int x, Tensor up) {
  const Digits digits;
  int (Digits::*method)(int) const = &Digits::last;
  int n = x;
  if (up > 0) n += 1;
  return (digits.*method)(x) + n;
}
