#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Bin {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
}; struct Bin_staged; [[maybe_unused]] inline Bin_staged ag_staged_class(const Bin*); struct Bin_staged { ag::Staged<double> sum = 0; ag::Staged<int> count = 0; void add(ag::Staged<double> x); }; inline Bin_staged ag_staged_class(const Bin*) { return {}; }

AG_FUNCTION ag::Staged<double> methods_staged(Tensor xs) {
  ag::staged_t<std::vector<Bin>> bins(3);
  ag::for_stmt(xs, AG_STATE(bins), [&](Tensor x) { ag::on_element(bins, ag::item<int>(x), [&](auto& ag_element) { return ag_element.add(ag::item<double>(x)); }); });
  return bins[2].sum;
} double methods(Tensor xs) { return ag::traced<&methods>(AG_STATE(xs), [](Tensor xs) { return methods_staged(xs); }); }
AG_FUNCTION ag::Staged<double> references_staged(Tensor xs) {
  ag::staged_t<std::vector<Bin>> bins(3);
  ag::Staged<double> counts[3] = {0, 0, 0};
  ag::for_stmt(xs, AG_STATE(bins, counts), [&](Tensor x) {
    auto&& bin = ag::borrow(bins, ag::item<int>(x)).element;
    bin.count++;
    ag::Staged<double>&& count = ag::borrow(counts, ag::item<int>(x)).element;
    count += bin.sum;
  });
  const ag::staged_t<Bin>& first = ag::element(bins, ag::cast<int>(counts[0]));
  return first.sum + counts[0];
} double references(Tensor xs) { return ag::traced<&references>(AG_STATE(xs), [](Tensor xs) { return references_staged(xs); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&methods, "AG_FUNCTION ag::Staged<double> methods_staged(Tensor xs) {\n  ag::staged_t<std::vector<Bin>> bins(3);\n  ag::for_stmt(xs, AG_STATE(bins), [&](Tensor x) {\n    ag::on_element(bins, ag::item<int>(x),\n        [&](auto& ag_element) { return ag_element.add(ag::item<double>(x)); });\n  });\n  return bins[2].sum;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&references, "AG_FUNCTION ag::Staged<double> references_staged(Tensor xs) {\n  ag::staged_t<std::vector<Bin>> bins(3);\n  ag::Staged<double> counts[3] = {0, 0, 0};\n  ag::for_stmt(xs, AG_STATE(bins, counts), [&](Tensor x) {\n    auto&& bin = ag::borrow(bins, ag::item<int>(x)).element;\n    bin.count++;\n    ag::Staged<double>&& count = ag::borrow(counts, ag::item<int>(x)).element;\n    count += bin.sum;\n  });\n  const ag::staged_t<Bin>& first = ag::element(bins, ag::cast<int>(counts[0]));\n  return first.sum + counts[0];\n}");
#line 9 "input.cpp"
inline void Bin_staged::add(ag::Staged<double> x) {
  sum += x;
  ++count;
}
