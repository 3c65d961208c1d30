#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

namespace num {
template <class F>
double three_times(const F& f, double a) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += f(a + i);
    if (sum > 10) break;
  }
  return sum;
}
}  // namespace num

namespace app::made {
struct Square {
  double operator()(double v) const { return v * v; }
}; struct Square_staged; [[maybe_unused]] inline Square_staged ag_staged_class(const Square*); struct Square_staged { ag::Staged<double> operator()(ag::Staged<double> v) const; }; inline Square_staged ag_staged_class(const Square*) { return {}; } } namespace num { static ag::Staged<double> three_times_staged(const ag::staged_t<app::made::Square>& f, ag::Staged<double> a); } namespace app::made {
AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor { return x + num::three_times_staged(ag::staged(Square()), ag::item<double>(x)); }); }
}  // namespace app::made

struct Line {
  double slope = 2;
  double operator()(double v) const { return slope * v; }
  static double halved(double v) { return v / 2; }
}; struct Line_staged; [[maybe_unused]] inline Line_staged ag_staged_class(const Line*); struct Line_staged { ag::Staged<double> slope = 2; ag::Staged<double> operator()(ag::Staged<double> v) const; static ag::Staged<double> halved(ag::Staged<double> v); }; inline Line_staged ag_staged_class(const Line*) { return {}; } namespace num { static ag::Staged<double> three_times_staged(const ag::staged_t<Line>& f, ag::Staged<double> a); }

AG_FUNCTION Tensor g(Tensor x) { return ag::traced<&g>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Line> line;
  ag::if_stmt(x > 1, AG_STATE(line), [&] { line.slope = ag::item<double>(x); });
  return x + num::three_times_staged(line, ag::cast<double>(1)) + line.halved(ag::item<double>(x));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&app::made::f, "AG_FUNCTION Tensor f(Tensor x) {\n  return x + num::three_times_staged(ag::staged(Square()), ag::item<double>(x));\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&g, "AG_FUNCTION Tensor g(Tensor x) {\n  ag::staged_t<Line> line;\n  ag::if_stmt(x > 1, AG_STATE(line), [&] { line.slope = ag::item<double>(x); });\n  return x + num::three_times_staged(line, ag::cast<double>(1)) + line.halved(ag::item<double>(x));\n}");
#line 18 "input.cpp"
namespace app { namespace made { inline ag::Staged<double> Square_staged::operator()(ag::Staged<double> v) const { return v * v; } } }
#line 25 "input.cpp"
inline ag::Staged<double> Line_staged::operator()(ag::Staged<double> v) const { return slope * v; }
#line 26 "input.cpp"
inline ag::Staged<double> Line_staged::halved(ag::Staged<double> v) { return v / 2; }
#line 6 "input.cpp"
namespace num { static ag::Staged<double> three_times_staged(const ag::staged_t<app::made::Square>& f, ag::Staged<double> a) {
  ag::Staged<double> sum = 0;
  ag::Flag did_break; for (int i = 0; i < 3 && !ag::host_condition(did_break); ++i) { ag::if_stmt(!did_break, AG_STATE(sum, did_break), [&] {
    sum += f(a + i);
    ag::if_stmt(sum > 10, AG_STATE(did_break), [&] { did_break = true; });
  }); }
  return sum;
} }
#line 6 "input.cpp"
namespace num { static ag::Staged<double> three_times_staged(const ag::staged_t<Line>& f, ag::Staged<double> a) {
  ag::Staged<double> sum = 0;
  ag::Flag did_break; for (int i = 0; i < 3 && !ag::host_condition(did_break); ++i) { ag::if_stmt(!did_break, AG_STATE(sum, did_break), [&] {
    sum += f(a + i);
    ag::if_stmt(sum > 10, AG_STATE(did_break), [&] { did_break = true; });
  }); }
  return sum;
} }
