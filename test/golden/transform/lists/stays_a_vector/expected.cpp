#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <algorithm>
#include <vector>
using ag::Tensor;

Tensor longest(const std::vector<Tensor>& rows);

AG_FUNCTION Tensor known_staged(Tensor x, ag::Staged<int> count) {
  std::vector<Tensor> rows;
  ag::List<ag::Staged<int>> numbers;
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < count; }, [&] { ++i; }, AG_STATE(rows, numbers, i), [&] {
    rows.push_back(x * i);
    numbers.push_back(i);
  }); }
  ag::cxx::sort(numbers.begin(), numbers.end());
  return longest(rows) + numbers[0];
} Tensor known(Tensor x, int count) { return ag::traced<&known>(AG_STATE(x, count), [](Tensor x, int count) { return known_staged(x, count); }); }

AG_CONVERT Tensor as_many_as_before(Tensor x) {
  std::vector<Tensor> window{x, x + 1};
  ag::while_stmt([&] { return x < 10; }, AG_STATE(x, window), [&] {
    window.erase(window.begin());
    window.push_back(x);
    x = x + 1;
  });
  return longest(window);
}
static const ag::GeneratedCode ag_generated_code_input_1(&known, "AG_FUNCTION Tensor known_staged(Tensor x, ag::Staged<int> count) {\n  std::vector<Tensor> rows;\n  ag::List<ag::Staged<int>> numbers;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt([&] { return i < count; }, [&] { ++i; }, AG_STATE(rows, numbers, i), [&] {\n      rows.push_back(x * i);\n      numbers.push_back(i);\n    });\n  }\n  ag::cxx::sort(numbers.begin(), numbers.end());\n  return longest(rows) + numbers[0];\n}");
