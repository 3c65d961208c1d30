// Variables outside of a function: what they hold at each call is what the call computes with.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace captures_programs {
namespace {

double scale = 2;
int rounds = 3, mode = 1;
bool twice = false;
uint8_t byte = 250;
int64_t divisor = 4;
Tensor bias = 0.5;
enum class Phase { Up, Down };
struct Settings {
  static inline Phase phase = Phase::Up;
};

int doubled() { return 2 * rounds; }

AG_FUNCTION Tensor scaled(Tensor x) {
  for (int i = 0; i < rounds; ++i) x = x * scale + bias;
  if (twice) x = x * 2;
  if (rounds % 3 == 0) x = x + 100;
  return x;
}

AG_FUNCTION Tensor mixed(Tensor x) {
  int left = rounds;
  while (ag::max(x) > 1 && left > 0) {
    x = x / 2;
    --left;
  }
  if (twice && x > scale) x = -x;
  switch (mode) {
    case 1:
      x = x + 1;
      break;
    default:
      x = x + (twice ? 2 : 0.5);
  }
  std::vector<int> list(static_cast<size_t>(rounds) + 1, 7);
  if (std::abs(mode) > 1) x = x - 1;
  if (Settings::phase == Phase::Down && byte) x = x * 3;
  return x + list[rounds] + doubled() + (byte + 10) + std::sqrt(scale);
}

AG_FUNCTION int64_t counted(Tensor x) {
  int64_t n = rounds;
  if (x > 0) n = n * mode + 1;
  return n / divisor + (byte << 1);
}

AG_FUNCTION Tensor looped(Tensor x) {
  int n = 0;
  while (x > 0) {
    x = x - scale;
    n = n + mode;
    if (n > 5 * rounds) break;
  }
  return x * 100 + n;
}

AG_FUNCTION Tensor kept(Tensor x) {
  static float factor = 2;
  const float before = factor;
  return x * before + bias;
}

// Methods and constructors that have nothing to do with tensors but for the variables outside that they name.
struct Offset {
  Offset() = default;
  explicit Offset(int64_t by) {
    bias = bias + 0.25;
    seen += by;
  }
  double factor() const { return scale; }
  static Tensor shift() { return bias; }
  static void count() { ++seen; }
  static inline int64_t seen = 0;
};
struct Scale {
  Scale() = default;
  explicit Scale(double value) : value_(value) { Offset::count(); }
  Scale(double value, double more) : value_(value * more) {}
  double get() const { return value_; }

