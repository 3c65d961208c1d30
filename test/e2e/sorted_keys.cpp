// Sets and maps with keys that a tensor decides.
#include <map>
#include <set>
#include <utility>

#include "harness.h"

using ag::Tensor;

namespace sorted_keys_programs {
namespace {

AG_FUNCTION int distinct(Tensor samples) {
  std::set<int> seen;
  for (int i = 0; i < samples.shape(0); ++i) seen.insert(samples[i].item<int>());
  int sum = 0;
  if (seen.count(3)) ++sum;
  for (int key : seen) sum = 3 * sum + key;
  seen.erase(5);
  if (seen.contains(samples[0].item<int>() + 1)) sum += 1000;
  for (const auto& key : seen) sum = 3 * sum + key;
  return sum + static_cast<int>(seen.size());
}

AG_FUNCTION int first_repeated(Tensor samples) {
  std::set<int> seen;
  for (int i = 0; i < samples.shape(0); ++i) {
    const int x = samples[i].item<int>();
    if (seen.count(x) > 0) return x;
    seen.insert(x);
  }
  return seen.empty() ? -2 : -1;
}

// The keys are known, and asked for one that is not.
AG_FUNCTION int allowed(Tensor samples) {
  std::set<int> keys{9, 1, 3};
  keys.insert(4);
  int count = 0;
  for (int i = 0; i < samples.shape(0); ++i)
    if (keys.contains(samples[i].item<int>())) ++count;
  return count;
}

AG_FUNCTION Tensor reduced(Tensor x) {
  std::set<int> axes{0, 1};
  axes.erase(1);
  for (int axis : axes) x = ag::sum(x, axis);
  return axes.count(0) ? x : -x;
}

AG_FUNCTION int walk(Tensor steps) {
  std::set<std::pair<int, int>> visited;
  int row = 0, column = 0;
  for (const Tensor& step : steps) {
    visited.emplace(row, column);
    if (step > 2)
      ++row;
    else
      --column;
    if (visited.count({row, column})) break;
    if (visited.contains(std::pair{column, row})) row += 2;
  }
  int sum = 0;
  for (auto [a, b] : visited) sum = 3 * sum + a - b;
  for (const auto& place : visited) sum += place.first * place.second;
  return sum;
}

AG_FUNCTION double large(Tensor samples) {
  std::set<double> values;
  for (int i = 0; i < samples.shape(0); ++i)
    if (samples[i] > 1) values.insert(samples[i].item<double>());
  double sum = 0;
  for (double x : values) sum = sum / 2 + x;
  if (values.size() > 2) values.clear();
  return values.empty() ? sum : -sum;
}

AG_FUNCTION int most_frequent(Tensor v) {
  std::map<int, int> counts;
  for (int i = 0; i < v.shape(0); ++i) ++counts[v[i].item<int>()];
  int best = 0, most = 0;
  for (auto [value, n] : counts)
    if (n > most) {
      most = n;
      best = value;
    }
  return 100 * best + most + 1000 * static_cast<int>(counts.size());
}
AG_FUNCTION double sums(Tensor keys, Tensor x) {
  std::map<int, double> total{{0, 0.5}};
  for (int i = 0; i < x.shape(0); ++i) {
    const int k = keys[i].item<int>();
    if (total.count(k))
      total[k] += x[i].item<double>();
    else
      total[k] = -1;
  }
  total.erase(keys[0].item<int>());
  double s = 0;
  for (const auto& [k, t] : total) s = s / 2 + k * t;
  for (auto& [k, t] : total) t *= k;
  return s + total[3] + 10 * total[0];
}
AG_FUNCTION double known_keys(Tensor x) {
  std::map<int, double> m;
  m[1] = x[0].item<double>();
  m[7] += 2;
  m[7] *= x[1].item<double>();
  const double weights[] = {1, 2, 3, 4, 5, 6, 7, 8};
  double s = 0;
  for (auto& [k, v] : m) s += weights[k] * v;
  return s + m.size();
}
// A key that is only read is added as well.
AG_FUNCTION int read_alone(Tensor samples) {
  std::map<int, int> m;
  int sum = 0;
  if (samples[0] > 2) sum += m[samples[0].item<int>()] + 1;
  for (int i = 0; i < samples.shape(0); ++i) {
    sum += m[samples[i].item<int>() / 2];
    sum += static_cast<int>(m.size());
  }
  return sum + 100 * static_cast<int>(m.size());
}

AG_FUNCTION int two_sum(Tensor v, int target) {
  std::map<int, int> at;
  for (int i = 0; i < v.shape(0); ++i) {
    const int x = v[i].item<int>();
    if (at.contains(target - x)) return 10 * at[target - x] + i;
    at[x] = i;
  }
  return -1;
}

// A branch that is not taken looks up no key.
AG_FUNCTION int looked_up(Tensor v) {
  std::map<int, int> prices{{1, 10}, {5, 50}};
  const int first = v[0].item<int>();
  int sum = 0;
  if (v[0] > 1) {
    prices[first] = 7;
    prices.at(first) += 2;
  }
  const int price = prices.at(first);
  for (int i = 0; i < v.shape(0); ++i) {
    if (v[i] == 5) sum += prices.at(v[i].item<int>());
  }
  return 100 * sum + price + static_cast<int>(prices.size());
}
AG_FUNCTION int missing(Tensor v) {
  std::map<int, int> counts;
  for (int i = 1; i < v.shape(0); ++i) ++counts[v[i].item<int>()];
  return counts.at(v[0].item<int>());
}

}  // namespace
}  // namespace sorted_keys_programs

void e2e::sorted_keys() {
  using namespace sorted_keys_programs;
  for (const Tensor& x : {ag::tensor({1, 5, 3, 1}), ag::tensor({5, 4, 3, 2, 1, 0}), ag::tensor({7})}) {
    run("distinct", distinct, x);
    run("first_repeated", first_repeated, x);
    run("allowed", allowed, x);
    run("reduced", reduced, x);
    run("walk", walk, x);
    run("large", large, x);
    run("most_frequent", most_frequent, x);
    run("sums", sums, x, x * 1.5);
    run("read_alone", read_alone, x);
    run("two_sum", two_sum, x, 6);
    run("looked_up", looked_up, x);
    run("missing", missing, x);
  }
  for (const Tensor& x : {ag::tensor({0.5, 2.}, ag::float64), ag::tensor({3., 4.}, ag::float64)}) {
    run("known_keys", known_keys, x);
  }
}
