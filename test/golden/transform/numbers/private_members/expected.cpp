#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

class Interval {
 public:
  Interval() = default;
  explicit Interval(double at) : low_(at), high_(at) {
    if (at < 0) {
      high_ = 0;
      return;
    }
    count_ = 1;
  }
  void include(double x) {
    if (x < low_) low_ = x;
    if (x > high_) high_ = x;
    ++count_;
  }
  double width() const { return high_ - low_; }

 private:
  double low_ = 0, high_ = 0;
  int count_ = 0;
 [[maybe_unused]] friend auto ag_fields(Interval& object) { return std::tie(object.low_, object.high_, object.count_); } }; struct Interval_staged; [[maybe_unused]] inline Interval_staged ag_staged_class(const Interval*); struct Interval_staged { ag::Staged<double> low_ = 0; ag::Staged<double> high_ = 0; ag::Staged<int> count_ = 0; explicit Interval_staged(ag::Parts) {} Interval_staged() = default; explicit Interval_staged(ag::Staged<double> at); void include(ag::Staged<double> x); ag::Staged<double> width() const; [[maybe_unused]] friend auto ag_fields(Interval_staged& object) { return std::tie(object.low_, object.high_, object.count_); } }; inline Interval_staged ag_staged_class(const Interval*) { return Interval_staged(ag::Parts()); }

AG_CONVERT ag::Staged<double> width_staged(Tensor xs) {
  ag::staged_t<Interval> all(ag::item<double>(xs[0]));
  ag::for_stmt(xs, AG_STATE(all), [&](Tensor x) { all.include(ag::item<double>(x)); });
  ag::staged_t<Interval> none;
  ag::if_stmt(all.width() > 3, AG_STATE(none), [&] { none = ag::staged_t<Interval>(all.width()); });
  return all.width() + none.width();
} double width(Tensor xs) { return ag::plain<double>(width_staged(xs)); }
#line 7 "input.cpp"
inline Interval_staged::Interval_staged(ag::Staged<double> at) : low_(at), high_(at) {
  ag::if_stmt(at < 0, AG_STATE(high_, count_), [&] {
    high_ = 0;
    return;
  }, [&] {
  count_ = 1;
}); }
#line 14 "input.cpp"
inline void Interval_staged::include(ag::Staged<double> x) {
  ag::if_stmt(x < low_, AG_STATE(low_), [&] { low_ = x; });
  ag::if_stmt(x > high_, AG_STATE(high_), [&] { high_ = x; });
  ++count_;
}
#line 19 "input.cpp"
inline ag::Staged<double> Interval_staged::width() const { return high_ - low_; }
