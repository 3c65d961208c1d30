#include <ag/ag.h>
using ag::Tensor;

// Functions that are passed to a traced one are converted, wherever the call stands.
Tensor limited(Tensor x) {
  if (x > 3) return 3.0;
  return x;
}
AG_DO_NOT_CONVERT Tensor plain(Tensor x) { return x * 2; }
AG_FUNCTION Tensor applied(Tensor (*f)(Tensor), Tensor x) { return f(x) + 1; }
template <class F>
AG_FUNCTION Tensor twice(const F& f, Tensor x) {
  return f(f(x));
}
Tensor uses(Tensor x) {
  auto halved = [](Tensor y) {
    if (y > 1) y = y / 2;
    return y;
  };
  return applied(&limited, x) + applied(plain, x) + twice(halved, x);
}
