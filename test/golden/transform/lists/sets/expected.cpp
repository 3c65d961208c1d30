#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <set>
#include <utility>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> distinct_staged(Tensor samples, ag::Staged<int> skipped) {
  ag::SortedSet<ag::Staged<int>> seen;
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(seen, i), [&] { seen.insert(ag::item<int>(samples[i])); }); }
  seen.erase(skipped);
  ag::Staged<int> sum = ag::cast<int>(seen.size());
  ag::for_stmt(seen, AG_STATE(sum), [&](ag::Staged<int> key) { sum = 3 * sum + key; });
  return ag::if_else(seen.contains(ag::item<int>(samples[0]) + 1), [&] { return sum; }, [&] { return -sum; });
} int distinct(Tensor samples, int skipped) { return ag::traced<&distinct>(AG_STATE(samples, skipped), [](Tensor samples, int skipped) { return distinct_staged(samples, skipped); }); }

// Stays a set, with keys that are known.
AG_FUNCTION Tensor reduced(Tensor x) { return ag::traced<&reduced>(AG_STATE(x), [](Tensor x) -> Tensor {
  std::set<int> axes{0, 1};
  axes.erase(1);
  for (int axis : axes) x = ag::sum(x, axis);
  return x;
}); }

AG_FUNCTION ag::Staged<int> walk_staged(Tensor steps) {
  ag::SortedSet<ag::staged_t<std::pair<int, int>>> visited;
  ag::Staged<int> row = 0, column = 0;
  ag::Flag did_break; ag::for_stmt(steps, AG_STATE(visited, row, column).until(did_break), [&](const Tensor& step) {
    visited.insert({row, column});
    ag::if_stmt(step > 0, AG_STATE(row, column), [&] {
      ++row; },
    [&] {
      --column; });
    ag::if_stmt(visited.count({row, column}), AG_STATE(did_break), [&] { did_break = true; });
  });
  return ag::cast<int>(visited.size());
} int walk(Tensor steps) { return ag::traced<&walk>(AG_STATE(steps), [](Tensor steps) { return walk_staged(steps); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&distinct, "AG_FUNCTION ag::Staged<int> distinct_staged(Tensor samples, ag::Staged<int> skipped) {\n  ag::SortedSet<ag::Staged<int>> seen;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(seen, i),\n        [&] { seen.insert(ag::item<int>(samples[i])); });\n  }\n  seen.erase(skipped);\n  ag::Staged<int> sum = ag::cast<int>(seen.size());\n  ag::for_stmt(seen, AG_STATE(sum), [&](ag::Staged<int> key) { sum = 3 * sum + key; });\n  return ag::if_else(\n      seen.contains(ag::item<int>(samples[0]) + 1), [&] { return sum; }, [&] { return -sum; });\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&reduced, "AG_FUNCTION Tensor reduced(Tensor x) {\n  std::set<int> axes{0, 1};\n  axes.erase(1);\n  for (int axis : axes) x = ag::sum(x, axis);\n  return x;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&walk, "AG_FUNCTION ag::Staged<int> walk_staged(Tensor steps) {\n  ag::SortedSet<ag::staged_t<std::pair<int, int>>> visited;\n  ag::Staged<int> row = 0, column = 0;\n  ag::Flag did_break;\n  ag::for_stmt(steps, AG_STATE(visited, row, column).until(did_break), [&](const Tensor& step) {\n    visited.insert({row, column});\n    ag::if_stmt(step > 0, AG_STATE(row, column), [&] {\n      ++row;\n    },\n        [&] {\n      --column;\n    });\n    ag::if_stmt(visited.count({row, column}), AG_STATE(did_break), [&] { did_break = true; });\n  });\n  return ag::cast<int>(visited.size());\n}");
