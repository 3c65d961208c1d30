#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

[[nodiscard]] AG_FUNCTION ag::Staged<double> f_staged(Tensor x, [[maybe_unused]] ag::Staged<double> tolerance = 1e-3) {
  return ag::if_else<ag::Staged<double>>(x > 0, [&] { return 1; }, [&] {
  return 2;
}); } [[nodiscard]] double f(Tensor x, [[maybe_unused]] double tolerance = 1e-3) { return ag::traced<&f>(AG_STATE(x, tolerance), [](Tensor x, [[maybe_unused]] double tolerance) { return f_staged(x, tolerance); }); }

[[nodiscard]] AG_FUNCTION Tensor g([[maybe_unused]] Tensor x, Tensor y) { return ag::traced<&g>(AG_STATE(x, y), []([[maybe_unused]] Tensor x, Tensor y) -> Tensor { return y; }); }

struct Scale {
  double by = 1;
  void set(double value, [[maybe_unused]] bool exactly) { by = value; }
  AG_FUNCTION Tensor of([[maybe_unused]] Tensor hint, Tensor x) { return ag::traced<&Scale::of>(*this, AG_STATE(hint, x), [this]([[maybe_unused]] Tensor hint, Tensor x) -> Tensor { return x * ag::external(by); }); }
}; struct Scale_staged; [[maybe_unused]] inline Scale_staged ag_staged_class(const Scale*); struct Scale_staged { ag::Staged<double> by = 1; void set(ag::Staged<double> value, [[maybe_unused]] ag::Staged<bool> exactly); }; inline Scale_staged ag_staged_class(const Scale*) { return {}; }

AG_FUNCTION ag::Staged<double> h_staged(Tensor x) {
  ag::staged_t<Scale> scale;
  scale.set(ag::item<double>(x), true);
  return scale.by;
} double h(Tensor x) { return ag::traced<&h>(AG_STATE(x), [](Tensor x) { return h_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "[[nodiscard]] AG_FUNCTION ag::Staged<double> f_staged(\n    Tensor x, [[maybe_unused]] ag::Staged<double> tolerance = 1e-3) {\n  return ag::if_else<ag::Staged<double>>(x > 0, [&] { return 1; }, [&] {\n    return 2;\n  });\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&g, "[[nodiscard]] AG_FUNCTION Tensor g([[maybe_unused]] Tensor x, Tensor y) {\n  return y;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&Scale::of, "AG_FUNCTION Tensor of([[maybe_unused]] Tensor hint, Tensor x) {\n  return x * ag::external(by);\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&h, "AG_FUNCTION ag::Staged<double> h_staged(Tensor x) {\n  ag::staged_t<Scale> scale;\n  scale.set(ag::item<double>(x), true);\n  return scale.by;\n}");
#line 13 "input.cpp"
inline void Scale_staged::set(ag::Staged<double> value, [[maybe_unused]] ag::Staged<bool> exactly) { by = value; }
