#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return x < 10; }, AG_STATE(x, n), [&] {
    x = x + 1;
    ++n;
  });
  auto larger = []<class T>(T a, T b) { return ag::if_else(a > b, [&] { return a; }, [&] { return b; }); };
  auto scaled = []<class T, class U>(T a, const U& b, T c) { return a * b + c; };
  return x + larger(n, ag::cast<int>(3)) + larger(ag::cast<int>(2), n) + larger(4, 5) + scaled(n, 0.5, ag::cast<int>(1)) + scaled(1, n, 2);
}
