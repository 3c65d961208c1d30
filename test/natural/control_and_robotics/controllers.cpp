// Programs that control: regulators, filters of state, planners of motion, supervisors.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace pid_anti_windup {

struct Gains {
  double p, i, d;
};

class Pid {
 public:
  Pid(Gains gains, double low, double high) : gains_(gains), low_(low), high_(high) {}
  double update(double error, double dt) {
    const double derivative = first_ ? 0.0 : (error - previous_) / dt;
    first_ = false;
    previous_ = error;
    const double raw = gains_.p * error + gains_.i * (integral_ + error * dt) + gains_.d * derivative;
    const double out = std::clamp(raw, low_, high_);
    if (out == raw || (raw > high_ && error < 0) || (raw < low_ && error > 0)) integral_ += error * dt;
    return out;
  }
  double integral() const { return integral_; }

 private:
  Gains gains_;
  double low_, high_, integral_ = 0, previous_ = 0;
  bool first_ = true;
};

AG_FUNCTION std::tuple<Tensor, double, int> simulate(Tensor target, Gains gains) {
  Pid pid(gains, -2, 2);
  double y = 0, v = 0;
  int settled = -1, k = 0;
  std::vector<Tensor> trace;
  for (Tensor goal : target) {
    const double u = pid.update(goal.item<double>() - y, 0.1);
    v += 0.1 * (u - 0.5 * v);
    y += 0.1 * v;
    trace.push_back(Tensor(y));
    if (std::abs(goal.item<double>() - y) < 0.05) {
      if (settled < 0) settled = k;
    } else {
      settled = -1;
    }
    ++k;
  }
  return {ag::stack(trace), pid.integral(), settled};
}

void run() {
  const Tensor step = ag::ones({60}, ag::float64),
               late = ag::concat({ag::zeros({30}, ag::float64), ag::full({30}, -3.0, ag::float64)});
  for (const Tensor& target : {step, late}) {
    for (const Gains& g : {Gains{2, 0.5, 0.8}, Gains{.p = 8, .i = 2, .d = 0}}) {
      auto [y, integral, settled] = simulate(target, g);
      std::printf("%.9g %.9g %.9g %d\n", y[20].item<double>(), y[-1].item<double>(), integral, settled);
    }
  }
}

}  // namespace pid_anti_windup

namespace kalman_with_gate {

struct State {
  Tensor x, p;
};

const Tensor f = ag::tensor({{1.0, 0.5}, {0.0, 1.0}}, ag::float64), h = ag::tensor({{1.0, 0.0}}, ag::float64);

State predict(State s) {
  return {ag::matmul(f, s.x), ag::matmul(ag::matmul(f, s.p), f.T()) + 0.01 * ag::eye(2, ag::float64)};
}

bool correct(State& s, Tensor z, double noise) {
  const Tensor innovation = z - ag::matmul(h, s.x), variance = ag::matmul(ag::matmul(h, s.p), h.T()) + noise;
  if (ag::sum(innovation * innovation / variance) > 9) return false;
  const Tensor gain = ag::matmul(s.p, h.T()) / variance;
  s.x = s.x + ag::matmul(gain, innovation);
  s.p = ag::matmul(ag::eye(2, ag::float64) - ag::matmul(gain, h), s.p);
  return true;
}

AG_FUNCTION std::pair<State, int> track(Tensor measurements, State state, double noise) {
  int rejected = 0;
  for (const Tensor& z : measurements) {
    state = predict(state);
    if (ag::isnan(z)) continue;
    if (!correct(state, ag::reshape(z, {1}), noise)) ++rejected;
  }
  return {state, rejected};
}

void run() {
  const State start{ag::zeros({2}, ag::float64), ag::eye(2, ag::float64)};
  const double nan = std::nan("");
  for (const Tensor& z :
       {ag::tensor({0.1, 0.4, 1.1, 1.4, 2.1}, ag::float64), ag::tensor({0.1, 50.0, nan, 1.4, 2.1}, ag::float64),
        ag::tensor({nan, nan, nan, nan, nan}, ag::float64)}) {
    auto [s, rejected] = track(z, start, 0.1);
    std::printf("%.9g %.9g %.9g %d\n", s.x[0].item<double>(), s.x[1].item<double>(), s.p(0, 0).item<double>(),
                rejected);
  }
}

}  // namespace kalman_with_gate

