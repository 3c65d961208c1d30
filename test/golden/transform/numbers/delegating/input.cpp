#include <ag/ag.h>
using ag::Tensor;

class Range {
 public:
  Range(double low, double high) : low_(low), high_(high) {
    if (low_ > high_) high_ = low_;
  }
  Range() : Range(0, 1) {}
  explicit Range(double high) : Range(0, high) { ++uses_; }
  double length() const { return high_ - low_ + uses_; }
  void grow(double by) { high_ += by; }

 private:
  double low_, high_;
  int uses_ = 0;
};

AG_FUNCTION double f(Tensor x) {
  Range range;
  if (x > 0) range.grow(2);
  return range.length() + Range(double(x)).length();
}
