// Containers that grow and shrink where a tensor decides: stacks, queues, heaps, lists of structures, lists in results
// and parameters.
#include <algorithm>
#include <deque>
#include <functional>
#include <numeric>
#include <optional>
#include <queue>
#include <stack>

#include "harness.h"

using ag::Tensor;

namespace worklists_programs {
namespace {

struct Peak {
  int index = 0;
  double height = 0;
};

AG_FUNCTION std::vector<Peak> peaks(Tensor x, double level) {
  std::vector<Peak> found;
  for (int i = 0; i < x.size(); ++i) {
    if (x[i].item<double>() > level) found.push_back({i, x[i].item<double>()});
  }
  std::sort(found.begin(), found.end(), [](const Peak& a, const Peak& b) { return a.height > b.height; });
  for (auto& peak : found) {
    if (peak.index > 1) peak.height += 0.5;
  }
  for (size_t i = 0; i < found.size(); ++i) found[i].index += 10;
  return found;
}

AG_FUNCTION std::vector<double> distances(Tensor weights, int from) {
  using Entry = std::pair<double, int>;
  std::vector<double> distance(4, 1e9);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
  distance[from] = 0;
  open.push({0.0, from});
  while (!open.empty()) {
    auto [so_far, u] = open.top();
    open.pop();
    if (so_far > distance[u]) continue;
    for (int v = 0; v < 4; ++v) {
      const double length = weights(u, v).item<double>();
      if (length > 0 && so_far + length < distance[v]) {
        distance[v] = so_far + length;
        open.push({distance[v], v});
      }
    }
  }
  return distance;
}

AG_FUNCTION std::vector<int> depths(Tensor adjacent) {
  std::vector<int> depth(4, -1);
  std::queue<int> todo;
  todo.push(0);
  depth[0] = 0;
  while (!todo.empty()) {
    const int u = todo.front();
    todo.pop();
    for (int v = 0; v < 4; ++v) {
      if (adjacent(u, v) > 0 && depth[v] < 0) {
        depth[v] = depth[u] + 1;
        todo.push(v);
      }
    }
  }
  return depth;
}

AG_FUNCTION double calculated(Tensor codes) {
  std::stack<double> values;
  for (Tensor code : codes) {
    if (code >= 0) {
      values.push(code.item<double>());
    } else {
      const double b = values.top();
      values.pop();
      const double a = values.top();
      values.pop();
      values.push(code == -1 ? a + b : a * b);
    }
  }
  return values.top();
}

AG_FUNCTION std::vector<double> window_maxima(Tensor x, int width) {
  std::deque<int> open;
  std::vector<double> result;
  for (int i = 0; i < x.size(); ++i) {
    while (!open.empty() && x[open.back()] <= x[i]) open.pop_back();
    open.push_back(i);
    if (open.front() <= i - width) open.pop_front();
    if (i >= width - 1) result.push_back(x[open.front()].item<double>());
  }
  return result;
}

AG_FUNCTION std::pair<std::vector<double>, std::vector<double>> split(Tensor x) {
  std::vector<double> low, high;
  for (Tensor e : x) {
    if (e < 2) {
      low.push_back(e.item<double>());
    } else {
      high.push_back(e.item<double>());
    }
  }
  std::sort(low.begin(), low.end());
  std::sort(high.begin(), high.end(), std::greater<double>());
  return {low, high};
}

AG_FUNCTION std::vector<int> odd_ones(Tensor x) {
  std::vector<int> v, copy;
  for (Tensor e : x) {
    if (e > 0) v.push_back(e.item<int>());
  }
  copy = v;
  copy.erase(std::remove_if(copy.begin(), copy.end(), [](int n) { return n % 2 == 0; }), copy.end());
  std::sort(copy.begin(), copy.end());
  copy.erase(std::unique(copy.begin(), copy.end()), copy.end());
  if (!v.empty()) copy.insert(copy.begin(), v.back());
  std::reverse(copy.begin(), copy.end());
  return copy;
}

AG_FUNCTION double asked(Tensor x, double wanted) {
  std::vector<double> v;
  for (Tensor e : x) {
    if (e > 0) v.push_back(e.item<double>());
  }
  if (v.empty()) return -1;
  auto place = std::find(v.begin(), v.end(), wanted);
  const double at = place != v.end() ? double(place - v.begin()) : -5;
  const double mean = std::accumulate(v.begin(), v.end(), 0.0) / v.size();
  return 100 * at + mean + *std::max_element(v.begin(), v.end()) - *std::min_element(v.begin(), v.end()) +
         10 * std::count_if(v.begin(), v.end(), [&](double e) { return e > mean; });
}

AG_FUNCTION std::optional<std::vector<int>> all_positive(Tensor x) {
  std::vector<int> v;
  for (Tensor e : x) {
    if (e < 0) return std::nullopt;
    v.push_back(e.item<int>());
  }
  return v;
}

double mean_of(const std::vector<double>& v) {
  double sum = 0;
  for (double e : v) sum += e;
  return v.empty() ? 0.0 : sum / v.size();
}
void add_positive(Tensor x, std::vector<double>& to) {
  for (Tensor e : x) {
    if (e > 0) to.push_back(e.item<double>());
  }
}
Tensor sum_of(const std::vector<Tensor>& v) {
  Tensor sum = 0.0;
  for (const Tensor& one : v) sum = sum + one;
  return sum;
}

double mean_by_algorithm(const std::vector<double>& v) { return std::accumulate(v.begin(), v.end(), 0.0) / v.size(); }

AG_FUNCTION double averaged(Tensor x) {
  std::vector<double> v{1.0};
  for (Tensor e : x) {
    if (e > 0) v.push_back(e.item<double>());
  }
  return mean_by_algorithm(v);
}

AG_FUNCTION Tensor shifted_rows(Tensor x) {
  std::vector<Tensor> rows{x};
  while (ag::max(x) > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  for (auto& row : rows) row = row + 1;
  std::reverse(rows.begin(), rows.end());
  return ag::stack(rows);
}

// More elements than std::sort leaves in order, of which no two are equal.
AG_FUNCTION std::vector<Peak> many_peaks(Tensor x) {
  std::vector<Peak> found;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < x.size(); ++i) {
      if (x[i] > 0) found.push_back({i + 10 * round, x[i].item<double>() + 0.1 * ((7 * round) % 5)});
    }
  }
  std::sort(found.begin(), found.end(), [](const Peak& a, const Peak& b) { return a.height < b.height; });
  return found;
}

AG_FUNCTION double passed(Tensor x) {
  std::vector<double> v;
  add_positive(x, v);
  add_positive(x - 1, v);
  std::vector<Tensor> rows;
  while (ag::max(x) > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  return mean_of(v) + 10 * ag::sum(sum_of(rows)).item<double>();
}

struct History {
  std::vector<double> losses;
  int skipped = 0;

  void add(double loss) {
    if (loss > 0) {
      losses.push_back(loss);
    } else {
      ++skipped;
    }
  }
  double total() const {
    double sum = 0;
    for (double loss : losses) sum += loss;
    return sum;
  }
};

AG_FUNCTION History recorded(Tensor x) {
  History history;
  for (Tensor e : x) history.add(e.item<double>());
  history.losses.push_back(history.total());
  return history;
}

template <class T>
int visited(const T& x) {
  std::vector<int> waiting{4};
  int steps = 0, sum = 0;
  while (!waiting.empty() && steps < 5) {
    const int here = waiting.back();
    waiting.pop_back();
    ++steps;
    sum += here;
    if (here < 9) waiting.push_back((x == 1) ? here + 3 : here + 1);
  }
  return sum;
}
AG_FUNCTION int visited_by_template(Tensor x) { return visited(ag::sum(x)); }

}  // namespace
}  // namespace worklists_programs

