// Loops that count, add up and follow one another (LB), and the variables that live in them (LS).
#include <functional>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;

namespace loop_basics_cases {
namespace {

struct Counter {
  Number count = 0;
};

AG_FUNCTION Counter counts_elements(Numbers l, Counter counter) {
  for (Number e : l) counter.count += 1 + 0 * e;
  return counter;
}

AG_FUNCTION Number while_one_variable(Number n) {
  Number i = 0;
  while (i < n) i = i * 10 + 1;
  return i;
}

AG_FUNCTION Number for_one_variable(Numbers l) {
  Number last = 0;
  for (Number e : l) last = e;
  return last;
}

AG_FUNCTION Number while_two_variables(Number n) {
  Number i = 0, s = 0;
  while (i < n) {
    s = s * 10 + i;
    i += 1;
  }
  return s;
}

AG_FUNCTION Number for_two_variables(Numbers l) {
  Number s = 0;
  for (Number e : l) s = s * 10 + e;
  return s;
}

AG_FUNCTION std::pair<Number, Number> while_makes_variables(Number n) {
  Number i = 0;
  Number s, t;
  while (i < n) {
    i += 1;
    s = i + 1;
    t = s + 1;
  }
  return {s + 0, t + 0};
}

AG_FUNCTION Number last_of(Numbers l) {
  Number last;
  for (Number e : l) last = e;
  return last + 0;
}

AG_FUNCTION Number successive_whiles(Number n1, Number n2) {
  Number s = 0, i = 0;
  while (i < n1) {
    s = s * 10 + i;
    i += 1;
  }
  i = 0;
  while (i < n2) {
    s = s * 10 + i;
    i += 1;
  }
  return s;
}

AG_FUNCTION Number successive_fors(Numbers l1, Numbers l2) {
  Number s = 0;
  for (Number e : l1) s = s * 10 + e;
  for (Number e : l2) s = s * 10 + e;
  return s;
}

AG_FUNCTION Tensor nested_whiles_fill(Number m, Number n) {
  Tensor all = ag::zeros({m}, ag::int32);
  Number i = 0;
  while (i < m) {
    Number s = 0, j = 0;
    while (j < n) {
      s = s * 10 + i * j;
      j += 1;
    }
    all[i] = s;
    i += 1;
  }
  return all;
}

AG_FUNCTION std::vector<Number> ragged(std::vector<Numbers> lists) {
  std::vector<Number> all;
  for (const Numbers& l : lists) {
    Number s = 0;
    for (Number e : l) s = s * 10 + e;
    all.push_back(s);
  }
  return all;
}

#ifndef AG_CASES_HOST
AG_FUNCTION std::vector<Tensor> called_later_by_value(std::vector<Tensor> l) {
  std::vector<std::function<Tensor()>> later;
  for (Tensor e : l) later.push_back([=] { return e * 2; });
  std::vector<Tensor> all;
  for (const auto& f : later) all.push_back(f());
  return all;
}

AG_FUNCTION std::vector<Tensor> called_later_by_reference(std::vector<Tensor> l) {
  Tensor current;
  std::vector<std::function<Tensor()>> later;
  for (Tensor e : l) {
    current = e;
    later.push_back([&] { return current * 2; });
  }
  std::vector<Tensor> all;
  for (const auto& f : later) all.push_back(f());
  return all;
}

#endif

AG_FUNCTION Number assigned_inside_if(Numbers l) {
  Number i = 0, r = 0;
  Number s;
  for (Number e : l) {
    if (i == 0) {
      s = 0 * e;
    } else {
      s = s * 10 + i;
    }
    r = s;
    i += 1;
  }
  return r;
}

AG_FUNCTION Number assigned_inside_if_of_while(Number n) {
  Number i = 0, r = 0;
  Number s;
  while (i < n) {
    if (i == 0) {
      s = i;
    } else {
      s = s * 10 + i - 1;
    }
    r = s;
    i += 1;
  }
  return r;
}

AG_FUNCTION Number for_defines(Numbers l) {
  Number s;
  for (Number e : l) s = e + 2;
  return s * 1;
}

AG_FUNCTION Number while_defines(Number n) {
  Number i = 0;
  Number s;
  while (i < n) {
    i += 1;
    s = 3;
  }
  return s * 1;
}

AG_FUNCTION std::pair<Number, Number> iterate_changed(Numbers l) {
  Number last = 7, s = 0;
  for (Number e : l) {
    e = e * 3 + 1;
    s = s * 10 + e;
    last = e;
  }
  return {last, s};
}

AG_FUNCTION std::pair<Number, Number> range_iterate_changed(Number n) {
  Number last = 7, s = 0;
  for (Number i : ag::range(n)) {
    i = i * 3 + 1;
    s = s * 10 + i;
    last = i;
  }
  return {last, s};
}

AG_FUNCTION Number counter_changed(Number n) {
  Number s = 0;
  for (Number i = 0; i < n; i += 1) {
    i = i * 3 + 1;
    s = s * 10 + i;
  }
  return s;
}

}  // namespace

TEST_CASE("LB-02 counting the elements of a list in a member") {
  CHECK(result(counts_elements, list({}), Counter{}) == "(0)");
  CHECK(result(counts_elements, list({1}), Counter{}) == "(1)");
  CHECK(result(counts_elements, list({1, 2}), Counter{}) == "(2)");
}

TEST_CASE("LB-04 while with one variable") {
  CHECK(result(while_one_variable, 0) == "0");
  CHECK(result(while_one_variable, 1) == "1");
  CHECK(result(while_one_variable, 2) == "11");
  CHECK(result(while_one_variable, 3) == "11");
}

TEST_CASE("LB-05 for whose only state is its element") {
  CHECK(result(for_one_variable, list({})) == "0");
  CHECK(result(for_one_variable, list({1})) == "1");
  CHECK(result(for_one_variable, list({1, 2})) == "2");
}

TEST_CASE("LB-06 while with two variables") {
  CHECK(result(while_two_variables, 0) == "0");
  CHECK(result(while_two_variables, 1) == "0");
  CHECK(result(while_two_variables, 2) == "1");
  CHECK(result(while_two_variables, 4) == "123");
}

TEST_CASE("LB-07 for with two variables") {
  CHECK(result(for_two_variables, list({})) == "0");
  CHECK(result(for_two_variables, list({1})) == "1");
  CHECK(result(for_two_variables, list({1, 2})) == "12");
}

TEST_CASE("LB-10 while that gives variables their first values") {
  CHECK(result(while_makes_variables, 1) == "(2, 3)");
  CHECK(result(while_makes_variables, 2) == "(3, 4)");
}

#ifndef AG_CASES_HOST
TEST_CASE("LB-11 the variable of a loop that does not run has no value") {
  CHECK(result(while_makes_variables, 0) == "throws invalid_argument");
}

TEST_CASE("LB-14 the last element of an empty list has no value") {
  CHECK(result(last_of, list({})) == "throws invalid_argument");
}

TEST_CASE("LS-08 what a while that does not run would have defined has no value") {
  CHECK(result(while_defines, 0) == "throws invalid_argument");
  CHECK(result(for_defines, list({})) == "throws invalid_argument");
}

TEST_CASE("LS-03 lambdas that refer to a variable of the loop see its last value") {
  CHECK(result(called_later_by_reference, std::vector<Tensor>{ag::tensor(1), ag::tensor(2)}) == "[4, 4]");
}

TEST_CASE("LS-04 lambdas that copy a variable of the loop keep their value") {
  CHECK(result(called_later_by_value, std::vector<Tensor>{ag::tensor(1), ag::tensor(2)}) == "[2, 4]");
}
#endif

TEST_CASE("LB-13 the element of a loop is used after it") {
  CHECK(result(last_of, list({1})) == "1");
  CHECK(result(last_of, list({1, 2})) == "2");
}

TEST_CASE("LB-15 two whiles share their variables") {
  CHECK(result(successive_whiles, 0, 0) == "0");
  CHECK(result(successive_whiles, 0, 1) == "0");
  CHECK(result(successive_whiles, 0, 2) == "1");
  CHECK(result(successive_whiles, 1, 0) == "0");
  CHECK(result(successive_whiles, 1, 1) == "0");
  CHECK(result(successive_whiles, 1, 2) == "1");
  CHECK(result(successive_whiles, 2, 0) == "1");
  CHECK(result(successive_whiles, 2, 1) == "10");
  CHECK(result(successive_whiles, 2, 2) == "101");
}

TEST_CASE("LB-16 two fors share their sum") {
  CHECK(result(successive_fors, list({}), list({})) == "0");
  CHECK(result(successive_fors, list({1}), list({1})) == "11");
  CHECK(result(successive_fors, list({1}), list({1, 2})) == "112");
  CHECK(result(successive_fors, list({1, 2}), list({1})) == "121");
  CHECK(result(successive_fors, list({1, 2}), list({1, 2})) == "1212");
}

TEST_CASE("LB-18 nested whiles fill a tensor") {
  CHECK(result(nested_whiles_fill, 1, 2) == "[0]");
  CHECK(result(nested_whiles_fill, 2, 1) == "[0, 0]");
  CHECK(result(nested_whiles_fill, 2, 2) == "[0, 1]");
  CHECK(result(nested_whiles_fill, 2, 3) == "[0, 12]");
}

TEST_CASE("LB-20 nested fors over lists of different lengths") {
  CHECK(result(ragged, std::vector<Numbers>{list({})}) == "[0]");
  CHECK(result(ragged, std::vector<Numbers>{list({}), list({1})}) == "[0, 1]");
  CHECK(result(ragged, std::vector<Numbers>{list({}), list({1}), list({1, 2})}) == "[0, 1, 12]");
}

// Which round gives a variable its first value may depend on tensors. (TensorFlow wants a value before the loop.)
TEST_CASE("LS-05 a variable gets its first value inside an if") {
  CHECK(result(assigned_inside_if, list({})) == "0");
  CHECK(result(assigned_inside_if, list({1})) == "0");
  CHECK(result(assigned_inside_if, list({1, 2})) == "1");
  CHECK(result(assigned_inside_if, list({1, 2, 3})) == "12");
}

TEST_CASE("LS-06 a variable gets its first value inside an if of a while") {
  for (int n : {0, 1, 2}) CHECK(result(assigned_inside_if_of_while, n) == "0");
  CHECK(result(assigned_inside_if_of_while, 4) == "12");
}

TEST_CASE("LS-07 a loop defines what is used after it") {
  CHECK(result(for_defines, list({1})) == "3");
  CHECK(result(for_defines, list({1, 2})) == "4");
}

TEST_CASE("LS-08 a while defines what is used after it") {
  CHECK(result(while_defines, 1) == "3");
  CHECK(result(while_defines, 2) == "3");
}

TEST_CASE("LS-12 the body changes its element, and the loop goes on as before") {
  CHECK(result(iterate_changed, list({})) == "(7, 0)");
  CHECK(result(iterate_changed, list({1})) == "(4, 4)");
  CHECK(result(iterate_changed, list({1, 2})) == "(7, 47)");
  CHECK(result(range_iterate_changed, 0) == "(7, 0)");
  CHECK(result(range_iterate_changed, 1) == "(1, 1)");
  CHECK(result(range_iterate_changed, 2) == "(4, 14)");
}

TEST_CASE("LS-12 the body changes the counter of a for, and so the number of rounds") {
  CHECK(result(counter_changed, 0) == "0");
  CHECK(result(counter_changed, 1) == "1");
  CHECK(result(counter_changed, 2) == "1");
  CHECK(result(counter_changed, 3) == "17");
  CHECK(result(counter_changed, 9) == "195");
}

}  // namespace loop_basics_cases
