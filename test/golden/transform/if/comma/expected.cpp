#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

int limit = 3;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::Staged<int> n = 0;
  ag::if_stmt((n++, x > 0), AG_STATE(n), [&] { n *= 2; });
  ag::switch_stmt((n++, ag::item<int>(x)), AG_STATE(n),
    ag::when(1, [&] {
      n += 10;
      }),
    ag::otherwise([&] {
      n += 20; })
  );
  if (ag::force((x = x + 1, ag::external(limit) > 2))) x = x * 2;
  ag::while_stmt([&] { return n++, x > 1; }, AG_STATE(x, n), [&] { x = x / 2; });
  return x + n;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::Staged<int> n = 0;\n  ag::if_stmt((n++, x > 0), AG_STATE(n), [&] { n *= 2; });\n  ag::switch_stmt((n++, ag::item<int>(x)), AG_STATE(n),\n      ag::when(1, [&] {\n    n += 10;\n  }),\n      ag::otherwise([&] {\n    n += 20;\n  }));\n  if (ag::force((x = x + 1, ag::external(limit) > 2))) x = x * 2;\n  ag::while_stmt([&] { return n++, x > 1; }, AG_STATE(x, n), [&] { x = x / 2; });\n  return x + n;\n}");
