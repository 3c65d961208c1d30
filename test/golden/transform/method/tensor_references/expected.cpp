#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  const Tensor& x;
  double s = 0;

  void add(int i) { s += x[i].item<double>(); }
}; struct Sum_staged; [[maybe_unused]] inline Sum_staged ag_staged_class(const Sum*); struct Sum_staged { const Tensor& x; ag::Staged<double> s = 0; void add(ag::Staged<int> i); [[maybe_unused]] friend auto ag_fields(Sum_staged& object) { return std::tie(object.s); } }; inline Sum_staged ag_staged_class(const Sum*) { throw; }

AG_FUNCTION ag::Staged<double> f_staged(Tensor x, ag::Staged<int> n) {
  ag::staged_t<Sum> sum{x};
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(x, sum, i), [&] {
    ag::if_stmt(x[i] > 0, AG_STATE(sum), [&] { sum.add(i); });
    x = x + 1;
  }); }
  return sum.s;
} double f(Tensor x, int n) { return ag::traced<&f>(AG_STATE(x, n), [](Tensor x, int n) { return f_staged(x, n); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x, ag::Staged<int> n) {\n  ag::staged_t<Sum> sum{x};\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(x, sum, i), [&] {\n      ag::if_stmt(x[i] > 0, AG_STATE(sum), [&] { sum.add(i); });\n      x = x + 1;\n    });\n  }\n  return sum.s;\n}");
#line 8 "input.cpp"
inline void Sum_staged::add(ag::Staged<int> i) { s += ag::item<double>(x[i]); }
