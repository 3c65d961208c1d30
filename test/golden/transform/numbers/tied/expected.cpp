#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <tuple>
#include <utility>
using ag::Tensor;

ag::staged_t<std::pair<double, int>> halved_staged(ag::Staged<double> x, ag::Staged<int> n) { return {x / 2, n + 1}; } std::pair<double, int> halved(double x, int n) { return ag::plain<std::pair<double, int>>(halved_staged(x, n)); }

AG_FUNCTION ag::Staged<int> f_staged(Tensor x) {
  ag::Staged<double> value = ag::item<double>(x);
  ag::Staged<int> n = 0;
  ag::while_stmt([&] { return value > 0.1; }, AG_STATE(value, n), [&] { std::tie(value, n) = halved_staged(value, n); });
  return n;
} int f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<int> f_staged(Tensor x) {\n  ag::Staged<double> value = ag::item<double>(x);\n  ag::Staged<int> n = 0;\n  ag::while_stmt([&] { return value > 0.1; }, AG_STATE(value, n),\n      [&] { std::tie(value, n) = halved_staged(value, n); });\n  return n;\n}");
