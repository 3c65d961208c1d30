#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 1;
  ag::Staged<int>& count = n;
  const ag::Staged<int>& seen = n;
  for (int n = 0; n < 3; ++n) {
    ag::if_stmt(x > n, AG_STATE(count), [&] { count += n + seen; });
  }
  auto add = [&](Tensor n) {
    ag::while_stmt([&] { return n > count; }, AG_STATE(count), [&] { ++count; });
  };
  add(x);
  return x + n;
}
