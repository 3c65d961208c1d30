// Host numbers where tensors decide: counters, flags, errors, casts, arithmetic of C++'s types, results, and numbers in
// structures.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace numbers_programs {
namespace {

AG_FUNCTION int rounds(Tensor x, int limit = 6) {
  int n = 0;
  while (ag::max(x) > 0.5 && n < limit) {
    x = ag::tanh(x);
    ++n;
  }
  return n;
}

AG_FUNCTION Tensor settled(Tensor x) {
  double err = 1.0, tol = 1e-3;
  bool changed = true;
  while (err > tol && changed) {
    Tensor next = 0.5 * (x + 2.0 / x);
    err = static_cast<double>(ag::max(ag::abs(next - x)));
    changed = err > 0;
    x = next;
  }
  return x;
}

AG_FUNCTION Tensor counted(Tensor n) {
  Tensor sum = 0;
  for (int i = 0; i < 5; ++i) sum = sum + n * i;  // counts on the host
  int twice = 0;
  for (Tensor i : ag::range(n)) {
    if (i % 2 == 0) twice += 2;
    sum += i;
  }
  return sum + twice;
}

AG_FUNCTION Tensor generator(Tensor steps) {
  uint64_t state = 1;
  uint8_t byte = 250;
  int32_t wide = 0;
  while (steps > 0) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte += 3;
    wide = byte + byte;
    byte <<= 1;
    steps -= 1;
  }
  return ag::stack({ag::astype(Tensor(state >> 33), ag::int64), ag::astype(Tensor(byte), ag::int64),
                    ag::astype(Tensor(wide), ag::int64)});
}

AG_FUNCTION Tensor casts(Tensor x) {
  double d = static_cast<double>(x);
  int a = static_cast<int>(d), b = (int)(d * 10);
  unsigned char u = 0;
  if (x > 0) u = static_cast<unsigned char>(a + 100);
  int w{a};
  w += 0.5 * d;
  float f = float(w) / 3;
  bool flag = a > 1 && b < 40;
  int g = flag + true;
  return ag::stack({Tensor(a), Tensor(b), Tensor(w), Tensor(g), Tensor(int(u))}) * 1.0 + f;
}

AG_FUNCTION bool any_above(Tensor x, double bound) {
  bool found = false;
  for (Tensor v : x) {
    if (v > bound) {
      found = true;
      break;
    }
  }
  return found;
}

AG_CONVERT std::pair<int, Tensor> halved(Tensor x, int limit = 4) {
  int n = 0;
  while (ag::max(x) > 0.1 && n < limit) {
    x = x * 0.5;
    ++n;
  }
  return {n, x};
}

int scaled(int k) { return k * 3 - 1; }

AG_FUNCTION Tensor called(Tensor x, Tensor n) {
  auto [k, y] = halved(x, int(n));
  int m = ag::max(x) > 1 ? k : 2;
  return y + scaled(m) + std::max(k, 3) + std::abs(-m);
}

AG_FUNCTION std::array<int, 3> histogram(Tensor x) {
  std::array<int, 3> count{};
  for (Tensor v : x) {
    int r = int(v) % 3;
    if (v > 0) ++count[r];
  }
  return count;
}

AG_FUNCTION Tensor rows(Tensor x) {
  const int n = x.shape(0);
  Tensor sum = 0.0;
  for (int i = 0; i < n; ++i) sum = sum + i * ag::sum(x[i]);
  return sum / int(x.size());
}

AG_FUNCTION Tensor index_by_number(Tensor x) {
  int best = 0;
  for (int i = 1; i < x.shape(0); ++i) {
    if (x[i] > x[best]) best = i;
  }
  x[best] = -1;
  return ag::sum(x[ag::slice(0, best)]) + x[best] * 100 + best;
}

enum class Phase { Up, Down, Done };

AG_FUNCTION Tensor phases(Tensor x) {
  Phase phase = Phase::Up;
  int steps = 0;
  while (phase != Phase::Done) {
    ++steps;
    if (phase == Phase::Up) {
      x = x * 2;
      if (x > 10) phase = Phase::Down;
    } else {
      x = x - 3;
      if (x < 2) phase = Phase::Done;
    }
  }
  return x * 100 + steps;
}

AG_FUNCTION double quotient(Tensor a, Tensor b) {
  double x = static_cast<double>(a), y = static_cast<double>(b);
  double result = 0;
  if (y != 0) result = std::floor(x / y) + std::pow(x, 2) + std::fmod(x, 2.5);
  return result;
}

AG_FUNCTION int signs(Tensor x) {
  int positive = 0, negative = 0;
  for (Tensor v : x) {
    if (v > 0) {
      ++positive;
    } else if (v < 0) {
      --negative;
    } else {
      continue;
    }
    std::swap(positive, negative);
  }
  return positive * 10 + negative;
}

AG_FUNCTION std::optional<Tensor> first_above(Tensor x, double bound) {
  for (Tensor v : x) {
    if (v > bound) return v;
  }
  return std::nullopt;
}

