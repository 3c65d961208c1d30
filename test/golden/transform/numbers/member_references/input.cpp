#include <ag/ag.h>
using ag::Tensor;

// A reference to a member is a name for it: it follows its type, and what is written through it is written to the member.
class Meter {
 public:
  explicit Meter(double start) : level_(start) {
    double& level = level_;
    if (level > 1) level = 1;
  }
  void see(Tensor x) {
    double& level = level_;
    const int& count = count_;
    if (x > level && count < 9) {
      level = double(x);
      ++count_;
    }
  }
  double level() const { return level_ / count_; }

 private:
  double level_ = 0;
  int count_ = 1;
};

AG_CONVERT double highest(Tensor x, Tensor end) {
  Meter meter(0.5);
  while (x < end) {
    meter.see(x);
    x = x + 1;
  }
  return meter.level();
}

struct Range {
  Tensor low, high;
};
struct Sensor {
  Range range;
  AG_CONVERT Tensor widen(Tensor x) {
    Tensor& high = range.high;
    if (x > high) high = x;
    return high - range.low;
  }
};
