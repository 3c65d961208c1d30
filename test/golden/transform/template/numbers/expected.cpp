#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T>
T clip(T x, T lo, T hi) {
  return ag::if_else<T>(x < lo, [&] { return lo; }, [&] {
  return ag::if_else<T>(x > hi, [&] { return hi; }, [&] {
  return x;
}); }); }
template <class T>
T halved(T value, Tensor x) {
  T result = value;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, result), [&] {
    x = x / 2;
    result = result / 2;
  });
  return result;
}
template <int N, class T>
void shift(T& value) {
  ag::if_stmt(value > N, AG_STATE(value), [&] { value -= N; });
}

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = clip(ag::item<int>(x), ag::cast<int>(1), ag::cast<int>(2));
  shift<1>(n);
  return clip(x, Tensor(0), Tensor(5)) * n + halved(ag::cast<int>(40), x) + halved(x, x);
}
