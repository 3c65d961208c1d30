// Programs that simulate: cells, queues of customers, particles, populations, markets, chance.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace game_of_life {

AG_FUNCTION Tensor next(Tensor world) {
  Tensor result = world;
  const int rows = static_cast<int>(world.shape(0)), cols = static_cast<int>(world.shape(1));
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < cols; ++c) {
      int neighbours = 0;
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc)
          if (dr != 0 || dc != 0) neighbours += world((r + dr + rows) % rows, (c + dc + cols) % cols).item<int>();
      const bool alive = world(r, c).item<int>() == 1;
      result(r, c) = neighbours == 3 || (alive && neighbours == 2) ? 1 : 0;
    }
  }
  return result;
}

// The length of the cycle that a world comes into, with whole worlds.
AG_FUNCTION Tensor settled(Tensor world, int limit) {
  auto count = [](const Tensor& w) {
    Tensor n = -w;
    for (int dr : {-1, 0, 1})
      for (int dc : {-1, 0, 1}) n = n + ag::roll(ag::roll(w, dr, 0), dc, 1);
    return n;
  };
  for (int t = 1; t <= limit; ++t) {
    Tensor n = count(world);
    Tensor after = ag::astype((n == 3) | ((n == 2) & (world == 1)), ag::int32);
    if (!ag::any(after != world)) return t;
    world = after;
  }
  return -1;
}

void run() {
  Tensor glider = ag::zeros({5, 5}, ag::int32), block = glider;
  for (auto [r, c] : {std::pair{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}) glider(r, c) = 1;
  for (auto [r, c] : {std::pair{1, 1}, {1, 2}, {2, 1}}) block(r, c) = 1;
  std::cout << next(next(glider)) << "\n" << settled(glider, 6) << " " << settled(block, 6) << "\n";
}

}  // namespace game_of_life

namespace elementary_automaton {

AG_FUNCTION std::vector<std::uint32_t> rows_of(Tensor rule, int width, int steps) {
  const int table = rule.item<int>();
  std::vector<int> cells(width, 0);
  cells[width / 2] = 1;
  std::vector<std::uint32_t> rows;
  for (int s = 0; s < steps; ++s) {
    std::uint32_t bits = 0;
    for (int c : cells) bits = bits << 1 | static_cast<std::uint32_t>(c);
    rows.push_back(bits);
    std::vector<int> next(width);
    for (int i = 0; i < width; ++i) {
      const int pattern = cells[(i + width - 1) % width] << 2 | cells[i] << 1 | cells[(i + 1) % width];
      next[i] = table >> pattern & 1;
    }
    cells = std::move(next);
  }
  return rows;
}

void run() {
  for (int rule : {30, 90, 110}) {
    for (std::uint32_t row : rows_of(ag::tensor(rule), 11, 5)) std::cout << std::hex << row << std::dec << " ";
    std::cout << "\n";
  }
}

}  // namespace elementary_automaton

namespace bank_queue {

struct Customer {
  double arrival, service;
};

struct Summary {
  double mean_wait = 0, longest_wait = 0;
  int left = 0;
};

AG_FUNCTION Summary day(Tensor customers, int clerks, double patience) {
  std::priority_queue<double, std::vector<double>, std::greater<double>> free_at;
  for (int i = 0; i < clerks; ++i) free_at.push(0.0);
  Summary s;
  int served = 0;
  for (int i = 0; i < customers.shape(0); ++i) {
    const Customer c{customers(i, 0).item<double>(), customers(i, 1).item<double>()};
    const double begin = std::max(c.arrival, free_at.top()), wait = begin - c.arrival;
    if (wait > patience) {
      ++s.left;
      continue;
    }
    free_at.pop();
    free_at.push(begin + c.service);
    s.mean_wait += wait;
    s.longest_wait = std::max(s.longest_wait, wait);
    ++served;
  }
  if (served > 0) s.mean_wait /= served;
  return s;
}

void run() {
  const Tensor busy = ag::tensor({{0.0, 4.0}, {1.0, 3.0}, {1.5, 2.0}, {2.0, 6.0}, {3.0, 1.0}}, ag::float64),
               calm = busy * ag::tensor({4.0, 0.5}, ag::float64);
  for (const Tensor& customers : {busy, calm}) {
    for (int clerks : {1, 2}) {
      const auto [mean, longest, left] = day(customers, clerks, 5);
      std::printf("%.9g %.9g %d\n", mean, longest, left);
    }
  }
}

}  // namespace bank_queue

