#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<int> spread_staged(Tensor samples) {
  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> counts;
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(counts, i), [&] {
    { auto it = counts.find(ag::item<int>(samples[i])); ag::if_stmt(it != counts.end(), AG_STATE(counts), [&] {
      it->second += 1; },
    [&] {
      counts.emplace(ag::item<int>(samples[i]), 1); }); }
  }); }
  const auto best =
      ag::cxx::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const ag::Staged<int> mode = best->first;
  ag::if_stmt(best->second > 2, AG_STATE(counts), [&] { counts.erase(ag::cxx::prev(counts.end())); });
  return counts.rbegin()->first - counts.begin()->first + mode;
} int spread(Tensor samples) { return ag::traced<&spread>(AG_STATE(samples), [](Tensor samples) { return spread_staged(samples); }); }

AG_FUNCTION ag::Staged<int> repeated_staged(Tensor samples) {
  ag::SortedSet<ag::Staged<int>> seen;
  ag::Staged<int> count = 0;
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(seen, count, i), [&] {
    ag::if_stmt(!seen.insert(ag::item<int>(samples[i])).second, AG_STATE(count), [&] { ++count; }); }); }
  const auto above = seen.lower_bound(3);
  return ag::if_else(above == seen.end(), [&] { return count; }, [&] { return count + *above; });
} int repeated(Tensor samples) { return ag::traced<&repeated>(AG_STATE(samples), [](Tensor samples) { return repeated_staged(samples); }); }

struct Place {
  int x = 0, y = 0;
  bool operator<(const Place& other) const { return std::tie(x, y) < std::tie(other.x, other.y); }
}; struct Place_staged; [[maybe_unused]] inline Place_staged ag_staged_class(const Place*); struct Place_staged { ag::Staged<int> x = 0; ag::Staged<int> y = 0; ag::Staged<bool> operator<(const ag::staged_t<Place>& other) const; }; inline Place_staged ag_staged_class(const Place*) { return {}; }
AG_FUNCTION ag::Staged<int> visits_staged(Tensor steps) {
  ag::staged_t<Place> at;
  ag::SortedMap<ag::staged_t<Place>, ag::Staged<int>> visited{{at, 1}};
  ag::for_stmt(steps, AG_STATE(at, visited), [&](const Tensor& step) {
    ag::if_stmt(step > 0, AG_STATE(at), [&] {
      ++at.x; },
    [&] {
      ++at.y; });
    ++visited[at];
  });
  return ag::if_else(visited.find(ag::staged(Place{1, 1})) == visited.end(), [&] { return -1; }, [&] { return visited.begin()->first.x; });
} int visits(Tensor steps) { return ag::traced<&visits>(AG_STATE(steps), [](Tensor steps) { return visits_staged(steps); }); }

// The host knows the keys: a map of symbolic numbers, with iterators of the library.
AG_FUNCTION ag::Staged<double> known_staged(Tensor x) {
  ag::staged_t<std::map<int, double>> sums{{1, 0.5}, {4, 2}};
  const auto last = sums.find(4);
  ag::if_stmt(x > 0, AG_STATE(sums), [&] { last->second += ag::item<double>(x); });
  for (const auto& kv : sums)
    ag::if_stmt(kv.second > 1, AG_STATE(x), [&] { x = x + kv.first; });
  return sums.begin()->second + last->second + ag::item<double>(x);
} double known(Tensor x) { return ag::traced<&known>(AG_STATE(x), [](Tensor x) { return known_staged(x); }); }

