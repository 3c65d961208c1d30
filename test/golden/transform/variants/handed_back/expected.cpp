#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT ag::Staged<bool> improve_staged(Tensor& x, ag::Staged<int>& n, ag::Staged<double>& best) {
  return ag::if_else<ag::Staged<bool>>(ag::sum(x) > best, AG_STATE(x, n, best), [&] {
    best = ag::item<double>(ag::sum(x));
    n += 2;
    x = x / 2;
    return true;
  }, [&] {
  return false;
}); } bool improve(Tensor& x, int& n, double& best) { return ag::plain<bool>(improve_staged(x, ag::inout(n), ag::inout(best))); }
AG_FUNCTION void settle_staged(Tensor& x, ag::Staged<int>& n, ag::Staged<double> tolerance) {
  ag::Staged<double> best = tolerance;
  ag::Return<void> result; ag::while_stmt([&] { return improve_staged(x, n, best); }, AG_STATE(x, n, best).until(result), [&] {
    ag::if_stmt(n > 20, AG_STATE(best, result), [&] { result.set(); }, [&] {
    best = best / 3;
  }); });
} void settle(Tensor& x, int& n, double tolerance) { ag::traced<&settle>(AG_STATE(x, n, tolerance), [](Tensor& x, ag::Staged<int>& n, ag::Staged<double> tolerance) { settle_staged(x, n, tolerance); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&settle, "AG_FUNCTION void settle_staged(Tensor& x, ag::Staged<int>& n, ag::Staged<double> tolerance) {\n  ag::Staged<double> best = tolerance;\n  ag::Return<void> result;\n  ag::while_stmt(\n      [&] { return improve_staged(x, n, best); }, AG_STATE(x, n, best).until(result), [&] {\n    ag::if_stmt(n > 20, AG_STATE(best, result), [&] { result.set(); }, [&] {\n      best = best / 3;\n    });\n  });\n}");
