// do, and C-style for in every form: tensor counters and bounds, several variables, missing parts, jumps in them.
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace loop_forms_programs {
namespace {

AG_FUNCTION Tensor digits(Tensor n) {
  Tensor count = 0;
  do {
    n = n / 10;
    count += 1;
  } while (n > 0);
  return count;
}

AG_FUNCTION Tensor do_without_braces(Tensor n) {
  do n -= 3;
  while (n > 0);
  return n;
}

AG_FUNCTION Tensor do_with_jumps(Tensor n, Tensor m) {
  Tensor s = 0;
  do {
    n -= 1;
    if (n % 3 == 0) continue;
    if (n == m) break;
    if (n == 8) return s * 2;
    s += n;
  } while (n > 0 && s < 50);
  return s;
}

AG_FUNCTION Tensor host_do(Tensor x) {
  int k = 3;
  do {
    if (x > 20) continue;
    x *= k;
  } while (--k > 0);
  return x;
}

AG_FUNCTION Tensor do_test_with_effect(Tensor n) {
  Tensor s = 0, last;
  do {
    last = n * 2;
    s += last;
    if (s > 60) break;
  } while ((n -= 1) > 0 && last > 4);
  return s * 100 + n;
}

AG_FUNCTION Tensor do_inside_do(Tensor n) {
  Tensor s = 0;
  do {
    Tensor m = n;
    do {
      m -= 2;
      if (m == 3) break;
      s += 1;
    } while (m > 0);
    if (s > 12) return -s;
    n -= 1;
  } while (n > 0);
  return s;
}

AG_FUNCTION Tensor even_numbers(Tensor n) {
  Tensor s = 0;
  for (Tensor i = 0; i < n; i += 2) {
    if (i == 4) continue;
    s += i;
  }
  return s;
}

AG_FUNCTION Tensor two_counters(Tensor n) {
  Tensor s = 0;
  for (Tensor i = 0, j = n; i < j; ++i, --j) {
    s += i * j;
    if (s > 40) break;
  }
  return s;
}

AG_FUNCTION Tensor counter_lives_on(Tensor n) {
  Tensor i = 1;
  for (; i * i < n; ++i) {
    if (n % (i + 1) == 0) break;
  }
  return i;
}

AG_FUNCTION Tensor no_step(Tensor n) {
  Tensor s = 0;
  for (Tensor a = 0, b = n; a < b;) {
    a += 1;
    b -= s;
    s += 2;
  }
  return s;
}

AG_FUNCTION Tensor no_parts(Tensor n) {
  Tensor i = 0;
  for (;;) {
    i += 1;
    if (i % 2 == 0) continue;
    if (i > n) break;
  }
  return i;
}

AG_FUNCTION Tensor no_condition(Tensor n) {
  for (Tensor k = 0;; k += 1)
    if (k * k > n) return k;
}

AG_FUNCTION Tensor step_changes_the_result(Tensor x) {
  for (int k = 0; k < 4; ++k, x += 1) {
    if (x > 10) continue;
    x *= 2;
  }
  return x;
}

AG_FUNCTION Tensor nested_for(Tensor n) {
  Tensor found = 0;
  for (Tensor a = 1; a < n; a += 1) {
    for (Tensor b = a; b < n; b += 1) {
      if ((a + b) % 3 == 0) continue;
      if (a * b > 2 * n) break;
      if (a * b == n) return a * 100 + b;
      found += 1;
    }
    if (found > 9) break;
  }
  return -found;
}

AG_FUNCTION Tensor condition_with_effects(Tensor n) {
  Tensor s = 0;
  for (Tensor i = n; i-- > 0; s += i) {
    if (i == 2) continue;
    if (s > 30) return s + 1000;
    s += 1;
  }
  return s;
}

AG_FUNCTION Tensor tensor_bound_and_rows(Tensor x, Tensor n) {
  Tensor best = x[0];
  for (Tensor i = 1; i < n && i < 5; ++i) {
    if (x[i] > best) best = x[i];
  }
  return best;
}

AG_FUNCTION Tensor declares_in_headers(Tensor a, Tensor b) {
  Tensor y = 0;
  if (Tensor d = a - b; d > 0) y = d;
  if (Tensor d = a - 2) y += d;
  if (Tensor d = a - 2; d > 3) {
    y += d;
  } else if (Tensor e = d - b) {
    y += e * d;
  } else if (a > 3) {
    y += 3;
  } else {
    y = e;
  }
  while (Tensor t = a - 1) {
    a -= 1;
    y += t;
    if (a < -5) break;
  }
  for (Tensor rows = ag::arange(4); Tensor row : rows) y += row;
  if (Tensor d = a - b; d > 0) return y;
  if (Tensor d = a - b; d > 0) return d;
  Tensor d = 2;
  return y * d;
}

AG_FUNCTION Tensor declaration_in_while(Tensor b) {
  Tensor y = 0;
  while (const auto t{b - 1}) {
    b -= 1;
    if (t == 3) continue;
    y += t;
    if (y > 50) return t;
  }
  for (Tensor k = 0; Tensor left = 5 - k; k += 1) y += left * k;
  return y;
}

AG_FUNCTION Tensor guard_with_declaration(Tensor a) {
  if (Tensor half = a / 2; half > 3) return half;
  if (Tensor twice = a * 2; twice < 0) {
    return twice;
  } else if (Tensor third = a / 3; third == 1) {
    return third + twice;
  }
  return a;
}

AG_FUNCTION Tensor replaced_in_the_first_round(Tensor x, Tensor a) {
  Tensor v = a;
  if (x > 3) {
    v = v * 2;
    x = x - 1;
  }
  do {
    v = x + 1;
    x = x - 2;
  } while (v > 3);
  return x + v;
}

// Tests that change variables: also where that is seen only once the loop has made other ones symbolic.
AG_FUNCTION Tensor counted_by_the_test(Tensor x) {
  int n = 0, left = 7, m = 0;
  while (n++ < 5) {
    x = x + 1;
    if (x > 6) break;
  }
  while (left-- > 0 && (m += left, true)) {
    x = x + 2;
    if (x > 17) return x + m * 1000;
  }
  return x + n * 10 + left * 100 + m * 1000;
}

AG_FUNCTION Tensor test_of_what_the_body_changes(Tensor x) {
  int k = 0, c = 0, n = 0, i = 0;
  while (x > (c = k * 2)) ++k;
  while (i < 5 && (n += i, x > n)) ++i;
  int g = 0, h = 0;
  for (; h += g, h < 9;) {
    ++g;
    if (x > 8) break;
    x = x + 1;
  }
  return x + k * 10 + c * 100 + n * 1000 + i * 10000 + g * 100000 + h * 1000000;
}

AG_FUNCTION Tensor test_that_prints(Tensor x) {
  int n = 0;
  while ((ag::print("test", n, x), n++ < 4)) {
    if (x > 5) break;
    x = x + 2;
  }
  return x + n * 10;
}

// Tests that leave something behind that the body overwrites.
AG_FUNCTION Tensor steps_down_in_the_test(Tensor x) {
  Tensor left = 6;
  while (left > 0 && left <= --x) {
    left--;
    x = left + 3;
  }
  return left;
}

AG_FUNCTION Tensor chooses_in_the_test(Tensor x) {
  Tensor y = x;
  int n = 0;
  do {
    y = x - n;
    n += 1;
  } while (n < 9 && (x > 3 ? --y > 0 : ++n < 4));
  return x + n;
}

AG_FUNCTION Tensor assigns_in_the_test(Tensor x) {
  Tensor y = x;
  int n = 9;
  for (; n > 0 && (y = y - n) > 2; --n) {
    y = x * 2;
  }
  return x + n;
}

AG_FUNCTION Tensor first_assigned_in_the_test(Tensor x) {
  Tensor z;
  int k = 3;
  while (k > 0 && (z = x * k, k -= 1, z < 20)) {
    z = x;
    if (x > 4) break;
  }
  return x + k;
}

// Ranges with tensor bounds, numbered and together with others.
AG_FUNCTION Tensor numbered_ranges(Tensor x, Tensor rows) {
  Tensor sum = 0 * x;
  for (auto [k, i] : ag::enumerate(ag::range(x))) {
    if (i == 3) continue;
    sum += k * 10 + i;
  }
  for (auto [k, i] : ag::enumerate(ag::range(x, 2 - x, -3), 5)) {
    ag::print("down", k, i);
    if (sum > 400) break;
    sum += i * k;
  }
  for (auto [i, row] : ag::zip(ag::range(1, x), rows)) sum += i * row;
  for (auto [i, k] : ag::zip(ag::range(x, 2 * x + 1, x), ag::range(x))) sum += i - k;
  return sum;
}

// Another variable of the name hides what a reference names.
AG_FUNCTION Tensor hidden_counter(Tensor x) {
  int n = 1;
  const int& seen = n;
  int& count = n;
  for (int n = 0; n < 3; ++n) {
    if (x > n) count += n + seen;
    int doubled = n;
    {
      int n = doubled * 2;
      count += n;
    }
  }
  if (int n = 5; x > n)
    count += n;
  else if (int m = n * 2; x > m - 9)
    count -= m;
  return x + n + seen * 10 + count * 100;
}

// Pairs and numbered rows of tensors in a template.
template <class T>
T paired(const T& x, T y) {
  T sum = 0 * x[0];
  for (auto [a, b] : ag::zip(x, y)) sum = sum * 2 + a * b;
  for (const auto& [i, row] : ag::enumerate(y)) {
    if (row > 3) break;
    sum = sum + i * row;
  }
  return sum;
}
AG_FUNCTION Tensor of_pairs(Tensor x, Tensor y) { return paired(x + 1, y); }

}  // namespace
}  // namespace loop_forms_programs