 private:
  double value_ = 1;
};

AG_FUNCTION Tensor through_methods(Tensor x) {
  const int64_t by = 2;
  const Offset first(by), second;
  Offset::count();
  const Scale plain(0.5);
  return x * second.factor() + Offset::shift() * plain.get();
}

AG_FUNCTION Tensor chosen_object(Tensor x) {
  const Scale known(scale == 2 ? Scale() : Scale(scale, scale));
  Scale other{scale < 3 ? Scale(scale, 2) : Scale(7, scale)};
  std::optional<double> some = std::optional<double>{scale};
  if (some) x = x * *some;
  if (x > 1) other = Scale(3, 3);
  return x * known.get() + other.get();
}

AG_FUNCTION Tensor array_in_lambda(Tensor x, uint8_t given) {
  const uint8_t list[] = {byte, uint8_t(byte & given)};
  const auto sum = [&] {
    Tensor total = 0;
    for (uint8_t one : list) total = total + x * one;
    return total;
  };
  return sum();
}

int drawn = 0;
template <class T>
struct Step {
  T size;
  int next() const {
    drawn += size;
    return drawn;
  }
};
struct Drawer {
  int last = 0;
  template <class T>
  explicit Drawer(T by) : last(int(by)) {
    drawn += last;
  }
  template <class T>
  static T after(T value) {
    drawn += 1;
    return value + drawn;
  }
};
struct Fewer {
  bool operator()(int a, int b) const {
    ++drawn;
    return a < b;
  }
};
struct Opened {
  virtual ~Opened() = default;
  explicit Opened(int by) : by_(by) { drawn += by; }
  int by_;
};

// Called by functions that no tensor comes to.
struct Ticket {
  int size = 2;
  int next() const {
    drawn += size;
    return drawn;
  }
};
int two_tickets(int size) {
  const Ticket ticket{size};
  return ticket.next() + ticket.next();
}
struct Office {
  Ticket ticket;
  int open() { return ticket.next() + 1; }
};
int counted_up(int n) {
  const auto count = [&] { return ++drawn; };
  return count() + n;
}

AG_FUNCTION Tensor through_callers(Tensor x) {
  Office office;
  const int first = office.open();
  return x + two_tickets(3) + first + counted_up(4);
}

AG_FUNCTION Tensor through_templates(Tensor x) {
  const Step<int> step{2};
  const Drawer known(2.5);
  std::vector<int> few{3, 1, 2};
  std::sort(few.begin(), few.end(), Fewer());
  const auto opened = std::make_unique<Opened>(4);
  x = x + step.next() + known.last + Drawer::after(2.5) + few[0];
  if (ag::max(x) > 60) {
    drawn += 100;
    x = x - opened->by_;
  }
  return x + drawn;
}

// A constant reference to a tensor outside of the function, which changes behind it.
Tensor offset = ag::full(ag::Shape(), 0.5F);
struct Gauge {
  Tensor level = ag::full(ag::Shape(), 1.0F);
  const Tensor& now() const { return level; }
  Tensor raise(const Tensor& by, const Tensor& before) {
    level = level + by;
    offset = offset + 1;
    return before * 2 + by;
  }
  Tensor step(Tensor x) {
    const Tensor& here = now();
    if (ag::max(x) > 2) {
      for (int k = 0; k < 3; ++k) x = x + raise(here, offset);
    }
    return x + raise(offset, here) + here;
  }
};
Gauge gauge;
AG_FUNCTION Tensor seen_through_a_reference(Tensor x) { return gauge.step(x) + gauge.now(); }

void all() {
  e2e::run("through_templates", through_templates, e2e::f32(1));
  std::cout << "  drawn " << (drawn > 0) << "\n";
  e2e::run("scaled", scaled, e2e::f32(1.5));
  e2e::run("mixed", mixed, e2e::f32(5));
  e2e::run("counted", counted, e2e::f32(1));
  e2e::run("looped", looped, e2e::f32(9));
  e2e::run("kept", kept, e2e::f32(1));
  e2e::run("through_methods", through_methods, e2e::f32(1));
  e2e::run("through_callers", through_callers, e2e::f32(1));
  std::cout << "  drawn " << drawn << "\n";
  std::cout << "  seen " << Offset::seen << ", bias " << bias << "\n";
  e2e::run("chosen_object", chosen_object, e2e::f32(1));
  for (float x : {1.0F, 4.0F}) e2e::run("seen_through_a_reference", seen_through_a_reference, e2e::f32(x));
  std::cout << "  level " << gauge.level << "\n";
  e2e::run("array_in_lambda", array_in_lambda, e2e::f32(1), uint8_t{3});
}

// A copy of a structure has its numbers.
AG_FUNCTION Tensor kept_structures(Tensor x, int n) {
  std::pair<Tensor, int> s{x, n};
  if (x > 2) s.second += 2;
  auto compared = [=, kept = s](int p) {
    if (p > kept.second) p = int(p > kept.second);
    return p;
  };
  auto chosen = [kept = s](bool p) {
    const bool r = (p || !p) && kept.second;
    return r;
  };
  return compared(3) + x + chosen(true);
}

}  // namespace
}  // namespace captures_programs

void e2e::captures() {
  using namespace captures_programs;
  for (int n : {-3, 0, 2, 9}) run("kept_structures", kept_structures, i64(n), n);
  all();
  scale = 3;
  bias = 1.5;
  all();
  rounds = 5;
  mode = -2;
  all();
  twice = true;
  byte = 0;
  divisor = 0;
  rounds = 0;
  scale = 1;
  e2e::run("scaled", scaled, e2e::f32(1.5));
  divisor = -1;
  Settings::phase = Phase::Down;
  bias = ag::tensor({1.0, 2.0}, ag::float64);
  all();
  rounds = 3;
  scale = 0.1;
  bias = 0.1;
  all();
}
