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
