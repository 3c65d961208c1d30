#include <ag/ag.h>
using ag::Tensor;

struct Scale {
  Tensor factor;
  AG_CONVERT Tensor operator()(Tensor x) const {
    if (x > factor) return x / factor;
    return x;
  }
  AG_CONVERT Scale& operator+=(Tensor x) {
    if (x > 0) factor += x;
    return *this;
  }
};

AG_CONVERT Tensor f(Scale scale, Tensor x) {
  if (x > 1) scale += x;
  return scale(x);
}
