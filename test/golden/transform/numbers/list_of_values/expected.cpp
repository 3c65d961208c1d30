#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::Staged<double> a = ag::item<double>(x);
  const int known = std::max({1, 2, 3});
  return ag::cxx::max<ag::Staged<double>>({a, 1.0, 2.0}) - ag::cxx::min<ag::Staged<double>>({a, 1}) + known;
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::Staged<double> a = ag::item<double>(x);\n  const int known = std::max({1, 2, 3});\n  return ag::cxx::max<ag::Staged<double>>({a, 1.0, 2.0}) -\n         ag::cxx::min<ag::Staged<double>>({a, 1}) + known;\n}");
