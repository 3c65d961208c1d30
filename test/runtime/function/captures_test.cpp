/// Variables outside of a function: read again at every call; what the host decides by them chooses the trace.
#include <ag/staging/generated.h>

#include "support/catch.h"

namespace ag::test {

namespace captures_test {
namespace {

double scale = 2;
int rounds = 3, calls = 0, divisor = 2;
bool negate = false;
Tensor bias = 0.5;

Tensor polynomial(Tensor x) {
  return traced<&polynomial>(AG_STATE(x), [](Tensor x) -> Tensor {
    for (int i = 0; force(i < external(rounds)); ++i) x = x * external(scale) + external(bias);
    if (force(external(negate))) x = -x;
    if (force(external(calls) % 3 == 0)) x = x + 100;
    return x;
  });
}

double plainly(double x) {
  for (int i = 0; i < rounds; ++i) x = x * scale + bias.item<double>();
  if (negate) x = -x;
  if (calls % 3 == 0) x = x + 100;
  return x;
}

Tensor quotient(Tensor x) {
  return traced<&quotient>(AG_STATE(x), [](Tensor x) -> Tensor {
    const Staged<int> part = 7 / external(divisor);
    if_stmt(x > 0, AG_STATE(x), [&] { x = x + part; });
    return x;
  });
}

Tensor shifted(Tensor x) {
  return traced<&shifted>(AG_STATE(x), [](Tensor x) -> Tensor {
    Staged<int> n = external(rounds);
    while_stmt([&] { return x > 0; }, AG_STATE(x, n), [&] { x = x - external(rounds), n = n + 1; });
    return n * 10 + (n > external(rounds));
  });
}

// Its effects come before those of the function, or not at all.
Tensor started(Tensor x, bool first) {
  return traced<&started>(AG_STATE(x, first), [](Tensor x, bool first) -> Tensor {
    if (!first) print("called");
    static const Tensor start = first_value([&] {
      print("made");
      return ones({2}) * 3;
    });
    return x + start;
  });
}

Tensor started_in_a_branch(Tensor x) {
  return traced<&started_in_a_branch>(AG_STATE(x), [](Tensor x) -> Tensor {
    if_stmt(max(x) > 1, AG_STATE(x), [&] {
      static Tensor quiet = first_value([&] { return zeros({}); });
      ref(quiet) = external(quiet) + 1;
      x = x + external(quiet);
    });
    return x;
  });
}

Tensor started_with(Tensor x) {
  return traced<&started_with>(AG_STATE(x), [](Tensor x) -> Tensor {
    static const Tensor first = first_value([&] { return x * 2; });
    return x + first;
  });
}

}  // namespace

TEST_CASE("Numbers and tensors outside of a function are read at every call", "[captures]") {
  const auto call = [] {
    ++calls;
    CHECK(polynomial(tensor(1.0, float64)).item<double>() == plainly(1.0));
    return function_of(&polynomial).tracing_count();
  };
  CHECK(call() == 1);
  scale = 3;
  CHECK(call() == 1);
  CHECK(call() == 2);  // calls % 3 == 0
  bias = 0.25;
  CHECK(call() == 2);
  rounds = 5;
  CHECK(call() == 3);
  negate = true;
  calls = 6;
  CHECK(call() == 4);
  rounds = 3;
  negate = false;
  scale = 2;
  CHECK(call() == 4);  // the first one again
}

TEST_CASE("The type of a captured tensor is a part of what a trace holds for", "[captures]") {
  const Tensor before = bias;
  const int traces = function_of(&polynomial).tracing_count();
  rounds = 1, calls = 1;
  scale = 1;
  bias = tensor({1.0, 2.0}, float64);
  CHECK(polynomial(tensor(1.0, float64)).shape() == Shape({2}));
  bias = 0.1;  // no float32
  CHECK(polynomial(tensor(1.0, float64)).item<double>() == 1.1);
  CHECK(function_of(&polynomial).tracing_count() == traces + 2);
  bias = before;
}

TEST_CASE("A captured number for which C++ leaves the result undefined is an error of that call", "[captures]") {
  divisor = 2;
  CHECK(quotient(1).item<int>() == 4);
  divisor = 7;
  CHECK(quotient(1).item<int>() == 2);
  CHECK(function_of(&quotient).tracing_count() == 1);
  divisor = 0;
  CHECK_THROWS_AS(quotient(1), Error);
  divisor = -7;
  CHECK(quotient(1).item<int>() == 0);
}

TEST_CASE("A captured number can be carried by a loop that a tensor decides", "[captures]") {
  rounds = 2;
  CHECK(shifted(5).item<int>() == 51);
  rounds = 5;
  CHECK(shifted(5).item<int>() == 61);
  CHECK(shifted(0).item<int>() == 50);
  CHECK(function_of(&shifted).tracing_count() == 1);
}

TEST_CASE("What a static variable starts with is computed once, when the function is traced first", "[captures]") {
  CHECK_THROWS_WITH(started(tensor({1.0F, 2.0F}), false),
                    ag_test::ContainsSubstring("would come before what the function did until then"));
  CHECK(sum(started(tensor({1.0F, 2.0F}), true)).item<float>() == 9);
  CHECK(sum(started(tensor(1.0F), true)).item<float>() == 8);  // another trace has it too
  for (int k = 1; k < 4; ++k) {
    CHECK(started_in_a_branch(tensor(0.5F)).item<float>() == 0.5F);
    CHECK(started_in_a_branch(tensor(2.0F)).item<float>() == 2.0F + static_cast<float>(k));
  }
  CHECK_THROWS_WITH(started_with(tensor(1.0F)), ag_test::ContainsSubstring("depends on 'x', which has no value"));
}

}  // namespace captures_test

}  // namespace ag::test
