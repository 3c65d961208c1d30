// Bodies that move, collide and swing.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace projectile_with_drag {
struct Body {
  Tensor x, v;
};

Body operator+(const Body& a, const Body& b) { return {a.x + b.x, a.v + b.v}; }
Body operator*(const Tensor& s, const Body& b) { return {s * b.x, s * b.v}; }

Body derivative(const Body& b, const Tensor& drag) {
  const Tensor speed = ag::norm(b.v);
  return {b.v, ag::tensor({0.0, -9.81}) - drag * speed * b.v};
}

AG_FUNCTION std::tuple<Tensor, Tensor, int> fly(Tensor angle, Tensor speed, Tensor drag) {
  Body body{ag::zeros({2}), speed * ag::stack({ag::cos(angle), ag::sin(angle)})};
  const Tensor dt = 0.02;
  Tensor top = 0.0f;
  int steps = 0;
  while (true) {
    const Body k1 = derivative(body, drag);
    const Body k2 = derivative(body + dt / 2 * k1, drag);
    const Body next = body + dt * k2;
    ++steps;
    if (next.x[1] > top) top = next.x[1];
    if (next.x[1] < 0) {
      const Tensor fraction = body.x[1] / (body.x[1] - next.x[1]);
      return {body.x[0] + fraction * (next.x[0] - body.x[0]), top, steps};
    }
    body = next;
  }
}

void run() {
  for (auto [angle, drag] : {std::pair{0.7f, 0.0f}, {0.7f, 0.02f}, {1.3f, 0.1f}, {-0.2f, 0.0f}}) {
    const auto [range, top, steps] = fly(ag::tensor(angle), ag::tensor(20.0f), ag::tensor(drag));
    std::printf("%.6g %.6g %d\n", double(range), double(top), steps);
  }
}
}  // namespace projectile_with_drag

namespace elastic_collisions {
struct Ball {
  double position, velocity, mass;
};

AG_FUNCTION std::vector<double> velocities(const Tensor& state, double until) {
  std::vector<Ball> balls;
  for (int i = 0; i < state.shape(0); ++i)
    balls.push_back({double(state(i, 0)), double(state(i, 1)), double(state(i, 2))});
  double time = 0;
  for (int event = 0; event < 20; ++event) {
    double soonest = until - time;
    int who = -1;
    for (size_t i = 0; i + 1 < balls.size(); ++i) {
      const double closing = balls[i].velocity - balls[i + 1].velocity;
      if (closing <= 1e-12) continue;
      const double wait = (balls[i + 1].position - balls[i].position) / closing;
      if (wait < soonest) {
        soonest = wait;
        who = static_cast<int>(i);
      }
    }
    for (Ball& ball : balls) ball.position += soonest * ball.velocity;
    time += soonest;
    if (who < 0) break;
    Ball &a = balls[who], &b = balls[who + 1];
    const double total = a.mass + b.mass, center = (a.mass * a.velocity + b.mass * b.velocity) / total;
    a.velocity = 2 * center - a.velocity;
    b.velocity = 2 * center - b.velocity;
  }
  std::vector<double> result;
  for (const Ball& ball : balls) result.push_back(ball.velocity);
  return result;
}

void run() {
  const Tensor cradle = ag::tensor({{0, 1, 1}, {2, 0, 1}, {4, 0, 1}}, ag::float64);
  const Tensor mixed = ag::tensor({{0, 2, 1}, {3, -1, 4}, {5, -2, 2}}, ag::float64);
  for (double until : {1.0, 10.0})
    for (const Tensor& state : {cradle, mixed}) {
      for (double v : velocities(state, until)) std::printf("%.6f ", v);
      std::printf("\n");
    }
}
}  // namespace elastic_collisions

namespace kepler_orbit {
class Orbit {
 public:
  Orbit(Tensor position, Tensor velocity) : position_(position), velocity_(velocity) { update(); }

  void step(const Tensor& dt) {
    velocity_ += dt / 2 * acceleration_;
    position_ += dt * velocity_;
    update();
    velocity_ += dt / 2 * acceleration_;
  }
  Tensor energy() const { return ag::sum(velocity_ * velocity_) / 2 - 1 / ag::norm(position_); }
  Tensor radius() const { return ag::norm(position_); }
  const Tensor& position() const { return position_; }

 private:
  void update() {
    const Tensor r = ag::norm(position_);
    acceleration_ = -position_ / (r * r * r);
  }
  Tensor position_, velocity_, acceleration_;
};

AG_FUNCTION std::tuple<Tensor, Tensor, int> revolve(Tensor position, Tensor velocity, Tensor dt) {
  Orbit orbit(position, velocity);
  if (orbit.energy() >= 0) return {orbit.energy(), orbit.radius(), -1};
  int steps = 0;
  Tensor previous = orbit.position()[1], nearest = orbit.radius();
  do {
    previous = orbit.position()[1];
    orbit.step(dt);
    nearest = ag::minimum(nearest, orbit.radius());
    ++steps;
  } while (!(previous < 0 && orbit.position()[1] >= 0) && steps < 5000);
  return {orbit.energy(), nearest, steps};
}

void run() {
  for (double v : {1.0, 1.2, 0.8, 1.5}) {
    const auto [energy, nearest, steps] =
        revolve(ag::tensor({1.0, 0.0}, ag::float64), ag::tensor({0.0, v}, ag::float64), ag::tensor(0.02, ag::float64));
    std::printf("%.8g %.8g %d\n", double(energy), double(nearest), steps);
  }
}
}  // namespace kepler_orbit

