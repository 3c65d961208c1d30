#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class D>
struct Stepper {
  int count = 0;
  AG_CONVERT bool advance(Tensor& u, double limit = 10) {
    ++count;
    u = static_cast<D*>(this)->step(u);
    return ag::max(u).template item<double>() < limit;
  }
};

struct Euler : Stepper<Euler> {
  AG_CONVERT Tensor step(const Tensor& u) { return u * 2; }
 [[maybe_unused]] friend auto ag_fields(Euler& object) { return std::tie(object.count); } }; using Stepper_Euler = Stepper<Euler>; struct Stepper_Euler_staged; [[maybe_unused]] inline Stepper_Euler_staged ag_staged_class(const Stepper_Euler*); struct Euler_staged; [[maybe_unused]] inline Euler_staged ag_staged_class(const Euler*); struct Stepper_Euler_staged { using D = struct Euler_staged; ag::Staged<int> count = 0; ag::Staged<bool> advance(Tensor& u, ag::Staged<double> limit = 10); }; inline Stepper_Euler_staged ag_staged_class(const Stepper_Euler*) { return {}; } struct Euler_staged : ag::staged_t<Stepper<Euler>> { Tensor step(const Tensor& u); [[maybe_unused]] friend auto ag_fields(Euler_staged& object) { return std::tie(object.count); } }; inline Euler_staged ag_staged_class(const Euler*) { return {}; }

AG_FUNCTION ag::Staged<int> f_staged(Tensor u) {
  ag::staged_t<Euler> euler;
  ag::while_stmt([&] { return euler.advance(u); }, AG_STATE(u, euler), [&] {
  });
  return euler.count;
} int f(Tensor u) { return ag::traced<&f>(AG_STATE(u), [](Tensor u) { return f_staged(u); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<int> f_staged(Tensor u) {\n  ag::staged_t<Euler> euler;\n  ag::while_stmt([&] { return euler.advance(u); }, AG_STATE(u, euler), [&] {\n  });\n  return euler.count;\n}");
#line 7 "input.cpp"
inline ag::Staged<bool> Stepper_Euler_staged::advance(Tensor& u, ag::Staged<double> limit) {
  ++count;
  u = static_cast<D*>(this)->step(u);
  return ag::item<double>(ag::max(u)) < limit;
}
#line 15 "input.cpp"
inline Tensor Euler_staged::step(const Tensor& u) { return u * 2; }
