// Conditions (CB), early returns (ER) and control flow inside of control flow (NC).
#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;
using cases::Truth;

namespace branches_cases {
namespace {

struct Holder {
  Number value = 0;
};

AG_FUNCTION Holder effect_only(Truth c, Holder holder) {
  if (c) holder.value = 1;
  return holder;
}

AG_FUNCTION std::pair<Number, Number> two_variables(Truth c) {
  Number i = 0, s = 1;
  if (c) {
    i = 1;
    s = s * 10;
  }
  return {i, s};
}

AG_FUNCTION std::pair<Number, Number> two_variables_with_else(Truth c) {
  Number i, s = 1;
  if (c) {
    i = 1;
    s = s * 10;
  } else {
    i = 2;
    s = s * 20;
  }
  return {i, s};
}

AG_FUNCTION Tensor made_by_if_on_host(bool c) {
  Tensor i;
  if (c) i = 1;
  return i + 0;
}

AG_FUNCTION Tensor made_by_else_on_host(bool c) {
  Tensor i;
  if (c) {
  } else {
    i = 2;
  }
  return i + 0;
}

AG_FUNCTION Tensor made_by_if(Tensor c) {
  Tensor i;
  if (c) i = 1;
  return i + 0;
}

AG_FUNCTION Number made_by_both(Truth c) {
  Number i;
  if (c) {
    i = 1;
  } else {
    i = 2;
  }
  return i;
}

AG_FUNCTION Number local_to_the_arms(Truth c) {
  Number i = 7;
  if (c) {
    Number a = 1;
    i = a - 1;
  } else {
    Number b = 3;
    i = b;
  }
  return i;
}

AG_FUNCTION Number only_read_inside(Truth c) {
  Number j = 2, s = 0;
  if (c) {
    j = j + 2;
    s = j;
  }
  return s;
}

AG_FUNCTION Number nested_return(Truth a, Truth b) {
  if (a) {
    if (b) return 1;
  }
  return 2;
}

AG_FUNCTION Number successive(Truth a, Truth b) {
  Number s = 1;
  if (a) s = s * 10 + 2;
  if (b) s = s * 10 + 3;
  return s;
}

AG_FUNCTION Number successive_with_else(Truth a, Truth b) {
  Number s = 1;
  if (a) {
    s = s * 10 + 2;
  } else {
    s = s * 10 + 4;
  }
  if (b) {
    s = s * 10 + 3;
  } else {
    s = s * 10 + 5;
  }
  return s;
}

AG_FUNCTION Number nested(Truth a, Truth b) {
  Number s = 1;
  if (a) {
    s = s * 10 + 2;
    if (b) s = s * 10 + 3;
    s = s * 10 + 4;
  }
  return s;
}

AG_FUNCTION Number nested_with_else(Truth a, Truth b) {
  Number s = 1;
  if (a) {
    if (b) {
      s = s * 10 + 2;
    } else {
      s = s * 10 + 3;
    }
  } else {
    if (b) {
      s = s * 10 + 4;
    } else {
      s = s * 10 + 5;
    }
  }
  return s;
}

AG_FUNCTION Number return_with_print(Truth c) {
  if (c) {
    ag::print("in the branch");
    return 1;
  }
  return 0;
}

AG_FUNCTION Number covered(Number x) {
  if (x > 0) {
    if (x < 5) {
      return x;
    } else {
      return x * x;
    }
  } else {
    return x;
  }
}

AG_FUNCTION Number return_before_loop(Truth a, Truth b, Number n) {
  if (a) {
    if (b) return 1;
  }
  Number s = 0;
  for (Number i : ag::range(n)) s += i;
  ag::print("sum", s);
  return 2;
}

AG_FUNCTION Number unreachable_return(Number x) {
  if (x > 0) {
    if (x < 5) return x;
    return x * x;
  } else {
    return x;
  }
  return -1;
}

struct Announced {
  const char* name;
  ~Announced() { ag::print("leaving", name); }
};

AG_FUNCTION Number return_past_guard(Truth c) {
  Announced guard{"the function"};
  if (c) return 1;
  ag::print("still here");
  return 0;
}

AG_FUNCTION Tensor checked(Tensor x) {
  ag::check(x > 0, "not positive");
  return x;
}

AG_DO_NOT_CONVERT Tensor caught(Tensor x) {
  try {
    return checked(x);
  } catch (const ag::Error&) {
  }
  return 1;
}

AG_FUNCTION Number independent_fors(Number m, Number n) {
  Number s = 0;
  for (Number i : ag::range(m)) {
    s += 0 * i;
    for (Number j : ag::range(n)) s += j;
  }
  return s;
}

AG_FUNCTION Number independent_whiles(Number m, Number n) {
  Number s = 0, i = 0;
  while (i < m) {
    Number j = 0;
    while (j < n) {
      s += 1;
      j += 1;
    }
    i += 1;
  }
  return s;
}

AG_FUNCTION Number inner_changes_outer(Number m, Number n) {
  Number s = 1;
  while (m > 0) {
    Number i = 0;
    while (i < n) {
      m -= 1;
      i += 1;
    }
    m -= 1;
    s += 1;
  }
  return s;
}

AG_FUNCTION Number if_in_for(Number n) {
  Number s = 0;
  for (Number i : ag::range(n)) {
    if (i % 3 == 0) {
      Number third = i / 3;
      s += third;
    }
  }
  return s;
}

AG_FUNCTION Number continue_in_block(Number x) {
  Number s = 0;
  while (x > 0) {
    x -= 1;
    {
      if (x < 5) continue;
    }
    s += 1;
  }
  return s;
}

AG_FUNCTION Number loop_gives_first_value(Number n) {
  Number i = 0, a;
  while (i < n) {
    if (i == 0) {
      a = 1;
    } else {
      a = i + 1;
    }
    i += 1;
  }
  return a + 0;
}

}  // namespace

TEST_CASE("CB-01 if with an effect on a member only") {
  CHECK(result(effect_only, true, Holder{}) == "(1)");
  CHECK(result(effect_only, false, Holder{}) == "(0)");
}

TEST_CASE("CB-05 if with two variables") {
  CHECK(result(two_variables, false) == "(0, 1)");
  CHECK(result(two_variables, true) == "(1, 10)");
}

TEST_CASE("CB-06 if and else with two variables") {
  CHECK(result(two_variables_with_else, false) == "(2, 20)");
  CHECK(result(two_variables_with_else, true) == "(1, 10)");
}

TEST_CASE("CB-07 if makes a variable, and a number decides") { CHECK(made_by_if_on_host(true).item<int>() == 1); }

TEST_CASE("CB-08 else makes a variable, and a number decides") {
  CHECK(made_by_else_on_host(false).item<int>() == 2);
  CHECK_THROWS_AS(made_by_else_on_host(true), ag::Error);
}

TEST_CASE("CB-09 both arms make a variable") {
  CHECK(result(made_by_both, true) == "1");
  CHECK(result(made_by_both, false) == "2");
}

// TensorFlow demands the else; here only the use of a variable without a value is an error.
TEST_CASE("CB-11 if makes a variable, and a tensor decides") {
  CHECK(result(made_by_if, ag::tensor(true)) == "1");
  CHECK(result(made_by_if, ag::tensor(false)) == "throws invalid_argument");
}

TEST_CASE("CB-18 variables of the arms, one of them used") {
  CHECK(result(local_to_the_arms, true) == "0");
  CHECK(result(local_to_the_arms, false) == "3");
}

TEST_CASE("CB-19 a variable that is changed inside and not used after") {
  CHECK(result(only_read_inside, true) == "4");
  CHECK(result(only_read_inside, false) == "0");
}

// TensorFlow demands a return on both sides; here the code behind the if is the other side.
TEST_CASE("CB-20 return in one inner arm") {
  CHECK(result(nested_return, true, true) == "1");
  CHECK(result(nested_return, true, false) == "2");
  CHECK(result(nested_return, false, true) == "2");
  CHECK(result(nested_return, false, false) == "2");
}

TEST_CASE("CB-21 successive ifs") {
  CHECK(result(successive, false, false) == "1");
  CHECK(result(successive, true, false) == "12");
  CHECK(result(successive, false, true) == "13");
  CHECK(result(successive, true, true) == "123");
  CHECK(result(successive_with_else, true, true) == "123");
  CHECK(result(successive_with_else, false, false) == "145");
}

TEST_CASE("CB-23 nested ifs") {
  CHECK(result(nested, false, true) == "1");
  CHECK(result(nested, true, false) == "124");
  CHECK(result(nested, true, true) == "1234");
}

TEST_CASE("CB-24 nested ifs with else") {
  CHECK(result(nested_with_else, true, true) == "12");
  CHECK(result(nested_with_else, true, false) == "13");
  CHECK(result(nested_with_else, false, true) == "14");
  CHECK(result(nested_with_else, false, false) == "15");
}

// With a tensor, TensorFlow demands an else that returns.
TEST_CASE("ER-01 ER-04 return after a print, and another return") {
  CHECK(result(return_with_print, true) == "in the branch\n1");
  CHECK(result(return_with_print, false) == "0");
}

TEST_CASE("ER-05 nested ifs that all return") {
  CHECK(result(covered, -1) == "-1");
  CHECK(result(covered, 3) == "3");
  CHECK(result(covered, 6) == "36");
}

TEST_CASE("ER-06 a return before a loop") {
  CHECK(result(return_before_loop, true, true, 3) == "1");
  CHECK(result(return_before_loop, true, false, 3) == "sum 3\n2");
  CHECK(result(return_before_loop, false, true, 0) == "sum 0\n2");
  CHECK(result(return_before_loop, false, false, 4) == "sum 6\n2");
}

TEST_CASE("ER-08 a return that is never reached") {
  CHECK(result(unreachable_return, 0) == "0");
  CHECK(result(unreachable_return, 3) == "3");
  CHECK(result(unreachable_return, 5) == "25");
}

TEST_CASE("ER-10 ER-11 the destructor of a guard runs after both returns") {
  CHECK(result(return_past_guard, true) == "leaving the function\n1");
  CHECK(result(return_past_guard, false) == "still here\nleaving the function\n0");
}

TEST_CASE("ER-15 what a returned expression throws is caught, and the function goes on") {
  CHECK(result(caught, ag::tensor(3)) == "3");
  CHECK(result(caught, ag::tensor(-3)) == "1");
}

TEST_CASE("NC-07 independent nested fors") {
  CHECK(result(independent_fors, 2, 3) == "6");
  CHECK(result(independent_fors, 3, 5) == "30");
}

TEST_CASE("NC-08 independent nested whiles") {
  CHECK(result(independent_whiles, 2, 2) == "4");
  CHECK(result(independent_whiles, 3, 5) == "15");
}

TEST_CASE("NC-10 the inner loop changes the counter of the outer one") {
  CHECK(result(inner_changes_outer, 4, 1) == "3");
  CHECK(result(inner_changes_outer, 4, 2) == "3");
  CHECK(result(inner_changes_outer, 3, 0) == "4");
  CHECK(result(inner_changes_outer, 2, 2) == "2");
}

TEST_CASE("NC-11 if with a variable of its own in a for") {
  for (int n : {0, 1, 2}) CHECK(result(if_in_for, n) == "0");
  CHECK(result(if_in_for, 4) == "1");
  CHECK(result(if_in_for, 7) == "3");
}

TEST_CASE("NC-12 continue inside a block") {
  CHECK(result(continue_in_block, 0) == "0");
  CHECK(result(continue_in_block, 4) == "0");
  CHECK(result(continue_in_block, 10) == "5");
}

TEST_CASE("NC-16 a loop gives a variable its first value in both arms") {
  CHECK(result(loop_gives_first_value, 1) == "1");
  CHECK(result(loop_gives_first_value, 2) == "2");
  if (!cases::kHost) CHECK(result(loop_gives_first_value, 0) == "throws invalid_argument");
}

}  // namespace branches_cases
