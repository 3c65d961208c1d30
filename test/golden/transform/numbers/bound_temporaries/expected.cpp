#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  const ag::Staged<double>& twice = ag::item<double>(x) * 2;
  const ag::Staged<int>& whole = ag::item<int>(x);
  const ag::Staged<double>& chosen = ag::if_else(x > 1, [&] { return 2.5; }, [&] { return 1.5; });
  const ag::Staged<double>& wide = whole;
  ag::Staged<double>&& own = twice + 1;
  ag::if_stmt(x > 2, AG_STATE(own), [&] { own += 2; });
  const Tensor& sum = x + 1;
  return sum + twice + whole + chosen + wide + own;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  const ag::Staged<double>& twice = ag::item<double>(x) * 2;\n  const ag::Staged<int>& whole = ag::item<int>(x);\n  const ag::Staged<double>& chosen = ag::if_else(x > 1, [&] { return 2.5; }, [&] { return 1.5; });\n  const ag::Staged<double>& wide = whole;\n  ag::Staged<double>&& own = twice + 1;\n  ag::if_stmt(x > 2, AG_STATE(own), [&] { own += 2; });\n  const Tensor& sum = x + 1;\n  return sum + twice + whole + chosen + wide + own;\n}");
