// Control flow as functions of functions.
#include "harness.h"

using ag::Tensor;

namespace higher_order_programs {
namespace {

AG_FUNCTION Tensor absolute(Tensor x) {
  return ag::cond(x < 0, [&] { return -x; }, [&] { return x; });
}

AG_FUNCTION Tensor collatz(Tensor n) {
  auto [last, steps] = ag::while_loop([](Tensor n, Tensor) { return n != 1; },
                                      [](Tensor n, Tensor steps) {
                                        if (n % 2 == 0) {
                                          n = n / 2;
                                        } else {
                                          n = 3 * n + 1;
                                        }
                                        return std::tuple(n, steps + 1);
                                      },
                                      n, 0);
  return last + steps;
}

AG_FUNCTION Tensor chosen(Tensor which, Tensor x) {
  return ag::switch_case(which, {[&] { return x + 1; }, [&] { return x * x; }, [&] { return -x; }});
}

AG_FUNCTION Tensor clipped_rows(Tensor x, double most) {
  return ag::map_fn(
      [&](Tensor row) {
        if (ag::sum(row) > most) return row * 0.5;
        return row * 1.0;
      },
      x);
}

AG_FUNCTION Tensor horner(Tensor coefficients, Tensor x) {
  return ag::fold([&](Tensor value, Tensor c) { return value * x + c; }, 0.0, coefficients);
}

AG_FUNCTION Tensor running_maximum(Tensor x) {
  return ag::scan(
      [](Tensor best, Tensor v) {
        if (v > best) best = v;
        return best;
      },
      x[0], x);
}

AG_FUNCTION Tensor lengths(Tensor x) {
  return ag::vectorized_map([](Tensor row) { return ag::sqrt(ag::sum(row * row)); }, x);
}

// Under a condition, in a loop, and of a local lambda that is kept in a variable.
AG_FUNCTION Tensor mixed(Tensor x, int rounds) {
  auto twice = [](Tensor v) { return v * 2; };
  for (int k = 0; k < rounds; ++k) {
    if (x < 50) x = ag::while_loop([&](Tensor v) { return v < 10 * (k + 1); }, twice, x);
  }
  return x;
}

// What is given to start with is computed before, and may write.
AG_FUNCTION Tensor counted_starts(Tensor x) {
  int n = 3;
  if (x > 1) n = 4;
  auto [i, y] = ag::while_loop([](Tensor i, Tensor) { return i < 6; },
                               [](Tensor i, Tensor y) { return std::tuple(i + 1, y * 2); }, n++, x);
  while (x < 50) x = ag::while_loop([&](Tensor v) { return v < 10 * n; }, [](Tensor v) { return v * 2; }, x + n++);
  return y * 1000 + x * 10 + n + i;
}

// What the functions write besides what they give back is state as well.
AG_FUNCTION Tensor counted_tests(Tensor x) {
  int tests = 0;
  Tensor last = 0 * x;
  auto [n, s] = ag::while_loop(
      [&](Tensor v, Tensor) {
        ++tests;
        last = v;
        return v > 1;
      },
      [&](Tensor v, Tensor s) { return std::tuple(v / 2, s + v); }, x, 0 * x);
  return n + s + 100 * tests + last;
}

AG_FUNCTION Tensor counted_rows(Tensor x) {
  Tensor total = 0 * ag::sum(x), most = total;
  int rows = 0;
  auto add = [&](Tensor row) {
    total += ag::sum(row);
    if (ag::sum(row) > 8) ++rows;
    return total;
  };
  Tensor sums = ag::map_fn(add, x);
  Tensor scaled = ag::vectorized_map(
      [&](Tensor row) {
        rows *= 2;
        return row * rows;
      },
      x);
  const auto larger = [&](Tensor s, Tensor row) {
    most = ag::maximum(most, ag::sum(row));
    return s + row;
  };
  Tensor last = ag::fold(larger, x[0], x);
  last += ag::sum(ag::scan(larger, x[0], x));
  return ag::sum(sums) + ag::sum(scaled) * 3 + last + 10 * most + rows + total;
}

AG_FUNCTION Tensor counted_choices(Tensor x, Tensor which) {
  int n = 1;
  auto tenfold = [&n, x] {
    n *= 10;
    return x * 2;
  };
  const auto add = [&] {
    n += 1;
    return x;
  };
  Tensor r = ag::switch_case(which, {add, tenfold, [&] { return x * 3; }});
  if (n > 5) {
    const auto subtract = [&] {
      if (x > 2) n -= 3;
      return r;
    };
    const auto reset = [&] {
      n = 77;
      return x;
    };
    r = r + ag::cond(r > 2, subtract, reset);
  }
  const auto less = [&] {
    --n;
    return r / 2;
  };
  while (n > 1) {
    n = n / 2;
    r = ag::cond(r > 10, less, [&] { return r + n; });
  }
  return r + n;
}

// In templates, whose lambdas have no result type before they are instantiated.
template <int N>
Tensor counted_down(Tensor x) {
  Tensor left = 4;
  int n = N;
  ag::while_loop([&](Tensor) { return left > 0 && !(left % 4 == 1); },
                 [&](Tensor round) {
                   left--;
                   x += N;
                   ++n;
                   return round;
                 },
                 0);
  return x + left + n;
}
template <class T>
T halved_while_between(T x) {
  auto between = [&](Tensor v) { return v > 1 && bool(v < 100); };
  int n = 0;
  x = ag::while_loop(
      between,
      [&](auto v) {
        ++n;
        return v / 2;
      },
      x);
  return x + n;
}
AG_FUNCTION Tensor in_templates(Tensor x) {
  return counted_down<2>(x) + halved_while_between(x) + halved_while_between(x + 3);
}

}  // namespace
}  // namespace higher_order_programs

namespace e2e {

void higher_order() {
  using namespace ::higher_order_programs;
  for (const double x : {3.0, -2.5}) run("absolute", absolute, f32(x));
  for (const int64_t n : {1, 6, 27}) run("collatz", collatz, i64(n));
  for (const int64_t which : {0, 1, 2, 5}) run("chosen", chosen, i64(which), f32(3));
  const Tensor x = ag::tensor({{1.0, 2.0}, {3.0, 4.0}, {6.0, 8.0}});
  for (const double most : {2.0, 8.0}) run("clipped rows", clipped_rows, x, most);
  run("horner", horner, ag::tensor({1.0, -2.0, 3.0}), f32(2));
  run("running maximum", running_maximum, ag::tensor({3, 1, 4, 1, 5, 9, 2, 6}));
  run("lengths", lengths, x);
  for (const double start : {1.0, 7.0, 60.0}) run("mixed", mixed, f32(start), 3);
  for (const double start : {1.0, 2.0}) run("counted starts", counted_starts, f32(start));
  for (const double start : {0.5, 9.0}) run("counted tests", counted_tests, f32(start));
  run("counted rows", counted_rows, x);
  for (const double start : {0.5, 9.0, 150.0}) run("in templates", in_templates, f32(start));
  for (const double start : {0.5, 3.0, 9.0}) {
    for (const int64_t which : {0, 1, 2}) run("counted choices", counted_choices, f32(start), i64(which));
  }
}

}  // namespace e2e
