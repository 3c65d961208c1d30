#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

#define CHOOSE(c, a, b) ((c) ? (a) : (b))
AG_CONVERT Tensor f(Tensor x) {
  Tensor y = ag::if_else((x > 0), [&] { return (x + 1); }, [&] { return (x - 1); })

; Tensor z = y;
  return z;
}
