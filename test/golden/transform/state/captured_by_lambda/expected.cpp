#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor hits = 0;
  auto hit = [&](Tensor k) { hits += k; };
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, hits), [&] {
    ag::if_stmt(n % 2 == 0, AG_STATE(hits), [&] { hit(n); });
    n -= 1;
  });
  return hits;
}
