#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <vector>
using ag::Tensor;

// Rows change places where the graph knows which; v.flip() is no method of a vector of symbolic numbers.
AG_FUNCTION ag::Staged<double> pivoted_staged(Tensor x, ag::staged_t<std::vector<std::vector<double>>> a) {
  ag::staged_t<std::vector<bool>> moved(2, false);
  ag::Staged<int> pivot = 0;
  for (int i = 1; i < 2; ++i) {
    ag::if_stmt(x > i, AG_STATE(pivot), [&] { pivot = i; });
  }
  ag::cxx::swap_rows(a, pivot, 0);
  std::swap(a[0], a[1]);
  ag::if_stmt(pivot > 0, AG_STATE(moved), [&] { ag::element(moved, 1) = true; });
  ag::cxx::flip(moved);
  ag::cxx::puts("done");
  return a[0][0] + moved[1] + ag::cxx::popcount(ag::cast<unsigned int>(pivot)) + ag::cxx::scalbn(ag::item<double>(x), pivot);
} double pivoted(Tensor x, std::vector<std::vector<double>> a) { return ag::traced<&pivoted>(AG_STATE(x, a), [](Tensor x, std::vector<std::vector<double>> a) { return pivoted_staged(x, ag::staged(a)); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&pivoted, "AG_FUNCTION ag::Staged<double> pivoted_staged(\n    Tensor x, ag::staged_t<std::vector<std::vector<double>>> a) {\n  ag::staged_t<std::vector<bool>> moved(2, false);\n  ag::Staged<int> pivot = 0;\n  for (int i = 1; i < 2; ++i) {\n    ag::if_stmt(x > i, AG_STATE(pivot), [&] { pivot = i; });\n  }\n  ag::cxx::swap_rows(a, pivot, 0);\n  std::swap(a[0], a[1]);\n  ag::if_stmt(pivot > 0, AG_STATE(moved), [&] { ag::element(moved, 1) = true; });\n  ag::cxx::flip(moved);\n  ag::cxx::puts(\"done\");\n  return a[0][0] + moved[1] + ag::cxx::popcount(ag::cast<unsigned int>(pivot)) +\n         ag::cxx::scalbn(ag::item<double>(x), pivot);\n}");
