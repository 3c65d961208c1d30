// Parts of the elements of lists that change, and the values of changes of elements.
#include <deque>
#include <queue>
#include <stack>

#include "harness.h"

using ag::Tensor;

namespace changed_elements_programs {
namespace {

using Run = std::pair<int, int>;
struct Inner {
  int a = 0;
};
struct Peak {
  int n = 0;
  double h = 0;
  Inner in;
};
struct Row {
  Tensor x, y;
};

AG_FUNCTION std::vector<Run> run_lengths(Tensor values) {
  std::vector<Run> runs;
  for (Tensor v : values) {
    const int value = v.item<int>();
    if (!runs.empty() && runs.back().first == value)
      ++runs.back().second;
    else
      runs.emplace_back(value, 1);
  }
  if (!runs.empty()) runs.front().first = 7 + runs.back().second;
  return runs;
}

AG_FUNCTION double changed_members(Tensor x) {
  std::vector<Peak> v;
  for (Tensor e : x) {
    if (e > 1) {
      Peak p;
      p.h = e.item<double>();
      v.push_back(p);
    } else if (!v.empty()) {
      v.back().h += e.item<double>();
      v.back().n++;
      v[0].n -= 2;
      v.back().in.a = 3;
    }
  }
  double s = 0;
  for (const Peak& p : v) s = 2 * s + p.h + p.n + p.in.a;
  return s;
}

AG_FUNCTION Tensor changed_tensors(Tensor x) {
  std::deque<Row> v;
  Tensor sum = ag::tensor(0.0, ag::float64);
  for (Tensor e : x) {
    if (e > 1) {
      v.push_back({e, e * 2});
    } else if (!v.empty()) {
      v.front().x -= e;
      v.back().y = v.front().x + 1;
    }
  }
  for (const Row& r : v) sum += r.x * 3 + r.y;
  return sum;
}
AG_FUNCTION int changed_ends(Tensor x) {
  std::stack<Run> s;
  std::queue<Run> q;
  for (Tensor e : x) {
    if (e > 1) {
      s.push({e.item<int>(), 1});
      q.push({1, e.item<int>()});
    } else if (!s.empty()) {
      s.top().second += 4;
      q.front().first--;
      q.back().second *= 2;
    }
  }
  int r = 0;
  while (!s.empty()) {
    r = 3 * r + s.top().first + s.top().second + q.front().first * q.front().second;
    s.pop();
    q.pop();
  }
  return r;
}
AG_FUNCTION int values_of_changes(Tensor x) {
  std::vector<int> v, w;
  int hits = 0;
  for (Tensor e : x) {
    if (e > 0) {
      v.push_back(e.item<int>());
      w.push_back(2);
    }
  }
  for (size_t i = 0; i < v.size(); ++i) {
    if (--v[i] == 0) hits += 10;
    const int before = w[i]++;
    hits += before + (v[i] += 2);
    if (v.back()-- > 3) hits += 100;
    int k = w[i] = 5;
    hits += k;
  }
  return hits + w.back();
}
AG_FUNCTION std::vector<int> topological_order(const Tensor& before) {
  const int n = static_cast<int>(before.shape(0));
  std::vector<int> waiting(n, 0), result;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) waiting[j] += before(i, j).item<int>() > 0;
  std::deque<int> ready;
  for (int i = 0; i < n; ++i)
    if (waiting[i] == 0) ready.push_back(i);
  while (!ready.empty()) {
    const int u = ready.front();
    ready.pop_front();
    result.push_back(u);
    for (int v = 0; v < n; ++v)
      if (before(u, v) > 0 && --waiting[v] == 0) ready.push_back(v);
  }
  return result;
}

}  // namespace
}  // namespace changed_elements_programs

void e2e::changed_elements() {
  using namespace changed_elements_programs;
  for (const Tensor& x : {ag::tensor({3., 1., 1., 2., 2., -1.}, ag::float64), ag::tensor({-1., 0., -3.}, ag::float64),
                          ag::tensor({4., 4., 4.}, ag::float64)}) {
    run("run_lengths", run_lengths, x);
    run("changed_members", changed_members, x);
    run("changed_tensors", changed_tensors, x);
    run("changed_ends", changed_ends, x);
  }
  run("values_of_changes", values_of_changes, ag::tensor({3, 1, 0, 2, -1}));
  run("topological_order", topological_order, ag::tensor({{0, 0, 1}, {1, 0, 0}, {0, 0, 0}}));
  run("topological_order", topological_order, ag::tensor({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}));
}
