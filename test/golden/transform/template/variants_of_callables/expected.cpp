#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <cmath>
using ag::Tensor;

template <class F>
double bisect(F f, double low, double high, double tolerance = 1e-6) {
  while (high - low > tolerance) {
    const double middle = 0.5 * (low + high);
    if (f(low) * f(middle) <= 0)
      high = middle;
    else
      low = middle;
  }
  return low;
} template <class F> static ag::Staged<double> bisect_staged(F f, ag::Staged<double> low, ag::Staged<double> high, ag::Staged<double> tolerance = 1e-6);
template <class T, class F>
T simpson(const F& f, T a, T b) {
  return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
} template <class F> static ag::Staged<double> simpson_staged(const F& f, ag::Staged<double> a, ag::Staged<double> b);
template <class F>
double adaptive(const F& f, double a, double b, double eps, int depth) {
  const double whole = simpson(f, a, b), m = (a + b) / 2;
  const double parts = simpson(f, a, m) + simpson(f, m, b);
  if (depth <= 0 || std::fabs(parts - whole) < eps) return parts;
  return adaptive(f, a, m, eps / 2, depth - 1) + adaptive(f, m, b, eps / 2, depth - 1);
} template <class F> static ag::Staged<double> adaptive_staged(const F& f, ag::Staged<double> a, ag::Staged<double> b, ag::Staged<double> eps, ag::Staged<int> depth);
ag::Staged<double> cubic_staged(ag::Staged<double> x) { return x * x * x - 2; } double cubic(double x) { return ag::plain<double>(cubic_staged(x)); }

AG_FUNCTION ag::Staged<double> f_staged(Tensor t) {
  const ag::Staged<double> c = ag::item<double>(t);
  auto bell = [](ag::Staged<double> x) { return ag::cxx::exp(-x * x); };
  // Known numbers and a lambda that gives symbolic ones; symbolic numbers and a lambda, or a function, that gives what it
  // gets; nothing symbolic at all.
  const ag::Staged<double> root = bisect_staged([=](ag::Staged<double> x) { return x * x - c; }, 0, 10);
  return root + bisect_staged(cubic_staged, 0.0, c + 3) + adaptive_staged(bell, 0.0, c, 1e-5, 3) + simpson_staged([](ag::Staged<double> x) { return x; }, 0.0, 1.0);
} double f(Tensor t) { return ag::traced<&f>(AG_STATE(t), [](Tensor t) { return f_staged(t); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor t) {\n  const ag::Staged<double> c = ag::item<double>(t);\n  auto bell = [](ag::Staged<double> x) { return ag::cxx::exp(-x * x); };\n  // Known numbers and a lambda that gives symbolic ones; symbolic numbers and a lambda, or a function, that gives what it\n  // gets; nothing symbolic at all.\n  const ag::Staged<double> root =\n      bisect_staged([=](ag::Staged<double> x) { return x * x - c; }, 0, 10);\n  return root + bisect_staged(cubic_staged, 0.0, c + 3) + adaptive_staged(bell, 0.0, c, 1e-5, 3) +\n         simpson_staged([](ag::Staged<double> x) { return x; }, 0.0, 1.0);\n}");
#line 7 "input.cpp"
template <class F> static ag::Staged<double> bisect_staged(F f, ag::Staged<double> low, ag::Staged<double> high, ag::Staged<double> tolerance) {
  ag::while_stmt([&] { return high - low > tolerance; }, AG_STATE(low, high), [&] {
    const ag::Staged<double> middle = 0.5 * (low + high);
    ag::if_stmt(f(low) * f(middle) <= 0, AG_STATE(low, high), [&] {
      high = middle; },
    [&] {
      low = middle; });
  });
  return low;
}
#line 18 "input.cpp"
template <class F> static ag::Staged<double> simpson_staged(const F& f, ag::Staged<double> a, ag::Staged<double> b) {
  return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}
#line 22 "input.cpp"
template <class F> static ag::Staged<double> adaptive_staged(const F& f, ag::Staged<double> a, ag::Staged<double> b, ag::Staged<double> eps, ag::Staged<int> depth) { return ag::recursive(AG_STATE(f, a, b, eps, depth), [](const F& f, ag::Staged<double> a, ag::Staged<double> b, ag::Staged<double> eps, ag::Staged<int> depth) -> ag::Staged<double> {
  const ag::Staged<double> whole = simpson_staged(f, a, b), m = (a + b) / 2;
  const ag::Staged<double> parts = simpson_staged(f, a, m) + simpson_staged(f, m, b);
  return ag::if_else<ag::Staged<double>>(ag::or_else(depth <= 0, [&] { return ag::cxx::fabs(parts - whole) < eps; }), [&] { return parts; }, [&] {
  return adaptive_staged(f, a, m, eps / 2, depth - 1) + adaptive_staged(f, m, b, eps / 2, depth - 1);
}); }); }
static const ag::StagedVariant ag_staged_variant_input_1(&cubic, &cubic_staged);
