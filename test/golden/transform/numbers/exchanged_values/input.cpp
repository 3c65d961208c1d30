#include <ag/ag.h>
#include <utility>
using ag::Tensor;

class Sum {
 public:
  Sum(double first, int count) : first_(first), count_(count) {}
  double mean() const { return first_ / count_; }

 private:
  double first_;
  int count_;
};

AG_CONVERT double f(Tensor x) {
  Sum sum(1, 2);
  if (x > 1) sum = Sum(double(x), 3);
  Sum before(std::exchange(sum, Sum(5, 6)));
  return before.mean() + sum.mean();
}
