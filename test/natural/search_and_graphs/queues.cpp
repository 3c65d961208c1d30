// Programs that put things into an order: queues, ranks, trees of least weight.
#include <ag/ag.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <numeric>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace best_first {

struct Node {
  int id;
  double f;
  bool operator>(const Node& o) const { return f > o.f; }
};
struct Heuristic {
  int width, goal;
  double operator()(int id) const { return std::abs(id % width - goal % width) + std::abs(id / width - goal / width); }
};
AG_FUNCTION double astar(Tensor cost, int width, int goal) {
  Heuristic h{width, goal};
  const int n = static_cast<int>(cost.shape(0));
  std::vector<double> g(n, 1e18);
  std::vector<bool> closed(n, false);
  std::priority_queue<Node, std::vector<Node>, std::greater<Node>> open;
  g[0] = 0;
  open.push(Node{0, h(0)});
  while (!open.empty()) {
    Node current = open.top();
    open.pop();
    if (current.id == goal) return g[goal];
    if (closed[current.id]) continue;
    closed[current.id] = true;
    const int x = current.id % width, y = current.id / width;
    for (int k = 0; k < 4; ++k) {
      const int nx = x + (k == 0) - (k == 1), ny = y + (k == 2) - (k == 3);
      if (nx < 0 || ny < 0 || nx >= width || ny >= n / width) continue;
      const int next = ny * width + nx;
      const double tentative = g[current.id] + cost[next].item<double>();
      if (tentative < g[next]) {
        g[next] = tentative;
        open.push({next, tentative + h(next)});
      }
    }
  }
  return -1;
}
void run() {
  std::cout << astar(ag::tensor({1.0, 1, 5, 9, 1, 5, 9, 1, 1}), 3, 8) << " "
            << astar(ag::tensor({1.0, 9, 1, 1, 9, 1, 1, 1, 1}), 3, 8) << "\n";
}

}  // namespace best_first

namespace spanning_tree {

class UnionFind {
 public:
  explicit UnionFind(int n) : parent_(n), size_(n, 1), sets_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];
      x = parent_[x];
    }
    return x;
  }
  bool unite(int a, int b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    --sets_;
    return true;
  }
  int sets() const { return sets_; }

 private:
  std::vector<int> parent_, size_;
  int sets_;
};
AG_FUNCTION std::tuple<double, int, bool> spanning_tree(Tensor from, Tensor to, Tensor weight, int nodes) {
  const int m = static_cast<int>(weight.shape(0));
  std::vector<int> order(m);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return (weight[a] < weight[b]).item<bool>(); });
  UnionFind sets(nodes);
  double total = 0;
  int used = 0;
  for (int e : order) {
    if (!sets.unite(from[e].item<int>(), to[e].item<int>())) continue;
    total += weight[e].item<double>();
    if (++used == nodes - 1) break;
  }
  return {total, used, sets.sets() == 1};
}
void run() {
  auto [w, n, ok] = spanning_tree(ag::tensor({0, 1, 2, 3, 0, 1}), ag::tensor({1, 2, 3, 0, 2, 3}),
                                  ag::tensor({4.0, 1, 3, 2, 5, 6}), 4);
  std::cout << w << " " << n << " " << ok << "\n";
}

}  // namespace spanning_tree

namespace queue_sim {

struct Customer {
  double arrival, service;
};
struct Stats {
  int served = 0, lost = 0;
  double waited = 0;
};
AG_FUNCTION Stats serve(Tensor arrivals, Tensor services, std::size_t capacity) {
  std::deque<Customer> line;
  Stats stats;
  double free_at = 0;
  for (int i = 0; i < arrivals.shape(0); ++i) {
    const Customer c{arrivals[i].item<double>(), services[i].item<double>()};
    while (!line.empty() && free_at <= c.arrival) {
      const Customer next = line.front();
      line.pop_front();
      const double start = std::max(free_at, next.arrival);
      stats.waited += start - next.arrival;
      free_at = start + next.service;
      ++stats.served;
    }
    if (line.size() < capacity)
      line.push_back(c);
    else
      ++stats.lost;
  }
  return stats;
}
void run() {
  Stats s =
      serve(ag::tensor({0.0, 1.0, 1.5, 2.0, 2.2, 9.0}, ag::float64), ag::tensor({3.0, 1, 2, 1, 1, 1}, ag::float64), 2);
  std::cout << s.served << " " << s.lost << " " << s.waited << "\n";
}

}  // namespace queue_sim

namespace rank_by_score {

struct Candidate {
  std::string name;
  int id;
};
AG_FUNCTION std::vector<int> top(Tensor scores, int k) {
  std::vector<int> ids(scores.shape(0));
  std::iota(ids.begin(), ids.end(), 0);
  std::partial_sort(ids.begin(), ids.begin() + k, ids.end(), [&](int a, int b) { return scores[a] > scores[b]; });
  ids.resize(k);
  return ids;
}
void run() {
  const std::vector<Candidate> all{{"ann", 1}, {"bob", 2}, {"cy", 3}, {"di", 4}};
  for (auto s : {ag::tensor({0.1, 0.9, 0.4, 0.8}), ag::tensor({5.0, 1.0, 4.0, 2.0})})
    for (int i : top(s, 2)) std::cout << all[i].name << " ";
  std::cout << "\n";
}

}  // namespace rank_by_score

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"best_first", best_first::run},
                                {"spanning_tree", spanning_tree::run},
                                {"queue_sim", queue_sim::run},
                                {"rank_by_score", rank_by_score::run}});
}