namespace pendulum_period {
AG_FUNCTION std::optional<Tensor> period(Tensor amplitude, Tensor damping) {
  Tensor angle = amplitude, speed = 0.0, time = 0.0;
  const double dt = 1e-2;
  for (int i = 0; i < 2000; ++i) {
    const Tensor before = angle;
    speed -= dt * (ag::sin(angle) + damping * speed);
    angle += dt * speed;
    time += dt;
    if (before > 0 && angle <= 0) return 4 * (time - dt * angle / (angle - before));
  }
  return {};
}

void run() {
  for (auto [amplitude, damping] : {std::pair{0.1, 0.0}, {2.5, 0.0}, {1.0, 0.3}, {0.5, 1000.0}}) {
    if (const auto t = period(ag::tensor(amplitude, ag::float64), ag::tensor(damping, ag::float64)))
      std::printf("%.7g\n", double(*t));
    else
      std::printf("does not swing\n");
  }
}
}  // namespace pendulum_period

namespace bouncing_ball {
AG_FUNCTION Tensor heights_of_bounces(Tensor height, Tensor restitution) {
  std::vector<Tensor> peaks;
  while (height > 0.05) {
    peaks.push_back(height);
    height = height * restitution * restitution;
    if (peaks.size() == 8) break;
  }
  peaks.push_back(height);
  return ag::stack(peaks);
}

void run() {
  std::cout << heights_of_bounces(ag::tensor(2.0), ag::tensor(0.5)) << "\n"
            << heights_of_bounces(ag::tensor(2.0), ag::tensor(0.99)) << "\n"
            << heights_of_bounces(ag::tensor(0.01), ag::tensor(0.5)) << "\n";
}
}  // namespace bouncing_ball

namespace double_spring_forces {
struct Force {
  virtual ~Force() = default;
  virtual Tensor at(const Tensor& x, const Tensor& v) const = 0;
};
struct Spring : Force {
  double stiffness, rest;
  Spring(double k, double r) : stiffness(k), rest(r) {}
  Tensor at(const Tensor& x, const Tensor&) const override { return -stiffness * (x - rest); }
};
struct Friction : Force {
  double coefficient;
  explicit Friction(double c) : coefficient(c) {}
  Tensor at(const Tensor&, const Tensor& v) const override {
    if (v == 0) return ag::zeros_like(v);
    return -coefficient * ag::sign(v);
  }
};

AG_FUNCTION std::pair<Tensor, int> settle(Tensor x, Tensor v) {
  std::vector<std::unique_ptr<Force>> forces;
  forces.push_back(std::make_unique<Spring>(4.0, 1.0));
  forces.push_back(std::make_unique<Friction>(0.5));
  int turns = 0;
  for (int i = 0; i < 400; ++i) {
    Tensor total = 0.0;
    for (const auto& force : forces) total += force->at(x, v);
    const Tensor next = v + 0.02 * total;
    if (next * v < 0) {
      ++turns;
      if (ag::abs(x - 1) < 0.125) return {x, turns};
    }
    v = next;
    x = x + 0.02 * v;
  }
  return {x, turns};
}

void run() {
  for (double start : {0.0, 1.05, 3.0}) {
    const auto [x, turns] = settle(ag::tensor(start, ag::float64), ag::tensor(0.0, ag::float64));
    std::printf("%.8g %d\n", double(x), turns);
  }
}
}  // namespace double_spring_forces

namespace billiard_table {
struct Vec2 {
  float x, y;
  Vec2 operator+(Vec2 o) const { return {x + o.x, y + o.y}; }
  Vec2 operator*(float s) const { return {x * s, y * s}; }
};

AG_FUNCTION std::string walls(Tensor start, Tensor direction, int bounces) {
  Vec2 p{float(start[0]), float(start[1])}, d{float(direction[0]), float(direction[1])};
  std::string trail;
  for (int i = 0; i < bounces; ++i) {
    const float to_side = d.x > 0 ? (2 - p.x) / d.x : d.x < 0 ? -p.x / d.x : 1e9f;
    const float to_end = d.y > 0 ? (1 - p.y) / d.y : d.y < 0 ? -p.y / d.y : 1e9f;
    if (to_side < to_end) {
      trail += d.x > 0 ? 'R' : 'L';
      p = p + d * to_side;
      d.x = -d.x;
    } else {
      trail += d.y > 0 ? 'T' : 'B';
      p = p + d * to_end;
      d.y = -d.y;
    }
  }
  return trail;
}

void run() {
  for (const Tensor& d : {ag::tensor({1.0, 0.3}), ag::tensor({-0.2, 0.9}), ag::tensor({0.0, -1.0})})
    std::cout << walls(ag::tensor({0.5, 0.25}), d, 9) << "\n";
}
}  // namespace billiard_table

