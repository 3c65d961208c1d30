// Members and elements as state (CN), variables that loops make (LV), and tensors whose shape a loop changes (LT).
#include <array>
#include <tuple>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;

namespace composite_names_cases {
namespace {

struct Pair {
  Number a = 0, b = 0;
};

struct Outer {
  Pair inner;
  Number c = 0;
};

AG_FUNCTION Number if_sets_member(Number a) {
  Pair x;
  if (a > 0) {
    x.b = 1;
  } else {
    x.b = -1;
  }
  return x.b;
}

AG_FUNCTION Number if_sets_element(Number a) {
  std::array<Number, 2> x = {Number(5), Number(5)};
  if (a > 0) {
    x[1] = 1;
  } else {
    x[1] = -1;
  }
  return x[1];
}

AG_FUNCTION std::pair<Number, Number> if_sets_nested(Number a) {
  Outer x;
  if (a > 0) {
    x.inner.b = 1;
  } else {
    x.c = -1;
  }
  return {x.inner.b, x.c};
}

AG_FUNCTION Number while_changes_member(Number x, Number a) {
  Pair y;
  y.a = a;
  while (x > 0) {
    x -= 1;
    y.a += 1;
  }
  return y.a;
}

AG_FUNCTION Number while_changes_element(Number x, Number a) {
  std::array<Number, 1> y = {a};
  while (x > 0) {
    x -= 1;
    y[0] += 1;
  }
  return y[0];
}

AG_FUNCTION std::pair<Number, Number> test_is_a_member(Number a, Number b) {
  Pair x;
  x.a = a;
  x.b = b;
  while (x.b <= 10) {
    x.a += 1;
    x.b *= 2;
  }
  return {x.a, x.b};
}

AG_FUNCTION Number for_changes_member(Number n) {
  Pair y;
  y.a = 1;
  for (Number i : ag::range(n)) y.a += i;
  return y.a;
}

AG_FUNCTION Number for_changes_element(Number n) {
  std::vector<Number> y = {Number(1)};
  for (Number i : ag::range(n)) y[0] += i;
  return y[0];
}

AG_FUNCTION Number for_changes_only_a_member(Number n) {
  Pair y{.a = 1};
  for (Number i : ag::range(n)) y.a = y.a + 1 + 0 * i;
  return y.a;
}

struct Machine {
  Number value = 0, steps = 0;
  AG_CONVERT void branch(Number a) {
    if (a > 0) {
      this->value = 1;
    } else {
      value = -1;
    }
  }
  AG_CONVERT void count_down(Number x) {
    while (x > 0) {
      x -= 1;
      value += 1;
    }
  }
  AG_CONVERT void until_empty() {
    while (value > 0) {
      value -= 2;
      steps += 1;
    }
  }
  AG_CONVERT void add_up(Number n) {
    for (Number i : ag::range(n)) this->value += i;
  }
};

AG_FUNCTION std::pair<Number, Number> machine_branch(Number a) {
  Machine m;
  m.branch(a);
  return {m.value, m.steps};
}

AG_FUNCTION std::pair<Number, Number> machine_loops(Number n) {
  Machine m;
  m.count_down(n);
  m.add_up(n);
  m.until_empty();
  return {m.value, m.steps};
}

AG_FUNCTION Number replaced(Number n) {
  Pair p{.a = 0, .b = 0};
  for (Number i : ag::range(n)) p = Pair{.a = p.b, .b = i};
  return p.a + p.b + 1;
}

AG_FUNCTION Number tuple_replaced(Number n) {
  std::tuple<Number, Number> p = {Number(0), Number(1)};
  while (n > 0) {
    p = {std::get<1>(p), std::get<0>(p) + std::get<1>(p)};
    n -= 1;
  }
  return std::get<0>(p);
}

AG_FUNCTION Number body_object_is_no_state(Number n) {
  while (n > 0) {
    Pair local;
    local.a = n;
    local.b = local.a * 2;
    n = n - local.b + local.a;
  }
  return n;
}

AG_FUNCTION std::tuple<Number, Number, Number, Number> block_variable(Number n) {
  Number s = 0, t = 0, i = n;
  while (i > 0) {
    Number j = 0;
    while (j < i) {
      Number twice = 2;
      s = s + twice - 1;
      j += 1;
    }
    t = t + 1;
    i -= 1;
  }
  return {s + 10, t, i, n};
}

AG_FUNCTION Tensor grows(Number n) {
  Tensor v = ag::zeros({1}, ag::int32);
  for (Number i : ag::range(n)) v = ag::concat({v, ag::reshape(ag::astype(Tensor(i), ag::int32), {1})});
  return v;
}

AG_FUNCTION Tensor columns_by_while(Number n) {
  Tensor m = ag::zeros({1, 2}, ag::int32);
  Number i = 0;
  while (i < n) {
    m = ag::concat({m, ag::reshape(ag::astype(Tensor(i), ag::int32), {1, 1})}, 1);
    i += 1;
  }
  return m;
}

AG_FUNCTION Tensor columns_by_for(Number n) {
  Tensor m = ag::zeros({1, 2}, ag::int32);
  for (Number i : ag::range(n)) m = ag::concat({m, ag::reshape(ag::astype(Tensor(i), ag::int32), {1, 1})}, 1);
  return m;
}

AG_FUNCTION Tensor loop_inside_if(Number n) {
  Tensor v;
  if (n > 1) {
    v = ag::zeros({2}, ag::int32);
    for (Number i : ag::range(n)) {
      if (i > 3) break;
      v = ag::concat({v, ag::reshape(ag::astype(Tensor(i), ag::int32), {1})});
    }
  } else {
    v = ag::tensor({1, 2, 3});
  }
  return v;
}

AG_FUNCTION Number created_pair(Number n) {
  Number i = 0;
  Pair made;
  while (i < n) {
    made = Pair{.a = i, .b = i + 1};
    i += 1;
  }
  return made.a + made.b;
}

#ifndef AG_CASES_HOST
AG_FUNCTION Tensor created_tensor(Tensor n) {
  Tensor i = 0, v;
  while (i < n) {
    v = ag::astype(ag::arange(i), ag::int32);
    i += 1;
  }
  return v;
}

AG_FUNCTION Tensor changes_dtype(Tensor x, Tensor n) {
  for (Tensor i : ag::range(n)) x = ag::astype(x, ag::float32) + 0.5f;
  return x;
}

AG_FUNCTION Tensor changes_dtype_and_stops(Tensor x, Tensor n) {
  while (n > 0) {
    if (n > 10) break;
    x = ag::astype(x, ag::float32) + 0.5f;
    n -= 1;
  }
  return x;
}
#endif

}  // namespace

TEST_CASE("CN-01 an if sets a member, or an element") {
  CHECK(result(if_sets_member, 0) == "-1");
  CHECK(result(if_sets_member, 1) == "1");
  CHECK(result(if_sets_element, 0) == "-1");
  CHECK(result(if_sets_element, 1) == "1");
}

// Members always exist, so no arm has to create them.
TEST_CASE("CN-05 an if sets members of members in one arm each") {
  CHECK(result(if_sets_nested, 0) == "(0, -1)");
  CHECK(result(if_sets_nested, 1) == "(1, 0)");
}

TEST_CASE("CN-07 a while changes a member, or an element") {
  for (int x : {0, 1, 2}) {
    for (int a : {3, 7}) {
      CHECK(result(while_changes_member, x, a) == std::to_string(a + x));
      CHECK(result(while_changes_element, x, a) == std::to_string(a + x));
    }
  }
}

TEST_CASE("CN-08 a member decides about the rounds") {
  CHECK(result(test_is_a_member, 0, 3) == "(2, 12)");
  CHECK(result(test_is_a_member, 0, 6) == "(1, 12)");
  CHECK(result(test_is_a_member, 3, 1) == "(7, 16)");
  CHECK(result(test_is_a_member, 7, 10) == "(8, 20)");
}

TEST_CASE("CN-10 a for adds its number to a member, or an element") {
  const char* const expected[] = {"1", "1", "2"};
  for (int n : {0, 1, 2}) {
    CHECK(result(for_changes_member, n) == expected[n]);
    CHECK(result(for_changes_element, n) == expected[n]);
  }
}

TEST_CASE("CN-11 a for whose only state is a member") {
  for (int n : {0, 1, 2}) CHECK(result(for_changes_only_a_member, n) == std::to_string(n + 1));
}

TEST_CASE("CN-13 member functions change members of their object") {
  CHECK(result(machine_branch, 0) == "(-1, 0)");
  CHECK(result(machine_branch, 1) == "(1, 0)");
  CHECK(result(machine_loops, 0) == "(0, 0)");
  CHECK(result(machine_loops, 3) == "(0, 3)");
  CHECK(result(machine_loops, 2) == "(-1, 2)");
}

TEST_CASE("CN-15 LV-09 a structure or a tuple is replaced in a loop") {
  CHECK(result(replaced, 0) == "1");
  CHECK(result(replaced, 3) == "4");
  CHECK(result(tuple_replaced, 7) == "13");
  CHECK(result(created_pair, 2) == "3");
}

TEST_CASE("CF-01 nested whiles with a variable of the block") { CHECK(result(block_variable, 5) == "(25, 5, 0, 5)"); }

TEST_CASE("CF-07 an object of the body is no state") { CHECK(result(body_object_is_no_state, 5) == "0"); }

TEST_CASE("LT-02 a for makes a vector longer") {
  CHECK(result(grows, 0) == "[0]");
  CHECK(result(grows, 3) == "[0, 0, 1, 2]");
}

TEST_CASE("LT-05 LT-06 a loop adds columns to a matrix") {
  const char* const expected[] = {"[[0, 0]]", "[[0, 0, 0]]", "[[0, 0, 0, 1]]"};
  for (int n : {0, 1, 2}) {
    CHECK(result(columns_by_while, n) == expected[n]);
    CHECK(result(columns_by_for, n) == expected[n]);
  }
}

TEST_CASE("LT-09 LT-10 LT-11 LT-12 a loop inside of an if makes a vector longer, and stops early") {
  CHECK(result(loop_inside_if, 0) == "[1, 2, 3]");
  CHECK(result(loop_inside_if, 1) == "[1, 2, 3]");
  CHECK(result(loop_inside_if, 2) == "[0, 0, 0, 1]");
  CHECK(result(loop_inside_if, 5) == "[0, 0, 0, 1, 2, 3]");
}

#ifndef AG_CASES_HOST
TEST_CASE("LV-02 LV-04 a loop creates a tensor with an extent of its own") {
  CHECK(result(created_tensor, 1) == "[]");
  CHECK(result(created_tensor, 2) == "[0]");
  CHECK(result(created_tensor, 4) == "[0, 1, 2]");
}

// Extents may change, dtypes may not.
TEST_CASE("LT-18 LT-19 a loop changes the dtype of its state") {
  const std::string expected = cases::kConverted ? "throws staging_error" : "2.0";
  CHECK(cases::traced(changes_dtype, 1, 2) == expected);
  CHECK(cases::traced(changes_dtype_and_stops, 1, 2) == expected);
}

TEST_CASE("LT-20 LT-21 LT-22 a shape that changes in a loop is no error here") { CHECK(result(grows, 1) == "[0, 0]"); }
#endif

}  // namespace composite_names_cases
