#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<double> limit) {
  auto clipped = [](auto value, auto most) {
    return ag::if_else(value > most, [&] { return most; }, [&] {
    return ag::if_else(value < 0 * most, [&] { return 0 * most; }, [&] {
    return value;
  }); }); };
  auto halve = [](auto& value) {
    ag::while_stmt([&] { return value > 1; }, AG_STATE(value), [&] { value = value / 2; });
  };
  Tensor y = clipped(x, Tensor(3));
  ag::Staged<double> z = clipped(limit, 2.0);
  halve(y);
  halve(z);
  return y + z;
} Tensor f(Tensor x, double limit) { return f_staged(x, limit); }