namespace n_body {
constexpr double kSoftening = 1e-3;

Tensor accelerations(const Tensor& x, const Tensor& mass) {
  const int n = static_cast<int>(mass.size());
  Tensor a = ag::zeros_like(x);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j) continue;
      const Tensor d = x[j] - x[i];
      const Tensor squared = ag::sum(d * d) + kSoftening;
      a[i] += mass[j] * d / (squared * ag::sqrt(squared));
    }
  return a;
}

AG_FUNCTION std::pair<Tensor, int> closest_approach(Tensor x, Tensor v, Tensor mass, int steps) {
  Tensor best = 1e9;
  int when = 0;
  Tensor a = accelerations(x, mass);
  for (int k = 0; k < steps; ++k) {
    v += 0.01 * a;
    x += 0.01 * v;
    a = accelerations(x, mass);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j)
        if (const Tensor distance = ag::norm(x[i] - x[j]); distance < best) {
          best = distance;
          when = k;
        }
  }
  return {best, when};
}

void run() {
  const Tensor x = ag::tensor({{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.5}}, ag::float64);
  const Tensor mass = ag::tensor({1.0, 0.5, 0.1}, ag::float64);
  for (const Tensor& v :
       {ag::zeros({3, 2}, ag::float64), ag::tensor({{0.0, -0.3}, {0.0, 0.9}, {0.7, 0.0}}, ag::float64)}) {
    const auto [distance, when] = closest_approach(x, v, mass, 60);
    std::printf("%.8g %d\n", double(distance), when);
  }
}
}  // namespace n_body

namespace rocket_stages {
struct Stage {
  Tensor dry, fuel, thrust, burn;
};

AG_FUNCTION std::pair<Tensor, Tensor> launch(std::vector<Stage> stages, Tensor payload) {
  Tensor mass = payload, velocity = 0.0f, altitude = 0.0f;
  for (const Stage& s : stages) mass = mass + s.dry + s.fuel;
  for (Stage& stage : stages) {
    while (stage.fuel > 0) {
      const Tensor burned = ag::minimum(stage.burn, stage.fuel);
      const Tensor net = stage.thrust * burned / stage.burn / mass - 9.81;
      velocity += net > 0 || altitude > 0 ? net : ag::zeros_like(net);
      altitude = ag::maximum(altitude + velocity, 0.0);
      mass -= burned;
      stage.fuel -= burned;
    }
    mass -= stage.dry;
  }
  return {velocity, altitude};
}

void run() {
  auto stage = [](float dry, float fuel, float thrust, float burn) {
    return Stage{ag::tensor(dry), ag::tensor(fuel), ag::tensor(thrust), ag::tensor(burn)};
  };
  const auto [v1, h1] = launch({stage(2, 10, 400, 1), stage(1, 3, 60, 0.4f)}, ag::tensor(1.0f));
  const auto [v2, h2] = launch({stage(5, 10, 100, 2)}, ag::tensor(20.0f));
  std::printf("%.7g %.7g\n%.7g %.7g\n", double(v1), double(h1), double(v2), double(h2));
}
}  // namespace rocket_stages

namespace chain_relaxation {
AG_FUNCTION std::tuple<Tensor, int, float> hang(Tensor points, float length, float tolerance) {
  const auto n = points.shape(0);
  int sweeps = 0;
  float worst;
  do {
    worst = 0.0f;
    for (int64_t i = 1; i < n - 1; ++i) points[i] += ag::tensor({0.0f, -0.001f});
    for (int64_t i = 0; i + 1 < n; ++i) {
      const Tensor d = points[i + 1] - points[i];
      const Tensor distance = ag::norm(d);
      const Tensor excess = (distance - length) / distance;
      if (excess <= 0) continue;
      worst = std::max(worst, excess.item<float>());
      if (i > 0) points[i] += excess / 2 * d;
      if (i + 2 < n) points[i + 1] -= excess / 2 * d;
    }
    ++sweeps;
  } while (worst > tolerance && sweeps < 100);
  return {points, sweeps, worst};
}

void run() {
  const Tensor line = ag::stack({ag::linspace(0, 3, 4), ag::zeros({4})}, 1);
  for (float length : {1.2f, 0.9f}) {
    const auto [points, sweeps, worst] = hang(line, length, 0.01f);
    std::cout << points(1, ag::all) << " " << sweeps << " " << (worst > 0.01f) << "\n";
  }
}
}  // namespace chain_relaxation

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"projectile_with_drag", projectile_with_drag::run},
                                {"elastic_collisions", elastic_collisions::run},
                                {"kepler_orbit", kepler_orbit::run},
                                {"pendulum_period", pendulum_period::run},
                                {"bouncing_ball", bouncing_ball::run},
                                {"double_spring_forces", double_spring_forces::run},
                                {"billiard_table", billiard_table::run},
                                {"n_body", n_body::run},
                                {"rocket_stages", rocket_stages::run},
                                {"chain_relaxation", chain_relaxation::run}});
}
