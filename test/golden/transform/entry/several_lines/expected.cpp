#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION
Tensor sum_to(Tensor first,  // from here
              Tensor last) { return ag::traced<&sum_to>(AG_STATE(first, last), [](Tensor first, Tensor last) -> Tensor {
  Tensor s = 0;
  ag::while_stmt([&] { return first <= last; }, AG_STATE(first, s), [&] { s += first; first += 1; });
  return s;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&sum_to, "AG_FUNCTION\nTensor sum_to(Tensor first,  // from here\n    Tensor last) {\n  Tensor s = 0;\n  ag::while_stmt([&] { return first <= last; }, AG_STATE(first, s), [&] {\n    s += first;\n    first += 1;\n  });\n  return s;\n}");
