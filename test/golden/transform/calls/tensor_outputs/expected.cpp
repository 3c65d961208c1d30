#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

void split(Tensor x, Tensor* low, Tensor* high) {
  *low = ag::minimum(x, 0);
  *high = ag::maximum(x, 0);
  ag::if_stmt(ag::sum(*high) > 5, AG_STATE(*high), [&] { *high = *high / 2; });
}

ag::Staged<int> filled_staged(Tensor x, Tensor* sum) {
  ag::Staged<int> steps = 0;
  ag::while_stmt([&] { return *sum < 10; }, AG_STATE(*sum, steps), [&] {
    *sum += x;
    ++steps;
  });
  return steps;
} int filled(Tensor x, Tensor* sum) { return ag::plain<int>(filled_staged(x, sum)); }

AG_FUNCTION Tensor spread(Tensor x) { return ag::traced<&spread>(AG_STATE(x), [](Tensor x) -> Tensor {
  Tensor low, high;
  split(x, &low, &high);
  ag::if_stmt(filled_staged(x, &high) > 3, AG_STATE(low), [&] { low = high; });
  return high - low;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&spread, "AG_FUNCTION Tensor spread(Tensor x) {\n  Tensor low, high;\n  split(x, &low, &high);\n  ag::if_stmt(filled_staged(x, &high) > 3, AG_STATE(low), [&] { low = high; });\n  return high - low;\n}");
