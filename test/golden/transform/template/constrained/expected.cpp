#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <concepts>
using ag::Tensor;

template <class T>
concept Value = std::same_as<T, Tensor> || std::floating_point<T>;

auto clamped(Value auto x, Value auto most) {
  ag::if_stmt(x > most, AG_STATE(x), [&] { x = most; });
  return x;
}
template <Value T>
  requires std::copyable<T>
T magnitude(T x) {
  if constexpr (std::same_as<T, double>) {
    return x < 0 ? -x : x;
  } else {
    ag::if_stmt(x < 0, AG_STATE(x), [&] { x = -x; });
    return x;
  }
}

AG_CONVERT Tensor f(Tensor x) { return clamped(x, Tensor(3)) + magnitude(x) + clamped(1.0, 2.0) + magnitude(-1.0); }
