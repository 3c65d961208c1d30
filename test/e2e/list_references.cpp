// References to elements of lists that grow: copies where the list is used through them alone, the number of the
// element elsewhere.
#include <deque>
#include <queue>
#include <stack>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace list_references_programs {
namespace {

struct Point {
  double x, y;
  double norm() const { return x * x + y * y; }
};
struct Lot {
  Tensor q, cost;
};

// Both ends of a list, of which one changes.
AG_FUNCTION double ends(Tensor t) {
  std::vector<Point> v;
  while (t > 0) {
    v.push_back({double(t), 2.0});
    Point& last = v.back();
    last.y += last.x;
    const Point& first = v.front();
    t = t - first.y;
  }
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Point& p = v[i];
    sum += p.x * p.y + p.norm();
  }
  return sum;
}

// Two names of one element.
AG_FUNCTION double twice(Tensor t) {
  std::vector<Point> v;
  for (int i = 0; i < 3; ++i)
    if (t > i) v.push_back({1.0 * i, 1});
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    for (std::size_t j = 0; j < v.size(); ++j) {
      Point &a = v[i], &b = v[j];
      a.x += b.y;
      b.y -= 0.5 * a.x;
      s += a.x - b.y;
    }
  return s;
}

// Numbers as elements.
AG_FUNCTION int halves(Tensor t) {
  std::vector<int> v;
  while (t > 0) {
    v.push_back(int(t));
    t = t - 2;
  }
  int s = 0;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    int& n = v[i];
    const int& m = v[i + 1];
    n += m;
    if (n > 5) --n;
    s += n;
  }
  auto& l = v.back();
  l *= 2;
  v.push_back(7);
  for (int n : v) s = 3 * s + n;
  return s;
}

// Structured bindings.
AG_FUNCTION double bound(Tensor t) {
  std::vector<std::pair<int, double>> v;
  while (t > 0) {
    v.emplace_back(int(t), 0.5 * double(t));
    t = t - 1;
  }
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const auto& [k, w] = v[i];
    const auto& [k2, w2] = v[(i + 1) % v.size()];
    s += k * w2 - k2 * w;
  }
  return s;
}

// A queue that is popped while its front has a name.
AG_FUNCTION double fifo(Tensor t) {
  std::queue<Point> q;
  while (t > 0) {
    q.push({double(t), 1});
    t = t - 1;
  }
  double s = 0;
  while (!q.empty()) {
    const Point& p = q.front();
    s = 2 * s + p.x;
    q.pop();
  }
  return s;
}

AG_FUNCTION double heap(Tensor t) {
  std::priority_queue<std::pair<double, int>> q;
  while (t > 0) {
    q.push({double(t) * 0.5, int(t)});
    t = t - 1;
  }
  double s = 0;
  while (!q.empty()) {
    const auto& best = q.top();
    s = 2 * s + best.first - best.second;
    q.pop();
  }
  return s;
}

AG_FUNCTION double stacked(Tensor t) {
  std::stack<Point> q;
  while (t > 0) {
    q.push({double(t), 1});
    Point& top = q.top();
    top.y += 3;
    t = t - 1;
  }
  double s = 0;
  while (!q.empty()) {
    Point& p = q.top();
    p.x -= 1;
    if (p.x < 2) {
      s += p.y;
      q.pop();
    }
  }
  return s;
}

AG_FUNCTION Tensor lots(Tensor t) {
  std::deque<Lot> d;
  while (t > 0) {
    d.push_back({t, t * 2});
    t = t - 1;
  }
  Tensor s = e2e::f64(0);
  while (!d.empty()) {
    Lot& f = d.front();
    Lot& b = d.back();
    b.q = b.q - f.cost;
    f.q += 1.0;
    s = s + b.q * f.q;
    d.pop_front();
  }
  return s;
}

// The element changes under a constant reference.
AG_FUNCTION double seen(Tensor t) {
  std::vector<Point> v;
  while (t > 0) {
    v.push_back({double(t), 2.0});
    t = t - 1;
  }
  const Point& a = v[0];
  v[0].x = 8;
  return a.x;
}

AG_FUNCTION double erased(Tensor t) {
  std::vector<Point> v;
  while (t > 0) {
    v.push_back({double(t), 2.0});
    t = t - 1;
  }
  double s = 0;
  for (std::size_t i = 0; i < v.size();) {
    Point& a = v[i];
    a.y *= 2;
    s += a.y;
    if (a.x > 2)
      v.erase(v.begin() + i);
    else
      ++i;
  }
  v.insert(v.end(), 3, Point{s, 1});
  v.insert(v.begin(), v.size(), v.back());
  return s + v.size() + v.front().x;
}

}  // namespace
}  // namespace list_references_programs

void e2e::list_references() {
  using namespace list_references_programs;
  for (const double start : {0.0, 1.0, 5.0}) {
    const Tensor t = e2e::f64(start);
    e2e::run("ends", ends, t);
    e2e::run("twice", twice, t);
    e2e::run("halves", halves, e2e::f64(start + 1));
    e2e::run("bound", bound, t);
    e2e::run("fifo", fifo, t);
    e2e::run("heap", heap, t);
    e2e::run("stacked", stacked, t);
    e2e::run("lots", lots, t);
    e2e::run("seen", seen, e2e::f64(start + 1));
    e2e::run("erased", erased, e2e::f64(start + 1));
  }
}
