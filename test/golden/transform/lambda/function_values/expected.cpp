#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Functions of numbers as values take and give symbolic numbers where one is called with them.
#include <ag/ag.h>
#include <functional>
using ag::Tensor;

ag::Staged<double> square_staged(ag::Staged<double> t) { return ag::if_else(t > 1, [&] { return t * t; }, [&] { return t; }); } double square(double t) { return ag::plain<double>(square_staged(t)); }

ag::Staged<double> trapezoid_staged(const ag::staged_t<std::function<double(double)>>& f, ag::Staged<double> a, ag::Staged<double> b) { return 0.5 * (b - a) * (f(a) + f(b)); } double trapezoid(const std::function<double(double)>& f, double a, double b) { return ag::plain<double>(trapezoid_staged(ag::staged(f), a, b)); }

ag::Staged<double> twice_staged(ag::staged_t<double (*)(double)> f, ag::Staged<double> a) { return f((*f)(a)); } double twice(double (*f)(double), double a) { return ag::plain<double>(twice_staged(ag::staged(f), a)); }

ag::staged_t<std::function<double(double)>> line_staged(ag::Staged<double> slope) {
  return [=](ag::Staged<double> t) { return slope * t; };
} std::function<double(double)> line(double slope) { return ag::plain<std::function<double(double)>>(line_staged(slope)); }

AG_FUNCTION Tensor values_staged(Tensor x, ag::Staged<int> kind) {
  const ag::Staged<double> upper = ag::item<double>(x);
  ag::staged_t<std::function<double(double)>> f = [&](ag::Staged<double> t) { return t - upper; };
  ag::if_stmt(kind == 1, AG_STATE(f), [&] { f = square_staged; });
  auto g = line_staged(upper);
  ag::staged_t<std::function<double(int)>> known = [](ag::Staged<int> n) { return 0.5 * n; };
  return x + trapezoid_staged(f, 0, upper) + trapezoid_staged([&](ag::Staged<double> t) { return g(t) * t; }, 0, 1) + twice_staged(&square_staged, upper) +
         known(kind);
} Tensor values(Tensor x, int kind) { return ag::traced<&values>(AG_STATE(x, kind), [](Tensor x, int kind) { return values_staged(x, kind); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&values, "AG_FUNCTION Tensor values_staged(Tensor x, ag::Staged<int> kind) {\n  const ag::Staged<double> upper = ag::item<double>(x);\n  ag::staged_t<std::function<double(double)>> f = [&](ag::Staged<double> t) { return t - upper; };\n  ag::if_stmt(kind == 1, AG_STATE(f), [&] { f = square_staged; });\n  auto g = line_staged(upper);\n  ag::staged_t<std::function<double(int)>> known = [](ag::Staged<int> n) { return 0.5 * n; };\n  return x + trapezoid_staged(f, 0, upper) +\n         trapezoid_staged([&](ag::Staged<double> t) { return g(t) * t; }, 0, 1) +\n         twice_staged(&square_staged, upper) + known(kind);\n}");
static const ag::StagedVariant ag_staged_variant_input_1(&square, &square_staged);
