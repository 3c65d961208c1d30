#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
 [[maybe_unused]] friend auto ag_fields(Range& object) { return std::tie(object.low_, object.high_, object.uses_); } }; struct Range_staged; [[maybe_unused]] inline Range_staged ag_staged_class(const Range*); struct Range_staged { ag::Staged<double> low_; ag::Staged<double> high_; ag::Staged<int> uses_ = 0; explicit Range_staged(ag::Parts) {} Range_staged(ag::Staged<double> low, ag::Staged<double> high); Range_staged(); explicit Range_staged(ag::Staged<double> high); ag::Staged<double> length() const; void grow(ag::Staged<double> by); [[maybe_unused]] friend auto ag_fields(Range_staged& object) { return std::tie(object.low_, object.high_, object.uses_); } }; inline Range_staged ag_staged_class(const Range*) { return Range_staged(ag::Parts()); }

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Range> range;
  ag::if_stmt(x > 0, AG_STATE(range), [&] { range.grow(2); });
  return range.length() + ag::staged_t<Range>(ag::item<double>(x)).length();
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<Range> range;\n  ag::if_stmt(x > 0, AG_STATE(range), [&] { range.grow(2); });\n  return range.length() + ag::staged_t<Range>(ag::item<double>(x)).length();\n}");
#line 6 "input.cpp"
inline Range_staged::Range_staged(ag::Staged<double> low, ag::Staged<double> high) : low_(low), high_(high) {
  ag::if_stmt(low_ > high_, AG_STATE(high_), [&] { high_ = low_; });
}
#line 9 "input.cpp"
inline Range_staged::Range_staged() : ag::staged_t<Range>(0, 1) {}
#line 10 "input.cpp"
inline Range_staged::Range_staged(ag::Staged<double> high) : ag::staged_t<Range>(0, high) { ++uses_; }
#line 11 "input.cpp"
inline ag::Staged<double> Range_staged::length() const { return high_ - low_ + uses_; }
#line 12 "input.cpp"
inline void Range_staged::grow(ag::Staged<double> by) { high_ += by; }