AG_FUNCTION Tensor place_of_last(Tensor x) {
  std::optional<int> place;
  for (int i = 0; i < x.shape(0); ++i) {
    if (x[i] > 2) place = i;
  }
  if (!place) return -1.0;
  if (place && *place > 1) *place += 1;
  auto found = first_above(x, 1);
  if (found) x = *found * 2;
  return x + *place + place.value_or(7);
}

AG_FUNCTION int ways_to_ask(Tensor x) {
  std::optional<int> found;
  if (x > 3) found = 1;
  bool known = bool(found);
  const bool again(found);
  if (found != std::nullopt && std::nullopt == found) return 1;
  return known && static_cast<bool>(found) && again ? 2 : 0;
}

// An optional of tensors: taken away in a loop, and read where it is known to be empty in a branch that is not taken.
AG_FUNCTION Tensor emptied(Tensor x) {
  std::optional<Tensor> last = x;
  for (const Tensor& v : ag::range(x)) {
    if (v == 2) last = std::optional<Tensor>{};
    if (v == 3) last = v * 10;
  }
  std::optional<Tensor> none;
  Tensor left = 3;
  do {
    --left;
    if (none.has_value()) *none -= *none;
  } while (left > 0);
  return last ? *last : left - 7;
}

// No loop of the graph leaves it empty, and the first turn meets it so.
AG_FUNCTION Tensor met_late(Tensor x) {
  Tensor before, sum = 0;
  for (Tensor v : x) {
    if (v > 2) sum = sum + before;
    before = v;
  }
  return sum;
}

// Both ways to the end of a branch return, and what they change is not read again.
AG_FUNCTION Tensor left_behind(const Tensor& x, int n) {
  int counts[] = {n, n};
  if (x < -1) {
    counts[1] -= n;
    return x;
  } else if (x == 2) {
    if (n < x) {
      n = 1;
    } else {
      return ag::abs(x);
    }
    counts[0] = n * 3;
    return x + counts[0];
  }
  return x % 4;
}

struct Step {
  int count = 0;
  double error = 0;
  Tensor x;
};

AG_FUNCTION Step stepped(Tensor x, int limit) {
  Step step{.x = x};
  while (ag::max(step.x) > 1 && step.count < limit) {
    step.x = step.x / 2;
    ++step.count;
  }
  step.error = static_cast<double>(ag::max(step.x));
  return step;
}

AG_CONVERT int total_steps(Tensor x) {
  int total = 0;
  for (int limit : {1, 3, 5}) total += stepped(x, limit).count;
  return total;
}

AG_FUNCTION double chosen_by_the_host(Tensor x) {
  const bool half = sizeof(int) > 2;
  int n = int(x[0]);
  double d = half ? 0.5 : n;
  return d + (half ? n : 0.25) + (half ? 0.75 : n);
}

AG_FUNCTION Tensor range_of_numbers(Tensor x) {
  Tensor sum = 0.0;
  for (auto i : ag::range(int(x[0]))) sum = sum + x[i % 2];
  for (int i : ag::range(1, static_cast<int>(x[1]), 2)) sum = sum * i;
  return sum;
}

AG_FUNCTION Tensor array_of_numbers(Tensor x) {
  double mean = 0;
  int count = 0;
  for (Tensor v : x) {
    if (v < 0) continue;
    mean += v.item<double>();
    ++count;
  }
  const Tensor turned = ag::tensor({{mean, 0.0}, {-mean, 1.0 * count}}, ag::float64);
  const std::array<double, 2> sides{mean, 2.0};
  const std::vector<int> lengths{count, 1, 7};
  const Tensor drawn = ag::random_uniform({2}, count);
  return ag::tensor(sides) * ag::tensor(lengths, {3, 1}, ag::float32) + drawn + ag::sum(turned) +
         ag::tensor(count) * ag::tensor({count, 2}) + ag::tensor({mean / count, 0.5});
}

enum class Light { Red, Yellow, Green };
Light& operator++(Light& light) {
  light = light == Light::Green ? Light::Red : static_cast<Light>(static_cast<int>(light) + 1);
  return light;
}
Light operator++(Light& light, int) {
  const Light before = light;
  ++light;
  return before;
}
constexpr Light operator+(Light light, int by) { return static_cast<Light>((static_cast<int>(light) + by) % 3); }
bool operator<(Light a, Light b) { return static_cast<int>(a) > static_cast<int>(b); }
enum Marks : unsigned { None = 0, Seen = 1, Passed = 2 };
Marks operator|(Marks a, Marks b) { return static_cast<Marks>(unsigned(a) | unsigned(b)); }
Marks& operator|=(Marks& a, Marks b) { return a = a | b; }

AG_FUNCTION Tensor switched(Tensor x, Light given) {
  Light light = Light::Red, last = given, known = light;
  Marks marks = None;
  (++known)++;
  known = known + 1;
  while (x > 0) {
    if (x > 2) {
      last = light++;
      marks |= Passed;
    } else {
      marks = marks | Seen;
      ++light;
    }
    if (light < last) ++last;
    x = x - 1;
  }
  const int sum = static_cast<int>(light + 1) + static_cast<int>(last) * 10 + static_cast<int>(marks) * 100;
  return x + sum + static_cast<int>(known) * 1000;
}

