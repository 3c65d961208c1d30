// Methods whose results are deduced: those of the twin say what they give.
#include <ag/ag.h>

#include <tuple>
#include <vector>

using ag::Tensor;

class Sum {
 public:
  auto value() const { return sum_; }
  auto mean() const -> double { return sum_ / count_; }
  auto both() const { return std::tuple{sum_, count_}; }
  auto list() const { return std::vector<double>{sum_, 1.0}; }
  auto& add(double x) {
    sum_ += x;
    ++count_;
    return *this;
  }

 private:
  double sum_ = 0;
  int count_ = 0;
};

AG_FUNCTION Tensor total(Tensor x) {
  Sum sum;
  sum.add(double(x)).add(1.5);
  auto [value, count] = sum.both();
  return Tensor(value + count + sum.value() + sum.mean() + sum.list()[0]);
}
