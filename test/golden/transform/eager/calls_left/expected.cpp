#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

using ag::Tensor;

Tensor halved(Tensor x) { const ag::EagerScope runs_eagerly("inline assembly cannot be converted", 7);
  if (x > 0) {
    asm volatile("");
    x = x / 2;
  }
  return x;
}

int steps(Tensor x, int limit) { const ag::EagerScope runs_eagerly("inline assembly cannot be converted", 16);
  int n = 0;
  while (x > 1 && n < limit) {
    asm volatile("");
    x = x / 2;
    ++n;
  }
  return n;
}

// Traced as far as it does not come to the call.
AG_FUNCTION Tensor twice_staged(Tensor x, ag::Staged<bool> half) {
  ag::if_stmt(x > 10, AG_STATE(x), [&] { x = x - 10; });
  return ag::if_else(half, [&] { return halved(x); }, [&] { return x; });
} Tensor twice(Tensor x, bool half) { return ag::traced<&twice>(AG_STATE(x, half), [](Tensor x, bool half) { return twice_staged(x, half); }); }

// A number that the graph decides would go to a function that is left.
AG_FUNCTION Tensor counted(Tensor x) { const ag::EagerScope runs_eagerly("'limit' is known only when the graph runs, and 'steps' needs a host number here", 33);
  int limit = 0;
  if (x > 3) limit = 5;
  return x + steps(x, limit);
}
static const ag::GeneratedCode ag_generated_code_input_1(&twice, "AG_FUNCTION Tensor twice_staged(Tensor x, ag::Staged<bool> half) {\n  ag::if_stmt(x > 10, AG_STATE(x), [&] { x = x - 10; });\n  return ag::if_else(half, [&] { return halved(x); }, [&] { return x; });\n}");
static const ag::EagerFunction ag_eager_function_input_1(&counted, "'limit' is known only when the graph runs, and 'steps' needs a host number here", "input.cpp", 33);
