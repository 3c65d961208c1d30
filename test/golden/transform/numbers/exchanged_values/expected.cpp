#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
 public: explicit Sum(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Sum& object) { return std::tie(object.first_, object.count_); } }; struct Sum_staged; [[maybe_unused]] inline Sum_staged ag_staged_class(const Sum*); struct Sum_staged { ag::Staged<double> first_; ag::Staged<int> count_; explicit Sum_staged(ag::Parts) {} Sum_staged(ag::Staged<double> first, ag::Staged<int> count); ag::Staged<double> mean() const; [[maybe_unused]] friend auto ag_fields(Sum_staged& object) { return std::tie(object.first_, object.count_); } }; inline Sum_staged ag_staged_class(const Sum*) { return Sum_staged(ag::Parts()); }

AG_CONVERT ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Sum> sum(1, 2);
  ag::if_stmt(x > 1, AG_STATE(sum), [&] { sum = ag::staged_t<Sum>(ag::item<double>(x), 3); });
  ag::staged_t<Sum> before(std::exchange(sum, ag::staged(Sum(5, 6))));
  return before.mean() + sum.mean();
} double f(Tensor x) { return ag::plain<double>(f_staged(x)); }
#line 7 "input.cpp"
inline Sum_staged::Sum_staged(ag::Staged<double> first, ag::Staged<int> count) : first_(first), count_(count) {}
#line 8 "input.cpp"
inline ag::Staged<double> Sum_staged::mean() const { return first_ / count_; }
