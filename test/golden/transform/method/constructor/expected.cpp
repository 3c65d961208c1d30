#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Interval {
  Tensor low, high;
  Interval(Tensor a, Tensor b) : low(ag::if_else(a < b, [&] { return a; }, [&] { return b; })), high(b) {
    ag::if_stmt(a > b, AG_STATE(high), [&] { high = a; });
  }
 public: explicit Interval(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Interval& object) { return std::tie(object.low, object.high); } };

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Interval interval(a, b);
  return interval.high - interval.low;
}
