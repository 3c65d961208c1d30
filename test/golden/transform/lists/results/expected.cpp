#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT ag::List<ag::Staged<int>> doubles_staged(Tensor n) {
  ag::List<ag::Staged<int>> found;
  { Tensor i = 0; ag::for_stmt([&] { return i < n; }, [&] { i += 1; }, AG_STATE(found, i), [&] { found.push_back(ag::item<int>(i) * 2); }); }
  return found;
} std::vector<int> doubles(Tensor n) { return ag::plain<std::vector<int>>(doubles_staged(n)); }

AG_FUNCTION ag::Staged<int> length_staged(Tensor n) { return ag::cast<int>(doubles_staged(n).size()); } int length(Tensor n) { return ag::traced<&length>(AG_STATE(n), [](Tensor n) { return length_staged(n); }); }

AG_FUNCTION Tensor is_empty(Tensor n) { return ag::traced<&is_empty>(AG_STATE(n), [](Tensor n) -> Tensor {
  return ag::if_else<Tensor>(doubles_staged(n).empty(), [&] { return n - 1; }, [&] {
  return n + 1;
}); }); }

AG_FUNCTION ag::Staged<int> sum_staged(Tensor n) {
  ag::Staged<int> sum = doubles_staged(n + 1)[0];
  { ag::Staged<size_t> k = 0; ag::for_stmt([&] { return k < doubles_staged(n).size(); }, [&] { ++k; }, AG_STATE(sum, k), [&] { sum += doubles_staged(n)[k]; }); }
  return sum;
} int sum(Tensor n) { return ag::traced<&sum>(AG_STATE(n), [](Tensor n) { return sum_staged(n); }); }

AG_FUNCTION ag::Staged<bool> starts_alike_staged(Tensor n) {
  const int first[] = {0, 2};
  ag::staged_t<std::vector<int>> found = doubles_staged(n);
  return ag::cxx::equal(first, first + 2, found.begin());
} bool starts_alike(Tensor n) { return ag::traced<&starts_alike>(AG_STATE(n), [](Tensor n) { return starts_alike_staged(n); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&length, "AG_FUNCTION ag::Staged<int> length_staged(Tensor n) {\n  return ag::cast<int>(doubles_staged(n).size());\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&is_empty, "AG_FUNCTION Tensor is_empty(Tensor n) {\n  return ag::if_else<Tensor>(doubles_staged(n).empty(), [&] { return n - 1; }, [&] {\n    return n + 1;\n  });\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&sum, "AG_FUNCTION ag::Staged<int> sum_staged(Tensor n) {\n  ag::Staged<int> sum = doubles_staged(n + 1)[0];\n  {\n    ag::Staged<size_t> k = 0;\n    ag::for_stmt([&] { return k < doubles_staged(n).size(); }, [&] { ++k; }, AG_STATE(sum, k),\n        [&] { sum += doubles_staged(n)[k]; });\n  }\n  return sum;\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&starts_alike, "AG_FUNCTION ag::Staged<bool> starts_alike_staged(Tensor n) {\n  const int first[] = {0, 2};\n  ag::staged_t<std::vector<int>> found = doubles_staged(n);\n  return ag::cxx::equal(first, first + 2, found.begin());\n}");
