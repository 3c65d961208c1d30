/// Variables outside of a function that it writes: after each call they hold what plain C++ leaves in them.
#include <ag/staging/generated.h>

#include <memory>
#include <stdexcept>

#include "support/catch.h"

namespace ag::test {

namespace writes_test {
namespace {

int calls = 0, hits = 0;
double level = 1;
uint8_t small = 250;
Tensor total = 0.0;

Tensor counted(Tensor x) {
  return traced<&counted>(AG_STATE(x), [](Tensor x) -> Tensor {
    ++ref(calls);
    ref(small) += 3;
    ref(total) = external(total) + x;
    if_stmt(external(calls) % 3 == 0, AG_STATE(x), [&] { x = x + 100; });
    return x * external(calls) + external(small);
  });
}

Tensor branches(Tensor x) {
  return traced<&branches>(AG_STATE(x), [](Tensor x) -> Tensor {
    if_stmt(
        x > 2, AG_STATE(x),
        [&] {
          ++ref(hits);
          ref(total) += x;
        },
        [&] { ref(level) = external(level) * 2; });
    while_stmt([&] { return x > 0; }, AG_STATE(x),
               [&] {
                 x = x - 1;
                 if_stmt(x < 1, [&] { ref(hits) += 10; });
                 ref(level) -= 0.25;
               });
    return x + external(hits);
  });
}

Tensor fails(Tensor x, int kind) {
  return traced<&fails>(AG_STATE(x, kind), [](Tensor x, int kind) -> Tensor {
    ++ref(calls);
    ref(total) = external(total) + x;
    if (kind == 0) if_stmt(x > 1, [&] { raise(std::domain_error("too large")); });
    if (kind == 1) check(x <= 1, "too large");
    if (kind == 2) x = tensor({1, 2, 3})[Index(astype(x, int64) * 2)];
    if (kind == 3 && force(external(hits) > 5)) throw std::out_of_range("hits");
    while_stmt([&] { return x > 0; }, AG_STATE(x),
               [&] {
                 x = x - 1;
                 ref(hits) += 1;
                 if (kind == 4) if_stmt(external(hits) > 2, [&] { raise(std::domain_error("third")); });
               });
    ref(total) = 0.5;
    return x;
  });
}

void reset() {
  calls = hits = 0;
  level = 1;
  small = 250;
  total = tensor(0.0, float64);
}

double value(const Tensor& x) { return x.item<double>(); }

struct Counter {
  int n = 0;
  double rate = 1;
  Tensor sum = tensor(0.0, float64);
  struct {
    bool twice = false;
    float steps[3] = {1, 2, 3};
  } options;

  Tensor add(Tensor x) {
    return traced<&Counter::add>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
      ++ref(n);
      if (force(external(options.twice))) x = x * 2;
      if_stmt(x > 4, [&] { ref(sum) = external(sum) + x * external(rate) * external(options.steps[1]); });
      return external(sum) + external(n) + deeper(x);
    });
  }
  Tensor deeper(Tensor x) const { return x * external(rate) + external(calls); }
};

}  // namespace

TEST_CASE("One trace of a method serves every object", "[captures]") {
  reset();
  calls = 1000;
  Counter first;
  auto second = std::make_unique<Counter>();
  second->rate = 10;
  CHECK(value(first.add(tensor(1.0, float64))) == 1002);
  CHECK(value(second->add(tensor(5.0, float64))) == 100 + 1 + 1050);
  CHECK(value(first.add(tensor(8.0, float64))) == 16 + 2 + 1008);
  CHECK(first.n == 2);
  CHECK(second->n == 1);
  CHECK(value(second->sum) == 100);
  CHECK(function_of(&Counter::add).tracing_count() == 1);
  second->options.twice = true;
  second->options.steps[1] = 0;
  CHECK(value(second->add(tensor(3.0, float64))) == 100 + 2 + 1060);
  CHECK(function_of(&Counter::add).tracing_count() == 2);
  static Counter third;
  CHECK(value(third.add(tensor(1.0, float64))) == 1002);
  CHECK(function_of(&Counter::add).tracing_count() == 2);
  CHECK(value(third.add(tensor(1.0, float64))) == 1003);
  CHECK(value(first.add(tensor(1.0, float64))) == 16 + 3 + 1001);
  CHECK(function_of(&Counter::add).tracing_count() == 2);
}

TEST_CASE("An object that a trace cannot find again is an error", "[captures]") {
  struct Owner {
    std::unique_ptr<Counter> inner = std::make_unique<Counter>();
    Tensor call(Tensor x) {
      return traced<&Owner::call>(*this, AG_STATE(x), [this](Tensor x) -> Tensor { return inner->deeper(x); });
    }
  };
  Owner owner;
  CHECK_THROWS_AS(owner.call(1), Error);
}

TEST_CASE("Variables outside of a function are written by each call", "[captures]") {
  reset();
  for (int k = 1; k <= 7; ++k) {
    const double expected = (2 + (k % 3 == 0 ? 100 : 0)) * k + static_cast<uint8_t>(250 + 3 * k);
    CHECK(value(counted(tensor(2.0, float64))) == expected);
    CHECK(calls == k);
    CHECK(small == static_cast<uint8_t>(250 + 3 * k));
    CHECK(value(total) == 2.0 * k);
  }
  CHECK(function_of(&counted).tracing_count() == 2);
}

TEST_CASE("What a branch or a loop writes outside of the function depends on the tensor", "[captures]") {
  reset();
  CHECK(value(branches(tensor(4.0, float64))) == 11);
  CHECK(hits == 11);
  CHECK(value(total) == 4);
  CHECK(level == 0);
  CHECK(value(branches(tensor(1.0, float64))) == 21);
  CHECK(hits == 21);
  CHECK(level == -0.25);
  CHECK(value(branches(tensor(0.0, float64))) == 21);
  CHECK(level == -0.5);
  CHECK(function_of(&branches).tracing_count() == 1);
}

TEST_CASE("An exception finds the variables outside of the function as they were written before it", "[captures]") {
  reset();
  for (int round = 1; round <= 2; ++round) {
    CHECK_THROWS_AS(fails(tensor(2.0, float64), 0), std::domain_error);
    CHECK(calls == round);
    CHECK(value(total) == 2 * round);
    CHECK(hits == 0);
  }
  reset();
  CHECK_THROWS_AS(fails(tensor(3.0, float64), 1), Error);
  CHECK_THROWS_AS(fails(tensor(3.0, float64), 2), Error);
  CHECK(calls == 2);
  CHECK(value(total) == 6);
  for (int round = 1; round <= 2; ++round) {
    reset();
    CHECK_THROWS_AS(fails(tensor(7.0, float64), 4), std::domain_error);
    CHECK(hits == 3);
    CHECK(calls == 1);
    CHECK(value(total) == 7);
  }
}

TEST_CASE("An exception that the host decides to throw is one of that call", "[captures]") {
  reset();
  CHECK(value(fails(tensor(2.0, float64), 3)) == 0);
  CHECK(hits == 2);
  CHECK(value(total) == 0.5);
  total = tensor(0.0, float64);
  hits = 6;
  CHECK_THROWS_AS(fails(tensor(2.0, float64), 3), std::out_of_range);
  CHECK(calls == 2);
  CHECK(value(total) == 2);
  CHECK_THROWS_AS(fails(tensor(2.0, float64), 3), std::out_of_range);
  CHECK(calls == 3);
  hits = 0;
  CHECK(value(fails(tensor(2.0, float64), 3)) == 0);
  CHECK(calls == 4);
}

}  // namespace writes_test

}  // namespace ag::test
