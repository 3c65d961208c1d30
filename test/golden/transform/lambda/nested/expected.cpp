#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor hits = 0;
  auto outer = [&](Tensor k) {
    auto inner = [&](Tensor j) {
      ag::if_stmt(j % 2 == 0, AG_STATE(hits), [&] { return; }, [&] {
      hits += j;
    }); };
    ag::for_stmt(ag::range(k), AG_STATE(hits), [&](Tensor i) { inner(i); });
  };
  ag::if_stmt(n > 3, AG_STATE(hits), [&] { outer(n); });
  return hits;
}
