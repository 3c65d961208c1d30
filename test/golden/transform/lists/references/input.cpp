#include <ag/ag.h>
#include <deque>
#include <vector>
using ag::Tensor;

struct Lot {
  Tensor quantity, cost;
};
struct Point {
  double x, y;
};

// The list is used meanwhile: the reference is the number of the element.
AG_FUNCTION Tensor sold(Tensor left, Tensor price) {
  std::deque<Lot> lots;
  while (left > 0) {
    lots.push_back({left, price});
    left = left - price;
  }
  Tensor gain = 0.0;
  while (!lots.empty()) {
    Lot& first = lots.front();
    first.quantity -= 1;
    gain = gain + first.cost;
    if (first.quantity < 0) lots.pop_front();
  }
  return gain;
}

// It is used through the reference alone, or only read: the reference is a copy.
AG_FUNCTION double moved(Tensor t) {
  std::vector<Point> path;
  double area = 0;
  while (t > 0) {
    path.push_back({double(t), 2.0});
    Point& last = path.back();
    last.y += last.x;
    t = t - 1;
  }
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const Point &from = path[i], &to = path[i + 1];
    const auto& [x, y] = path[i];
    area += from.x * to.y - x * y;
  }
  return area;
}
