// What expressions, returns and ranges give: several values of a conditional, optional values, lengths, ranges and what
// goes with them (EX, CB, BI, CV, CF, NC, AL).
#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <tuple>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;
using cases::Truth;

namespace values_cases {
namespace {

using Three = std::tuple<Number, Number, Number>;

AG_FUNCTION Three conditional_values(Number x) {
  const Number a = x < 0 ? x * 2 : x < 3 ? -x : x;
  const Number b = x < 0 ? -x * 2 : x < 3 ? -2 * x : x;
  const Number c = x < 0 ? x * 2 : x < 3 ? 2 * x : x;
  return {a, b, c};
}

AG_FUNCTION Number set_or_reset(Truth c) {
  std::optional<Number> i = Number(3);
  if (c) {
    i = std::nullopt;
  } else {
    i = 1;
  }
  if (i) return *i;
  return -1;
}
AG_FUNCTION Number reset_in_both(Truth c, Number x) {
  std::optional<Number> i = x;
  if (c) {
    i.reset();
    x += 1;
  } else {
    i = std::nullopt;
  }
  return i ? *i : x;
}
AG_FUNCTION Number reset_in_else(Truth c) {
  std::optional<Number> i;
  if (c) {
    i = 5;
  } else {
    i.reset();
  }
  return i.value_or(-2);
}

#ifndef AG_CASES_HOST
AG_FUNCTION Number with_guard(Number x) {
  struct Guard {
    Number& s;
    ~Guard() { s += 10; }
  };
  Number s = 0;
  while (x > 0) {
    x -= 1;
    Guard guard{s};
    if (x < 5) continue;
    s += 1;
  }
  return s;
}
#endif

AG_FUNCTION int64_t asserted(Number x, int64_t calls) {
  assert(calls > 0);
  if (x > 0) ++calls;
  return calls;
}

AG_FUNCTION std::pair<int64_t, int> lengths(Numbers l) {
#ifdef AG_CASES_HOST
  const auto n = static_cast<int64_t>(l.size());
#else
  const auto n = l.shape(0);
#endif
  const std::vector<int> three = {1, 2, 3};
  return {n, static_cast<int>(three.size())};
}

AG_FUNCTION std::array<Number, 3> ranges(Number low, Number high) {
  Number a = 0, b = 0, c = 0;
  for (Number i : ag::range(high)) a = a * 10 + i;
  for (Number i : ag::range(low, high)) b = b * 10 + i;
  for (Number i : ag::range(high, low, -1)) c = c * 10 + i;
  return {a, b, c};
}

AG_FUNCTION std::array<Number, 2> numbered(Numbers l) {
  Number a = 0, b = 0;
  for (auto [i, e] : ag::enumerate(l, 5)) a = a * 10 + e + i;
  for (auto [i, e] : ag::enumerate(l, -3)) b = b * 10 + e - i;
  return {a, b};
}
AG_FUNCTION Number zipped(Numbers l, Numbers m) {
  Number s = 0;
  for (auto [a, b] : ag::zip(l, m)) s = s * 100 + a * 10 + b;
  return s;
}
AG_FUNCTION std::vector<Number> mapped(Number x) {
  const std::vector<Number> from = {x, x + 1, x + 2};
  std::vector<Number> to = from;
  std::transform(from.begin(), from.end(), to.begin(), [](Number e) {
    if (e > 2) return e + 10;
    return e + 4;
  });
  std::transform(to.begin(), to.end(), from.begin(), to.begin(), [](Number a, Number b) { return a - 3 * b; });
  return to;
}
AG_FUNCTION std::vector<int> ordered_rows(Number x) {
  std::vector<std::pair<int, int>> rows = {{2, 1}, {1, 3}, {3, 2}};
  std::vector<int> firsts;
  std::ranges::sort(rows, std::greater(), &std::pair<int, int>::second);
  for (const auto& row : rows) firsts.push_back(row.first);
  if (x > 0) x += 1;
  std::sort(firsts.begin(), firsts.begin() + 2);
  return firsts;
}

AG_FUNCTION Number straight(Number x) { return x * x; }
AG_FUNCTION Number superfluous(Number x) {
  if (x > 0) return x * x;
  return x * x;
  return 0;
}
AG_FUNCTION Number adjacent(Number x) {
  {
    return x * x;
    return x;
  }
}
AG_FUNCTION Number in_blocks(Number x) {
  {
    if (x > 0) {
      {
        return x * x;
      }
    }
  }
  {
    return x;
  }
}
struct Box {
  Number d = 0, n = 0;
  std::array<Number, 2> e = {Number(0), Number(0)};
  AG_CONVERT void no_result(Number x) {
    if (x > 0) {
      d += x;
      return;
    }
    n += 1;
  }
};
AG_FUNCTION Box void_returns(Number x) {
  Box box;
  box.no_result(x);
  box.no_result(x - 1);
  return box;
}
AG_FUNCTION Number return_in_host_range(Number x) {
  for (int i = 0; i < 3; ++i) {
    if (x == 2 * i && x > 0) return i;
  }
  return -1;
}
AG_FUNCTION Number return_in_while(Number n) {
  while (n > 0) {
    n -= 1;
    if (n == 3) return n * 2;
  }
  return -1;
}
AG_FUNCTION std::pair<Number, Number> members_and_elements(Number n) {
  Box box;
  box.n = n;
  while (box.n > 0) {
    box.d += 2;
    box.e[1] = box.e[1] + box.n;
    box.n -= 1;
  }
  return {box.d, box.e[1]};
}
AG_FUNCTION Number only_the_test_decides(Number n, const std::string& text) {
  std::string copy = text;
  Number s = 0;
  while (s < n) s += static_cast<int>(copy.size());
  return s;
}
AG_FUNCTION Number made_in_each_round(Number n) {
  Number last = 0;
  for (Number i : ag::range(n)) {
    Number made;
    if (i > 2) {
      made = i * 2;
    } else {
      made = 10;
    }
    last = made;
  }
  return last + 4;
}
AG_FUNCTION std::pair<Number, Number> sums(Numbers l) {
  Number s = 0, squares = 0;
  for (Number e : l) {
    s += e;
    squares += e * e;
  }
  return {s, squares};
}
AG_FUNCTION Number unpacked(Numbers l) {
  Number s = 1;
  for (auto [i, e] : ag::enumerate(l)) s += e * (i + 1) - i * 3;
  return s;
}

AG_FUNCTION Three aliases(Number x, Number y) {
  Number a = x, b = y;
  Number& first = a;
  const std::pair<Number, Number> copies(a, b);
  if (x > 0) first += 1;
  const auto& [p, q] = copies;
  return {a, p, q};
}

#ifndef AG_CASES_HOST
AG_FUNCTION Tensor reads_itself(Tensor n) {
  Tensor s;
  while (n > 0) {
    s = s + n;
    n -= 1;
  }
  return s + 0;
}
AG_FUNCTION Tensor sides_of_two_types(Tensor x) {
  return x > 0 ? ag::astype(x, ag::int64) : ag::astype(x, ag::float32);
}
AG_FUNCTION int64_t length_of_a_number(Tensor x) {
  if (x > 0) x += 1;
  return x.shape(0);
}
AG_FUNCTION Tensor keeps_its_shape(Tensor x, Tensor n) {
  while (n > 0) {
    ag::set_loop_options({.shape_invariants = {{x, {1}}}});
    x = ag::concat({x, x});
    n -= 1;
  }
  return x;
}
#endif

}  // namespace

TEST_CASE("EX-02 conditional expressions with several values") {
  CHECK(result(conditional_values, -1) == "(-2, 2, -2)");
  CHECK(result(conditional_values, 1) == "(-1, -2, 2)");
  CHECK(result(conditional_values, 5) == "(5, 5, 5)");
}

TEST_CASE("CB-14 CB-15 CB-16 arms that take a value away") {
  CHECK(result(set_or_reset, true) == "-1");
  CHECK(result(set_or_reset, false) == "1");
  CHECK(result(reset_in_both, true, 3) == "4");
  CHECK(result(reset_in_both, false, 3) == "3");
  CHECK(result(reset_in_else, true) == "5");
  CHECK(result(reset_in_else, false) == "-2");
}

#ifndef AG_CASES_HOST
TEST_CASE("NC-13 the destructor of a guard runs after a continue") {
  CHECK(result(with_guard, 0) == "0");
  CHECK(result(with_guard, 4) == "40");
  CHECK(result(with_guard, 10) == "105");
}
#endif

TEST_CASE("AS-02 an assertion over numbers stays as it is") {
  CHECK(result(asserted, 1, int64_t{2}) == "3");
  CHECK(result(asserted, -1, int64_t{2}) == "2");
}

TEST_CASE("BI-08 the lengths of lists and tensors") { CHECK(result(lengths, list({4, 5, 6})) == "(3, 3)"); }

TEST_CASE("BI-16 BI-18 ranges with one, two and three bounds, and empty ones") {
  CHECK(result(ranges, 1, 3) == "(12, 12, 32)");
  CHECK(result(ranges, 3, -2) == "(0, 0, 0)");
}

TEST_CASE("AL-01 one and several names for a variable") {
  CHECK(result(aliases, 3, 4) == "(4, 3, 4)");
  CHECK(result(aliases, -3, 4) == "(-3, -3, 4)");
}

TEST_CASE("BI-19 BI-21 enumerate from another number, zip up to the shorter one") {
  CHECK(result(numbered, list({1, 2})) == "(68, 44)");
  CHECK(result(zipped, list({1, 2}), list({3, 4})) == "1324");
  CHECK(result(zipped, list({1, 2, 5}), list({3})) == "13");
}

TEST_CASE("BI-23 algorithms of the library call lambdas with conditions") { CHECK(result(mapped, 1) == "[2, 0, 4]"); }

TEST_CASE("BI-48 algorithms of the library sort numbers of the host") { CHECK(result(ordered_rows, 1) == "[1, 3, 2]"); }

TEST_CASE("CV-15 CV-17 returns, in blocks and twice") {
  for (int x : {2, -2}) {
    CHECK(result(straight, x) == "4");
    CHECK(result(superfluous, x) == "4");
    CHECK(result(adjacent, x) == "4");
  }
  CHECK(result(in_blocks, 2) == "4");
  CHECK(result(in_blocks, -2) == "-2");
}

TEST_CASE("CV-18 returns without a value") {
  CHECK(result(void_returns, 2) == "(3, 0, (0, 0))");
  CHECK(result(void_returns, 1) == "(1, 1, (0, 0))");
}

TEST_CASE("CV-20 CV-21 return out of a loop of the host, and out of a while") {
  CHECK(result(return_in_host_range, 2) == "1");
  CHECK(result(return_in_host_range, 0) == "-1");
  for (int n : {0, 2}) CHECK(result(return_in_while, n) == "-1");
  CHECK(result(return_in_while, 4) == "6");
}

TEST_CASE("CF-04 members and elements in a while") { CHECK(result(members_and_elements, 5) == "(10, 15)"); }

TEST_CASE("CF-09 only the condition decides whether a loop is a part of the graph") {
  CHECK(result(only_the_test_decides, 5, std::string("ab")) == "6");
}

TEST_CASE("CF-15 a variable is made anew in each round") {
  CHECK(result(made_in_each_round, 2) == "14");
  CHECK(result(made_in_each_round, 6) == "14");
}

TEST_CASE("CF-18 CF-20 sums over elements, and over elements with their numbers") {
  CHECK(result(sums, list({1, 3})) == "(4, 10)");
  CHECK(result(sums, list({})) == "(0, 0)");
  CHECK(result(unpacked, list({3, 3})) == "7");
}

#ifndef AG_CASES_HOST
TEST_CASE("NC-17 a loop reads a variable without a value") {
  CHECK(cases::traced(reads_itself, 1) == "throws invalid_argument");
}

TEST_CASE("EX-04 the sides of a conditional have two dtypes") {
  CHECK(cases::traced(sides_of_two_types, 1) == (cases::kConverted ? "throws staging_error" : "1"));
}

TEST_CASE("BI-12 a number has no length") { CHECK(result(length_of_a_number, 1) == "throws out_of_range"); }

// Extents that change are found; a shape that is stated holds.
TEST_CASE("LT-23 a loop breaks the shape that it states") {
  CHECK(cases::traced(keeps_its_shape, Tensor(ag::tensor({7})), 1) ==
        (cases::kConverted ? "throws shape_error" : "[7, 7]"));
  CHECK(cases::traced(keeps_its_shape, Tensor(ag::tensor({7, 8})), 0) ==
        (cases::kConverted ? "throws shape_error" : "[7, 8]"));
}
#endif

}  // namespace values_cases
