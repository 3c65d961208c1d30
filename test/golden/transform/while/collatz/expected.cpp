#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor collatz(Tensor n) { return ag::traced<&collatz>(AG_STATE(n), [](Tensor n) -> Tensor {
  Tensor steps = 0;
  ag::while_stmt([&] { return n != 1; }, AG_STATE(n, steps), [&] {
    ag::if_stmt(n % 2 == 0, AG_STATE(n), [&] {
      n = n / 2;
    }, [&] {
      n = 3 * n + 1;
    });
    steps += 1;
  });
  return steps;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&collatz, "AG_FUNCTION Tensor collatz(Tensor n) {\n  Tensor steps = 0;\n  ag::while_stmt([&] { return n != 1; }, AG_STATE(n, steps), [&] {\n    ag::if_stmt(n % 2 == 0, AG_STATE(n), [&] {\n      n = n / 2;\n    }, [&] {\n      n = 3 * n + 1;\n    });\n    steps += 1;\n  });\n  return steps;\n}");
