#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include "expected.cpp.headers/solver.h"

using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  return solver::limited(x) + solver::rectified(x) + solver::rectified(-1.5) + solver::clipped(x);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  return solver::limited(x) + solver::rectified(x) + solver::rectified(-1.5) + solver::clipped(x);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&solver::squared, "AG_FUNCTION inline Tensor squared(Tensor x) {\n  ag::if_stmt(x > 0, AG_STATE(x), [&] { x = x * x; });\n  return x;\n}");