namespace dead_reckoning {

struct Pose {
  double x = 0, y = 0, heading = 0;
};

double wrapped(double angle) {
  while (angle > M_PI) angle -= 2 * M_PI;
  while (angle <= -M_PI) angle += 2 * M_PI;
  return angle;
}

Pose moved(const Pose& p, double left, double right, double width = 0.5) {
  const double forward = (left + right) / 2, turn = (right - left) / width;
  if (std::fabs(turn) < 1e-9)
    return {p.x + forward * std::cos(p.heading), p.y + forward * std::sin(p.heading), p.heading};
  const double r = forward / turn;
  return {p.x + r * (std::sin(p.heading + turn) - std::sin(p.heading)),
          p.y - r * (std::cos(p.heading + turn) - std::cos(p.heading)), wrapped(p.heading + turn)};
}

AG_FUNCTION Pose odometry(const Tensor& ticks) {
  Pose pose;
  for (int i = 0; i < ticks.shape(0); i++)
    pose = moved(pose, ticks(i, 0).item<int>() * 0.01, ticks(i, 1).item<int>() * 0.01);
  return pose;
}

void run() {
  for (const Tensor& t : {ag::tensor({{100, 100}, {50, 50}}), ag::tensor({{100, 20}, {30, 90}, {40, 40}}),
                          ag::tensor({{-200, 200}, {10, 10}, {0, 300}})}) {
    const auto [x, y, heading] = odometry(t);
    std::printf("%.9g %.9g %.9g\n", x, y, heading);
  }
}

}  // namespace dead_reckoning

namespace thermostat {

enum class Mode { off, heating, cooling };

struct Thermostat {
  double low, high;
  Mode mode = Mode::off;
  int switches = 0;
  void observe(double temperature) {
    const Mode before = mode;
    switch (mode) {
      case Mode::off:
        if (temperature < low)
          mode = Mode::heating;
        else if (temperature > high)
          mode = Mode::cooling;
        break;
      case Mode::heating:
        if (temperature > (low + high) / 2) mode = Mode::off;
        break;
      case Mode::cooling:
        if (temperature < (low + high) / 2) mode = Mode::off;
        break;
    }
    if (mode != before) ++switches;
  }
};

AG_FUNCTION std::pair<double, int> day(Tensor outside, double start) {
  Thermostat t{.low = 19, .high = 24};
  double inside = start, energy = 0;
  for (int hour = 0; hour < outside.size(); ++hour) {
    t.observe(inside);
    const double power = t.mode == Mode::heating ? 3.0 : t.mode == Mode::cooling ? -3.0 : 0.0;
    energy += std::abs(power);
    inside += 0.2 * (outside[hour].item<double>() - inside) + power;
  }
  return {energy + inside / 1000, t.switches};
}

void run() {
  const Tensor hours = ag::arange(24) / 24.0;
  for (double mean : {-5.0, 15.0, 22.0, 35.0}) {
    const auto [energy, switches] = day(mean + 8 * ag::sin(6.2831853 * hours), 20);
    std::printf("%.6f %d\n", energy, switches);
  }
}

}  // namespace thermostat

namespace linear_quadratic {

AG_FUNCTION std::pair<Tensor, Tensor> riccati(Tensor a, Tensor b, Tensor q, Tensor r) {
  Tensor p = q, gain;
  Tensor change = 1.0;
  Tensor rounds = 0;
  do {
    Tensor bt = ag::transpose(b);
    gain = ag::solve(r + ag::matmul(ag::matmul(bt, p), b), ag::matmul(ag::matmul(bt, p), a));
    Tensor next = q + ag::matmul(ag::matmul(ag::transpose(a), p), a - ag::matmul(b, gain));
    change = ag::max(ag::abs(next - p));
    p = next;
    rounds += 1;
  } while (change > 1e-6 && rounds < 200);
  return {gain, rounds};
}

void run() {
  const Tensor a = ag::tensor({{1.0, 0.1}, {0.0, 1.0}}, ag::float64), b = ag::tensor({{0.0}, {0.1}}, ag::float64),
               q = ag::eye(2, ag::float64);
  for (double cost : {0.1, 1.0, 10.0}) {
    auto [gain, rounds] = riccati(a, b, q, ag::full({1, 1}, cost, ag::float64));
    std::printf("%.6f %.6f %d\n", gain(0, 0).item<double>(), gain(0, 1).item<double>(), rounds.item<int>());
  }
}

}  // namespace linear_quadratic

