#include <ag/ag.h>
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>
using ag::Tensor;

AG_FUNCTION int spread(Tensor samples) {
  std::map<int, int> counts;
  for (int i = 0; i < samples.shape(0); ++i) {
    if (auto it = counts.find(samples[i].item<int>()); it != counts.end())
      it->second += 1;
    else
      counts.emplace(samples[i].item<int>(), 1);
  }
  const auto best =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const int mode = best->first;
  if (best->second > 2) counts.erase(std::prev(counts.end()));
  return counts.rbegin()->first - counts.begin()->first + mode;
}

AG_FUNCTION int repeated(Tensor samples) {
  std::set<int> seen;
  int count = 0;
  for (int i = 0; i < samples.shape(0); ++i)
    if (!seen.insert(samples[i].item<int>()).second) ++count;
  const auto above = seen.lower_bound(3);
  return above == seen.end() ? count : count + *above;
}

struct Place {
  int x = 0, y = 0;
  bool operator<(const Place& other) const { return std::tie(x, y) < std::tie(other.x, other.y); }
};
AG_FUNCTION int visits(Tensor steps) {
  Place at;
  std::map<Place, int> visited{{at, 1}};
  for (const Tensor& step : steps) {
    if (step > 0)
      ++at.x;
    else
      ++at.y;
    ++visited[at];
  }
  return visited.find(Place{1, 1}) == visited.end() ? -1 : visited.begin()->first.x;
}

// The host knows the keys: a map of symbolic numbers, with iterators of the library.
AG_FUNCTION double known(Tensor x) {
  std::map<int, double> sums{{1, 0.5}, {4, 2}};
  const auto last = sums.find(4);
  if (x > 0) last->second += x.item<double>();
  for (const auto& kv : sums)
    if (kv.second > 1) x = x + kv.first;
  return sums.begin()->second + last->second + x.item<double>();
}

struct Arm {
  double reward = 0;
  int pulls = 0;
};
AG_FUNCTION int pulled(Tensor rewards) {
  std::vector<Arm> arms(3);
  for (int t = 0; t < rewards.shape(0); ++t) {
    auto least = std::min_element(arms.begin(), arms.end(), [](const auto& a, const auto& b) { return a.reward < b.reward; });
    least->reward += rewards[t].item<double>();
    ++least->pulls;
  }
  return arms[0].pulls;
}
