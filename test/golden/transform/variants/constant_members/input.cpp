#include <ag/ag.h>
using ag::Tensor;

class Meter {
 public:
  explicit Meter(double limit) : limit_(limit) {}
  void see(Tensor x) {
    if (x > limit_) ++count_;
  }
  int count() const { return count_; }

 private:
  const double limit_;
  int count_ = 0;
};

AG_FUNCTION int above(Tensor xs, double limit) {
  Meter meter(limit);
  for (Tensor x : xs) meter.see(x);
  return meter.count();
}
