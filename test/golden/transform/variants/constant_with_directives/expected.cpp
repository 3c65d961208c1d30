#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

ag::Staged<int> rounds_staged(ag::Staged<int> n) {
#if defined(__GNUC__)  // every compiler here
  return n * 2;
#else
  return n;
#endif
} constexpr int rounds(int n) {
#if defined(__GNUC__)
return n * 2;
#else
return n;
#endif
}
#line 10 "input.cpp"


AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return x < 10; }, AG_STATE(x, n), [&] {
    x = x + 1;
    ++n;
  });
  return x + rounds_staged(n) + rounds_staged(3);
}