namespace monte_carlo_pi {

constexpr std::uint32_t next(std::uint32_t s) { return s * 1664525u + 1013904223u; }

AG_FUNCTION std::pair<double, int> estimate(Tensor tolerance, std::uint32_t seed, int limit) {
  int inside = 0, n = 0;
  double pi = 0;
  while (n < limit) {
    const double x = (seed = next(seed)) / 4294967296.0, y = (seed = next(seed)) / 4294967296.0;
    ++n;
    if (x * x + y * y < 1) ++inside;
    pi = 4.0 * inside / n;
    if (n > 10 && std::abs(pi - 3.14159265358979) < tolerance.item<double>()) break;
  }
  return {pi, n};
}

void run() {
  for (double tolerance : {0.5, 0.01, 1e-6}) {
    auto [pi, n] = estimate(ag::tensor(tolerance, ag::float64), 42, 500);
    std::printf("%.9g after %d\n", pi, n);
  }
}

}  // namespace monte_carlo_pi

namespace bouncing_balls {

struct Ball {
  Tensor position, velocity;
  double radius;
};

void collide(Ball& a, Ball& b) {
  Tensor d = b.position - a.position;
  Tensor distance = ag::norm(d);
  if (distance > a.radius + b.radius || distance == 0) return;
  Tensor n = d / distance, along = ag::vecdot(b.velocity - a.velocity, n);
  if (along >= 0) return;
  a.velocity += along * n;
  b.velocity -= along * n;
}

AG_FUNCTION std::vector<Tensor> simulated(Tensor positions, Tensor velocities, int steps) {
  std::vector<Ball> balls;
  for (int i = 0; i < positions.shape(0); ++i) balls.push_back({positions[i], velocities[i], 0.5});
  for (int t = 0; t < steps; ++t) {
    for (Ball& b : balls) {
      b.position += 0.1 * b.velocity;
      for (int axis : {0, 1}) {
        if ((b.position[axis] < 0 && b.velocity[axis] < 0) || (b.position[axis] > 5 && b.velocity[axis] > 0))
          b.velocity[axis] = -b.velocity[axis];
      }
    }
    for (std::size_t i = 0; i < balls.size(); ++i)
      for (std::size_t j = i + 1; j < balls.size(); ++j) collide(balls[i], balls[j]);
  }
  std::vector<Tensor> result;
  std::transform(balls.begin(), balls.end(), std::back_inserter(result),
                 [](const Ball& b) { return ag::concat({b.position, b.velocity}); });
  return result;
}

void run() {
  const Tensor p = ag::tensor({{1.0, 1.0}, {3.0, 1.2}, {4.9, 4.0}}),
               v = ag::tensor({{1.0, 0.0}, {-1.0, 0.0}, {2.0, -1.0}});
  for (int steps : {5, 20}) {
    for (const Tensor& b : simulated(p, v, steps))
      for (float x : b.to_vector<float>()) std::printf("%.5f ", x);
    std::printf("\n");
  }
}

}  // namespace bouncing_balls

