#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include "stepper.h"
using ag::Tensor;

struct Euler : Stepper<Euler> {
  Tensor step(const Tensor& u) { return u * 2; }
 [[maybe_unused]] friend auto ag_fields(Euler& object) { return std::tie(object.count); } }; using Stepper_Euler = Stepper<Euler>; struct Stepper_Euler_staged; [[maybe_unused]] inline Stepper_Euler_staged ag_staged_class(const Stepper_Euler*); struct Euler_staged; [[maybe_unused]] inline Euler_staged ag_staged_class(const Euler*); struct Stepper_Euler_staged { using D = struct Euler_staged; ag::Staged<int> count = 0; [[gnu::abi_tag("ag_f8298474")]] ag::Staged<bool> advance(ag::Tensor& u); }; inline Stepper_Euler_staged ag_staged_class(const Stepper_Euler*) { return {}; } struct Euler_staged : ag::staged_t<Stepper<Euler>> { Tensor step(const Tensor& u); [[maybe_unused]] friend auto ag_fields(Euler_staged& object) { return std::tie(object.count); } }; inline Euler_staged ag_staged_class(const Euler*) { return {}; }

AG_FUNCTION ag::Staged<int> f_staged(Tensor u) {
  ag::staged_t<Euler> euler;
  ag::while_stmt([&] { return euler.advance(u); }, AG_STATE(u, euler), [&] {
  });
  return euler.count;
} int f(Tensor u) { return ag::traced<&f>(AG_STATE(u), [](Tensor u) { return f_staged(u); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<int> f_staged(Tensor u) {\n  ag::staged_t<Euler> euler;\n  ag::while_stmt([&] { return euler.advance(u); }, AG_STATE(u, euler), [&] {\n  });\n  return euler.count;\n}");
#line 5 "input.cpp"
inline Tensor Euler_staged::step(const Tensor& u) { return u * 2; }
#line 7 "stepper.h"
[[gnu::abi_tag("ag_f8298474")]] inline ag::Staged<bool> Stepper_Euler_staged::advance(ag::Tensor& u) {
  ++count;
  u = static_cast<D*>(this)->step(u);
  return ag::item<double>(ag::max(u)) < 10;
}