struct Arm {
  double reward = 0;
  int pulls = 0;
}; struct Arm_staged { ag::Staged<double> reward = 0; ag::Staged<int> pulls = 0; }; [[maybe_unused]] inline Arm_staged ag_staged_class(const Arm*) { return {}; }
AG_FUNCTION ag::Staged<int> pulled_staged(Tensor rewards) {
  ag::List<ag::staged_t<Arm>> arms(3);
  { ag::Staged<int> t = 0; ag::for_stmt([&] { return t < ag::dim(rewards, 0); }, [&] { ++t; }, AG_STATE(arms, t), [&] {
    auto least = ag::cxx::min_element(arms.begin(), arms.end(), [](const auto& a, const auto& b) { return a.reward < b.reward; });
    least->reward += ag::item<double>(rewards[t]);
    ++least->pulls;
  }); }
  return arms[0].pulls;
} int pulled(Tensor rewards) { return ag::traced<&pulled>(AG_STATE(rewards), [](Tensor rewards) { return pulled_staged(rewards); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&spread, "AG_FUNCTION ag::Staged<int> spread_staged(Tensor samples) {\n  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> counts;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt([&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(counts, i), [&] {\n      {\n        auto it = counts.find(ag::item<int>(samples[i]));\n        ag::if_stmt(it != counts.end(), AG_STATE(counts), [&] {\n          it->second += 1;\n        },\n            [&] {\n          counts.emplace(ag::item<int>(samples[i]), 1);\n        });\n      }\n    });\n  }\n  const auto best = ag::cxx::max_element(counts.begin(), counts.end(),\n      [](const auto& a, const auto& b) { return a.second < b.second; });\n  const ag::Staged<int> mode = best->first;\n  ag::if_stmt(\n      best->second > 2, AG_STATE(counts), [&] { counts.erase(ag::cxx::prev(counts.end())); });\n  return counts.rbegin()->first - counts.begin()->first + mode;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&repeated, "AG_FUNCTION ag::Staged<int> repeated_staged(Tensor samples) {\n  ag::SortedSet<ag::Staged<int>> seen;\n  ag::Staged<int> count = 0;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt(\n        [&] { return i < ag::dim(samples, 0); }, [&] { ++i; }, AG_STATE(seen, count, i), [&] {\n      ag::if_stmt(\n          !seen.insert(ag::item<int>(samples[i])).second, AG_STATE(count), [&] { ++count; });\n    });\n  }\n  const auto above = seen.lower_bound(3);\n  return ag::if_else(above == seen.end(), [&] { return count; }, [&] { return count + *above; });\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&visits, "AG_FUNCTION ag::Staged<int> visits_staged(Tensor steps) {\n  ag::staged_t<Place> at;\n  ag::SortedMap<ag::staged_t<Place>, ag::Staged<int>> visited{{at, 1}};\n  ag::for_stmt(steps, AG_STATE(at, visited), [&](const Tensor& step) {\n    ag::if_stmt(step > 0, AG_STATE(at), [&] {\n      ++at.x;\n    },\n        [&] {\n      ++at.y;\n    });\n    ++visited[at];\n  });\n  return ag::if_else(visited.find(ag::staged(Place{1, 1})) == visited.end(), [&] { return -1; },\n      [&] { return visited.begin()->first.x; });\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&known, "AG_FUNCTION ag::Staged<double> known_staged(Tensor x) {\n  ag::staged_t<std::map<int, double>> sums{{1, 0.5}, {4, 2}};\n  const auto last = sums.find(4);\n  ag::if_stmt(x > 0, AG_STATE(sums), [&] { last->second += ag::item<double>(x); });\n  for (const auto& kv : sums)\n    ag::if_stmt(kv.second > 1, AG_STATE(x), [&] { x = x + kv.first; });\n  return sums.begin()->second + last->second + ag::item<double>(x);\n}");
static const ag::GeneratedCode ag_generated_code_input_5(&pulled, "AG_FUNCTION ag::Staged<int> pulled_staged(Tensor rewards) {\n  ag::List<ag::staged_t<Arm>> arms(3);\n  {\n    ag::Staged<int> t = 0;\n    ag::for_stmt(\n        [&] { return t < ag::dim(rewards, 0); }, [&] { ++t; }, AG_STATE(arms, t), [&] {\n      auto least = ag::cxx::min_element(arms.begin(), arms.end(),\n          [](const auto& a, const auto& b) { return a.reward < b.reward; });\n      least->reward += ag::item<double>(rewards[t]);\n      ++least->pulls;\n    });\n  }\n  return arms[0].pulls;\n}");
#line 35 "input.cpp"
inline ag::Staged<bool> Place_staged::operator<(const ag::staged_t<Place>& other) const { return ag::cxx::three_way(std::tie(x, y), std::tie(other.x, other.y)) < 0; }
