// Programs of robots and machines: localisation, maps, commands, lifts, queues of work, signals.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace particle_filter {

struct Particle {
  double x, weight;
};

AG_FUNCTION std::pair<double, int> locate(Tensor distances, int count, std::uint32_t seed) {
  auto random = [&seed]() {
    seed = seed * 1664525u + 1013904223u;
    return seed / 4294967296.0;
  };
  std::vector<Particle> particles(count);
  for (auto& p : particles) p = {10 * random(), 1.0};
  int resampled = 0;
  for (int t = 0; t < distances.size(); ++t) {
    const double seen = distances[t].item<double>();
    double total = 0, squares = 0;
    for (auto& p : particles) {
      p.x += 0.5 + 0.2 * (random() - 0.5);
      const double error = (10 - p.x) - seen;
      p.weight *= std::exp(-error * error);
      total += p.weight;
    }
    for (auto& p : particles) {
      p.weight /= total;
      squares += p.weight * p.weight;
    }
    if (1 / squares > count / 2.0) continue;
    ++resampled;
    std::vector<Particle> next;
    double at = random() / count, sum = particles[0].weight;
    std::size_t i = 0;
    for (int k = 0; k < count; ++k, at += 1.0 / count) {
      while (sum < at && i + 1 < particles.size()) sum += particles[++i].weight;
      next.push_back({particles[i].x, 1.0 / count});
    }
    particles = next;
  }
  const double mean = std::accumulate(particles.begin(), particles.end(), 0.0,
                                      [](double s, const Particle& p) { return s + p.x * p.weight; });
  return {mean / std::accumulate(particles.begin(), particles.end(), 0.0,
                                 [](double s, const Particle& p) { return s + p.weight; }),
          resampled};
}

void run() {
  for (const Tensor& d :
       {ag::tensor({7.0, 6.5, 6.0, 5.5}, ag::float64), ag::tensor({3.0, 2.4, 2.0, 1.5}, ag::float64)}) {
    for (std::uint32_t seed : {1u, 99u}) {
      const auto [x, n] = locate(d, 8, seed);
      std::printf("%.9g %d\n", x, n);
    }
  }
}

}  // namespace particle_filter

namespace occupancy_grid {

struct Grid {
  Tensor log_odds;
  void update(int cell, bool hit) { log_odds[cell] = ag::clip(log_odds[cell] + (hit ? 0.85 : -0.4), -2.0, 2.0); }
  char symbol(int cell) const {
    const double v = log_odds[cell].item<double>();
    return v > 0.5 ? '#' : v < -0.5 ? '.' : '?';
  }
};

AG_FUNCTION Tensor mapped(Tensor scans) {  // distances that a sensor at cell 0 saw; at most 8
  Grid grid{ag::zeros({8})};
  for (const Tensor& s : scans) {
    const int hit = static_cast<int>(std::floor(s.item<double>()));
    for (int cell = 0; cell < 8; ++cell) {
      if (cell > hit) break;
      grid.update(cell, cell == hit);
    }
  }
  return grid.log_odds;
}

void run() {
  for (const Tensor& scans :
       {ag::tensor({4.2, 4.4, 4.1}), ag::tensor({9.0, 2.5, 9.0, 9.0}), ag::tensor({3.9, 4.1, 3.9, 0.5})}) {
    const Grid grid{mapped(scans)};
    for (int c = 0; c < 8; ++c) std::cout << grid.symbol(c);
    std::printf(" %.9g\n", grid.log_odds[4].item<double>());
  }
}

}  // namespace occupancy_grid

namespace elevator {

class Elevator {
 public:
  enum Direction { down = -1, idle = 0, up = 1 };
  void call(int floor) {
    if (floor >= 0 && floor < 8) wanted_[floor] = true;
  }
  void step() {
    if (wanted_[floor_]) {
      wanted_[floor_] = false;
      ++stops_;
      return;
    }
    if (direction_ == idle || !any(direction_)) direction_ = any(up) ? up : any(down) ? down : idle;
    floor_ += direction_;
    travelled_ += direction_ != idle;
  }
  int floor() const { return floor_; }
  std::pair<int, int> totals() const { return {stops_, travelled_}; }