namespace debounced_button {

class Debouncer {
 public:
  explicit Debouncer(int needed) : needed_{needed} {}
  // The event of this sample, if there is one.
  std::optional<bool> sample(bool level) {
    if (level == stable_) {
      count_ = 0;
      return std::nullopt;
    }
    if (++count_ < needed_) return std::nullopt;
    stable_ = level;
    count_ = 0;
    return stable_;
  }

 private:
  const int needed_;
  int count_ = 0;
  bool stable_ = false;
};

AG_FUNCTION std::pair<int, int> presses(Tensor line, int needed) {
  Debouncer button(needed);
  int down = 0, up = 0;
  for (Tensor s : line) {
    if (const auto event = button.sample(bool(s > 0.5))) {
      if (*event)
        ++down;
      else
        ++up;
    }
  }
  return {down, up};
}

void run() {
  const Tensor noisy = ag::tensor({0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0}),
               clean = ag::tensor({0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0});
  for (const Tensor& line : {noisy, clean}) {
    for (int needed : {1, 2, 3}) {
      auto [down, up] = presses(line, needed);
      std::cout << down << "/" << up << " ";
    }
    std::cout << "\n";
  }
}

}  // namespace debounced_button

namespace pure_pursuit {

class Path {
 public:
  explicit Path(Tensor points) : points_(std::move(points)) {}
  int size() const { return static_cast<int>(points_.shape(0)); }
  // The first way point that is far enough, from the last one on.
  int target(const Tensor& at, int from, double reach) const {
    for (int i = from; i < size(); ++i)
      if (ag::norm(points_[i] - at) > reach) return i;
    return size() - 1;
  }
  Tensor operator[](int i) const { return points_[i]; }

 private:
  Tensor points_;
};

AG_FUNCTION std::tuple<Tensor, Tensor, int> drive(Tensor way, double reach, double speed) {
  const Path path(way);
  Tensor at = ag::zeros({2}, ag::float64), heading = ag::tensor(0.0, ag::float64);
  int aim = 0, steps = 0;
  while (steps < 60) {
    aim = path.target(at, aim, reach);
    const Tensor d = path[aim] - at;
    if (aim == path.size() - 1 && ag::norm(d) < 0.3) break;
    Tensor bend = ag::atan2(d[1], d[0]) - heading;
    if (bend > M_PI) bend -= 2 * M_PI;
    if (bend < -M_PI) bend += 2 * M_PI;
    heading += ag::clip(bend, -0.4, 0.4);
    at += speed * ag::stack({ag::cos(heading), ag::sin(heading)});
    ++steps;
  }
  return {at, heading, steps};
}

void run() {
  const Tensor corner = ag::tensor({{1.0, 0.0}, {2.0, 0.0}, {3.0, 0.0}, {3.0, 1.0}, {3.0, 2.0}}, ag::float64),
               back = -corner;
  for (const Tensor& way : {corner, back}) {
    for (double reach : {0.5, 1.2}) {
      auto [at, heading, steps] = drive(way, reach, 0.2);
      std::printf("%.6f %.6f %.6f %d\n", at[0].item<double>(), at[1].item<double>(), heading.item<double>(), steps);
    }
  }
}

}  // namespace pure_pursuit

namespace landing_sequence {

enum class Phase { cruise, descend, flare, touchdown, abort };

std::string to_string(Phase p) {
  switch (p) {
    case Phase::cruise:
      return "cruise";
    case Phase::descend:
      return "descend";
    case Phase::flare:
      return "flare";
    case Phase::touchdown:
      return "touchdown";
    case Phase::abort:
      return "abort";
  }
  return "?";
}

using Guard = bool (*)(double height, double speed);

struct Rule {
  Phase from;
  Guard guard;
  Phase to;
};

const std::vector<Rule> rules = {
    {Phase::cruise, [](double h, double) { return h < 100; }, Phase::descend},
    {Phase::descend, [](double h, double v) { return h < 30 && v > 20; }, Phase::abort},
    {Phase::descend, [](double h, double) { return h < 30; }, Phase::flare},
    {Phase::flare, [](double h, double v) { return h <= 0 && v < 10; }, Phase::touchdown},
    {Phase::flare, [](double h, double) { return h <= 0; }, Phase::abort},
};

AG_FUNCTION std::pair<Phase, int> fly(Tensor samples) {
  Phase phase = Phase::cruise;
  int changes = 0;
  for (int i = 0; i < samples.shape(0); ++i) {
    const double height = samples(i, 0).item<double>(), speed = samples(i, 1).item<double>();
    for (const Rule& rule : rules) {
      if (rule.from != phase || !rule.guard(height, speed)) continue;
      phase = rule.to;
      ++changes;
      break;
    }
    if (phase == Phase::abort) break;
  }
  return {phase, changes};
}

void run() {
  for (const Tensor& s : {ag::tensor({{120.0, 30.0}, {90.0, 25.0}, {25.0, 15.0}, {0.0, 8.0}}),
                          ag::tensor({{120.0, 30.0}, {90.0, 25.0}, {25.0, 22.0}, {0.0, 8.0}}),
                          ag::tensor({{120.0, 30.0}, {110.0, 25.0}, {105.0, 22.0}, {101.0, 8.0}}),
                          ag::tensor({{80.0, 30.0}, {20.0, 10.0}, {0.0, 12.0}, {0.0, 8.0}})}) {
    const auto [phase, changes] = fly(s);
    std::cout << to_string(phase) << " " << changes << "\n";
  }
}

}  // namespace landing_sequence

