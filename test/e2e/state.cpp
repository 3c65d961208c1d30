// What branches and loops carry: structures, tuples, vectors, elements, and copies that stay independent.
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace state_programs {
namespace {

struct Point {
  Tensor x, y;
};

struct Body {
  Point place, speed;
  Tensor mass;
};

AG_FUNCTION Body falls(Body body, Tensor time) {
  for (Tensor i : ag::range(time)) {
    body.speed.y -= 1.0;
    body.place.x = body.place.x + body.speed.x;
    body.place.y = body.place.y + body.speed.y;
    if (body.place.y < 0) {
      body.place.y = -body.place.y;
      body.speed = {body.speed.x * 0.5, -body.speed.y};
    }
  }
  return body;
}

AG_FUNCTION Point mirrored(Point p) {
  if (p.x < 0) return {-p.x, p.y};
  if (p.y < 0) return {p.x, -p.y};
  return p;
}

AG_FUNCTION std::tuple<Tensor, Tensor> fibonacci(Tensor n) {
  std::tuple<Tensor, Tensor> pair{0, 1};
  for (Tensor i : ag::range(n)) {
    auto [a, b] = pair;
    pair = {b, a + b};
  }
  return pair;
}

AG_FUNCTION std::vector<Tensor> histogram(Tensor values) {
  std::vector<Tensor> counts(3, Tensor(0));
  for (Tensor value : values) {
    if (value < 10) {
      counts[0] += 1;
    } else if (value < 100) {
      counts[1] += 1;
    } else {
      counts[2] += 1;
    }
  }
  return counts;
}

AG_FUNCTION Tensor copies_are_independent(Tensor x) {
  Tensor before = x;
  for (Tensor i : ag::range(2)) {
    x[i] = before[i] * 10;
    if (x[0] > 15) before[0] = -1;
  }
  return x + before * 1000;
}

AG_FUNCTION Tensor element_updates(Tensor x, Tensor at) {
  Tensor i = 0;
  while (i < at) {
    x(i, ag::all) = x(i, ag::all) + i;
    x(i, 1) += 100;
    if (i == 1) x(ag::all, 0) = -1;
    i += 1;
  }
  return x;
}

AG_FUNCTION Tensor only_inside(Tensor n) {
  Tensor sum = n * 0;
  while (n > 0) {
    Tensor digit = n % 10;
    if (digit > 5) {
      Tensor excess = digit - 5;
      sum += excess;
    }
    n = n / 10;
  }
  return sum;
}

AG_FUNCTION Tensor survives_the_loop(Tensor n) {
  Tensor last;
  for (Tensor i : ag::range(n)) {
    last = i * i;
  }
  return n > 0 ? last : n * 0 - 1;
}

AG_FUNCTION std::pair<Tensor, Tensor> swapped(Tensor a, Tensor b, Tensor n) {
  while (n > 0) {
    const Tensor kept = a;
    a = b;
    b = kept;
    n -= 1;
  }
  return {a, b};
}

AG_FUNCTION Tensor weak_stays_weak(Tensor x) {
  Tensor factor = 1;
  for (Tensor i : ag::range(Tensor(3))) factor = factor * 2;
  return x * factor;
}

AG_FUNCTION Tensor half_precision(Tensor x, Tensor n) {
  for (Tensor i : ag::range(n)) x = x * 0.5 + 1;
  return x;
}

AG_FUNCTION void writes_its_argument(Tensor& x, Tensor n) {
  if (n > 0) x = x + n;
}

Tensor through_a_reference(Tensor x) {
  writes_its_argument(x, Tensor(5));
  writes_its_argument(x, Tensor(-5));
  return x;
}

AG_FUNCTION Tensor power(Tensor x, Tensor exponent) {
  Tensor result = ag::eye(x.shape(0), ag::int32);
  for (Tensor i : ag::range(exponent)) result = ag::matmul(result, x);
  return result;
}

AG_FUNCTION std::pair<Tensor, int> host_part(Tensor x, int n) {
  Tensor y = x;
  int used = 0;
  for (int i = 0; i < n; ++i) {
    if (x > i) y = y + i;
    used += i;
  }
  return {y, used};
}

struct Mixed {
  Tensor a;
  std::uint8_t b;
};

AG_FUNCTION Tensor named_by_a_temporary(Tensor x, std::uint8_t u) {
  Tensor y = x;
  if (x > 2) {
    u = static_cast<std::uint8_t>(x > 5 ? 250 : 3);
    auto [first, second] = Mixed{x / 2, u};
    y = first + second;
  }
  return y;
}

AG_FUNCTION Tensor needed_by_the_next_branch(Tensor x, Tensor a) {
  Tensor v = a;
  if (x > 5) {
    v = v + 1;
    x = x + v;
  } else if (v < 3) {
    if (a > 0) v = x;
    x = x - 1;
  } else {
    x = v;
  }
  return x;
}

AG_FUNCTION Tensor needed_by_the_next_case(Tensor k, Tensor x, Tensor a) {
  Tensor v = a;
  switch (int(k)) {
    case 0:
      v = v + 1;
      x = x + v;
      break;
    case 1:
      if (a > 0) v = x;
      break;
    default:
      x = x - v;
  }
  return x;
}

AG_FUNCTION Tensor handed_from_test_to_body(Tensor x, Tensor a) {
  Tensor v = a;
  while ((v = x * 2, v < 100)) {
    x = x + v;
    if (a > 1) v = a;
  }
  return x;
}

AG_FUNCTION Tensor element_read_by_a_lambda(const Tensor& xs, Tensor y) {
  for (Tensor x : xs) {
    auto shifted = [&]() -> Tensor { return y + x; };
    if (y > 0) y = shifted();
  }
  return y;
}

AG_FUNCTION Tensor in_maps(Tensor x) {
  std::map<int, double> sums{{1, 0.5}, {2, 1.5}};
  std::unordered_map<std::string, int> counts = {{"even", 1}, {"odd", 0}};
  std::map<std::string, bool> seen;
  std::map<int, int> known{{3, 2}};
  seen["large"] = false;
  if (x > 0) {
    sums[1] = double(x);
  } else {
    sums.at(2) = 7;
  }
  for (auto& [key, sum] : sums) sum += key * double(x);
  for (int k = 1; k <= 2; ++k) {
    while (sums[k] < 20) {
      sums[k] += 3;
      ++counts["even"];
      if (sums.at(k) > 10) counts["odd"]++;
      if (counts["odd"] > 4) break;
    }
  }
  double total = 0;
  for (const auto& [key, sum] : sums) total += sum * key;
  for (const auto& one : sums) total += one.second + known.count(one.first);
  for (auto& one : counts) {
    if (x > 1) one.second += 2;
    if (one.first == "odd") total += 3;
  }
  seen.at("large") = total > 40;
  sums[9] = ++known[4];
  if (seen["large"] && sums.contains(9)) total += 1000;
  return x + total + counts["even"] * 10 + counts["odd"] + sums.size() + sums[9] + known[3];
}
AG_FUNCTION Tensor with_key_in_branch(Tensor x) {
  std::map<std::string, int> counts;
  if (x > 0) counts.clear();
  if (x.ndim() == 0) ++counts["known"];
  return x + counts["known"];
}

/// What only some paths assign stays without a value on the others: nobody has to read it.
struct Feed {
  int hits = 0;
  Tensor last;
  AG_FUNCTION Tensor take(Tensor x) {
    if (x > 2) {
      ++hits;
      last = x;
    }
    return x * hits;
  }
};
struct Best {
  double cost = 1e9;
  Tensor at;
};
AG_FUNCTION Best best_of(Tensor x) {
  Best best;
  for (Tensor one : x) {
    if (one > 2 && one < best.cost) {
      best.cost = double(one);
      best.at = one * 2;
    }
  }
  return best;
}
AG_FUNCTION Tensor perhaps(Tensor x) {
  Tensor y;
  if (x > 2) y = x;
  return y;
}
AG_FUNCTION void into_reference(Tensor x, Tensor& best) {
  if (x > 2) best = x;
  ag::check(x > 0, "not positive");
}

Tensor kept_outside;
AG_FUNCTION void into_global(Tensor x) {
  if (x > 2) kept_outside = x;
  ag::check(x < 3, "too large");
}

void show_perhaps(const char* name, const Tensor& value) {
  if (value.defined())
    e2e::run(name, [&] { return value; });
  else
    e2e::run(name, [] { return Tensor(-99); });
}

void without_values() {
  using e2e::i64;
  for (int64_t x : {1, 3, -1}) {
    Feed feed;
    e2e::run("take", [&] { return feed.take(i64(x)); });
    show_perhaps("last", feed.last);
    e2e::run("take", [&] { return feed.take(i64(4)); });
    e2e::run("take", [&] { return feed.take(i64(x)); });
    show_perhaps("last", feed.last);
    const Best best = best_of(ag::tensor({double(x), 5.0}) - 2 * (x < 3));
    e2e::run("best_of", [&] { return Tensor(best.cost); });
    show_perhaps("at", best.at);
    show_perhaps("perhaps", perhaps(i64(x)));
    Tensor found;
    e2e::run("into_reference", [&] { into_reference(i64(x), found); });
    show_perhaps("found", found);
    kept_outside = Tensor();
    e2e::run("into_global", [&] { into_global(i64(x)); });
    show_perhaps("kept_outside", kept_outside);
  }
}

}  // namespace
}  // namespace state_programs

