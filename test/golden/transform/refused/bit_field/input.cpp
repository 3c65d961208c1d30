#include <ag/ag.h>
using ag::Tensor;

struct Bits {
  int low : 4;
};
AG_CONVERT Tensor packed(Tensor x) {
  Bits bits{1};
  if (x > 0) bits.low = 2;
  return x + bits.low;
}
