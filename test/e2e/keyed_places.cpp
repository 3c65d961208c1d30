// Positions in sets and maps: begin, find, insert, the results of algorithms, and variables that hold them.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace keyed_places_programs {
namespace {

AG_FUNCTION int ends(Tensor v) {
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) ++counts[v[i].item<int>()];
  const int width = counts.rbegin()->first - counts.begin()->first;
  const bool in_row = counts.size() == 4 && width == 3;
  counts.begin()->second += 10;
  counts.rbegin()->second *= 2;
  ++counts.begin()->second;
  int sum = width + (in_row ? 1000 : 0);
  for (const auto& [k, n] : counts) sum = 3 * sum + n + k;
  return sum + std::prev(counts.end())->second + std::next(counts.begin())->first + counts.cbegin()->first;
}

AG_FUNCTION int found(Tensor v) {
  std::map<int, int> counts;
  int missing = 0, sum = 0;
  for (int i = 0; i < v.shape(0); ++i) {
    auto it = counts.find(v[i].item<int>());
    if (it == counts.end()) {
      ++missing;
      counts[v[i].item<int>()] = 1;
    } else {
      it->second += 2;
      sum += it->first;
    }
  }
  if (auto it = counts.find(3); it != counts.end()) {
    sum += 100 * it->second;
    it->second = 7;
  }
  const auto last = counts.find(v[0].item<int>());
  const int n = last->second;
  return 10000 * missing + sum + (last == counts.end() ? -1 : last->second) + counts.at(last->first) + n;
}

AG_FUNCTION int most(Tensor v) {
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) ++counts[v[i].item<int>() / 2];
  const auto best =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  auto least = std::min_element(counts.begin(), counts.end(),
                                [](const std::pair<const int, int>& a, const std::pair<const int, int>& b) {
                                  return a.second != b.second ? a.second < b.second : a.first > b.first;
                                });
  least->second += 5;
  const int distance = std::distance(counts.begin(), best);
  const bool all = std::all_of(counts.begin(), counts.end(), [](const auto& kv) { return kv.second > 1; });
  const auto large = std::count_if(counts.begin(), counts.end(), [](const auto& kv) {
    if (kv.first > 1) return true;
    return kv.second > 5;
  });
  const int sum =
      std::accumulate(counts.begin(), counts.end(), 0, [](int s, const auto& kv) { return 3 * s + kv.second; });
  return best->first + 10 * best->second + 1000 * distance + (all ? 7 : 0) + static_cast<int>(large) + sum;
}

// The host knows the keys, the tensor the values.
AG_FUNCTION int most_of_known(Tensor v) {
  std::map<int, int> counts{{1, 0}, {2, 0}, {5, 0}};
  for (int i = 0; i < v.shape(0); ++i) {
    if (v[i] > 2)
      counts[5] += 2;
    else if (v[i] > 1)
      ++counts[2];
    else
      ++counts[1];
  }
  const auto best =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return 10 * best->first + best->second;
}
AG_FUNCTION double of_known(Tensor v) {
  std::map<std::string, double> sums{{"low", 0.5}};
  std::unordered_map<int, double> squares;
  sums.emplace("high", 1.5);
  squares.insert({3, 2.5});
  squares.try_emplace(4, v[0].item<double>());
  for (int i = 0; i < v.shape(0); ++i) {
    auto it = sums.find(i % 2 == 0 ? "low" : "high");
    if (it != sums.end()) it->second += v[i].item<double>();
    if (v[i] > 2) squares.find(3)->second += v[i].item<double>() * v[i].item<double>();
  }
  const auto absent = sums.find("none");
  const double more = absent == sums.end() ? 0.25 : absent->second;
  return sums.begin()->second + 10 * sums.rbegin()->second + more + squares.find(3)->second + squares.find(4)->second;
}

AG_FUNCTION int inserted(Tensor v) {
  std::set<int> seen;
  std::map<int, int> first;
  int repeated = 0, sum = 0;
  for (int i = 0; i < v.shape(0); ++i) {
    const int x = v[i].item<int>();
    if (!seen.insert(x).second) ++repeated;
    if (seen.emplace(x / 2).second) sum += 3;
    first.insert({x, i});
    if (first.emplace(x + 1, 2 * i).second) sum += 10;
    first.insert(std::make_pair(x / 2, i)).first->second += 1;
    if (v[i] > 2) first.insert_or_assign(x, 7 + i);
    first.try_emplace(x + 2, i).first->second *= 2;
  }
  for (const auto& [k, n] : first) sum = 3 * sum + k + n;
  return 1000 * repeated + sum + *seen.begin() + 5 * *seen.rbegin() + static_cast<int>(first.size());
}

AG_FUNCTION int bounds(Tensor v) {
  std::set<int> keys{4, 9, -2};
  std::map<int, int> prices{{0, 5}, {3, 8}, {10, 1}};
  int sum = 0;
  for (int i = 0; i < v.shape(0); ++i) {
    const int x = v[i].item<int>();
    const auto above = keys.lower_bound(x);
    if (above != keys.end()) sum += *above;
    const auto price = prices.upper_bound(x);
    sum += price == prices.end() ? -100 : price->second * 10 + price->first;
    if (keys.find(x) != keys.end()) sum += 1000;
    keys.insert(3 * x);
  }
  sum += std::prev(keys.upper_bound(v[0].item<int>() + 3)) == keys.begin() ? 1 : 2;
  return sum;
}