AG_FUNCTION double exponents(Tensor x) {
  const double v = x.item<double>();
  const float w = static_cast<float>(v) + 1;
  const int n = static_cast<int>(v);
  return std::ldexp(v, n) + std::ldexp(w, 2 - n) + std::ilogb(v) + std::logb(w) + std::nextafter(v, 9.0) +
         (std::isnormal(v) ? 0.5 : 0.25);
}

AG_FUNCTION std::array<int, 9> bits(Tensor x) {
  const int shift = int(x);
  const uint32_t word = uint32_t(x.item<int64_t>());
  const uint8_t byte = uint8_t(word);
  const uint64_t wide = uint64_t(word) << 21;
  return {std::popcount(word),
          std::popcount(byte) + 10 * std::countr_one(byte),
          std::countl_zero(byte),
          std::countr_zero(wide),
          std::has_single_bit(word) ? 1 : 0,
          int(std::bit_width(wide)),
          int(std::rotl(byte, 3)),
          int(std::rotr(word, shift % 40 - 9) % 1000U),
          std::countl_one(byte)};
}

AG_FUNCTION std::array<double, 7> halfway(Tensor x, Tensor y) {
  const double a = double(x), b = double(y);
  const int n = int(x), m = int(y);
  return {std::midpoint(a, b),
          double(std::midpoint(n, m)),
          double(std::midpoint(unsigned(n), unsigned(m))),
          std::midpoint(float(a), 2.5F),
          double(std::midpoint(int8_t(n), int8_t(m))),
          std::midpoint(a * 1e308, b * 1e307),
          std::scalbn(a, n)};
}

}  // namespace
}  // namespace numbers_programs

void e2e::numbers() {
  using namespace numbers_programs;
  for (int64_t x : {0, 1, 9, 64, 250, 255, 65535}) run("bits", bits, i64(x));
  run("bits", bits, i64(2863311530));
  run("halfway", halfway, f64(1.5), f64(8));
  run("halfway", halfway, f64(9), f64(-2));
  run("halfway", halfway, f64(-7), f64(4));
  run("array_of_numbers", array_of_numbers, ag::tensor({1.0, 3.0, -2.0}));
  run("first_above", first_above, ag::tensor({1.0, 3.0}), 2.0);
  run("first_above", first_above, ag::tensor({1.0, 3.0}), 4.0);
  for (int n : {1, 2, 3, 5}) run("emptied", emptied, Tensor(n));
  run("met_late", met_late, ag::tensor({1, 3, 2, 5}));
  run("met_late", met_late, ag::tensor({7, 3}));
  for (int x : {-3, 2, 7}) run("left_behind", left_behind, Tensor(x), x);
  run("place_of_last", place_of_last, ag::tensor({1.0, 3.0, 2.5, 0.0}));
  run("place_of_last", place_of_last, ag::tensor({1.0, 0.0}));
  run("stepped", stepped, ag::tensor({9.0, 3.0}), 2);
  run("stepped", stepped, ag::tensor({9.0, 3.0}), 9);
  run("total_steps", total_steps, ag::tensor({9.0, 3.0}));
  run("chosen_by_the_host", chosen_by_the_host, ag::tensor({3.0}));
  run("range_of_numbers", range_of_numbers, ag::tensor({3.0, 6.0}));
  const Tensor x = ag::tensor({0.3, 2.5, -1.0});
  run("rounds", [](const Tensor& t) { return rounds(t); }, x);
  run("rounds", rounds, x, 2);
  run("settled", settled, f32(9.0));
  run("settled", settled, f64(2.0));
  run("counted", counted, i64(7));
  run("generator", generator, i64(5));
  for (const double value : {0.75, 5.5, 1e-310}) run("exponents", exponents, f64(value));
  run("casts", casts, f64(2.75));
  run("casts", casts, f64(-1.25));
  run("any_above", any_above, x, 2.0);
  run("any_above", any_above, x, 3.0);
  run("called", called, x, i64(3));
  run("called", called, x, i64(9));
  run("histogram", histogram, ag::tensor({4, 7, -2, 3, 5, 9}));
  run("rows", rows, ag::tensor({{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}}));
  run("index_by_number", index_by_number, ag::tensor({1.0, 7.0, 3.0}));
  run("phases", phases, f32(1.5));
  run("ways_to_ask", ways_to_ask, f32(1.5));
  run("ways_to_ask", ways_to_ask, f32(4.5));
  run("quotient", quotient, f64(7.5), f64(2.0));
  run("quotient", quotient, f64(7.5), f64(0.0));
  run("signs", signs, ag::tensor({1, -2, 0, 5}));
  for (double value : {-1.0, 0.5, 1.5, 3.0, 4.5}) {
    for (Light light : {Light::Red, Light::Green}) {
      run("switched", [&](const Tensor& t) { return switched(t, light); }, f64(value));
    }
  }
}
