#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>

using ag::Tensor;

using Cost = double (*)(const Tensor&, double);
AG_CONVERT ag::Staged<double> quadratic_staged(const Tensor& p, ag::Staged<double> x) { return (x - ag::item<double>(p)) * x; } double quadratic(const Tensor& p, double x) { return ag::plain<double>(quadratic_staged(p, x)); }
static ag::Staged<double> linear_staged(const Tensor& p, ag::Staged<double> x) { return ag::if_else(x > 1, [&] { return ag::item<double>(p) - x; }, [&] { return -x; }); } [[maybe_unused]] static double linear(const Tensor& p, double x) { return ag::plain<double>(linear_staged(p, x)); }
struct Costs {
  static ag::Staged<double> flat_staged(const Tensor& p, ag::Staged<double> x) { return ag::if_else(p > x, [&] { return 1; }, [&] { return -1; }); } static double flat(const Tensor& p, double x) { return ag::plain<double>(flat_staged(p, x)); }
};
constexpr Cost kCosts[] = {quadratic, linear, &Costs::flat};
Cost current = linear;

struct Problem {
  Cost cost;
  double start;
};

AG_FUNCTION ag::Staged<double> searched_staged(const Tensor& p, const Problem& problem, ag::staged_t<double (*)(const ag::Tensor &, double)> f) {
  ag::Staged<double> a = problem.start;
  ag::if_stmt(ag::staged(problem.cost)(p, a) < 0, AG_STATE(a), [&] { a = 2 * a; });
  ag::if_stmt(ag::and_then(f == linear, [&] { return (*f)(p, a) < 0; }), AG_STATE(a), [&] { a = 3 * a; });
  return a + ag::staged(ag::tracked(current))(p, a);
} double searched(const Tensor& p, const Problem& problem, double f(const Tensor&, double)) { return ag::traced<&searched>(AG_STATE(p, problem, f), [](const Tensor& p, const Problem& problem, double f(const Tensor&, double)) { return searched_staged(p, problem, ag::staged(f)); }); }
AG_FUNCTION ag::Staged<double> all_staged(const Tensor& p, ag::Staged<double> a, const std::vector<Cost>& costs, ag::Staged<int> k) {
  for (ag::staged_t<Cost> cost : costs) a += cost(p, a);
  return ag::staged(kCosts[ag::host(k)])(p, a);
} double all(const Tensor& p, double a, const std::vector<Cost>& costs, int k) { return ag::traced<&all>(AG_STATE(p, a, costs, k), [](const Tensor& p, double a, const std::vector<Cost>& costs, int k) { return all_staged(p, a, costs, k); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&searched, "AG_FUNCTION ag::Staged<double> searched_staged(const Tensor& p, const Problem& problem,\n    ag::staged_t<double (*)(const ag::Tensor&, double)> f) {\n  ag::Staged<double> a = problem.start;\n  ag::if_stmt(ag::staged(problem.cost)(p, a) < 0, AG_STATE(a), [&] { a = 2 * a; });\n  ag::if_stmt(\n      ag::and_then(f == linear, [&] { return (*f)(p, a) < 0; }), AG_STATE(a), [&] { a = 3 * a; });\n  return a + ag::staged(ag::tracked(current))(p, a);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&all, "AG_FUNCTION ag::Staged<double> all_staged(\n    const Tensor& p, ag::Staged<double> a, const std::vector<Cost>& costs, ag::Staged<int> k) {\n  for (ag::staged_t<Cost> cost : costs) a += cost(p, a);\n  return ag::staged(kCosts[ag::host(k)])(p, a);\n}");
static const ag::StagedVariant ag_staged_variant_input_1(&quadratic, &quadratic_staged);
static const ag::StagedVariant ag_staged_variant_input_2(&linear, &linear_staged);
static const ag::StagedVariant ag_staged_variant_input_3(&Costs::flat, &Costs::flat_staged);
