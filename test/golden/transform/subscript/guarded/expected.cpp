#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Where a tensor decides whether a subscript or a division is reached, it looks first: the branch is traced also where
// it is never taken. What a loop or a constant keeps inside stays as it is.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>
using ag::Tensor;

#define LESS(a, b) ((a) < (b))
#define AT(v, i) ((v)[(i)])

double table[4] = {1, 2, 3, 4};
struct Grid {
  int cells[2][3];
} outside;

std::vector<double> recent;

AG_FUNCTION ag::Staged<double> f_staged(Tensor length, Tensor x, ag::Staged<int> k) {
  ag::staged_t<std::array<double, 4>> a{1, 2, 3, 4};
  ag::staged_t<std::vector<std::pair<double, int>>> pairs{{1, 2}, {3, 4}};
  int grid[2][2] = {{1, 2}, {3, 4}};
  ag::Staged<double> sum = ag::element(a, k);
  for (int i = 0; i < 4; ++i) {
    ag::if_stmt(i + 1 < length, AG_STATE(a), [&] { ag::element(a, i + 1) += a[i] * ag::item<double>(x); });
    ag::if_stmt(ag::and_then(i < length, [&] { return a[3 - i] > 1; }), AG_STATE(sum), [&] { sum += 12 / ag::divisor(3 - i) + 7 % (i + 1); });
    ag::if_stmt(length > i, AG_STATE(pairs), [&] { ag::element(pairs, i).second += ag::element(grid, i)[1] / k; });
    for (size_t j = 0; j < pairs.size(); ++j) sum += ag::if_else(length > i, [&] { return pairs[j].first; }, [&] { return a[0]; });
  }
  double local[3] = {1, 2, 3};
  for (int i = 0; i < 3; ++i) {
    ag::if_stmt(i < length, [&] { ag::ref(table[ag::subscript(i + 2, 4)]) = ag::external(table[i]) + ag::external(table[ag::subscript(ag::host(k), 4)]) + ag::external(outside.cells[ag::subscript(i, 2)][2]); });
    ag::if_stmt(length > i + 1, AG_STATE(sum), [&] { sum += (ag::element((local), (i + 1))) + ag::element((local), k) + 6 / AT(local, i); });
  }
  ag::List<ag::Staged<double>> stack{ag::item<double>(x)}, none;
  std::vector<int> unused;
  ag::if_stmt(length > 7, AG_STATE(sum), [&] { sum += none.back() * ag::external(ag::non_empty(ag::tracked(recent)).back()) + none.front() + ag::non_empty(unused).back(); });
  ag::while_stmt([&] { return length > 3; }, AG_STATE(length, stack, none), [&] {
    stack.push_back(sum);
    none.back() += stack.back();
    length = length - 1;
  });
  ag::if_stmt(ag::and_then(x > 1, [&] { return ((ag::element(pairs, k % 2).second) < (ag::element(pairs, 1).second)); }), AG_STATE(sum), [&] { sum -= 1; });
  const auto [least, most] = ag::cxx::minmax<ag::Staged<double>>({sum, a[1], 3.0});
  return least * 100 + most;
} double f(Tensor length, Tensor x, int k) { return ag::traced<&f>(AG_STATE(length, x, k), [](Tensor length, Tensor x, int k) { return f_staged(length, x, k); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor length, Tensor x, ag::Staged<int> k) {\n  ag::staged_t<std::array<double, 4>> a{1, 2, 3, 4};\n  ag::staged_t<std::vector<std::pair<double, int>>> pairs{{1, 2}, {3, 4}};\n  int grid[2][2] = {{1, 2}, {3, 4}};\n  ag::Staged<double> sum = ag::element(a, k);\n  for (int i = 0; i < 4; ++i) {\n    ag::if_stmt(\n        i + 1 < length, AG_STATE(a), [&] { ag::element(a, i + 1) += a[i] * ag::item<double>(x); });\n    ag::if_stmt(ag::and_then(i < length, [&] { return a[3 - i] > 1; }), AG_STATE(sum),\n        [&] { sum += 12 / ag::divisor(3 - i) + 7 % (i + 1); });\n    ag::if_stmt(length > i, AG_STATE(pairs),\n        [&] { ag::element(pairs, i).second += ag::element(grid, i)[1] / k; });\n    for (size_t j = 0; j < pairs.size(); ++j)\n      sum += ag::if_else(length > i, [&] { return pairs[j].first; }, [&] { return a[0]; });\n  }\n  double local[3] = {1, 2, 3};\n  for (int i = 0; i < 3; ++i) {\n    ag::if_stmt(i < length, [&] {\n      ag::ref(table[ag::subscript(i + 2, 4)]) = ag::external(table[i]) +\n                                                ag::external(table[ag::subscript(ag::host(k), 4)]) +\n                                                ag::external(outside.cells[ag::subscript(i, 2)][2]);\n    });\n    ag::if_stmt(length > i + 1, AG_STATE(sum), [&] {\n      sum += (ag::element((local), (i + 1))) + ag::element((local), k) + 6 / AT(local, i);\n    });\n  }\n  ag::List<ag::Staged<double>> stack{ag::item<double>(x)}, none;\n  std::vector<int> unused;\n  ag::if_stmt(length > 7, AG_STATE(sum), [&] {\n    sum += none.back() * ag::external(ag::non_empty(ag::tracked(recent)).back()) + none.front() +\n           ag::non_empty(unused).back();\n  });\n  ag::while_stmt([&] { return length > 3; }, AG_STATE(length, stack, none), [&] {\n    stack.push_back(sum);\n    none.back() += stack.back();\n    length = length - 1;\n  });\n  ag::if_stmt(\n      ag::and_then(x > 1,\n          [&] { return ((ag::element(pairs, k % 2).second) < (ag::element(pairs, 1).second)); }),\n      AG_STATE(sum), [&] { sum -= 1; });\n  const auto [least, most] = ag::cxx::minmax<ag::Staged<double>>({sum, a[1], 3.0});\n  return least * 100 + most;\n}");