namespace sensor_fusion {

struct Sensor {
  virtual ~Sensor() = default;
  virtual double weight(double value) const = 0;
};
struct Sonar : Sensor {
  double weight(double value) const override { return value > 4 ? 0.0 : 1 - value / 5; }
};
struct Lidar : Sensor {
  explicit Lidar(double quality) : quality(quality) {}
  double weight(double value) const override { return value < 0.2 ? 0.0 : quality; }
  double quality;
};

AG_FUNCTION double fused(Tensor readings, double otherwise) {
  std::vector<std::unique_ptr<Sensor>> sensors;
  sensors.push_back(std::make_unique<Sonar>());
  sensors.push_back(std::make_unique<Lidar>(0.8));
  sensors.push_back(std::make_unique<Lidar>(0.5));
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    const double value = readings[static_cast<int>(i)].item<double>();
    if (std::isnan(value)) continue;
    const double w = sensors[i]->weight(value);
    sum += w * value;
    weights += w;
  }
  return weights > 0 ? sum / weights : otherwise;
}

void run() {
  const double nan = std::nan("");
  for (const Tensor& r : {ag::tensor({1.0, 1.2, 1.1}, ag::float64), ag::tensor({4.5, 0.1, 0.1}, ag::float64),
                          ag::tensor({nan, 2.0, nan}, ag::float64), ag::tensor({3.0, 0.1, nan}, ag::float64)})
    std::printf("%.9g\n", fused(r, -1));
}

}  // namespace sensor_fusion

namespace inverse_kinematics {

struct Arm {
  double upper, lower;
  std::pair<double, double> tip(double a, double b) const {
    return {upper * std::cos(a) + lower * std::cos(a + b), upper * std::sin(a) + lower * std::sin(a + b)};
  }
};

AG_FUNCTION std::tuple<double, double, bool> reach(const Tensor& goal, Arm arm) {
  const double x = goal[0].item<double>(), y = goal[1].item<double>();
  double a = 0.3, b = 0.3;
  for (int sweep = 0; sweep < 50; ++sweep) {
    auto [tx, ty] = arm.tip(a, b);
    if (std::hypot(tx - x, ty - y) < 1e-4) return {a, b, true};
    // The lower joint first, then the upper one: each turns so that the tip points at the goal.
    const double jx = arm.upper * std::cos(a), jy = arm.upper * std::sin(a);
    b += std::atan2(y - jy, x - jx) - std::atan2(ty - jy, tx - jx);
    std::tie(tx, ty) = arm.tip(a, b);
    a += std::atan2(y, x) - std::atan2(ty, tx);
  }
  return {a, b, false};
}

void run() {
  for (auto [x, y] : {std::pair{1.0, 1.0}, {0.5, -0.8}, {3.0, 0.0}, {1.2, 0.3}}) {
    auto [a, b, found] = reach(ag::tensor({x, y}, ag::float64), {.upper = 1.0, .lower = 0.7});
    std::printf("%.5f %.5f %s\n", a, b, found ? "reached" : "too far");
  }
}

}  // namespace inverse_kinematics

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"pid_anti_windup", pid_anti_windup::run},
                                {"kalman_with_gate", kalman_with_gate::run},
                                {"dead_reckoning", dead_reckoning::run},
                                {"thermostat", thermostat::run},
                                {"linear_quadratic", linear_quadratic::run},
                                {"debounced_button", debounced_button::run},
                                {"pure_pursuit", pure_pursuit::run},
                                {"landing_sequence", landing_sequence::run},
                                {"sensor_fusion", sensor_fusion::run},
                                {"inverse_kinematics", inverse_kinematics::run}});
}
