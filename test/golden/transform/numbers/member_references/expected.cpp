#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// A reference to a member is a name for it: it follows its type, and what is written through it is written to the member.
class Meter {
 public:
  explicit Meter(double start) : level_(start) {
    double& level = level_;
    if (level > 1) level = 1;
  }
  void see(Tensor x) {
    double& level = level_;
    const int& count = count_;
    if (x > level && count < 9) {
      level = double(x);
      ++count_;
    }
  }
  double level() const { return level_ / count_; }

 private:
  double level_ = 0;
  int count_ = 1;
 public: explicit Meter(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Meter& object) { return std::tie(object.level_, object.count_); } }; struct Meter_staged; [[maybe_unused]] inline Meter_staged ag_staged_class(const Meter*); struct Meter_staged { ag::Staged<double> level_ = 0; ag::Staged<int> count_ = 1; explicit Meter_staged(ag::Parts) {} explicit Meter_staged(ag::Staged<double> start); void see(Tensor x); ag::Staged<double> level() const; [[maybe_unused]] friend auto ag_fields(Meter_staged& object) { return std::tie(object.level_, object.count_); } }; inline Meter_staged ag_staged_class(const Meter*) { return Meter_staged(ag::Parts()); }

AG_CONVERT ag::Staged<double> highest_staged(Tensor x, Tensor end) {
  ag::staged_t<Meter> meter(0.5);
  ag::while_stmt([&] { return x < end; }, AG_STATE(x, meter), [&] {
    meter.see(x);
    x = x + 1;
  });
  return meter.level();
} double highest(Tensor x, Tensor end) { return ag::plain<double>(highest_staged(x, end)); }

struct Range {
  Tensor low, high;
};
struct Sensor {
  Range range;
  AG_CONVERT Tensor widen(Tensor x) {
    Tensor& high = range.high;
    ag::if_stmt(x > high, AG_STATE(range.high), [&] { high = x; });
    return high - range.low;
  }
};
#line 7 "input.cpp"
inline Meter_staged::Meter_staged(ag::Staged<double> start) : level_(start) {
  ag::Staged<double>& level = level_;
  ag::if_stmt(level > 1, AG_STATE(level_), [&] { level = 1; });
}
#line 11 "input.cpp"
inline void Meter_staged::see(Tensor x) {
  ag::Staged<double>& level = level_;
  const ag::Staged<int>& count = count_;
  ag::if_stmt(ag::and_then(x > level, [&] { return count < 9; }), AG_STATE(level_, count_), [&] {
    level = ag::item<double>(x);
    ++count_;
  });
}
#line 19 "input.cpp"
inline ag::Staged<double> Meter_staged::level() const { return level_ / count_; }
