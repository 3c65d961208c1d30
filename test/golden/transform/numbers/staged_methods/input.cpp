#include <ag/ag.h>
using ag::Tensor;

namespace stats {
struct Accumulator {
  enum Kind { None, Some };
  static constexpr int kMost = 3;
  Tensor total = 0.f;
  int count = 0;
  Kind kind = None;

  AG_CONVERT void add(Tensor x) {
    if (x > 0) {
      total = total + x;
      ++count;
      kind = Some;
    }
  }
  Kind seen() const { return kind; }
  int limit(int n = kMost) const { return count > n ? n : count; }
  bool full() const {  // never before three
    return limit() == kMost;
  }
  static Accumulator of(Tensor x) {
    Accumulator result;
    result.add(x);
    return result;
  }
};
}  // namespace stats

AG_FUNCTION Tensor f(Tensor xs) {
  stats::Accumulator a = stats::Accumulator::of(xs[0]);
  for (Tensor x : xs) {
    if (a.full()) break;
    a.add(x);
  }
  return a.total / a.limit(a.seen() == stats::Accumulator::Some ? 2 : 1);
}
