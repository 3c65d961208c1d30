#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(std::vector<Tensor> rows, Tensor x) { return ag::traced<&f>(AG_STATE(rows, x), [](std::vector<Tensor> rows, Tensor x) -> Tensor {
  ag::Staged<int> k = ag::item<int>(x);
  Tensor first = ag::element(rows, k);
  auto second = ag::element(rows, k - 1);
  ag::element(rows, k) = first + second;
  ag::element(rows, k) += 1;
  return rows[0] + ag::element(rows, k);
}); }

AG_FUNCTION ag::Staged<double> g_staged(Tensor x) {
  ag::staged_t<std::vector<std::vector<double>>> table{{1, 2}, {3, 4}};
  ag::Staged<int> k = ag::item<int>(x) % 2;
  ag::element(table[0], k) += 5;
  return ag::element(table[0], k) + ag::element(table[1], 1 - k);
} double g(Tensor x) { return ag::traced<&g>(AG_STATE(x), [](Tensor x) { return g_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(std::vector<Tensor> rows, Tensor x) {\n  ag::Staged<int> k = ag::item<int>(x);\n  Tensor first = ag::element(rows, k);\n  auto second = ag::element(rows, k - 1);\n  ag::element(rows, k) = first + second;\n  ag::element(rows, k) += 1;\n  return rows[0] + ag::element(rows, k);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&g, "AG_FUNCTION ag::Staged<double> g_staged(Tensor x) {\n  ag::staged_t<std::vector<std::vector<double>>> table{{1, 2}, {3, 4}};\n  ag::Staged<int> k = ag::item<int>(x) % 2;\n  ag::element(table[0], k) += 5;\n  return ag::element(table[0], k) + ag::element(table[1], 1 - k);\n}");
