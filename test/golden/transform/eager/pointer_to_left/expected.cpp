#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A pointer to a function that is left as it was written is called with a number that the graph computes.
#include <ag/ag.h>
using ag::Tensor;

int up(int n) { const ag::EagerScope runs_eagerly("inline assembly cannot be converted", 6);
  asm volatile("");
  return n + 1;
}
ag::Staged<int> down_staged(ag::Staged<int> n) { return n - 1; } int down(int n) { return ag::plain<int>(down_staged(n)); }

AG_FUNCTION Tensor stepped(Tensor x, int n) { const ag::EagerScope runs_eagerly("this calls 'up' with what is known only when the graph runs, and 'up' is not converted", 12);
  int (*step)(int) = n > 2 ? &up : &down;
  if (x > 0) n = step(n);
  return x + n;
}

AG_FUNCTION Tensor lowered_staged(Tensor x, ag::Staged<int> n) {
  ag::staged_t<int (*)(int)> step = &down_staged;
  ag::if_stmt(x > 0, AG_STATE(n), [&] { n = step(n); });
  return x + n;
} Tensor lowered(Tensor x, int n) { return ag::traced<&lowered>(AG_STATE(x, n), [](Tensor x, int n) { return lowered_staged(x, n); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&lowered, "AG_FUNCTION Tensor lowered_staged(Tensor x, ag::Staged<int> n) {\n  ag::staged_t<int (*)(int)> step = &down_staged;\n  ag::if_stmt(x > 0, AG_STATE(n), [&] { n = step(n); });\n  return x + n;\n}");
static const ag::StagedVariant ag_staged_variant_input_1(&down, &down_staged);
static const ag::EagerFunction ag_eager_function_input_1(&stepped, "this calls 'up' with what is known only when the graph runs, and 'up' is not converted", "input.cpp", 12);