namespace predator_prey {

template <class State, class Rate>
State runge_kutta(const State& s, double h, Rate rate) {
  const State a = rate(s), b = rate(s + 0.5 * h * a), c = rate(s + 0.5 * h * b), d = rate(s + h * c);
  return s + h / 6 * (a + 2 * b + 2 * c + d);
}

AG_FUNCTION std::tuple<Tensor, Tensor, int> season(Tensor start, double hunger, double threshold) {
  Tensor s = start, peak = start[0];
  int hunted = 0;
  for (int day = 0; day < 40; ++day) {
    s = runge_kutta(s, 0.25, [hunger](const Tensor& p) {
      return ag::stack({p[0] * (1.0 - hunger * p[1]), p[1] * (0.5 * p[0] - 1.0)});
    });
    if (s[0] > peak) peak = s[0];
    if (s[1] > threshold) {
      s[1] *= 0.5;
      ++hunted;
    }
    if (ag::min(s) < 0.05) break;
  }
  return {s, peak, hunted};
}

void run() {
  for (double hunger : {0.5, 1.5}) {
    for (double threshold : {1.5, 100.0}) {
      auto [s, peak, hunted] = season(ag::tensor({2.0, 1.0}, ag::float64), hunger, threshold);
      std::printf("%.7g %.7g %.7g %d\n", s[0].item<double>(), s[1].item<double>(), peak.item<double>(), hunted);
    }
  }
}

}  // namespace predator_prey

namespace forest_fire {

enum Cell : int { empty, tree, burning };

AG_FUNCTION std::pair<Tensor, int> burn(Tensor forest, bool wind) {
  int steps = 0;
  while (ag::any(forest == static_cast<int>(burning))) {
    Tensor next = forest;
    for (int r = 0; r < forest.shape(0); ++r) {
      for (int c = 0; c < forest.shape(1); ++c) {
        switch (forest(r, c).item<int>()) {
          case burning:
            next(r, c) = static_cast<int>(empty);
            break;
          case tree: {
            bool near = false;
            if (r > 0) near |= forest(r - 1, c).item<int>() == burning;
            if (c > 0) near = near || forest(r, c - 1).item<int>() == burning;
            if (!wind && c + 1 < forest.shape(1)) near = near || forest(r, c + 1).item<int>() == burning;
            if (near) next(r, c) = static_cast<int>(burning);
            break;
          }
          default:
            break;
        }
      }
    }
    forest = next;
    ++steps;
  }
  return {forest, steps};
}

void run() {
  for (const Tensor& forest : {ag::tensor({{1, 2, 1}, {1, 0, 1}, {1, 1, 1}}),
                               ag::tensor({{1, 1, 0}, {0, 1, 1}, {2, 0, 1}}), ag::ones({2, 3}, ag::int32)}) {
    for (bool wind : {true, false}) {
      auto [left, steps] = burn(forest, wind);
      std::cout << ag::sum(left) << " trees after " << steps << "\n";
    }
  }
}

}  // namespace forest_fire

namespace order_book {

struct Order {
  double price;
  int amount;
};

class Book {
 public:
  double submit(bool buy, double price, int amount) {
    double paid = 0;
    auto& other = buy ? asks_ : bids_;
    while (amount > 0 && !other.empty()) {
      Order& best = other.front();
      if (buy ? best.price > price : best.price < price) break;
      const int n = std::min(amount, best.amount);
      paid += n * best.price;
      amount -= n;
      best.amount -= n;
      if (best.amount == 0) other.pop_front();
    }
    if (amount > 0) insert(buy ? bids_ : asks_, {price, amount}, buy);
    return paid;
  }
  std::size_t depth() const { return bids_.size() + asks_.size(); }

 private:
  static void insert(std::list<Order>& side, Order order, bool buy) {
    auto at = std::find_if(side.begin(), side.end(),
                           [&](const Order& o) { return buy ? o.price < order.price : o.price > order.price; });
    side.insert(at, order);
  }
  std::list<Order> bids_, asks_;
};

AG_FUNCTION std::pair<double, int> trade(const Tensor& orders) {  // rows: 1 to buy or 0, price, amount
  Book book;
  double volume = 0;
  for (int i = 0; i < orders.shape(0); ++i)
    volume += book.submit(orders(i, 0).item<int>() == 1, orders(i, 1).item<double>(), orders(i, 2).item<int>());
  return {volume, static_cast<int>(book.depth())};
}

void run() {
  for (const Tensor& o :
       {ag::tensor({{1.0, 10.0, 5.0}, {0.0, 9.5, 3.0}, {0.0, 10.5, 4.0}, {1.0, 11.0, 5.0}}, ag::float64),
        ag::tensor({{0.0, 10.0, 5.0}, {0.0, 9.0, 5.0}, {1.0, 9.5, 7.0}, {1.0, 8.0, 1.0}}, ag::float64)}) {
    const auto [volume, depth] = trade(o);
    std::printf("%.9g %d\n", volume, depth);
  }
}

}  // namespace order_book

