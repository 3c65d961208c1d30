// Conditional and logical expressions (EX), checks (AS), and calls (FC, CT).
#include <functional>
#include <tuple>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;
using cases::Truth;

namespace expressions_cases {
namespace {

AG_FUNCTION Number consecutive_conditionals(Number n) {
  n = n > 0 ? n : n - 1;
  n = n == 1 ? -3 : n;
  return n;
}

AG_FUNCTION Number nested_conditional(Number n) { return n < 0 ? Number(-1) : n == 0 ? Number(10) : n * 2; }

AG_FUNCTION Number one_if(Number x) { return x != 0 ? Number(1) : Number(0); }

Truth is_positive(Number x) {
  ag::print("asked about", x);
  return x > 0;
}

AG_FUNCTION Number logic(Number a, Number b) {
  Number s = 0;
  if (a > 0 && b > 0) s += 1;
  if (a > 0 || b > 0) s += 10;
  if (!(a > 0) && b > 0) s += 100;
  if ((a > 0 && b > 0) || a == b) s += 1000;
  if (a > 0 != b > 0) s += 10000;
  return s;
}

AG_FUNCTION Number lazy(Number a, Number b) {
  if (is_positive(a) && is_positive(b)) return 1;
  if (is_positive(a) || is_positive(b)) return 2;
  return 3;
}

AG_FUNCTION Number ordered(Number x, Number y, Number z) {
  if (x < y && y < z) return 1;
  return 0;
}

AG_FUNCTION Number equalities(Number a, Number b) {
  Number s = 0;
  if (a == b) s += 1;
  if (a != b) s += 2;
  if (a == b && b == 1) s += 4;
  return s;
}

AG_FUNCTION Number chain(Number a, Number b, Number c, Number d) {
  return a < b && b == c && c > d ? Number(1) : Number(0);
}

AG_FUNCTION Number unary(Number x) { return ~x + -x * 10 + +x * 100; }

AG_FUNCTION Number checked(Number x, Number y) {
  ag::check(x < y, "not in order:", x, y);
  return y - x;
}

Number twice(Number x) { return x * 2; }
Number same(Number x) { return x; }

struct Scaler {
  Number factor;
  AG_CONVERT Number scale(Number x) const {
    if (x > 100) return 100;
    return x * factor;
  }
  AG_CONVERT Number operator()(Number x) const { return scale(x) + 1; }
};

AG_FUNCTION Number call_in_condition(Number n) {
  Number i = 0, s = 0;
  while (i < twice(n)) {
    s = s * 10 + i;
    i += 1;
  }
  return s;
}

AG_FUNCTION Number method_in_condition(Number n) {
  Scaler by_four{.factor = 4};
  Number i = 0, s = 0;
  while (i < by_four.scale(n)) {
    s = s * 10 + i;
    i += 1;
  }
  return s;
}

AG_FUNCTION Number call_in_body(Number n) {
  Number i = 0, s = 0;
  while (i < n) {
    s = s * 10 + twice(i);
    i += 1;
  }
  return s;
}

AG_FUNCTION Number method_in_body(Number n) {
  Scaler by_four{.factor = 4};
  Number i = 0, s = 0;
  while (i < n) {
    s = s * 10 + by_four.scale(i);
    i += 1;
  }
  return s;
}

AG_FUNCTION Number call_in_for_body(Numbers l) {
  Number s = 0;
  for (Number e : l) s = s * 10 + twice(same(e));
  return s;
}

AG_FUNCTION Number local_functions(Number n) {
  auto thrice = [](Number x) { return x * 3; };
  Number i = 0, s = 0;
  while (i < thrice(n)) {
    s = s * 10 + i;
    i += 1;
  }
  return s;
}

AG_FUNCTION std::pair<Number, Number> closure_over_loop(Number n) {
  Number i = 0, s = 0;
  while (i < n) {
    i += 1;
    auto add = [&] { s = s * 10 + i + 1; };
    add();
  }
  return {s, i};
}

Number increment(Number x) { return x + 1; }
Number tree(Number x) {
  if (x > 100) return x;
  return twice(increment(x));
}
AG_FUNCTION Number two_levels(Number x) { return tree(x); }

AG_FUNCTION Number lambdas(Number x) {
  auto add = [](Number a, Number b) { return a > b ? a + b : a - b; };
  return add(x, 3) * 100 + [&] { return x + 1; }();
}

Number first(Number a) {
  ag::print("first", a);
  return a * 100;
}
Number second(Number a, Number b = 1) {
  ag::print("second", a, b);
  return a + b;
}
AG_FUNCTION Number call_as_argument(Number x) { return second(first(x), 20 + first(x) * 10); }
AG_FUNCTION Number default_argument(Number x) { return second(second(x)); }
#ifndef AG_CASES_HOST
AG_FUNCTION Number method_of_result(Number x) { return Scaler{.factor = x}.scale(x + 1); }

AG_FUNCTION Number call_operator(Number x) {
  Scaler s{.factor = x};
  return s(7);
}
#endif

AG_DO_NOT_CONVERT Tensor plain_helper(Tensor x) { return x * 2; }
AG_FUNCTION Tensor calls_unconverted(Tensor x) {
  if (x > 0) return plain_helper(x);
  return x;
}

AG_FUNCTION Number prints(Number x) {
  ag::print("lone");
  ag::print(x, "and", 2.5);
  if (x > 1) ag::print("in the branch", x);
  return x;
}

AG_FUNCTION Number prints_in_loop(Number n) {
  for (Number i : ag::range(n)) ag::print("round", i);
  return n;
}

AG_FUNCTION double cast_of_cast(Tensor x) { return double(int(x)); }

}  // namespace

TEST_CASE("EX-01 conditional expressions one after the other") {
  CHECK(result(consecutive_conditionals, -1) == "-2");
  CHECK(result(consecutive_conditionals, 1) == "-3");
  CHECK(result(consecutive_conditionals, 5) == "5");
}

TEST_CASE("EX-03 a conditional expression inside of another") {
  CHECK(result(one_if, 0) == "0");
  CHECK(result(one_if, 3) == "1");
  CHECK(result(nested_conditional, -2) == "-1");
  CHECK(result(nested_conditional, 0) == "10");
  CHECK(result(nested_conditional, 2) == "4");
}

TEST_CASE("EX-05 truth tables of and, or and not") {
  CHECK(result(logic, 1, 1) == "1011");
  CHECK(result(logic, 1, 0) == "10010");
  CHECK(result(logic, 0, 1) == "10110");
  CHECK(result(logic, 0, 0) == "1000");
}

TEST_CASE("EX-06 equalities") {
  CHECK(result(equalities, 1, 1) == "5");
  CHECK(result(equalities, 2, 2) == "1");
  CHECK(result(equalities, 1, 2) == "2");
}

TEST_CASE("EX-07 a < b < c for every order") {
  CHECK(result(ordered, 1, 2, 3) == "1");
  CHECK(result(ordered, 1, 3, 2) == "0");
  CHECK(result(ordered, 2, 1, 3) == "0");
  CHECK(result(ordered, 2, 3, 1) == "0");
  CHECK(result(ordered, 3, 1, 2) == "0");
  CHECK(result(ordered, 3, 2, 1) == "0");
}

TEST_CASE("EX-08 a chain of comparisons") {
  CHECK(result(chain, 1, 2, 2, 1) == "1");
  CHECK(result(chain, 1, 2, 3, 1) == "0");
  CHECK(result(chain, 3, 2, 2, 1) == "0");
  CHECK(result(chain, 1, 2, 2, 4) == "0");
}

TEST_CASE("EX-09 the right side is evaluated where the left one does not decide") {
  CHECK(result(lazy, 1, 1) == "asked about 1\nasked about 1\n1");
  CHECK(result(lazy, 1, 0) == "asked about 1\nasked about 0\nasked about 1\n2");
  CHECK(result(lazy, 0, 0) == "asked about 0\nasked about 0\nasked about 0\n3");
}

TEST_CASE("EX-12 unary operators") { CHECK(result(unary, 3) == "266"); }

TEST_CASE("AS-03 a check with several values") {
  CHECK(result(checked, 1, 3) == "2");
  CHECK(result(checked, 3, 1) == "throws failed_check");
}

TEST_CASE("FC-01 a call in the condition of a while") {
  CHECK(result(call_in_condition, 0) == "0");
  CHECK(result(call_in_condition, 1) == "1");
  CHECK(result(call_in_condition, 2) == "123");
  CHECK(result(method_in_condition, 0) == "0");
  CHECK(result(method_in_condition, 1) == "123");
}

TEST_CASE("FC-04 a call in the body of a while") {
  for (int n : {0, 1}) CHECK(result(call_in_body, n) == "0");
  CHECK(result(call_in_body, 2) == "2");
  CHECK(result(method_in_body, 2) == "4");
}

TEST_CASE("FC-05 a call in the body of a for") {
  CHECK(result(call_in_for_body, list({})) == "0");
  CHECK(result(call_in_for_body, list({1})) == "2");
  CHECK(result(call_in_for_body, list({1, 2})) == "24");
}

TEST_CASE("FC-06 a local function in the condition") {
  CHECK(result(local_functions, 0) == "0");
  CHECK(result(local_functions, 1) == "12");
  CHECK(result(local_functions, 2) == "12345");
}

TEST_CASE("FC-07 a closure over the variables of a loop") {
  CHECK(result(closure_over_loop, 0) == "(0, 0)");
  CHECK(result(closure_over_loop, 1) == "(2, 1)");
  CHECK(result(closure_over_loop, 2) == "(23, 2)");
}

TEST_CASE("FC-11 AP-04 AP-20 functions that call functions") {
  CHECK(result(two_levels, 3) == "8");
  CHECK(result(two_levels, 101) == "101");
}

TEST_CASE("FC-13 CT-13 lambdas") {
  CHECK(result(lambdas, 5) == "806");
  CHECK(result(lambdas, 1) == "-198");
}

TEST_CASE("FC-16 BI-14 what is printed, in order") {
  CHECK(result(prints, 1) == "lone\n1 and 2.5\n1");
  CHECK(result(prints, 2) == "lone\n2 and 2.5\nin the branch 2\n2");
  CHECK(result(prints_in_loop, 2) == "round 0\nround 1\n2");
}

TEST_CASE("FC-18 a cast of a cast") { CHECK(result(cast_of_cast, ag::tensor(3.7)) == "3"); }

TEST_CASE("CT-02 CT-03 CT-05 CT-06 calls as arguments of calls") {
  CHECK(result(call_as_argument, 1).ends_with("1120"));
  CHECK(result(default_argument, 1) == "second 1 1\nsecond 2 1\n3");
}

#ifndef AG_CASES_HOST
TEST_CASE("CT-04 a method of what a call gives") { CHECK(result(method_of_result, 3) == "12"); }

TEST_CASE("AP-03 AP-22 an object with a call operator") { CHECK(result(call_operator, 3) == "22"); }
#endif

TEST_CASE("AP-06 a function that is not to be converted is called") {
  CHECK(result(calls_unconverted, ag::tensor(4)) == "8");
  CHECK(result(calls_unconverted, ag::tensor(-4)) == "-4");
}

}  // namespace expressions_cases
