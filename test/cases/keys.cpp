// Keys that a branch or a loop creates (CN), and other forms of a variable that the host decides (LV, LT, CF).
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "cases/cases.h"

using ag::Tensor;
using cases::Number;
using cases::result;
using cases::Truth;

namespace keys_cases {
namespace {

using Named = std::map<std::string, Number>;

AG_FUNCTION Number created_where_the_host_decides(Number a, long both) {
  Named x{{"a", a}};
  if (both != 0) x["b"] = a * 2;
  return x.count("b") ? x["b"] : x["a"];
}

AG_FUNCTION Number created_in_one_arm(Number a) {
  Named x{{"a", a}};
  if (a > 0) x["b"] = a * 2;
  return x.count("b") ? x["b"] : x["a"];
}

AG_FUNCTION Number created_in_the_other_arm(Number a) {
  Named x{{"a", a}};
  if (a > 0) {
    x["a"] = a * 2;
  } else {
    x["b"] = a;
  }
  return x.count("b") ? x["b"] : x["a"];
}

AG_FUNCTION Number created_in_both_arms(Number a) {
  Named x;
  if (a > 0)
    x["b"] = a * 2;
  else
    x["b"] = a;
  return x["b"];
}

AG_FUNCTION Number created_by_a_loop(Number n) {
  Named y{{"b", n}};
  for (Number i : ag::range(n)) y["a"] = 0 - i;
  return y.at("a");
}

AG_FUNCTION Number created_before_the_loop(Number n) {
  Named y{{"a", 5}};
  for (Number i : ag::range(n)) y["a"] = 0 - i;
  return y.at("a");
}

AG_FUNCTION Number summed_by_a_loop(Number n) {
  Named sums;
  for (Number i : ag::range(n)) sums["all"] = (sums.count("all") ? sums["all"] : Number(0)) + i;
  return sums.at("all") + n - 1;
}

AG_FUNCTION Number optional_condition(std::optional<Number> a) {
  Number result = 1;
  if (a) result = *a + 1;
  return result;
}

#ifndef AG_CASES_HOST
AG_FUNCTION Tensor of_more_dimensions(Tensor x, Tensor n) {
  while (n > 0) {
    x = ag::stack({x, x});
    n = n - 1;
  }
  return x;
}

AG_FUNCTION Tensor another_alternative(Tensor a) {
  std::variant<Tensor, std::vector<Tensor>> held = a;
  while (a < 10) {
    a = a * 2;
    held = std::vector<Tensor>{a, a};
  }
  return held.index() == 0 ? std::get<0>(held) : std::get<1>(held)[1];
}
#endif

/// The error of the call, where the graph cannot know what the host has to.
template <class F, class... A>
std::string refusal(F function, const A&... arguments) {
  try {
    function(cases::given(arguments)...);
  } catch (const ag::Error& error) {
    return error.what();
  }
  return "none";
}

constexpr bool kInGraph = cases::kConverted && !cases::kHost;

}  // namespace

TEST_CASE("CN-02 an if that the host decides creates a key in one arm") {
  CHECK(result(created_where_the_host_decides, 3, 1L) == "6");
  CHECK(result(created_where_the_host_decides, 3, 0L) == "3");
  CHECK(result(created_in_both_arms, 3) == "6");
  CHECK(result(created_in_both_arms, -3) == "-3");
}

// The error names the keys, and says what to do.
TEST_CASE("CN-03 CN-04 an if that a tensor decides creates a key in one arm") {
  if (!kInGraph) {
    CHECK(result(created_in_one_arm, 3) == "6");
    CHECK(result(created_in_one_arm, -3) == "-3");
    CHECK(result(created_in_the_other_arm, -3) == "-3");
    return;
  }
  for (const int a : {3, -3}) {
    CHECK_THAT(refusal(created_in_one_arm, a), ag_test::ContainsSubstring("'the keys of x' changes in only one"));
    CHECK_THAT(refusal(created_in_the_other_arm, a), ag_test::ContainsSubstring("insert the keys before"));
  }
}

TEST_CASE("CN-12 CF-05 a loop creates a key") {
  CHECK(result(created_before_the_loop, 0) == "5");
  CHECK(result(created_before_the_loop, 2) == "-1");
  if (!kInGraph) {
    CHECK(result(created_by_a_loop, 1) == "0");
    CHECK(result(created_by_a_loop, 2) == "-1");
    CHECK(result(summed_by_a_loop, 5) == "14");
    return;
  }
  for (const int n : {0, 2}) {
    CHECK_THAT(refusal(created_by_a_loop, n), ag_test::ContainsSubstring("'the keys of y' changes in a staged loop"));
  }
  CHECK_THAT(refusal(summed_by_a_loop, 5), ag_test::ContainsSubstring("'the keys of sums'"));
}

// Whether there is a value says the host here; no tensor is asked.
TEST_CASE("CF-11 a condition that is no tensor") {
  CHECK(result([](Number a) { return optional_condition(a); }, 3) == "4");
  CHECK(result([](Number) { return optional_condition(std::nullopt); }, 3) == "1");
}

#ifndef AG_CASES_HOST
TEST_CASE("LV-07 a loop that gives its variable more dimensions is no error here") {
  CHECK(result(of_more_dimensions, 1, 0) == "1");
  CHECK(result(of_more_dimensions, 1, 2) == "[[1, 1], [1, 1]]");
}

TEST_CASE("LT-24 a loop changes the alternative of a variant") {
  if (!cases::kConverted) {
    CHECK(result(another_alternative, 8) == "16");
    CHECK(result(another_alternative, 12) == "12");
  } else {
    CHECK_THAT(refusal(another_alternative, 8), ag_test::ContainsSubstring("the alternative of held"));
  }
}
#endif

}  // namespace keys_cases