void e2e::loop_forms() {
  using namespace loop_forms_programs;
  run("of_pairs", of_pairs, ag::tensor({1, 5, 3}), ag::tensor({2, 3, 9, 1}));
  for (int64_t x : {0, 1, 3, 5, 8, 12}) {
    run("counted_by_the_test", counted_by_the_test, i64(x));
    run("test_of_what_the_body_changes", test_of_what_the_body_changes, i64(x));
    run("test_that_prints", test_that_prints, i64(x));
  }
  for (int64_t x : {1, 9}) run("replaced_in_the_first_round", replaced_in_the_first_round, i64(x), i64(3));
  for (int64_t n : {0, 7, 12345}) run("digits", digits, i64(n));
  for (int64_t n : {-1, 3, 8}) run("do_without_braces", do_without_braces, i64(n));
  for (int64_t n : {0, 5, 8, 9, 30}) run("do_with_jumps", do_with_jumps, i64(n), i64(4));
  for (int64_t x : {1, 8, 30}) run("host_do", host_do, i64(x));
  for (int64_t n : {1, 4, 9, 30}) run("do_test_with_effect", do_test_with_effect, i64(n));
  for (int64_t n : {1, 4, 9}) run("do_inside_do", do_inside_do, i64(n));
  for (int64_t n : {0, 3, 10}) {
    run("even_numbers", even_numbers, i64(n));
    run("two_counters", two_counters, i64(n));
    run("counter_lives_on", counter_lives_on, i64(n * n));
    run("no_step", no_step, i64(n));
    run("no_parts", no_parts, i64(n));
    run("no_condition", no_condition, i64(n));
    run("step_changes_the_result", step_changes_the_result, i64(n));
    run("nested_for", nested_for, i64(n));
    run("nested_for", nested_for, i64(n + 1));
    run("condition_with_effects", condition_with_effects, i64(n));
  }
  run("tensor_bound_and_rows", tensor_bound_and_rows, ag::tensor({1, 5, 3, 9, 2, 11}), i64(3));
  run("tensor_bound_and_rows", tensor_bound_and_rows, ag::tensor({1, 5, 3, 9, 2, 11}), i64(6));
  for (int64_t a : {0, 2, 3, 6, 9}) {
    for (int64_t b : {1, 4}) run("declares_in_headers", declares_in_headers, i64(a), i64(b));
    run("declaration_in_while", declaration_in_while, i64(a + 1));
    run("guard_with_declaration", guard_with_declaration, i64(a - 1));
  }
  for (int64_t x : {-3, 0, 2, 5, 12}) {
    run("steps_down_in_the_test", steps_down_in_the_test, i64(x));
    run("chooses_in_the_test", chooses_in_the_test, i64(x));
    run("assigns_in_the_test", assigns_in_the_test, i64(x));
    run("first_assigned_in_the_test", first_assigned_in_the_test, i64(x));
    run("hidden_counter", hidden_counter, i64(x));
    if (x != 0) run("numbered_ranges", numbered_ranges, i64(x), ag::tensor({4, 5, 6}, ag::int64));
  }
}
