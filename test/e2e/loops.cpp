// while, range-for and for; break, continue and return in them, also through several of them.
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace loops_programs {
namespace {

AG_FUNCTION Tensor collatz(Tensor n) {
  Tensor steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps += 1;
  }
  return steps;
}

AG_FUNCTION Tensor break_and_continue(Tensor n) {
  Tensor sum = 0;
  for (Tensor i : ag::range(n)) {
    if (i % 2 == 0) continue;
    if (i > 11) break;
    sum += i;
  }
  return sum;
}

AG_FUNCTION Tensor first_divisor(Tensor n) {
  Tensor d = 2;
  while (d * d <= n) {
    if (n % d == 0) return d;
    d += 1;
  }
  return n;
}

AG_FUNCTION std::pair<Tensor, Tensor> pythagorean(Tensor c) {
  for (Tensor a : ag::range(1, c)) {
    for (Tensor b : ag::range(a, c)) {
      if (a * a + b * b == c * c) return {a, b};
      if (a * a + b * b > c * c) break;
    }
  }
  return {Tensor(0), Tensor(0)};
}

AG_FUNCTION Tensor primes(Tensor n) {
  Tensor count = 0;
  for (Tensor i : ag::range(2, n)) {
    Tensor prime = true;
    for (Tensor j : ag::range(2, i)) {
      if (j * j > i) break;
      if (i % j == 0) {
        prime = false;
        break;
      }
    }
    if (!prime) continue;
    count += 1;
  }
  return count;
}

AG_FUNCTION Tensor staged_jump_in_host_loop(Tensor x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 50) break;
    if (x % 3 == 0) {
      x += 1;
      continue;
    }
    x = x * 2;
  }
  return x;
}

AG_FUNCTION Tensor return_from_host_loop(Tensor x, int n) {
  for (int i = 0; i < n; ++i) {
    x = x + i;
    if (x > 10) return x * 100;
  }
  return x;
}

AG_FUNCTION Tensor host_range(Tensor x, int n) {
  for (int64_t i : ag::range(n)) {
    if (x > 20) continue;
    x += i;
  }
  return x;
}

AG_FUNCTION Tensor vector_of_tensors(std::vector<Tensor> xs) {
  Tensor best = xs[0];
  for (Tensor x : xs) {
    if (x > best) best = x;
  }
  return best;
}

AG_FUNCTION Tensor rows(Tensor x) {
  Tensor sum = ag::zeros({x.shape(1)}, ag::float64);
  for (Tensor row : x) {
    if (row[0] < 0) continue;
    if (ag::sum(row) > 100) break;
    sum = sum + row;
  }
  return sum;
}

AG_FUNCTION Tensor endless(Tensor x) {
  while (true) {
    x = x / 2 + 1;
    if (x < 4) break;
  }
  return x;
}

AG_FUNCTION Tensor compound_condition(Tensor x, Tensor y) {
  while (x > 0 && (y < 20 || x > 15) && !(x == y)) {
    x -= 1;
    y += 2;
  }
  return x * 1000 + y;
}

AG_FUNCTION Tensor invariant(Tensor n, Tensor scale) {
  const Tensor base = scale * 2;
  Tensor total = base;
  Tensor i = 0;
  while (i < n) {
    const Tensor term = base + i;
    total = total + term;
    i += 1;
  }
  return total;
}

AG_FUNCTION Tensor step_range(Tensor from, Tensor to, Tensor step) {
  Tensor digits = 0;
  for (Tensor i : ag::range(from, to, step)) digits = digits * 10 + i;
  return digits;
}

AG_FUNCTION Tensor grows(Tensor n) {
  Tensor all = ag::zeros({1});
  for (Tensor i : ag::range(n)) {
    all = ag::concat({all, ag::reshape(ag::astype(i, ag::float32), {1})});
    if (i == 3) all = ag::concat({all, all});
  }
  return all;
}

AG_FUNCTION Tensor return_in_branch_of_loop(Tensor x) {
  Tensor count = 0;
  while (x < 1000) {
    count += 1;
    if (x > 100) {
      x = x + 1;
      if (x % 7 == 0) return count;
    } else {
      x = x * 3;
      if (x == 27) continue;
      count += 100;
    }
    x += 2;
  }
  return -count;
}

AG_FUNCTION Tensor sorted(Tensor x) {
  const int64_t n = x.shape(0);
  Tensor swapped = true;
  while (swapped) {
    swapped = false;
    for (Tensor i : ag::range(Tensor(n - 1))) {
      if (x[i] > x[i + 1]) {
        const Tensor smaller = x[i + 1];
        x[i + 1] = x[i];
        x[i] = smaller;
        swapped = true;
      }
    }
  }
  return x;
}

AG_FUNCTION Tensor loop_variable_is_its_own(Tensor n) {
  Tensor sum = 0;
  for (Tensor i : ag::range(n)) {
    i = i * 10;
    sum += i;
  }
  return sum;
}

AG_FUNCTION Tensor divides_in_loop(Tensor n) {
  Tensor x = 100;
  while (n > -2) {
    n -= 1;
    x = x / n;
  }
  return x;
}

}  // namespace
}  // namespace loops_programs

void e2e::loops() {
  using namespace loops_programs;
  for (int64_t n : {1, 7, 27}) run("collatz", collatz, i64(n));
  run("collatz", collatz, ag::tensor(27, ag::int16));
  for (int64_t n : {0, 1, 8, 20}) run("break_and_continue", break_and_continue, i64(n));
  for (int64_t n : {2, 15, 49, 97}) run("first_divisor", first_divisor, i64(n));
  for (int64_t c : {0, 5, 7, 13}) run("pythagorean", pythagorean, i64(c));
  for (int64_t n : {0, 3, 30}) run("primes", primes, i64(n));
  for (int64_t x : {1, 3, 60}) {
    run("staged_jump_in_host_loop", staged_jump_in_host_loop, i64(x), 6);
    run("return_from_host_loop", return_from_host_loop, i64(x), 4);
    run("host_range", host_range, i64(x), 8);
  }
  run("vector_of_tensors", vector_of_tensors, std::vector<Tensor>{f32(1), f32(5), f32(3)});
  run("vector_of_tensors", vector_of_tensors, std::vector<Tensor>{f32(1)});
  run("rows", rows, ag::astype(ag::tensor({{1, 2}, {-1, 5}, {3, 4}, {90, 20}, {1, 1}}), ag::float64));
  run("rows", rows, ag::zeros({0, 2}, ag::float64));
  run("endless", endless, f64(1000));
  run("compound_condition", compound_condition, i64(40), i64(0));
  run("compound_condition", compound_condition, i64(6), i64(0));
  for (int64_t n : {0, 4}) run("invariant", invariant, i64(n), i64(3));
  run("step_range", step_range, i64(1), i64(9), i64(3));
  run("step_range", step_range, i64(9), i64(1), i64(-2));
  for (int64_t n : {0, 2, 5}) run("grows", grows, i64(n));
  for (int64_t x : {2, 9, 101}) run("return_in_branch_of_loop", return_in_branch_of_loop, i64(x));
  run("sorted", sorted, ag::tensor({5, 2, 9, 1, 7}));
  run("loop_variable_is_its_own", loop_variable_is_its_own, i64(4));
  run("divides_in_loop", divides_in_loop, i64(3));
}
