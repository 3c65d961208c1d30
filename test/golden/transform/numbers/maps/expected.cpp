#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::map<std::string, int>> counts{{"small", 0}, {"large", 0}};
  ag::staged_t<std::unordered_map<int, double>> sums;
  std::map<int, int> known{{1, 2}};
  std::vector<double> list{1, 2, 3};
  sums[0] = sums[1] = 0;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, counts, sums), [&] {
    ag::if_stmt(x > 2, AG_STATE(counts), [&] {
      ++counts["large"];
    }, [&] {
      counts["small"] += 2;
    });
    for (int k = 0; k < 2; ++k) sums.at(k) += k * ag::item<double>(x);
    x = x - 1;
  });
  for (const auto& [name, count] : counts) x = x + count;
  for (auto& [k, sum] : sums) sum += list[k] + known.count(k);
  for (auto& one : sums) x = x + one.first * one.second;
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<std::map<std::string, int>> counts{{\"small\", 0}, {\"large\", 0}};\n  ag::staged_t<std::unordered_map<int, double>> sums;\n  std::map<int, int> known{{1, 2}};\n  std::vector<double> list{1, 2, 3};\n  sums[0] = sums[1] = 0;\n  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, counts, sums), [&] {\n    ag::if_stmt(x > 2, AG_STATE(counts), [&] {\n      ++counts[\"large\"];\n    }, [&] {\n      counts[\"small\"] += 2;\n    });\n    for (int k = 0; k < 2; ++k) sums.at(k) += k * ag::item<double>(x);\n    x = x - 1;\n  });\n  for (const auto& [name, count] : counts) x = x + count;\n  for (auto& [k, sum] : sums) sum += list[k] + known.count(k);\n  for (auto& one : sums) x = x + one.first * one.second;\n  return x;\n}");