AG_FUNCTION int erased(Tensor v) {
  std::set<int> keys;
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) {
    keys.insert(v[i].item<int>());
    ++counts[v[i].item<int>()];
  }
  int order = 0;
  while (!keys.empty()) {
    order = 7 * order + *keys.begin();
    keys.erase(keys.begin());
    if (order > 1000) break;
  }
  if (const auto it = counts.find(5); it != counts.end()) counts.erase(it);
  if (counts.size() > 2) counts.erase(std::prev(counts.end()));
  int sum = order;
  for (const auto& [k, n] : counts) sum = 3 * sum + k + n;
  return sum;
}

AG_FUNCTION int pairs(Tensor v) {
  std::map<std::pair<int, int>, int> visits;
  std::set<std::tuple<int, int, bool>> states;
  int row = 0, column = 0, sum = 0;
  for (int i = 0; i < v.shape(0); ++i) {
    if (v[i] > 2)
      ++row;
    else
      --column;
    ++visits[{row, column}];
    ++visits[{row / 2, 0}];
    if (!states.insert({row, column, v[i].item<int>() > 4}).second) sum += 100;
    const auto it = visits.find({0, column});
    if (it != visits.end()) sum += it->second + it->first.second;
  }
  const auto best =
      std::max_element(visits.begin(), visits.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  sum += 10 * best->first.first + best->second;
  for (const auto& [place, n] : visits) sum = 2 * sum + place.first - place.second + n;
  return sum;
}

struct Walker {
  int x = 0, y = 0;
  friend bool operator<(const Walker& a, const Walker& b) { return std::tie(a.x, a.y) < std::tie(b.x, b.y); }
};
struct Version {
  int major = 0;
  double minor = 0;
  bool operator<(const Version& other) const {
    if (major != other.major) return major > other.major;
    return minor < other.minor;
  }
};

AG_FUNCTION int own_keys(Tensor v) {
  Walker w;
  std::map<Walker, int> visits{{w, 1}};
  std::set<Version> versions;
  int fresh = 0;
  for (const Tensor& u : v) {
    if (u < 2)
      ++w.x;
    else if (u < 4)
      --w.x;
    else
      ++w.y;
    ++visits[w];
    if (versions.insert(Version{w.x, u.item<double>()}).second) ++fresh;
  }
  const auto most =
      std::max_element(visits.begin(), visits.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto at = visits.find(w);
  int sum = static_cast<int>(visits.size()) + 10 * most->second + 100 * most->first.x + at->second;
  if (versions.count(Version{1, 1})) sum += 5000;
  for (const Version& one : versions) sum = 2 * sum + one.major;
  return sum + 1000 * fresh + versions.begin()->major;
}

AG_FUNCTION int over_pairs(Tensor v) {
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) ++counts[v[i].item<int>()];
  int sum = 0;
  for (const auto& kv : counts) {
    if (kv.second > 1) sum += kv.first;
    sum = 2 * sum + kv.second;
  }
  for (auto& kv : counts) kv.second += kv.first;
  for (auto kv : counts) sum += kv.second;
  return sum;
}

// An element that is read and changed in one statement, and a copy of a number.
AG_FUNCTION int copies(Tensor v) {
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) ++counts[v[i].item<int>()];
  auto n = counts.begin()->second;
  n += 100;
  const auto it = counts.find(v[0].item<int>());
  auto before = it->second;
  it->second = it->second * 3 + before;
  before += 5;
  const auto [key, value] = *counts.begin();
  const auto whole = *it;
  std::pair<int, int> both{it->first, it->second};
  if (v[0] > 1) it->second -= std::max(it->second, 2);
  return n + before + 10 * it->second + key + value + whole.second + both.first * both.second;
}

AG_FUNCTION int none(Tensor v) {
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) {
    if (v[i] > 100) ++counts[v[i].item<int>()];
  }
  const bool all = counts.begin() == counts.end();
  return all ? -1 : counts.begin()->first;
}

struct Arm {
  double reward = 0;
  int pulls = 0;
};
// A member of the element that an algorithm found.
AG_FUNCTION double arms(Tensor rewards) {
  std::vector<Arm> all(3);
  for (int t = 0; t < rewards.shape(0); ++t) {
    auto chosen =
        std::min_element(all.begin(), all.end(), [](const Arm& a, const Arm& b) { return a.reward < b.reward; });
    const auto index = chosen - all.begin();
    chosen->reward += rewards[t].item<double>() * (index + 1);
    ++chosen->pulls;
  }
  double sum = 0;
  for (const Arm& one : all) sum = 10 * sum + one.reward + one.pulls;
  return sum;
}

AG_FUNCTION double nearest(Tensor x, Tensor q) {
  std::map<int, double> table;
  for (int64_t i = 0; i < x.shape(0); ++i) table[int(x[i])] = double(x[i]) * 2;
  auto up = table.lower_bound(int(q));
  if (up == table.end()) return table.rbegin()->second;
  if (up == table.begin()) return up->second;
  auto down = std::prev(up);
  return int(q) - down->first <= up->first - int(q) ? down->second : up->second;
}

}  // namespace
}  // namespace keyed_places_programs

void e2e::keyed_places() {
  using namespace keyed_places_programs;
  for (const Tensor& x : {ag::tensor({1, 5, 3, 1}), ag::tensor({5, 4, 3, 2, 1, 0}), ag::tensor({3, 4, 5, 6})}) {
    run("ends", ends, x);
    run("found", found, x);
    run("most", most, x);
    run("most_of_known", most_of_known, x);
    run("of_known", of_known, x);
    run("inserted", inserted, x);
    run("bounds", bounds, x);
    run("erased", erased, x);
    run("pairs", pairs, x);
    run("own_keys", own_keys, x);
    run("over_pairs", over_pairs, x);
    run("copies", copies, x);
    run("none", none, x);
    run("arms", arms, x);
    for (int q : {-3, 2, 4, 50}) run("nearest", nearest, x, ag::tensor(q));
  }
}
