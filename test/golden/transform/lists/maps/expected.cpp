#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <map>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> most_frequent_staged(Tensor samples) {
  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> counts;
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(counts, i), [&] { ++counts[ag::item<int>(samples[i])]; }); }
  ag::Staged<int> best = 0, most = 0;
  ag::for_stmt(counts, AG_STATE(best, most), [&](auto&& item_2) { auto [value, count] = item_2;
    ag::if_stmt(count > most, AG_STATE(best, most), [&] {
      most = count;
      best = value;
    }); });
  return 100 * best + most + 1000 * ag::cast<int>(counts.size());
} int most_frequent(Tensor samples) { return ag::traced<&most_frequent>(AG_STATE(samples), [](Tensor samples) { return most_frequent_staged(samples); }); }

// Stays a map, with keys that are known.
AG_FUNCTION ag::Staged<double> weighted_staged(Tensor x) {
  ag::staged_t<std::map<int, double>> parts;
  parts[1] = ag::item<double>(x[0]);
  parts[3] += 2;
  const double weights[] = {1, 2, 3, 4};
  ag::Staged<double> sum = 0;
  for (auto& [key, part] : parts) sum += weights[key] * part;
  return sum;
} double weighted(Tensor x) { return ag::traced<&weighted>(AG_STATE(x), [](Tensor x) { return weighted_staged(x); }); }

AG_FUNCTION ag::Staged<int> pair_with_sum_staged(Tensor samples, ag::Staged<int> target) {
  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> places;
  ag::Return<ag::Staged<int>> result; { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(places, i).until(result), [&] {
    const ag::Staged<int> x = ag::item<int>(samples[i]);
    ag::if_stmt(places.contains(target - x), AG_STATE(places, result), [&] { result = 10 * places[target - x] + i; }, [&] {
    places[x] = i;
  }); }); }
  return result.value_or([&] { return -1;
}); } int pair_with_sum(Tensor samples, int target) { return ag::traced<&pair_with_sum>(AG_STATE(samples, target), [](Tensor samples, int target) { return pair_with_sum_staged(samples, target); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&most_frequent, "AG_FUNCTION ag::Staged<int> most_frequent_staged(Tensor samples) {\n  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> counts;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(counts, i),\n        [&] { ++counts[ag::item<int>(samples[i])]; });\n  }\n  ag::Staged<int> best = 0, most = 0;\n  ag::for_stmt(counts, AG_STATE(best, most), [&](auto&& item_2) { auto [value, count] = item_2;\n    ag::if_stmt(count > most, AG_STATE(best, most), [&] {\n      most = count;\n      best = value;\n    }); });\n  return 100 * best + most + 1000 * ag::cast<int>(counts.size());\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&weighted, "AG_FUNCTION ag::Staged<double> weighted_staged(Tensor x) {\n  ag::staged_t<std::map<int, double>> parts;\n  parts[1] = ag::item<double>(x[0]);\n  parts[3] += 2;\n  const double weights[] = {1, 2, 3, 4};\n  ag::Staged<double> sum = 0;\n  for (auto& [key, part] : parts) sum += weights[key] * part;\n  return sum;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&pair_with_sum, "AG_FUNCTION ag::Staged<int> pair_with_sum_staged(Tensor samples, ag::Staged<int> target) {\n  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> places;\n  ag::Return<ag::Staged<int>> result;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; },\n        AG_STATE(places, i).until(result), [&] {\n      const ag::Staged<int> x = ag::item<int>(samples[i]);\n      ag::if_stmt(places.contains(target - x), AG_STATE(places, result),\n          [&] { result = 10 * places[target - x] + i; }, [&] {\n        places[x] = i;\n      });\n    });\n  }\n  return result.value_or([&] {\n    return -1;\n  });\n}");
