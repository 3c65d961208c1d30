#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

using ag::Tensor;

// A jump into code that a tensor decides: the function stays as it was written.
AG_FUNCTION Tensor jumps(Tensor x) { const ag::EagerScope runs_eagerly("this 'goto' enters or leaves code that a tensor decides", 12);
  int times = 0;
again:
  if (x > 1) {
    x = x / 2;
    ++times;
    goto again;
  }
  return x + times;
}

AG_FUNCTION Tensor halved(Tensor x) { return ag::traced<&halved>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x), [&] { x = x / 2; });
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&halved, "AG_FUNCTION Tensor halved(Tensor x) {\n  ag::while_stmt([&] { return x > 1; }, AG_STATE(x), [&] { x = x / 2; });\n  return x;\n}");
static const ag::EagerFunction ag_eager_function_input_1(&jumps, "this 'goto' enters or leaves code that a tensor decides", "input.cpp", 12);
