#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Count {
  int n = 0;
  void add(int by, bool = false) { n += by; }
  int& last() { return n; }
}; struct Count_staged; [[maybe_unused]] inline Count_staged ag_staged_class(const Count*); struct Count_staged { ag::Staged<int> n = 0; void add(ag::Staged<int> by, ag::Staged<bool> = false); ag::Staged<int>& last(); }; inline Count_staged ag_staged_class(const Count*) { return {}; }
struct Sum : Count {
  double total = 0;
  void add(double x) {
    total += x;
    Count::add(1);
    if (x > 2) Count::last() += 1;
  }
 [[maybe_unused]] friend auto ag_fields(Sum& object) { return std::tie(object.n, object.total); } }; struct Sum_staged; [[maybe_unused]] inline Sum_staged ag_staged_class(const Sum*); struct Sum_staged : ag::staged_t<Count> { ag::Staged<double> total = 0; void add(ag::Staged<double> x); [[maybe_unused]] friend auto ag_fields(Sum_staged& object) { return std::tie(object.n, object.total); } }; inline Sum_staged ag_staged_class(const Sum*) { return {}; }

ag::Staged<double> halved_staged(ag::Staged<double> x, ag::Staged<int>) { return x / 2; } double halved(double x, int) { return ag::plain<double>(halved_staged(x, ag::Staged<int>())); }
AG_FUNCTION ag::Staged<double> counted_staged(Tensor t) {
  ag::staged_t<Sum> sum;
  ag::while_stmt([&] { return t > 0; }, AG_STATE(t, sum), [&] {
    sum.add(ag::item<double>(t));
    sum.Count_staged::add(2, true);
    t = t - 1;
  });
  return sum.total + halved_staged(sum.n, 3);
} double counted(Tensor t) { return ag::traced<&counted>(AG_STATE(t), [](Tensor t) { return counted_staged(t); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&counted, "AG_FUNCTION ag::Staged<double> counted_staged(Tensor t) {\n  ag::staged_t<Sum> sum;\n  ag::while_stmt([&] { return t > 0; }, AG_STATE(t, sum), [&] {\n    sum.add(ag::item<double>(t));\n    sum.Count_staged::add(2, true);\n    t = t - 1;\n  });\n  return sum.total + halved_staged(sum.n, 3);\n}");
#line 6 "input.cpp"
inline void Count_staged::add(ag::Staged<int> by, ag::Staged<bool>) { n += by; }
#line 7 "input.cpp"
inline ag::Staged<int>& Count_staged::last() { return n; }
#line 11 "input.cpp"
inline void Sum_staged::add(ag::Staged<double> x) {
  total += x;
  Count_staged::add(1);
  ag::if_stmt(x > 2, AG_STATE(n), [&] { Count_staged::last() += 1; });
}