void e2e::worklists() {
  using namespace worklists_programs;
  const Tensor five = ag::tensor({3.0, 1.0, 4.0, -1.0, 5.0}, ag::float64);
  const Tensor none = ag::tensor({-3.0, -1.0, 0.0, -1.0, -5.0}, ag::float64);
  const Tensor edges =
      ag::reshape(ag::tensor({0., 1., 4., 0., 1., 0., 2., 6., 4., 2., 0., 3., 0., 6., 3., 0.}, ag::float64), {4, 4});
  run("distances", distances, edges, 0);
  run("depths", depths, edges);
  run("calculated", calculated, ag::tensor({2., 3., -1., 4., -2.}, ag::float64));
  for (const Tensor& x : {five, none}) {
    run("peaks", peaks, x, 0.5);
    run("window_maxima", window_maxima, x, 3);
    run("split", split, x);
    run("odd_ones", odd_ones, x);
    run("asked", asked, x, 4.0);
    run("all_positive", all_positive, x);
    run("averaged", averaged, x);
    run("shifted_rows", shifted_rows, x);
    run("many_peaks", many_peaks, x);
    run("passed", passed, x);
    run("recorded", recorded, x);
  }
  run("all_positive", all_positive, ag::tensor({1, 2}));
  run("visited_by_template", visited_by_template, ag::tensor({1, 2}));
  run("visited_by_template", visited_by_template, ag::tensor({-1, 2}));
}
