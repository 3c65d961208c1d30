#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <optional>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<std::optional<double>> limit = 2.5;
  std::optional<int> known;
  const ag::Staged<double> y = ag::item<double>(x);
  return limit.value_or(y) + known.value_or(3);
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<std::optional<double>> limit = 2.5;\n  std::optional<int> known;\n  const ag::Staged<double> y = ag::item<double>(x);\n  return limit.value_or(y) + known.value_or(3);\n}");