 private:
  bool any(Direction d) const {
    for (int f = floor_ + d; f >= 0 && f < 8; f += d)
      if (wanted_[f]) return true;
    return false;
  }
  std::array<bool, 8> wanted_{};
  int floor_ = 0, stops_ = 0, travelled_ = 0;
  Direction direction_ = idle;
};

AG_FUNCTION std::tuple<int, int, int> serve(Tensor calls, int steps) {  // a floor for each step, or -1
  Elevator elevator;
  for (int t = 0; t < steps; ++t) {
    if (t < calls.size()) elevator.call(calls[t].item<int>());
    elevator.step();
  }
  auto [stops, travelled] = elevator.totals();
  return {elevator.floor(), stops, travelled};
}

void run() {
  for (const Tensor& calls : {ag::tensor({5, -1, 2, -1}), ag::tensor({3, 6, 1, 0}), ag::tensor({-1, -1, -1, 0})}) {
    for (int steps : {6, 20}) {
      auto [floor, stops, travelled] = serve(calls, steps);
      std::cout << floor << " " << stops << " " << travelled << "\n";
    }
  }
}

}  // namespace elevator

namespace command_interpreter {

struct Machine {
  std::stack<double> stack;
  double pop() {
    if (stack.empty()) throw std::runtime_error("stack is empty");
    const double v = stack.top();
    stack.pop();
    return v;
  }
};

AG_FUNCTION double evaluated(const Tensor& x, const std::string& program) {
  Machine m;
  std::istringstream in(program);
  std::string word;
  while (in >> word) {
    if (word == "x")
      m.stack.push(x.item<double>());
    else if (word == "+")
      m.stack.push(m.pop() + m.pop());
    else if (word == "*")
      m.stack.push(m.pop() * m.pop());
    else if (word == "max")
      m.stack.push(std::max(m.pop(), m.pop()));
    else if (word == "if-positive") {
      const double c = m.pop(), no = m.pop(), yes = m.pop();
      m.stack.push(c > 0 ? yes : no);
    } else
      m.stack.push(std::stod(word));
  }
  return m.pop();
}

void run() {
  for (const char* program : {"x 2 * 1 +", "x x * 3 max", "10 20 x if-positive x +", "x +"}) {
    for (double x : {-1.5, 4.0}) {
      try {
        std::printf("%g ", evaluated(ag::tensor(x, ag::float64), program));
      } catch (const std::runtime_error& error) {
        std::printf("(%s) ", error.what());
      }
    }
    std::printf("\n");
  }
}

}  // namespace command_interpreter

namespace traffic_light {

enum class Light : std::uint8_t { red, amber, green };
struct Crossing {
  Light main = Light::green;
  int timer = 0;
  std::deque<int> waiting;  // arrival times in the side street
};

AG_FUNCTION std::pair<std::string, double> simulate(Tensor arrivals) {
  Crossing c;
  std::string log;
  double waited = 0;
  int served = 0;
  for (int t = 0; t < arrivals.size(); ++t) {
    for (int k = 0; k < arrivals[t].item<int>(); ++k) c.waiting.push_back(t);
    ++c.timer;
    switch (c.main) {
      case Light::green:
        if (c.waiting.size() >= 2 && c.timer > 2) c.main = Light::amber, c.timer = 0;
        break;
      case Light::amber:
        c.main = Light::red;
        c.timer = 0;
        [[fallthrough]];
      case Light::red:
        if (!c.waiting.empty()) {
          waited += t - c.waiting.front();
          c.waiting.pop_front();
          ++served;
        }
        if (c.waiting.empty() || c.timer > 3) c.main = Light::green, c.timer = 0;
        break;
    }
    log += "RAG"[static_cast<int>(c.main)];
  }
  return {log, served ? waited / served : 0.0};
}

void run() {
  for (const Tensor& a : {ag::tensor({0, 1, 0, 1, 0, 0, 0, 1, 0, 0}), ag::tensor({3, 0, 2, 0, 0, 1, 0, 0, 0, 0}),
                          ag::tensor({0, 0, 0, 1, 0, 0, 0, 0, 0, 0})}) {
    const auto [log, mean] = simulate(a);
    std::printf("%s %.9g\n", log.c_str(), mean);
  }
}

}  // namespace traffic_light

