#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <concepts>
using ag::Tensor;

template <std::integral T>
T reduced(T v) {
  while (v > 10) v /= 2;
  return v;
} static ag::Staged<int> reduced_staged(ag::Staged<int> v);
template <std::floating_point T>
T reduced(T v) {
  while (v > 10) v /= 3;
  return v;
} static ag::Staged<double> reduced_staged(ag::Staged<double> v);

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor { return x + reduced_staged(ag::item<double>(x)) + reduced_staged(ag::item<int>(x)); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  return x + reduced_staged(ag::item<double>(x)) + reduced_staged(ag::item<int>(x));\n}");
#line 7 "input.cpp"
static ag::Staged<int> reduced_staged(ag::Staged<int> v) {
  ag::while_stmt([&] { return v > 10; }, AG_STATE(v), [&] { v /= 2; });
  return v;
}
#line 12 "input.cpp"
static ag::Staged<double> reduced_staged(ag::Staged<double> v) {
  ag::while_stmt([&] { return v > 10; }, AG_STATE(v), [&] { v /= 3; });
  return v;
}
