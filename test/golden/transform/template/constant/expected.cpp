#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T>
constexpr T cubed(T v) {
  if (v > 1) return v * v * v;
  return v;
} static ag::Staged<double> cubed_staged(ag::Staged<double> v);

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  constexpr int eight = cubed(2);
  return x + cubed_staged(ag::item<double>(x)) + eight;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  constexpr int eight = cubed(2);\n  return x + cubed_staged(ag::item<double>(x)) + eight;\n}");
#line 5 "input.cpp"
static ag::Staged<double> cubed_staged(ag::Staged<double> v) {
  return ag::if_else<ag::Staged<double>>(v > 1, [&] { return v * v * v; }, [&] {
  return v;
}); }
