#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>

using ag::Tensor;

// References to captured numbers, and copies of what a lambda around captures.
AG_CONVERT ag::Staged<double> f_staged(Tensor x, ag::staged_t<std::array<double, 2>> weights, ag::Staged<bool> rising) {
  ag::Staged<int> rounds = 0;
  const ag::Staged<bool> once = [&]() -> ag::Staged<bool> {
    ag::Staged<bool>& flag = rising;
    ag::Staged<int>& counted = rounds;
    ag::if_stmt(x > 0, AG_STATE(rising, rounds), [&] {
      flag = !flag;
      ++counted;
    });
    return flag;
  }();
  const ag::Staged<double> weight = [&]() -> ag::Staged<double> {
    auto first = [=]() {
      const ag::Staged<double> one = weights[0];
      return ag::if_else(once, [&] { return one; }, [&] { return weights[1]; });
    };
    return first();
  }();
  return weight * rounds;
} double f(Tensor x, std::array<double, 2> weights, bool rising) { return ag::plain<double>(f_staged(x, ag::staged(weights), rising)); }
