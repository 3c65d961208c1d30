#include <ag/staging/generated.h>
#line 1 "input.cpp"
// The twin of a class derives from the twins of its bases.
#include <ag/ag.h>
using ag::Tensor;

struct Options {
  double tolerance = 1e-3;
  int most = 20;
}; struct Options_staged { ag::Staged<double> tolerance = 1e-3; ag::Staged<int> most = 20; }; [[maybe_unused]] inline Options_staged ag_staged_class(const Options*) { return {}; }

struct Newton : Options {
  Tensor start;
  double last = 0;

  double root(double of) {
    double y = 1;
    for (int k = 0; k < most && y * y - of > tolerance; ++k) y = 0.5 * (y + of / y);
    last = y;
    return y;
  }
 [[maybe_unused]] friend auto ag_fields(Newton& object) { return std::tie(object.tolerance, object.most, object.start, object.last); } }; struct Newton_staged; [[maybe_unused]] inline Newton_staged ag_staged_class(const Newton*); struct Newton_staged : ag::staged_t<Options> { Tensor start; ag::Staged<double> last = 0; ag::Staged<double> root(ag::Staged<double> of); [[maybe_unused]] friend auto ag_fields(Newton_staged& object) { return std::tie(object.tolerance, object.most, object.start, object.last); } }; inline Newton_staged ag_staged_class(const Newton*) { return {}; }

class Counter {
 public:
  Counter(double first, int from) : sum_(first), count_(from) {}
  void add(double x) {
    sum_ += x;
    if (x > 0) ++count_;
  }
  double mean() const { return sum_ / count_; }

 private:
  double sum_;
  int count_;
 public: explicit Counter(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Counter& object) { return std::tie(object.sum_, object.count_); } }; struct Counter_staged; [[maybe_unused]] inline Counter_staged ag_staged_class(const Counter*); struct Counter_staged { ag::Staged<double> sum_; ag::Staged<int> count_; explicit Counter_staged(ag::Parts) {} Counter_staged(ag::Staged<double> first, ag::Staged<int> from); void add(ag::Staged<double> x); ag::Staged<double> mean() const; [[maybe_unused]] friend auto ag_fields(Counter_staged& object) { return std::tie(object.sum_, object.count_); } }; inline Counter_staged ag_staged_class(const Counter*) { return Counter_staged(ag::Parts()); }

class Weighted : public Counter {
 public:
  explicit Weighted(double w) : Counter(w, 2), weight(w * 2) {}
  void put(double x) {
    add(x * weight);
    if (x > 1) weight *= 0.5;
  }
  double weight;
 public: explicit Weighted(ag::Parts) : Counter(ag::Parts()) {} [[maybe_unused]] friend auto ag_fields(Weighted& object) { return std::tuple_cat(ag_fields(static_cast<Counter&>(object)), std::tie(object.weight)); } }; struct Weighted_staged; [[maybe_unused]] inline Weighted_staged ag_staged_class(const Weighted*); struct Weighted_staged : ag::staged_t<Counter> { ag::Staged<double> weight; explicit Weighted_staged(ag::Parts) : ag::staged_t<Counter>(ag::Parts()) {} explicit Weighted_staged(ag::Staged<double> w); void put(ag::Staged<double> x); [[maybe_unused]] friend auto ag_fields(Weighted_staged& object) { return std::tie(object.sum_, object.count_, object.weight); } }; inline Weighted_staged ag_staged_class(const Weighted*) { return Weighted_staged(ag::Parts()); }

AG_CONVERT ag::Staged<double> f_staged(Tensor t) {
  ag::staged_t<Newton> newton{{.tolerance = 1e-6}, t};
  ag::staged_t<Weighted> sum(0.5);
  ag::while_stmt([&] { return newton.last < t; }, AG_STATE(newton, sum), [&] { sum.put(newton.root(ag::item<double>(t))); });
  return sum.mean() + sum.weight + newton.most;
} double f(Tensor t) { return ag::plain<double>(f_staged(t)); }
#line 14 "input.cpp"
inline ag::Staged<double> Newton_staged::root(ag::Staged<double> of) {
  ag::Staged<double> y = 1;
  { ag::Staged<int> k = 0; ag::for_stmt([&] { return ag::and_then(k < most, [&] { return y * y - of > tolerance; }); }, [&] { ++k; }, AG_STATE(y, k), [&] { y = 0.5 * (y + of / y); }); }
  last = y;
  return y;
}
#line 24 "input.cpp"
inline Counter_staged::Counter_staged(ag::Staged<double> first, ag::Staged<int> from) : sum_(first), count_(from) {}
#line 25 "input.cpp"
inline void Counter_staged::add(ag::Staged<double> x) {
  sum_ += x;
  ag::if_stmt(x > 0, AG_STATE(count_), [&] { ++count_; });
}
#line 29 "input.cpp"
inline ag::Staged<double> Counter_staged::mean() const { return sum_ / count_; }
#line 38 "input.cpp"
inline Weighted_staged::Weighted_staged(ag::Staged<double> w) : ag::staged_t<Counter>(w, 2), weight(w * 2) {}
#line 39 "input.cpp"
inline void Weighted_staged::put(ag::Staged<double> x) {
  add(x * weight);
  ag::if_stmt(x > 1, AG_STATE(weight), [&] { weight *= 0.5; });
}
