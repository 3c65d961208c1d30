#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

static constexpr int limited(int n) noexcept; static ag::Staged<int> limited_staged(ag::Staged<int> n);
ag::Staged<double> softened_staged(ag::Staged<double> v) {
  return ag::if_else<ag::Staged<double>>(v > 1, [&] { return 1 + (v - 1) / 3; }, [&] {  // flatter
  return v;
}); } constexpr double softened(double v) { if (v > 1) return 1 + (v - 1) / 3; return v; }
static inline ag::Staged<int> limited_staged(ag::Staged<int> n) { return ag::if_else(n > 4, [&] { return 4; }, [&] { return n; }); } [[maybe_unused]] static constexpr inline int limited(int n) noexcept { return n > 4 ? 4 : n; }
consteval int two() { return 2; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  constexpr int most = softened(9) > 3 ? 4 + two() : 0;
  static_assert(most == 6);
  constexpr double flat = softened(4);
  return x + softened_staged(ag::item<double>(x)) + limited_staged(ag::item<int>(x)) * most + flat;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  constexpr int most = softened(9) > 3 ? 4 + two() : 0;\n  static_assert(most == 6);\n  constexpr double flat = softened(4);\n  return x + softened_staged(ag::item<double>(x)) + limited_staged(ag::item<int>(x)) * most + flat;\n}");
