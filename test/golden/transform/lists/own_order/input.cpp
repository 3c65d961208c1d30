#include <ag/ag.h>

#include <algorithm>
#include <queue>
#include <vector>

using ag::Tensor;

struct Order {
  double price;
  int quantity;
  bool operator<(const Order& other) const { return price < other.price; }
};

AG_FUNCTION double best_price(Tensor prices, int count) {
  std::priority_queue<Order> orders;
  for (Tensor price : prices) {
    if (price > 0) orders.push({price.item<double>(), 1});
  }
  for (int i = 0; i < count; ++i) orders.pop();
  return orders.top().price;
}

AG_FUNCTION std::vector<Order> in_order(Tensor prices) {
  std::vector<Order> orders;
  for (Tensor price : prices) orders.push_back({price.item<double>(), 1});
  std::sort(orders.begin(), orders.end());
  return orders;
}

struct Task {
  int id;
  double when;
  bool operator>(const Task& other) const { return when > other.when; }
};
struct ByPrice {
  bool operator()(const Order& a, const Order& b) const { return a.price > b.price; }
};

AG_FUNCTION double by_comparison(Tensor times) {
  std::priority_queue<Task, std::vector<Task>, std::greater<Task>> tasks;
  std::priority_queue<Order, std::vector<Order>, ByPrice> orders;
  for (Tensor time : times) {
    if (time > 0) tasks.push({1, time.item<double>()});
    if (time > 1) orders.push({time.item<double>(), 2});
  }
  return tasks.top().when + orders.top().price;
}
