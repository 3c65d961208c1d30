#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

ag::Staged<int> over_staged(ag::Staged<int> k) { return k; } int over(int k) { return ag::plain<int>(over_staged(ag::staged(k))); }
ag::Staged<int> over_staged(ag::Staged<double> k) { return ag::cast<int>(k) + 1; } int over(double k) { return ag::plain<int>(over_staged(ag::staged(k))); }
AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 0;
  ag::if_stmt(x > 0, AG_STATE(n), [&] { n = 2; });
  return x + over_staged(n) + over_staged(ag::cast<double>(0.5 * n)) + over_staged(ag::cast<double>(2.5));
}
