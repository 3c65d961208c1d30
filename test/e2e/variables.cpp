// Variables of the runtime in converted functions: read and written in the order of the program.
#include <ag/ag.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.h"

using ag::Tensor;
using ag::Variable;

namespace variables_programs {
namespace {

Variable total(0.0, {.name = "total"});
Variable seen(0, {.name = "seen", .trainable = false});
Variable running(true, {.name = "running"});

// LB-02: a loop whose only effect is on a variable.
AG_FUNCTION void count(Tensor x) {
  for ([[maybe_unused]] Tensor row : x) seen.assign_add(1);
}

AG_FUNCTION Tensor order(Tensor x) {
  const Tensor before = total;
  total.assign(total * 2 + x);
  Tensor middle = total;
  total.assign_sub(before);
  return before * 10000 + middle * 100 + total;
}

// CB-01: a branch whose only effect is on a variable.
AG_FUNCTION void branch(Tensor x) {
  if (x > 1) {
    seen.assign(1);
  } else {
    seen.assign(0);
  }
}

// OP-16: a test with an effect runs once more than the body.
bool advance() {
  seen.assign_add(1);
  return true;
}
AG_FUNCTION Tensor test_with_effect(Tensor n) {
  Tensor body = 0;
  while (advance() && body < n) body += 1;
  return body * 100 + seen;
}

// Functions that are given nothing, and take a number out of what stands outside.
double last() { return seen.item<double>(); }
struct Reader {
  int reads = 0;
  double last() const { return seen.item<double>(); }
  double more(double x) { return total.item<double>() + x; }
};
AG_FUNCTION Tensor numbers_of_outside(Tensor x) {
  Reader reader;
  reader.last();
  last();
  double sum = reader.last() + last();
  if (sum > 4) sum = reader.more(sum);
  return x * sum;
}

// A structure that numbers outside decide, given to a method of an object outside.
bool twice = true;
unsigned which = 2;
struct Keeper {
  Tensor pick(Tensor x, std::optional<bool> again) const { return again && *again ? x + x : x; }
  std::string text = "kept";
};
Keeper keeper;
AG_FUNCTION Tensor chosen_outside(Tensor x) {
  return keeper.pick(x, which == 4u ? std::optional<bool>{twice} : std::optional<bool>{});
}

AG_FUNCTION Tensor conditions(Tensor x) {
  Tensor y = 0;
  if (running) y += 1;
  if (!running) y += 10;
  while (running && y < x) {
    y += 100;
    if (y > 300) running.assign(false);
  }
  running.assign(true);
  return seen > 1 ? y + seen : y - seen;
}

AG_FUNCTION Tensor to_numbers(Tensor x) {
  seen.assign(x);
  int n = seen.item<int>();
  int half = int(seen) / 2;
  while (n > half) {
    --n;
    seen.assign(n * 3);
  }
  return seen + half + seen.ndim();
}

AG_FUNCTION Tensor argument(Tensor x, Variable v, const Variable& w) {
  if (x > 2) {
    v.assign_add(x);
  } else {
    v.assign(w * x);
  }
  return v + w;
}

void helper(const Variable& v, Tensor by) {
  if (by > 1) v.assign_add(by);
}
AG_FUNCTION Tensor through_helper(Tensor x) {
  helper(total, x);
  helper(total, x - 1);
  return total;
}

AG_FUNCTION Tensor breaks(Tensor x) {
  total.assign(0);
  for (int i = 0; i < 10; ++i) {
    if (x * i > 12) break;
    if (x * i > 3) continue;
    total.assign_add(i);
  }
  return total;
}

AG_FUNCTION Tensor returns_early(Tensor x) {
  total.assign(1);
  if (x > 3) return total;
  total.assign(2);
  for (int i = 0; i < 5; ++i) {
    total.assign_add(i);
    if (total > x + 3) return total * 10;
  }
  return total;
}

AG_FUNCTION Tensor fails(Tensor x) {
  total.assign(x);
  ag::check(x < 3, "too large");
  total.assign_add(100);
  if (x > 1) throw std::domain_error("above one");
  total.assign_add(1000);
  return total;
}

AG_FUNCTION Tensor wrong_shape(Tensor x) {
  total.assign(ag::ones({2}) * x);
  return x;
}

Variable rows(ag::zeros({4, 2}), {.name = "rows"});

AG_FUNCTION Tensor scatters(Tensor x) {
  rows.assign(ag::ones({4, 2}));
  for (int i = 0; i < 4; ++i) {
    if (x > i) {
      rows.scatter_update(ag::tensor({i}), ag::tensor({1.0, 2.0}) * x);
    } else {
      rows.scatter_sub(ag::tensor({3 - i, i}), i);
    }
    if (x == i) break;
    rows.scatter_add(ag::tensor({0}), x);
  }
  return rows;
}

AG_FUNCTION Tensor wrong_row(Tensor x) {
  rows.assign(ag::zeros({4, 2}));
  rows.scatter_update(ag::reshape(ag::astype(x, ag::int32), {1}), 7.0);
  return rows;
}

AG_FUNCTION Tensor once(Tensor x) {
  static Variable calls(0, {.name = "calls"});
  static Variable table(ag::zeros({3}), {.name = "table"});
  calls.assign_add(1);
  table.scatter_add(ag::tensor({1}), ag::tensor({1.0}));
  return x * calls + table[1];
}

struct Model {
  Variable weight{ag::tensor({1.0, 2.0})};
  std::vector<int> unrelated;
  Variable bias;

