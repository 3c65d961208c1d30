#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Digits {
  int base = 10;
  int last(int x) const { return x % base; }
};

AG_CONVERT ag::Staged<int> digit_staged(ag::Staged<int> x, Tensor up) {
  const Digits digits;
  int (Digits::*method)(int) const = &Digits::last;
  ag::Staged<int> n = x;
  ag::if_stmt(up > 0, AG_STATE(n), [&] { n += 1; });
  return (digits.*method)(ag::host(x)) + n;
} int digit(int x, Tensor up) { return ag::plain<int>(digit_staged(x, up)); }