namespace random_walks {

struct Walker {
  int x = 0, y = 0;
  friend bool operator<(const Walker& a, const Walker& b) { return std::tie(a.x, a.y) < std::tie(b.x, b.y); }
};

AG_FUNCTION std::tuple<int, int, double> walk(Tensor draws) {
  Walker w;
  std::map<Walker, int> visits{{w, 1}};
  double farthest = 0;
  for (const Tensor& u : draws) {
    if (u < 0.25)
      ++w.x;
    else if (u < 0.5)
      --w.x;
    else if (u < 0.75)
      ++w.y;
    else
      --w.y;
    ++visits[w];
    farthest = std::max(farthest, std::sqrt(double(w.x * w.x + w.y * w.y)));
  }
  const auto most =
      std::max_element(visits.begin(), visits.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return {static_cast<int>(visits.size()), most->second, farthest};
}

void run() {
  for (const Tensor& u : {ag::random_uniform({12}, 1), ag::tensor({0.1, 0.3, 0.1, 0.3, 0.6, 0.9}),
                          ag::tensor({0.1, 0.1, 0.1, 0.6, 0.6, 0.6})}) {
    auto [places, most, farthest] = walk(u);
    std::printf("%d %d %.9g\n", places, most, farthest);
  }
}

}  // namespace random_walks

namespace epidemic {

struct Parameters {
  double infection = 0.4, recovery = 0.1;
  int lockdown_days = 5;
};

struct Day {
  double s, i, r;
  Day operator+(const Day& o) const { return {s + o.s, i + o.i, r + o.r}; }
};

// The state goes into lockdown when too many are ill, for some days at least.
AG_FUNCTION std::pair<std::vector<double>, int> course(Tensor start, const Parameters& p, double limit) {
  Day now{.s = 1 - start.item<double>(), .i = start.item<double>(), .r = 0};
  std::vector<double> weekly;
  int locked = 0, remaining = 0;
  for (int day = 0; day < 70; ++day) {
    if (day % 14 == 0) weekly.push_back(now.i);
    if (now.i > limit && remaining == 0) remaining = p.lockdown_days;
    const double rate = remaining > 0 ? p.infection * 0.2 : p.infection;
    if (remaining > 0) {
      --remaining;
      ++locked;
    }
    const double ill = rate * now.s * now.i, well = p.recovery * now.i;
    now = now + Day{-ill, ill - well, well};
    if (now.i < 1e-4) break;
  }
  weekly.push_back(now.r);
  return {weekly, locked};
}

void run() {
  for (double start : {0.00011, 0.01}) {
    for (double limit : {0.1, 1.0}) {
      const auto [weekly, locked] =
          course(ag::tensor(start, ag::float64), {.recovery = start < 0.001 ? 0.5 : 0.1}, limit);
      for (double v : weekly) std::printf("%.7g ", v);
      std::printf("%d\n", locked);
    }
  }
}

}  // namespace epidemic

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"game_of_life", game_of_life::run},
                                {"elementary_automaton", elementary_automaton::run},
                                {"bank_queue", bank_queue::run},
                                {"monte_carlo_pi", monte_carlo_pi::run},
                                {"bouncing_balls", bouncing_balls::run},
                                {"predator_prey", predator_prey::run},
                                {"forest_fire", forest_fire::run},
                                {"order_book", order_book::run},
                                {"random_walks", random_walks::run},
                                {"epidemic", epidemic::run}});
}
