#include <ag/ag.h>
using ag::Tensor;

// Whether a tensor has a value may be known only when the graph runs.
AG_CONVERT Tensor f(Tensor x) {
  Tensor last, best;
  while (x > 1) {
    if (!best.defined() || x > best) best = x;
    last = last.defined() ? (last + x) / 2 : x;
    x = x / 3;
  }
  const bool any = last.defined();
  return any ? last + best : x;
}
