#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A loop over an object calls begin() and end() of its staged class.
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

class Series {
 public:
  void add(double value) { values_.push_back(value); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::vector<double>::iterator begin() { return values_.begin(); }
  std::vector<double>::iterator end() { return values_.end(); }

 private:
  std::vector<double> values_;
 [[maybe_unused]] friend auto ag_fields(Series& object) { return std::tie(object.values_); } }; struct Series_staged; [[maybe_unused]] inline Series_staged ag_staged_class(const Series*); struct Series_staged { ag::staged_t<std::vector<double>> values_; void add(ag::Staged<double> value); ag::staged_t<std::vector<double>>::const_iterator begin() const; ag::staged_t<std::vector<double>>::const_iterator end() const; ag::staged_t<std::vector<double>>::iterator begin(); ag::staged_t<std::vector<double>>::iterator end(); }; inline Series_staged ag_staged_class(const Series*) { return {}; }

AG_CONVERT ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Series> series;
  for (int k = 0; k < 3; ++k) series.add(ag::item<double>(x[k]));
  for (ag::Staged<double>& value : series) value *= 2;
  ag::Staged<double> sum = 0;
  const ag::staged_t<Series>& same = series;
  for (ag::Staged<double> value : same) sum += ag::if_else(value > 1, [&] { return value; }, [&] { return 1; });
  return sum;
} double f(Tensor x) { return ag::plain<double>(f_staged(x)); }
#line 9 "input.cpp"
inline void Series_staged::add(ag::Staged<double> value) { values_.push_back(value); }
#line 10 "input.cpp"
inline ag::staged_t<std::vector<double>>::const_iterator Series_staged::begin() const { return values_.begin(); }
#line 11 "input.cpp"
inline ag::staged_t<std::vector<double>>::const_iterator Series_staged::end() const { return values_.end(); }
#line 12 "input.cpp"
inline ag::staged_t<std::vector<double>>::iterator Series_staged::begin() { return values_.begin(); }
#line 13 "input.cpp"
inline ag::staged_t<std::vector<double>>::iterator Series_staged::end() { return values_.end(); }