namespace battery_mission {

struct Leg {
  std::string_view name;
  double distance, load;
};
class Battery {
 public:
  explicit Battery(double charge) : charge_(charge) {}
  bool draw(double amount) {
    if (amount > charge_) return false;
    charge_ -= amount;
    return true;
  }
  double charge() const { return charge_; }

 private:
  double charge_;
};

AG_FUNCTION std::pair<std::string, double> fly(const Tensor& wind, double charge) {
  static constexpr Leg legs[] = {{"start", 1, 1.5}, {"field", 4, 1}, {"photo", 0.5, 2.5}, {"home", 4, 1}};
  Battery battery(charge);
  double cost = 0;
  for (int i = 0; const auto& [name, distance, load] : legs) {
    const double against = std::max(0.0, wind[i++].item<double>());
    cost = distance * load * (1 + 0.1 * against);
    if (!battery.draw(cost)) return {"stopped before " + std::string(name), battery.charge()};
  }
  return {"arrived", battery.charge()};
}

void run() {
  for (const Tensor& wind :
       {ag::tensor({0.0, 0.0, 0.0, 0.0}, ag::float64), ag::tensor({5.0, -5.0, 1.0, 9.0}, ag::float64)}) {
    for (double charge : {12.0, 7.0, 1.0}) {
      auto [what, left] = fly(wind, charge);
      std::cout << what << ", " << left << " left\n";
    }
  }
}

}  // namespace battery_mission

namespace moving_average_guard {

template <class T, std::size_t N>
class Ring {
 public:
  void push(T value) {
    values_[next_] = value;
    next_ = (next_ + 1) % N;
    if (count_ < N) ++count_;
  }
  T mean() const {
    T sum{};
    for (std::size_t i = 0; i < count_; ++i) sum += values_[i];
    return count_ ? sum / static_cast<T>(count_) : T{};
  }
  bool full() const { return count_ == N; }

 private:
  std::array<T, N> values_{};
  std::size_t next_ = 0, count_ = 0;
};

AG_FUNCTION std::vector<int> alarms(Tensor current, double factor) {
  Ring<double, 4> recent;
  std::vector<int> at;
  for (int t = 0; t < current.size(); ++t) {
    const double now = current[t].item<double>();
    if (recent.full() && now > factor * recent.mean()) {
      at.push_back(t);
      continue;  // does not count as usual
    }
    recent.push(now);
  }
  return at;
}

void run() {
  for (const Tensor& c : {ag::tensor({1.0, 1.1, 0.9, 1.0, 3.0, 1.0, 1.2, 2.5}, ag::float64),
                          ag::tensor({5.0, 4.0, 3.0, 2.0, 1.0, 9.0, 9.0, 1.0}, ag::float64)}) {
    for (double factor : {1.1, 2.0, 4.0}) {
      std::cout << "[";
      for (int t : alarms(c, factor)) std::cout << " " << t;
      std::cout << " ]";
    }
    std::cout << "\n";
  }
}

}  // namespace moving_average_guard

namespace gait_controller {

struct Leg {
  Tensor phase, lift;
};
class Walker {
 public:
  Walker() {
    for (int i = 0; i < 4; ++i) legs_.push_back({ag::tensor(0.25 * i, ag::float64), ag::tensor(0.0, ag::float64)});
  }
  AG_FUNCTION Tensor step(Tensor speed) {
    Tensor lifted = 0.0;
    for (auto& leg : legs_) {
      leg.phase = leg.phase + 0.1 * speed;
      if (leg.phase >= 1) leg.phase = leg.phase - 1;
      leg.lift = leg.phase < 0.3 ? ag::sin(leg.phase * 10.0) : leg.lift * 0.5;
      if (leg.lift > 0.2) lifted += 1;
    }
    if (lifted > 2) ++unstable_;
    return lifted;
  }
  int unstable() const { return unstable_; }
  Tensor phase(int leg) const { return legs_.at(leg).phase; }

