#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Scale {
  Tensor factor;
  AG_CONVERT Tensor operator()(Tensor x) const {
    return ag::if_else<Tensor>(x > factor, [&] { return x / factor; }, [&] {
    return x;
  }); }
  AG_CONVERT Scale& operator+=(Tensor x) {
    ag::if_stmt(x > 0, AG_STATE(factor), [&] { factor += x; });
    return *this;
  }
};

AG_CONVERT Tensor f(Scale scale, Tensor x) {
  ag::if_stmt(x > 1, AG_STATE(scale), [&] { scale += x; });
  return scale(x);
}
