#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <queue>
#include <vector>

using ag::Tensor;

struct Order {
  double price;
  int quantity;
  bool operator<(const Order& other) const { return price < other.price; }
}; struct Order_staged; [[maybe_unused]] inline Order_staged ag_staged_class(const Order*); struct Order_staged { ag::Staged<double> price; ag::Staged<int> quantity; ag::Staged<bool> operator<(const ag::staged_t<Order>& other) const; }; inline Order_staged ag_staged_class(const Order*) { return {}; }

AG_FUNCTION ag::Staged<double> best_price_staged(Tensor prices, ag::Staged<int> count) {
  ag::PriorityQueue<ag::staged_t<Order>> orders;
  ag::for_stmt(prices, AG_STATE(orders), [&](Tensor price) {
    ag::if_stmt(price > 0, AG_STATE(orders), [&] { orders.push({ag::item<double>(price), 1}); });
  });
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < count; }, [&] { ++i; }, AG_STATE(orders, i), [&] { orders.pop(); }); }
  return orders.top().price;
} double best_price(Tensor prices, int count) { return ag::traced<&best_price>(AG_STATE(prices, count), [](Tensor prices, int count) { return best_price_staged(prices, count); }); }

AG_FUNCTION ag::List<ag::staged_t<Order>> in_order_staged(Tensor prices) {
  ag::List<ag::staged_t<Order>> orders;
  ag::for_stmt(prices, AG_STATE(orders), [&](Tensor price) { orders.push_back({ag::item<double>(price), 1}); });
  ag::cxx::sort(orders.begin(), orders.end());
  return orders;
} std::vector<Order> in_order(Tensor prices) { return ag::traced<&in_order>(AG_STATE(prices), [](Tensor prices) { return in_order_staged(prices); }); }

struct Task {
  int id;
  double when;
  bool operator>(const Task& other) const { return when > other.when; }
}; struct Task_staged; [[maybe_unused]] inline Task_staged ag_staged_class(const Task*); struct Task_staged { ag::Staged<int> id; ag::Staged<double> when; ag::Staged<bool> operator>(const ag::staged_t<Task>& other) const; }; inline Task_staged ag_staged_class(const Task*) { return {}; }
struct ByPrice {
  bool operator()(const Order& a, const Order& b) const { return a.price > b.price; }
}; struct ByPrice_staged; [[maybe_unused]] inline ByPrice_staged ag_staged_class(const ByPrice*); struct ByPrice_staged { ag::Staged<bool> operator()(const ag::staged_t<Order>& a, const ag::staged_t<Order>& b) const; }; inline ByPrice_staged ag_staged_class(const ByPrice*) { return {}; }

AG_FUNCTION ag::Staged<double> by_comparison_staged(Tensor times) {
  ag::PriorityQueue<ag::staged_t<Task>, std::greater<>> tasks;
  ag::PriorityQueue<ag::staged_t<Order>, ag::staged_t<ByPrice>> orders;
  ag::for_stmt(times, AG_STATE(tasks, orders), [&](Tensor time) {
    ag::if_stmt(time > 0, AG_STATE(tasks), [&] { tasks.push({1, ag::item<double>(time)}); });
    ag::if_stmt(time > 1, AG_STATE(orders), [&] { orders.push({ag::item<double>(time), 2}); });
  });
  return tasks.top().when + orders.top().price;
} double by_comparison(Tensor times) { return ag::traced<&by_comparison>(AG_STATE(times), [](Tensor times) { return by_comparison_staged(times); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&best_price, "AG_FUNCTION ag::Staged<double> best_price_staged(Tensor prices, ag::Staged<int> count) {\n  ag::PriorityQueue<ag::staged_t<Order>> orders;\n  ag::for_stmt(prices, AG_STATE(orders), [&](Tensor price) {\n    ag::if_stmt(price > 0, AG_STATE(orders), [&] { orders.push({ag::item<double>(price), 1}); });\n  });\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt(\n        [&] { return i < count; }, [&] { ++i; }, AG_STATE(orders, i), [&] { orders.pop(); });\n  }\n  return orders.top().price;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&in_order, "AG_FUNCTION ag::List<ag::staged_t<Order>> in_order_staged(Tensor prices) {\n  ag::List<ag::staged_t<Order>> orders;\n  ag::for_stmt(prices, AG_STATE(orders),\n      [&](Tensor price) { orders.push_back({ag::item<double>(price), 1}); });\n  ag::cxx::sort(orders.begin(), orders.end());\n  return orders;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&by_comparison, "AG_FUNCTION ag::Staged<double> by_comparison_staged(Tensor times) {\n  ag::PriorityQueue<ag::staged_t<Task>, std::greater<>> tasks;\n  ag::PriorityQueue<ag::staged_t<Order>, ag::staged_t<ByPrice>> orders;\n  ag::for_stmt(times, AG_STATE(tasks, orders), [&](Tensor time) {\n    ag::if_stmt(time > 0, AG_STATE(tasks), [&] { tasks.push({1, ag::item<double>(time)}); });\n    ag::if_stmt(time > 1, AG_STATE(orders), [&] { orders.push({ag::item<double>(time), 2}); });\n  });\n  return tasks.top().when + orders.top().price;\n}");
#line 12 "input.cpp"
inline ag::Staged<bool> Order_staged::operator<(const ag::staged_t<Order>& other) const { return price < other.price; }
#line 34 "input.cpp"
inline ag::Staged<bool> Task_staged::operator>(const ag::staged_t<Task>& other) const { return when > other.when; }
#line 37 "input.cpp"
inline ag::Staged<bool> ByPrice_staged::operator()(const ag::staged_t<Order>& a, const ag::staged_t<Order>& b) const { return a.price > b.price; }
