// Lists and heaps of objects of a class with operators of its own, and classes of comparisons.
#include <algorithm>
#include <queue>

#include "harness.h"

using ag::Tensor;

namespace ordered_elements_programs {
namespace {

struct Order {
  double price;
  int quantity;
  bool operator<(const Order& other) const { return price < other.price; }
};
struct Edge {
  int a, b;
  double length;
  friend bool operator<(const Edge& x, const Edge& y) {
    if (x.length != y.length) return x.length < y.length;
    return x.a > y.a;
  }
};
AG_FUNCTION std::pair<int, double> matched(Tensor bids, Tensor asks) {
  std::priority_queue<Order> buyers, sellers;
  for (int i = 0; i < bids.shape(0); ++i) buyers.push({bids(i, 0).item<double>(), bids(i, 1).item<int>()});
  for (int i = 0; i < asks.shape(0); ++i) sellers.push({-asks(i, 0).item<double>(), asks(i, 1).item<int>()});
  int volume = 0;
  double last = 0;
  while (!buyers.empty() && !sellers.empty()) {
    Order bid = buyers.top(), ask = sellers.top();
    if (bid.price < -ask.price) break;
    buyers.pop();
    sellers.pop();
    const int traded = std::min(bid.quantity, ask.quantity);
    volume += traded;
    last = (bid.price - ask.price) / 2;
    if (bid.quantity > traded) buyers.push({bid.price, bid.quantity - traded});
    if (ask.quantity > traded) sellers.push(Order{ask.price, ask.quantity - traded});
  }
  return {volume, last};
}
AG_FUNCTION std::vector<Edge> shortest_first(Tensor x) {
  std::vector<Edge> v;
  for (int i = 0; i < x.shape(0); ++i)
    for (int j = i + 1; j < x.shape(0); ++j)
      v.push_back({.a = i, .b = j, .length = ag::abs(x[i] - x[j]).item<double>()});
  std::sort(v.begin(), v.end());
  return v;
}
AG_FUNCTION std::vector<Order> in_order(Tensor x) {
  std::vector<Order> v;
  for (Tensor e : x)
    if (e > 0) v.push_back({e.item<double>(), 3});
  std::stable_sort(v.begin(), v.end());
  if (std::is_sorted(v.begin(), v.end())) v.push_back({100.0, 1});
  v.push_back(*std::max_element(v.begin(), v.end()));
  return v;
}
struct Point {
  double x, y;
  bool operator<(const Point& o) const { return x < o.x || (x == o.x && y < o.y); }
};
double cross(const Point& o, const Point& a, const Point& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}
AG_FUNCTION std::vector<Point> hull(const Tensor& cloud) {
  std::vector<Point> points;
  for (int i = 0; i < cloud.shape(0); ++i) points.push_back({cloud(i, 0).item<double>(), cloud(i, 1).item<double>()});
  std::sort(points.begin(), points.end());
  std::vector<Point> result;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = result.size();
    for (const Point& p : points) {
      while (result.size() >= start + 2 && cross(result[result.size() - 2], result.back(), p) <= 0) result.pop_back();
      result.push_back(p);
    }
    result.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return result;
}

// Heaps that operator > orders, which differs from operator < here, and classes of comparisons.
struct Task {
  int id;
  double when;
  bool operator>(const Task& other) const { return when > other.when || (when == other.when && id > other.id); }
  friend bool operator<(const Task& a, const Task& b) { return a.id < b.id; }
};
struct Later {
  bool operator()(const Task& a, const Task& b) const { return a.when > b.when || (a.when == b.when && a.id < b.id); }
};
struct BySecond {
  bool operator()(const std::pair<int, double>& a, const std::pair<int, double>& b) const {
    return a.second > b.second;
  }
};
AG_FUNCTION std::vector<int> by_comparison(Tensor x) {
  std::priority_queue<Task, std::vector<Task>, std::greater<Task>> first;
  std::priority_queue<Task, std::vector<Task>, Later> second;
  std::priority_queue<std::pair<int, double>, std::vector<std::pair<int, double>>, BySecond> third;
  for (int i = 0; i < x.shape(0); ++i) {
    const double when = x[i].item<double>();
    first.push({i, when});
    third.emplace(i, when);
    if (when > 0) second.push(Task{i, when});
  }
  std::vector<int> ids;
  while (!first.empty()) {
    if (first.top().when > 3) break;
    ids.push_back(first.top().id);
    first.pop();
  }
  while (!second.empty()) {
    ids.push_back(10 + second.top().id);
    second.pop();
  }
  while (!third.empty()) {
    auto [id, when] = third.top();
    third.pop();
    ids.push_back(when > 2 ? 30 + id : 20 + id);
  }
  return ids;
}

}  // namespace
}  // namespace ordered_elements_programs

void e2e::ordered_elements() {
  using namespace ordered_elements_programs;
  const Tensor bids = ag::reshape(ag::tensor({10.1, 5., 10.3, 2., 9.9, 10.}, ag::float64), {3, 2});
  for (double price : {9.0, 10.0, 10.25, 12.0})
    run("matched", matched, bids, ag::reshape(ag::tensor({price, 4., price + 0.2, 6.}, ag::float64), {2, 2}));
  for (const Tensor& x : {ag::tensor({3., 1., 1., 2., 2., -1.}, ag::float64), ag::tensor({-1., 0., -3.}, ag::float64),
                          ag::tensor({4., 4., 4.}, ag::float64)}) {
    run("shortest_first", shortest_first, x);
    run("in_order", in_order, x);
    run("by_comparison", by_comparison, x);
  }
  run("hull", hull, ag::reshape(ag::tensor({0., 0., 2., 0., 1., 1., 2., 2., 0., 2.}, ag::float64), {5, 2}));
  run("hull", hull, ag::reshape(ag::tensor({0., 0., 4., 0., 2., 0., 2., 3., 2., 1.}, ag::float64), {5, 2}));
}
