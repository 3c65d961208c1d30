#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, n), [&] {
    x = x / 2;
    ++n;
  });
  auto twice = [](ag::Staged<int> v) { return 2 * v; };
  auto add = [&](ag::Staged<int> v) {
    ag::if_stmt(v > 3, AG_STATE(n), [&] {
      n += v; },
    [&] {
      n -= v; });
  };
  add(twice(n));
  auto limited = [](ag::Staged<int> v, int most) -> ag::Staged<int> {
    return ag::if_else<ag::Staged<int>>(v > most, [&] { return most; }, [&] {
    return v;
  }); };
  auto known = [](int v) { return v + 1; };
  ag::Staged<double> d = [&](double e) { return e * n; }(0.5);
  return x * limited(n, 5) + d + known(2);
}
