#include <ag/ag.h>
using ag::Tensor;

template <class D>
struct Stepper {
  int count = 0;
  AG_CONVERT bool advance(Tensor& u, double limit = 10) {
    ++count;
    u = static_cast<D*>(this)->step(u);
    return ag::max(u).template item<double>() < limit;
  }
};

struct Euler : Stepper<Euler> {
  AG_CONVERT Tensor step(const Tensor& u) { return u * 2; }
};

AG_FUNCTION int f(Tensor u) {
  Euler euler;
  while (euler.advance(u)) {
  }
  return euler.count;
}
