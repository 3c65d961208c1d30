#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
using ag::Tensor;

class Interval {
 public:
  Interval(double low, double high) : low_(low), high_(high) {}
  double middle() const {
    const double &a = low_, &b = high_;
    return 0.5 * (a + b);
  }
  void widen(Tensor x) {
    double& high = high_;
    if (x > 0) high += 1;
  }

 private:
  double low_, high_;
 public: explicit Interval(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Interval& object) { return std::tie(object.low_, object.high_); } }; struct Interval_staged; [[maybe_unused]] inline Interval_staged ag_staged_class(const Interval*); struct Interval_staged { ag::Staged<double> low_; ag::Staged<double> high_; explicit Interval_staged(ag::Parts) {} Interval_staged(ag::Staged<double> low, ag::Staged<double> high); ag::Staged<double> middle() const; void widen(Tensor x); [[maybe_unused]] friend auto ag_fields(Interval_staged& object) { return std::tie(object.low_, object.high_); } }; inline Interval_staged ag_staged_class(const Interval*) { return Interval_staged(ag::Parts()); }

struct Weights {
  std::array<double, 3> values{1, 2, 3};
  Tensor x;

  void decay(Tensor y) {
    double& first = values[0];
    first *= 2;
    for (double& value : values) {
      if (x > y) value *= 0.5;
    }
  }
}; struct Weights_staged; [[maybe_unused]] inline Weights_staged ag_staged_class(const Weights*); struct Weights_staged { ag::staged_t<std::array<double, 3>> values {1, 2, 3}; Tensor x; void decay(Tensor y); }; inline Weights_staged ag_staged_class(const Weights*) { return {}; }

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Interval> interval(0, 1);
  interval.widen(x);
  ag::staged_t<Weights> weights{.x = x};
  weights.decay(x);
  return interval.middle() + weights.values[1];
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<Interval> interval(0, 1);\n  interval.widen(x);\n  ag::staged_t<Weights> weights{.x = x};\n  weights.decay(x);\n  return interval.middle() + weights.values[1];\n}");
#line 8 "input.cpp"
inline Interval_staged::Interval_staged(ag::Staged<double> low, ag::Staged<double> high) : low_(low), high_(high) {}
#line 9 "input.cpp"
inline ag::Staged<double> Interval_staged::middle() const {
  const ag::Staged<double> &a = low_, &b = high_;
  return 0.5 * (a + b);
}
#line 13 "input.cpp"
inline void Interval_staged::widen(Tensor x) {
  ag::Staged<double>& high = high_;
  ag::if_stmt(x > 0, AG_STATE(high_), [&] { high += 1; });
}
#line 26 "input.cpp"
inline void Weights_staged::decay(Tensor y) {
  ag::Staged<double>& first = values[0];
  first *= 2;
  for (ag::Staged<double>& value : values) {
    ag::if_stmt(x > y, AG_STATE(values), [&] { value *= 0.5; });
  }
}
