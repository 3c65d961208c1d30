#include <ag/ag.h>
using ag::Tensor;

class Mean {
 public:
  Mean() {}
  Mean(const Mean& other) : sum_(other.sum_), count_{other.count_} {}
  Mean& operator=(const Mean& other) {
    if (this == &other) return *this;
    sum_ = other.sum_;
    count_ = other.count_;
    return *this;
  }
  ~Mean() {}
  void add(Tensor x) {
    sum_ = sum_ + x;
    ++count_;
  }
  Tensor value() const { return sum_ / count_; }

 private:
  Tensor sum_ = 0.f;
  int count_ = 0;
};
AG_FUNCTION Tensor f(Tensor x) {
  Mean mean, best;
  while (x > 0) {
    mean.add(x);
    if (x > 2) best = mean;
    x = x - 1;
  }
  const Mean last(mean);
  return best.value() + last.value();
}
