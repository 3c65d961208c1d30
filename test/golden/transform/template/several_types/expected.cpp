#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T>
T root(T x, const T& limit) {
  T y = x;
  ag::Staged<int> steps = 0;
  ag::while_stmt([&] { return ag::and_then(y * y > x, [&] { return y > limit; }); }, AG_STATE(y, steps), [&] {
    y = (y + x / y) / 2;
    ++steps;
  });
  return ag::if_else<T>(steps < 100, [&] { return y; }, [&] {
  return x;
}); }

double plain(double x) { return root(x, 0.001); }
AG_CONVERT Tensor f(Tensor x) { return root(x, Tensor(0.001)); }
