#include <ag/ag.h>
using ag::Tensor;

class Interval {
 public:
  Interval() = default;
  explicit Interval(double at) : low_(at), high_(at) {
    if (at < 0) {
      high_ = 0;
      return;
    }
    count_ = 1;
  }
  void include(double x) {
    if (x < low_) low_ = x;
    if (x > high_) high_ = x;
    ++count_;
  }
  double width() const { return high_ - low_; }

 private:
  double low_ = 0, high_ = 0;
  int count_ = 0;
};

AG_CONVERT double width(Tensor xs) {
  Interval all(xs[0].item<double>());
  for (Tensor x : xs) all.include(x.item<double>());
  Interval none;
  if (all.width() > 3) none = Interval(all.width());
  return all.width() + none.width();
}