void e2e::state() {
  using namespace state_programs;
  without_values();
  for (const double x : {-2.0, 0.5, 3.0, 30.0}) {
    run("in_maps", in_maps, e2e::f64(x));
    run("with_key_in_branch", with_key_in_branch, e2e::f64(x));
  }
  for (int64_t x : {1, 4, 9}) run("named_by_a_temporary", named_by_a_temporary, i64(x), std::uint8_t{9});
  for (int64_t x : {1, 9}) {
    for (int64_t a : {-2, 2, 4}) run("needed_by_the_next_branch", needed_by_the_next_branch, i64(x), i64(a));
    run("handed_from_test_to_body", handed_from_test_to_body, i64(x), i64(x - 3));
  }
  for (int64_t k : {0, 1, 2}) run("needed_by_the_next_case", needed_by_the_next_case, i64(k), i64(5), i64(3));
  run("element_read_by_a_lambda", element_read_by_a_lambda, ag::tensor({3, -9, 4}), i64(2));
  for (int64_t n : {0, 1, 6}) run("falls", falls, Body{{f32(0), f32(3)}, {f32(1), f32(0)}, f32(2)}, i64(n));
  run("mirrored", mirrored, Point{f32(-1), f32(-2)});
  run("mirrored", mirrored, Point{f32(1), f32(-2)});
  run("mirrored", mirrored, Point{f32(1), f32(2)});
  for (int64_t n : {0, 1, 10}) run("fibonacci", fibonacci, i64(n));
  run("histogram", histogram, ag::tensor({5, 50, 500, 7, 99, 100}));
  run("histogram", histogram, ag::zeros({0}, ag::int32));
  run("copies_are_independent", copies_are_independent, ag::tensor({1, 2, 3}));
  run("copies_are_independent", copies_are_independent, ag::tensor({2, 2, 3}));
  run("element_updates", element_updates, ag::zeros({3, 2}, ag::int64), i64(3));
  run("element_updates", element_updates, ag::zeros({3, 2}, ag::int64), i64(4));
  for (int64_t n : {0, 3, 9876}) run("only_inside", only_inside, i64(n));
  for (int64_t n : {0, 4}) run("survives_the_loop", survives_the_loop, i64(n));
  for (int64_t n : {0, 3}) run("swapped", swapped, f32(1), f32(2), i64(n));
  run("weak_stays_weak", weak_stays_weak, ag::tensor(3, ag::int8));
  run("weak_stays_weak", weak_stays_weak, ag::tensor(3.0, ag::float64));
  for (ag::DType dtype : {ag::float16, ag::bfloat16})
    run("half_precision", half_precision, ag::tensor(3.0, dtype), i64(4));
  run("through_a_reference", through_a_reference, i64(7));
  for (int n : {0, 10}) run("power", power, ag::tensor({{1, 1}, {1, 0}}), i64(n));
  run("host_part", host_part, f64(1.5), 4);
}
