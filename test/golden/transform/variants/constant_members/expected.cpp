#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

class Meter {
 public:
  explicit Meter(double limit) : limit_(limit) {}
  void see(Tensor x) {
    if (x > limit_) ++count_;
  }
  int count() const { return count_; }

 private:
  const double limit_;
  int count_ = 0;
 public: explicit Meter(ag::Parts) : limit_() {} [[maybe_unused]] friend auto ag_fields(Meter& object) { return std::tie(object.limit_, object.count_); } }; struct Meter_staged; [[maybe_unused]] inline Meter_staged ag_staged_class(const Meter*); struct Meter_staged { ag::Staged<double> limit_; ag::Staged<int> count_ = 0; explicit Meter_staged(ag::Parts) {} explicit Meter_staged(ag::Staged<double> limit); void see(Tensor x); ag::Staged<int> count() const; [[maybe_unused]] friend auto ag_fields(Meter_staged& object) { return std::tie(object.limit_, object.count_); } }; inline Meter_staged ag_staged_class(const Meter*) { return Meter_staged(ag::Parts()); }

AG_FUNCTION ag::Staged<int> above_staged(Tensor xs, ag::Staged<double> limit) {
  ag::staged_t<Meter> meter(limit);
  ag::for_stmt(xs, AG_STATE(meter), [&](Tensor x) { meter.see(x); });
  return meter.count();
} int above(Tensor xs, double limit) { return ag::traced<&above>(AG_STATE(xs, limit), [](Tensor xs, double limit) { return above_staged(xs, limit); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&above, "AG_FUNCTION ag::Staged<int> above_staged(Tensor xs, ag::Staged<double> limit) {\n  ag::staged_t<Meter> meter(limit);\n  ag::for_stmt(xs, AG_STATE(meter), [&](Tensor x) { meter.see(x); });\n  return meter.count();\n}");
#line 6 "input.cpp"
inline Meter_staged::Meter_staged(ag::Staged<double> limit) : limit_(limit) {}
#line 7 "input.cpp"
inline void Meter_staged::see(Tensor x) {
  ag::if_stmt(x > limit_, AG_STATE(count_), [&] { ++count_; });
}
#line 10 "input.cpp"
inline ag::Staged<int> Meter_staged::count() const { return count_; }