 private:
  std::vector<Leg> legs_;
  int unstable_ = 0;
};

void run() {
  for (double speed : {0.5, 2.5, 6.0}) {
    Walker walker;
    Tensor sum = 0.0;
    for (int t = 0; t < 12; ++t) sum = sum + walker.step(ag::tensor(speed, ag::float64));
    std::printf("%g %d %.9g\n", sum.item<double>(), walker.unstable(), walker.phase(1).item<double>());
  }
}

}  // namespace gait_controller

namespace swarm {

AG_FUNCTION std::pair<Tensor, Tensor> flock(Tensor position, Tensor velocity, int steps) {
  const auto n = position.shape(0);
  for (int s = 0; s < steps; ++s) {
    Tensor next = ag::zeros_like(velocity);
    for (int64_t i = 0; i < n; ++i) {
      Tensor pull = ag::zeros({2}), push = ag::zeros({2}), seen = 0.0;
      for (int64_t j = 0; j < n; ++j) {
        if (i == j) continue;
        Tensor d = position[j] - position[i];
        Tensor r = ag::norm(d);
        if (r > 3) continue;
        seen += 1;
        pull += velocity[j];
        if (r < 1) push -= d / ag::maximum(r, 0.1);
      }
      next[i] = velocity[i];
      if (seen > 0) next[i] += 0.2 * (pull / seen - velocity[i]) + 0.3 * push;
      Tensor speed = ag::norm(next[i]);
      if (speed > 1) next[i] /= speed;
    }
    velocity = next;
    position += 0.5 * velocity;
  }
  return {position, velocity};
}

void run() {
  const Tensor p = ag::tensor({{0.0, 0.0}, {0.5, 0.0}, {2.0, 1.0}, {9.0, 9.0}}),
               v = ag::tensor({{1.0, 0.0}, {0.0, 1.0}, {-0.5, 0.5}, {2.0, 0.0}});
  for (int steps : {1, 4}) {
    auto [position, velocity] = flock(p, v, steps);
    for (float x : ag::concat({position, velocity}, 1).to_vector<float>()) std::printf("%.5f ", x);
    std::printf("\n");
  }
}

}  // namespace swarm

namespace arm_protocol {

struct Move {
  int joint;
  double by;
};
struct Grip {
  bool close;
};
struct Halt {};
using Command = std::variant<Move, Grip, Halt>;

Command decode(const Tensor& word) {
  const int code = word[0].item<int>();
  if (code < 3) return Move{code, word[1].item<double>()};
  if (code == 3) return Grip{word[1].item<double>() > 0};
  return Halt{};
}

AG_FUNCTION std::pair<Tensor, std::string> execute(Tensor words) {
  Tensor joints = ag::zeros({3}, ag::float64);
  bool closed = false;
  for (int i = 0; i < words.shape(0); ++i) {
    const Command command = decode(words[i]);
    if (std::holds_alternative<Halt>(command)) return {joints, "halted"};
    if (const Move* move = std::get_if<Move>(&command)) {
      joints[move->joint] += closed ? 0.5 * move->by : move->by;
    } else {
      closed = std::get<Grip>(command).close;
    }
  }
  return {joints, closed ? "closed" : "open"};
}

void run() {
  for (const Tensor& words : {ag::tensor({{0.0, 1.0}, {3.0, 1.0}, {0.0, 1.0}, {2.0, -4.0}}, ag::float64),
                              ag::tensor({{1.0, 0.5}, {4.0, 0.0}, {1.0, 9.0}, {1.0, 9.0}}, ag::float64),
                              ag::tensor({{3.0, 1.0}, {1.0, 2.0}, {3.0, 0.0}, {1.0, 2.0}}, ag::float64)}) {
    auto [joints, state] = execute(words);
    std::cout << joints << " " << state << "\n";
  }
}

}  // namespace arm_protocol

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"particle_filter", particle_filter::run},
                                {"occupancy_grid", occupancy_grid::run},
                                {"elevator", elevator::run},
                                {"command_interpreter", command_interpreter::run},
                                {"traffic_light", traffic_light::run},
                                {"battery_mission", battery_mission::run},
                                {"moving_average_guard", moving_average_guard::run},
                                {"gait_controller", gait_controller::run},
                                {"swarm", swarm::run},
                                {"arm_protocol", arm_protocol::run}});
}
