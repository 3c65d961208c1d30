#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

struct Detector {
  Tensor on;

  ag::List<Tensor> above_staged(const Tensor& x) const {
    ag::List<Tensor> found;
    ag::for_stmt(x, AG_STATE(found), [&](Tensor v) {
      ag::if_stmt(v > on, AG_STATE(found), [&] { found.push_back(v); }); });
    return found;
  } std::vector<Tensor> above(const Tensor& x) const { return ag::plain<std::vector<Tensor>>(above_staged(x)); }
};

struct Sieve {
  double limit = 1;
  int count = 0;

  std::vector<double> kept(const Tensor& x) {
    std::vector<double> result;
    for (Tensor v : x) {
      if (v <= limit) continue;
      result.push_back(double(v));
      ++count;
    }
    return result;
  }
}; struct Sieve_staged; [[maybe_unused]] inline Sieve_staged ag_staged_class(const Sieve*); struct Sieve_staged { ag::Staged<double> limit = 1; ag::Staged<int> count = 0; ag::List<ag::Staged<double>> kept(const Tensor& x); }; inline Sieve_staged ag_staged_class(const Sieve*) { return {}; }

AG_FUNCTION Tensor sums(Tensor x, Tensor on) { return ag::traced<&sums>(AG_STATE(x, on), [](Tensor x, Tensor on) -> Tensor {
  const ag::List<Tensor> found = Detector{on}.above_staged(x);
  ag::staged_t<Sieve> sieve;
  const ag::List<ag::Staged<double>> kept = sieve.kept(x);
  Tensor sum = 0 * on;
  ag::for_stmt(found, AG_STATE(sum), [&](const Tensor& one) { sum += one; });
  ag::for_stmt(kept, AG_STATE(sum), [&](ag::Staged<double> one) { sum += one * sieve.count; });
  return sum;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&sums, "AG_FUNCTION Tensor sums(Tensor x, Tensor on) {\n  const ag::List<Tensor> found = Detector{on}.above_staged(x);\n  ag::staged_t<Sieve> sieve;\n  const ag::List<ag::Staged<double>> kept = sieve.kept(x);\n  Tensor sum = 0 * on;\n  ag::for_stmt(found, AG_STATE(sum), [&](const Tensor& one) { sum += one; });\n  ag::for_stmt(kept, AG_STATE(sum), [&](ag::Staged<double> one) { sum += one * sieve.count; });\n  return sum;\n}");
#line 20 "input.cpp"
inline ag::List<ag::Staged<double>> Sieve_staged::kept(const Tensor& x) {
  ag::List<ag::Staged<double>> result;
  ag::for_stmt(x, AG_STATE(result, count), [&](Tensor v) {
    ag::if_stmt(v <= limit, AG_STATE(result, count), [&] { return; }, [&] {
    result.push_back(ag::item<double>(v));
    ++count;
  }); });
  return result;
}
