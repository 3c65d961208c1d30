#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <cmath>
using ag::Tensor;

double scale = 2;
int rounds = 3;
const int kLimit = 5;
Tensor bias = 0.5;

ag::Staged<int> doubled_staged() { return 2 * ag::external(rounds); } int doubled() { return ag::plain<int>(doubled_staged()); }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::if_stmt(x > kLimit, AG_STATE(x), [&] { x = x * ag::external(scale) + ag::external(bias); });
  const ag::Staged<double> half = ag::external(scale) / 2;
  ag::Staged<float> shared = ag::cast<float>(half);
  return x + half * (shared + ag::external(rounds)) + ag::cxx::sqrt(ag::external(scale)) + doubled_staged() + ag::dim(ag::external(bias), 0);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::if_stmt(x > kLimit, AG_STATE(x), [&] { x = x * ag::external(scale) + ag::external(bias); });\n  const ag::Staged<double> half = ag::external(scale) / 2;\n  ag::Staged<float> shared = ag::cast<float>(half);\n  return x + half * (shared + ag::external(rounds)) + ag::cxx::sqrt(ag::external(scale)) +\n         doubled_staged() + ag::dim(ag::external(bias), 0);\n}");
