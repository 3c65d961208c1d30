#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
 [[maybe_unused]] friend auto ag_fields(Sum& object) { return std::tie(object.sum_, object.count_); } }; struct Sum_staged; [[maybe_unused]] inline Sum_staged ag_staged_class(const Sum*); struct Sum_staged { ag::Staged<double> sum_ = 0; ag::Staged<int> count_ = 0; ag::Staged<double> value() const; auto mean() const -> ag::Staged<double>; ag::staged_t<std::tuple<double, int>> both() const; ag::staged_t<std::vector<double>> list() const; ag::staged_t<Sum>& add(ag::Staged<double> x); }; inline Sum_staged ag_staged_class(const Sum*) { return {}; }

AG_FUNCTION Tensor total(Tensor x) { return ag::traced<&total>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Sum> sum;
  sum.add(ag::item<double>(x)).add(1.5);
  auto [value, count] = sum.both();
  return Tensor(value + count + sum.value() + sum.mean() + sum.list()[0]);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&total, "AG_FUNCTION Tensor total(Tensor x) {\n  ag::staged_t<Sum> sum;\n  sum.add(ag::item<double>(x)).add(1.5);\n  auto [value, count] = sum.both();\n  return Tensor(value + count + sum.value() + sum.mean() + sum.list()[0]);\n}");
#line 11 "input.cpp"
inline ag::Staged<double> Sum_staged::value() const { return sum_; }
#line 12 "input.cpp"
inline auto Sum_staged::mean() const -> ag::Staged<double> { return sum_ / count_; }
#line 13 "input.cpp"
inline ag::staged_t<std::tuple<double, int>> Sum_staged::both() const { return std::tuple{sum_, count_}; }
#line 14 "input.cpp"
inline ag::staged_t<std::vector<double>> Sum_staged::list() const { return ag::staged_t<std::vector<double>>{sum_, 1.0}; }
#line 15 "input.cpp"
inline ag::staged_t<Sum>& Sum_staged::add(ag::Staged<double> x) {
  sum_ += x;
  ++count_;
  return *this;
}
