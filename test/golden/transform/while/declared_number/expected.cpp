#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::Staged<int> sum = 0;
  { ag::Staged<int> left; ag::while_stmt([&] { return left = ag::item<int>(x); }, AG_STATE(x, sum, left), [&] {
    sum += left;
    x = x - 1;
  }); }
  { ag::Staged<int> i = 0; ag::Staged<bool> more; ag::for_stmt([&] { return more = ag::Staged<bool>{ag::to_bool(x < i)}; }, [&] { ++i; }, AG_STATE(sum, i, more), [&] { sum += more; }); }
  return x + sum;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::Staged<int> sum = 0;\n  {\n    ag::Staged<int> left;\n    ag::while_stmt([&] { return left = ag::item<int>(x); }, AG_STATE(x, sum, left), [&] {\n      sum += left;\n      x = x - 1;\n    });\n  }\n  {\n    ag::Staged<int> i = 0;\n    ag::Staged<bool> more;\n    ag::for_stmt([&] { return more = ag::Staged<bool>{ag::to_bool(x < i)}; }, [&] { ++i; },\n        AG_STATE(sum, i, more), [&] { sum += more; });\n  }\n  return x + sum;\n}");
