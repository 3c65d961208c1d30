// break, continue and return in loops (LC), also out of C++'s loops where a tensor decides.
#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;
using cases::Rows;
using cases::rows;

namespace loop_jumps_cases {
namespace {

AG_FUNCTION Number continue_in_for(Numbers l) {
  Number s = 0;
  for (Number e : l) {
    if (e % 2 > 0) continue;
    s += e;
  }
  return s;
}

AG_FUNCTION Number break_in_for(Numbers l) {
  Number s = 0;
  for (Number e : l) {
    if (e % 2 > 0) break;
    s += e;
  }
  return s;
}

AG_FUNCTION Number return_in_for(Numbers l) {
  for (Number e : l) return e;
  return -1;
}

AG_FUNCTION Number return_in_both_arms(Numbers l) {
  for (Number e : l) {
    if (e % 2 > 0) {
      return e;
    } else {
      return -e;
    }
  }
  return 100;
}

AG_FUNCTION Number continue_in_while(Number n) {
  Number s = 0;
  while (n > 0) {
    n -= 1;
    if (n % 2 > 0) continue;
    s += n;
  }
  return s;
}

AG_FUNCTION Number break_in_while(Number n) {
  Number s = 0;
  while (n > 0) {
    n -= 1;
    if (n % 2 > 0) break;
    s += n;
  }
  return s;
}

AG_FUNCTION Number break_then_if(Number n) {
  Number s = 0, i = 0;
  while (i < n) {
    i += 1;
    if (i > 2) break;
    if (i == 2) s += i;
  }
  return s;
}

AG_FUNCTION Number return_in_while(Number n) {
  while (n > 0) {
    n -= 1;
    if (n % 2 > 0) {
      return n;
    } else {
      return -n;
    }
  }
  return 100;
}

AG_FUNCTION Number continue_in_inner_for(Rows m) {
  Number s = 0;
  for (Numbers l : m) {
    for (Number e : l) {
      if (e % 2 > 0) continue;
      s += e;
    }
  }
  return s;
}

AG_FUNCTION Number break_in_inner_for(Rows m) {
  Number s = 0;
  for (Numbers l : m) {
    for (Number e : l) {
      if (e % 2 > 0) break;
      s += e;
    }
  }
  return s;
}

AG_FUNCTION Number break_and_continue(Rows m) {
  Number s = 0;
  for (Numbers l : m) {
    for (Number e : l) {
      if (e % 2 > 0) {
        break;
      } else {
        continue;
      }
      s += e;
    }
  }
  return s;
}

AG_FUNCTION Number break_and_continue_reachable(Rows m) {
  Number s = 0;
  for (Numbers l : m) {
    for (Number e : l) {
      if (e % 3 == 0) {
        break;
      } else if (e % 2 > 0) {
        continue;
      }
      s = s * 10 + e;
    }
    s += 1;
  }
  return s;
}

AG_FUNCTION Number continue_in_inner_while(Number m, Number n) {
  Number s = 0;
  while (m > 0) {
    m -= 1;
    while (n > 0) {
      n -= 1;
      if ((m + n) % 2 > 0) continue;
      s += m + n;
    }
  }
  return s;
}

AG_FUNCTION Number break_then_conditional(Number m, Number n) {
  Number s = 0;
  for (Number i : ag::range(m)) {
    if (i + 1 >= n) break;
    if (i > 0) s += i;
  }
  return s;
}

AG_FUNCTION Tensor break_of_host_for(std::vector<Tensor> l) {
  Tensor s = 0;
  for (Tensor e : l) {
    if (e > 2) break;
    s = s * 10 + e;
  }
  return s;
}

AG_FUNCTION Tensor return_of_host_for(std::vector<Tensor> l) {
  Tensor s = 0;
  for (Tensor e : l) {
    if (e > 1) return e * 100 + s;
    s = s * 10 + e;
  }
  return s;
}

AG_FUNCTION Tensor break_of_host_while(Tensor x, int n) {
  int i = 0;
  Tensor s = 0;
  while (i < n) {
    i += 1;
    if (x < i) break;
    s = s * 10 + i;
  }
  return s;
}

AG_FUNCTION Tensor return_of_host_while(Tensor x, int n) {
  int i = 0;
  Tensor s = 0;
  while (i < n) {
    i += 1;
    if (x < i) return s - 1000;
    s = s * 10 + i;
  }
  return s;
}

AG_FUNCTION Number break_of_endless(Number x) {
  while (true) {
    x = x / 2;
    if (x < 5) break;
  }
  return x;
}

AG_FUNCTION Number continue_in_do(Number n) {
  Number s = 0;
  do {
    n -= 1;
    if (n % 2 > 0) continue;
    s += n;
  } while (n > 0);
  return s;
}

AG_FUNCTION Number break_in_do(Number n) {
  Number s = 0;
  do {
    n -= 1;
    if (n % 2 > 0) break;
    s += n;
  } while (n > 0);
  return s;
}

AG_FUNCTION Number continue_in_endless_for(Number n) {
  Number s = 0;
  for (;;) {
    if (n <= 0) break;
    n -= 1;
    if (n % 2 > 0) continue;
    s += n;
  }
  return s;
}

AG_FUNCTION Number continue_in_counted_for(Number n) {
  Number s = 0;
  for (Number i = 0, k = 1; i < n; i += 1, k += 2) {
    if (i % 2 > 0) continue;
    s = s * 10 + k;
  }
  return s;
}

AG_FUNCTION Number return_in_counted_for(Number n) {
  for (Number i = 0; i < n; i += 1) {
    if (i * i > n) return i;
  }
  return -n;
}

}  // namespace

TEST_CASE("LC-01 continue on odd in a for loop") {
  CHECK(result(continue_in_for, list({})) == "0");
  CHECK(result(continue_in_for, list({1})) == "0");
  CHECK(result(continue_in_for, list({1, 2})) == "2");
  CHECK(result(continue_in_for, list({1, 2, 3})) == "2");
  CHECK(result(continue_in_for, list({1, 2, 3, 4})) == "6");
  CHECK(result(continue_in_for, list({1, 2, 3, 4, 5, 6})) == "12");
}

TEST_CASE("LC-02 break on odd in a for loop") {
  CHECK(result(break_in_for, list({})) == "0");
  CHECK(result(break_in_for, list({1, 2, 3})) == "0");
  CHECK(result(break_in_for, list({2, 4, 5, 6})) == "6");
}

TEST_CASE("LC-03 return in every round of a for loop") {
  CHECK(result(return_in_for, list({3})) == "3");
  CHECK(result(return_in_for, list({7, 2})) == "7");
  CHECK(result(return_in_for, list({})) == "-1");
}

TEST_CASE("LC-04 both arms of an if in the body return") {
  CHECK(result(return_in_both_arms, list({1, 2})) == "1");
  CHECK(result(return_in_both_arms, list({2})) == "-2");
  CHECK(result(return_in_both_arms, list({})) == "100");
}

TEST_CASE("LC-07 continue on odd in a while loop") {
  const int expected[] = {0, 0, 0, 2, 2, 6, 6, 12};
  for (int n : {0, 1, 2, 3, 4, 7}) CHECK(result(continue_in_while, n) == std::to_string(expected[n]));
}

TEST_CASE("LC-08 break on odd in a while loop") {
  const int expected[] = {0, 0, 0, 2, 0, 4, 0, 6};
  for (int n : {0, 1, 2, 3, 4, 7}) CHECK(result(break_in_while, n) == std::to_string(expected[n]));
}

TEST_CASE("LC-10 break followed by an independent if") {
  const int expected[] = {0, 0, 2, 2, 2};
  for (int n : {0, 1, 2, 3, 4}) CHECK(result(break_then_if, n) == std::to_string(expected[n]));
}

TEST_CASE("LC-12 every round of a while loop returns") {
  const int expected[] = {100, 0, 1, -2, 3};
  for (int n : {1, 2, 3, 4}) CHECK(result(return_in_while, n) == std::to_string(expected[n]));
}

// The return behind the loop is demanded when the file is converted; TensorFlow finds out when the graph runs.
TEST_CASE("LC-13 the loop that would return has no round") { CHECK(result(return_in_while, 0) == "100"); }

TEST_CASE("LC-14 continue in an inner for loop") {
  CHECK(result(continue_in_inner_for, rows({{}, {}})) == "0");
  CHECK(result(continue_in_inner_for, rows({{1}, {2}})) == "2");
  CHECK(result(continue_in_inner_for, rows({{1, 2}, {3, 4}})) == "6");
  CHECK(result(continue_in_inner_for, rows({{1, 2, 3}, {4, 5, 6}})) == "12");
}

TEST_CASE("LC-15 break in an inner for loop") {
  CHECK(result(break_in_inner_for, rows({{}, {}})) == "0");
  CHECK(result(break_in_inner_for, rows({{1}, {2}})) == "2");
  CHECK(result(break_in_inner_for, rows({{1, 2}, {3, 4}})) == "0");
  CHECK(result(break_in_inner_for, rows({{1, 2, 3}, {4, 5, 6}})) == "4");
}

TEST_CASE("LC-16 break and continue in the two arms of an if") {
  CHECK(result(break_and_continue, rows({{1, 2}, {3, 4}})) == "0");
  CHECK(result(break_and_continue, rows({{2, 4, 1}, {4, 5, 6}})) == "0");
  CHECK(result(break_and_continue_reachable, rows({{1, 2, 3}, {4, 5, 6}})) == "35");
}

TEST_CASE("LC-17 continue in an inner while loop") {
  CHECK(result(continue_in_inner_while, 0, 4) == "0");
  CHECK(result(continue_in_inner_while, 1, 3) == "2");
  CHECK(result(continue_in_inner_while, 2, 4) == "6");
  CHECK(result(continue_in_inner_while, 4, 4) == "10");
  CHECK(result(continue_in_inner_while, 10, 11) == "70");
}

TEST_CASE("LC-20 break, then an if, in a loop over a range") { CHECK(result(break_then_conditional, 3, 3) == "1"); }

// TensorFlow refuses the next five; here every round of C++'s loop is guarded.
TEST_CASE("LC-21 a tensor decides the break of a loop over a vector") {
  const Tensor one = ag::tensor(1), two = ag::tensor(2), three = ag::tensor(3);
  CHECK(result(break_of_host_for, std::vector{one}) == "1");
  CHECK(result(break_of_host_for, std::vector{one, two}) == "12");
  CHECK(result(break_of_host_for, std::vector{one, three, two}) == "1");
}

TEST_CASE("LC-22 a tensor decides the return out of a loop over a vector") {
  const Tensor one = ag::tensor(1), two = ag::tensor(2), three = ag::tensor(3);
  CHECK(result(return_of_host_for, std::vector{one}) == "1");
  CHECK(result(return_of_host_for, std::vector{one, two, three}) == "201");
}

TEST_CASE("LC-23 a tensor decides the break of a while loop over numbers") {
  CHECK(result(break_of_host_while, ag::tensor(2), int64_t{1}) == "1");
  CHECK(result(break_of_host_while, ag::tensor(2), int64_t{4}) == "12");
}

TEST_CASE("LC-24 a tensor decides the return out of a while loop over numbers") {
  CHECK(result(return_of_host_while, ag::tensor(2), int64_t{1}) == "1");
  CHECK(result(return_of_host_while, ag::tensor(2), int64_t{4}) == "-988");
}

TEST_CASE("LC-25 a break ends an endless loop") {
  CHECK(result(break_of_endless, 100) == "3");
  CHECK(result(break_of_endless, 1) == "0");
}

TEST_CASE("LC-26 the loops of C++ that Python has not") {
  const int continued[] = {0, 0, 0, 2, 2, 6, 6, 12}, broken[] = {0, 0, 0, 2, 0, 4, 0, 6};
  for (int n : {1, 2, 3, 4, 7}) {
    CHECK(result(continue_in_do, n) == std::to_string(continued[n]));
    CHECK(result(break_in_do, n) == std::to_string(broken[n]));
    CHECK(result(continue_in_endless_for, n) == std::to_string(continued[n]));
  }
  CHECK(result(continue_in_endless_for, 0) == "0");
  CHECK(result(continue_in_counted_for, 0) == "0");
  CHECK(result(continue_in_counted_for, 5) == "159");
  CHECK(result(return_in_counted_for, 10) == "4");
  CHECK(result(return_in_counted_for, 1) == "-1");
}

}  // namespace loop_jumps_cases