  AG_FUNCTION Tensor operator()(Tensor x) {
    if (!bias.defined()) bias = Variable(ag::ones({2}));
    weight.assign(weight * 0.5 + x);
    if (ag::sum(weight) > 4) bias.assign_add(x);
    return weight + bias;
  }
};

void run_of_history(Tensor x) {
  static Variable history(ag::zeros({0}), {.shape = ag::Shape{ag::unknown}});
  history.assign(ag::concat({history, ag::reshape(x, {1})}));
  ag::print("history:", history);
}
AG_FUNCTION void remembers(Tensor x) {
  for (int i = 0; i < 3; ++i) {
    if (x > i) run_of_history(x + i);
  }
}

}  // namespace
}  // namespace variables_programs

namespace e2e {

void variables() {
  using namespace ::variables_programs;
  total.assign(3);
  run("count", [](Tensor x) { return count(x), Tensor(seen); }, ag::ones({3}));
  run("count", [](Tensor x) { return count(x), Tensor(seen); }, ag::ones({0}));
  run("order", order, f32(5));
  run("branch", [](Tensor x) { return branch(x), Tensor(seen); }, f32(2));
  run("branch", [](Tensor x) { return branch(x), Tensor(seen); }, f32(1));
  run("test_with_effect", test_with_effect, f32(4));
  run("conditions", conditions, f32(1000));
  run("conditions", conditions, f32(150));
  run("to_numbers", to_numbers, ag::tensor(9, ag::int32));
  {
    Variable v(1.0), w(10.0);
    run("argument", [&](Tensor x) { return argument(x, v, w); }, f32(3));
    run("argument", [&](Tensor x) { return argument(x, w, v); }, f32(2));
    run("argument", [&](Tensor x) { return argument(x, v, v); }, f32(2));
    show(Tensor(v));
    show(Tensor(w));
  }
  total.assign(0);
  run("through_helper", through_helper, f32(1.5));
  run("through_helper", through_helper, f32(3));
  run("breaks", breaks, f32(2));
  for (const double x : {1, 4, 7}) run("returns_early", returns_early, f32(x));
  for (const double x : {0, 2, 4}) {
    run("fails", fails, f32(x));
    show(Tensor(total));
    show(numbers_of_outside(3.0));
  }
  for (const unsigned of : {2u, 4u, 4u}) {
    which = of;
    run("chosen_outside", chosen_outside, f32(3));
    twice = of == 2u;
  }
  run("wrong_shape", wrong_shape, f32(1));
  for (const double x : {0, 2, 9}) run("scatters", scatters, f32(x));
  for (const double x : {-1, 4}) {
    run("wrong_row", wrong_row, f32(x));
    show(Tensor(rows));
  }
  run("once", once, f32(10));
  Model first, second;
  run("Model", [&](Tensor x) { return first(x); }, ag::tensor({1.0, 2.0}));
  run("Model", [&](Tensor x) { return second(x); }, ag::tensor({0.5, 0.0}));
  run("Model", [&](Tensor x) { return first(x); }, ag::tensor({1.0, 2.0}));
  run("remembers", remembers, f32(1.5));
}

}  // namespace e2e
