#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x, Tensor kind) { return ag::traced<&f>(AG_STATE(x, kind), [](Tensor x, Tensor kind) -> Tensor {
  Tensor left = x + 2;
  ag::switch_stmt(ag::item<int>(kind), AG_STATE(x, left),
    ag::when(0, [&] {
      x += left * 100; }).falls_through(),
    ag::when(1, [&] {
      x += left;
      left = -left;
      x -= left;
      })
  );
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x, Tensor kind) {\n  Tensor left = x + 2;\n  ag::switch_stmt(ag::item<int>(kind), AG_STATE(x, left),\n      ag::when(0, [&] {\n    x += left * 100;\n  })\n          .falls_through(),\n      ag::when(1, [&] {\n    x += left;\n    left = -left;\n    x -= left;\n  }));\n  return x;\n}");
