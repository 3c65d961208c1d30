#include <ag/staging/generated.h>
#line 1 "input.cpp"
// A loop of more than 128 constant iterations may be recorded, so its counters are staged. Shorter loops stay as they
// are.
#include <ag/ag.h>

using ag::Tensor;

AG_FUNCTION Tensor sums(Tensor x) { return ag::traced<&sums>(AG_STATE(x), [](Tensor x) -> Tensor {
  { ag::Staged<int> i = 1; ag::for_stmt([&] { return i < 200; }, [&] { ++i; }, AG_STATE(x, i), [&] { x[i] = ag::sum(x[ag::slice(0, i)]); }); }
  return x;
}); }

AG_FUNCTION Tensor inwards(Tensor x) { return ag::traced<&inwards>(AG_STATE(x), [](Tensor x) -> Tensor {
  { ag::Staged<int> i = 0, j = 399; ag::for_stmt([&] { return i < j; }, [&] { ++i, --j; }, AG_STATE(x, i, j), [&] { x[i] = ag::sum(x[ag::slice(i, j)]); }); }
  return x;
}); }

AG_FUNCTION Tensor few(Tensor x) { return ag::traced<&few>(AG_STATE(x), [](Tensor x) -> Tensor {
  for (int i = 1; i < 60; ++i) x[i] = ag::sum(x[ag::slice(0, i)]);
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&sums, "AG_FUNCTION Tensor sums(Tensor x) {\n  {\n    ag::Staged<int> i = 1;\n    ag::for_stmt([&] { return i < 200; }, [&] { ++i; }, AG_STATE(x, i),\n        [&] { x[i] = ag::sum(x[ag::slice(0, i)]); });\n  }\n  return x;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&inwards, "AG_FUNCTION Tensor inwards(Tensor x) {\n  {\n    ag::Staged<int> i = 0, j = 399;\n    ag::for_stmt([&] { return i < j; }, [&] { ++i, --j; }, AG_STATE(x, i, j),\n        [&] { x[i] = ag::sum(x[ag::slice(i, j)]); });\n  }\n  return x;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&few, "AG_FUNCTION Tensor few(Tensor x) {\n  for (int i = 1; i < 60; ++i) x[i] = ag::sum(x[ag::slice(0, i)]);\n  return x;\n}");
