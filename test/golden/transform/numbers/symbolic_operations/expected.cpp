#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor shifted_staged(Tensor x, Tensor n, ag::Staged<int> by) {
  const ag::Staged<int> k = ag::item<int>(n);
  Tensor y = ag::roll(x, k, 0) + ag::roll(x, by, 0);
  y = ag::repeat(y, k + 1, 0);
  return ag::sum(ag::one_hot(ag::astype(y, ag::int64), k)) + ag::eye(k);
} Tensor shifted(Tensor x, Tensor n, int by) { return ag::traced<&shifted>(AG_STATE(x, n, by), [](Tensor x, Tensor n, int by) { return shifted_staged(x, n, by); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&shifted, "AG_FUNCTION Tensor shifted_staged(Tensor x, Tensor n, ag::Staged<int> by) {\n  const ag::Staged<int> k = ag::item<int>(n);\n  Tensor y = ag::roll(x, k, 0) + ag::roll(x, by, 0);\n  y = ag::repeat(y, k + 1, 0);\n  return ag::sum(ag::one_hot(ag::astype(y, ag::int64), k)) + ag::eye(k);\n}");
