#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION_WITH(.reduce_retracing = true) Tensor g(Tensor x) { return ag::traced<&g>(AG_OPTIONS(.reduce_retracing = true), AG_STATE(x), [](Tensor x) -> Tensor {
  ag::if_stmt(x > 0, AG_STATE(x), [&] { x = x * 2; });
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&g, "AG_FUNCTION_WITH(.reduce_retracing = true)\nTensor g(Tensor x) {\n  ag::if_stmt(x > 0, AG_STATE(x), [&] { x = x * 2; });\n  return x;\n}");
