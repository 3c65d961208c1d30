#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  const auto raised = [](auto n) { return ag::cast<double>(n) + 1; };
  const auto sum = [](auto... all) { return (ag::cast<double>(all) + ...); };
  return x + raised(ag::item<int>(x)) + raised(2.5F) + sum(1, ag::item<int>(x));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  const auto raised = [](auto n) { return ag::cast<double>(n) + 1; };\n  const auto sum = [](auto... all) { return (ag::cast<double>(all) + ...); };\n  return x + raised(ag::item<int>(x)) + raised(2.5F) + sum(1, ag::item<int>(x));\n}");
