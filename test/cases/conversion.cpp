// What is converted and what is not, where a callee is read from, and which function a node of the graph belongs to
// (FN, VR, AP, EU, BI, LI).
#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "cases/cases.h"

using ag::Tensor;
using cases::list;
using cases::Number;
using cases::Numbers;
using cases::result;

namespace conversion_cases {
namespace {

// ---- what a call reads ----

int factor = 2;
AG_FUNCTION Number times_factor(Number x) {
  if (x > 100) x = 100;
  return x * factor;
}

struct Scale {
  int by = 3;
  AG_CONVERT Number operator()(Number x) const {
    if (x > 100) x = 100;
    return x * by;
  }
};
Scale scale;
AG_FUNCTION Number times_member(Number x) { return scale(x) + scale.by; }

AG_CONVERT Number doubled(Number x) {
  if (x > 100) return Number(200);
  return x * 2;
}
AG_CONVERT Number negated(Number x) {
  if (x > 100) return Number(-100);
  return -x;
}
AG_FUNCTION Number through_pointer(Number x, Number (*function)(Number)) { return function(x) + 1; }

// ---- what is not converted ----

// Not converted; the lambda is, as it is handed to ag::function.
AG_DO_NOT_CONVERT Number lambda_inside(Number x) {
  const auto halved = ag::function([](Number y) {
    while (y > 10) y = y / 2;
    return y;
  });
  return halved(x);
}
AG_FUNCTION Number asks_for_it(Number x) { return lambda_inside(x) + 1; }

struct Kept {
  int step = 1;
  AG_DO_NOT_CONVERT Number next(Number x) const { return x + step; }
};

#ifndef AG_CASES_HOST
// As many operations as rows: the loop runs while the graph is made.
AG_DO_NOT_CONVERT Tensor sum_of_rows(Tensor x) {
  Tensor sum = 0;
  for (int64_t row = 0; row < x.shape(0); ++row) sum = sum + x[row];
  return sum;
}
AG_FUNCTION Tensor body_as_it_is(Tensor x) { return sum_of_rows(x) * 10; }

AG_FUNCTION Tensor maps_kept_method(Tensor x) {
  const Kept kept;
  return ag::map_fn([&](Tensor y) { return kept.next(y); }, x);
}
AG_DO_NOT_CONVERT Tensor maps_bound_method(Tensor x, const Kept& kept) {
  return ag::map_fn(std::bind_front(&Kept::next, &kept), x);
}
AG_FUNCTION Tensor maps_behind_wrapper(Tensor x) {
  const Kept kept;
  return maps_bound_method(x, kept);
}

// ---- which function a node belongs to ----

AG_CONVERT Tensor inner_part(Tensor x) {
  if (ag::sum(x) > 0) return ag::tanh(x);
  return ag::exp(x);
}
AG_FUNCTION Tensor outer_part(Tensor x) {
  Tensor y = ag::sin(x);
  for (int k = 0; k < 1; ++k) y = inner_part(y);
  return ag::cos(y);
}
AG_FUNCTION Tensor with_lambda(Tensor x) {
  const auto local = [](Tensor y) {
    if (ag::sum(y) > 0) return ag::tanh(y);
    return ag::exp(y);
  };
  return local(ag::sin(x));
}
struct Layer {
  Tensor bias = ag::tensor({1.0, 2.0});
  AG_FUNCTION Tensor apply(Tensor x) {
    Tensor y = inner_part(x + bias);
    return ag::cos(y);
  }
};

std::string functions_of(const ag::Graph& graph, const std::string& op) {
  std::string functions;
  for (const ag::NodeInfo& node : graph.nodes()) {
    if (node.op == op) functions += functions.empty() ? node.function : ", " + node.function;
  }
  return functions;
}

// ---- what does not fit ----

AG_FUNCTION Tensor takes_or(ag::DatasetIterator numbers, Tensor otherwise) { return numbers.next(otherwise); }
AG_FUNCTION Tensor typed_list(Number n) {
  std::vector<float> all;
  for (Number k = 0; k < n; k += 1) all.push_back(0.5f);
  return ag::tensor(all);
}

AG_CONVERT Tensor checked_root(Tensor x) {
  ag::check(x >= 0, "a root of a negative number");
  return ag::sqrt(x);
}
AG_FUNCTION Tensor roots(Tensor x) {
  if (x < 100) x = x - 5;
  return checked_root(x);
}
#endif

}  // namespace

TEST_CASE("VR-01 a variable is read when the function is called") {
  factor = 2;
  CHECK(result(times_factor, 3) == "6");
  factor = 5;
  CHECK(result(times_factor, 3) == "15");
  factor = 2;
}

TEST_CASE("VR-11 a member is read when the function is called") {
  scale.by = 3;
  CHECK(result(times_member, 3) == "12");
  scale.by = 7;
  CHECK(result(times_member, 3) == "28");
  scale.by = 3;
}

TEST_CASE("VR-13 which function a pointer leads to is read when it is called") {
  CHECK(result(through_pointer, 3, &doubled) == "7");
  CHECK(result(through_pointer, 3, &negated) == "-2");
  CHECK(result(through_pointer, 300, &doubled) == "201");
}

TEST_CASE("AP-30 what is handed to ag::function is converted, also in a function that is not") {
  if (!cases::kConverted) return;  // an object traces, and cannot trace what is not converted
  CHECK(result(asks_for_it, 40) == "11");
  CHECK(result(asks_for_it, 4) == "5");
}

#ifndef AG_CASES_HOST
TEST_CASE("AP-31 the body of a function that is not converted stays, and its operations are recorded") {
  CHECK(result(body_as_it_is, ag::tensor({1, 2, 3})) == "60");
  if (!cases::kConverted) return;
  const ag::Graph graph = ag::function_of(body_as_it_is).graph(ag::tensor({1, 2, 3}));
  CHECK(functions_of(graph, "while_loop").empty());
  CHECK(graph.node_count() > 3);
}

TEST_CASE("AP-67 AP-69 AP-70 a method that is not converted is called as it is, also after a wrapper") {
  CHECK(result(maps_kept_method, ag::tensor({1, 2, 3})) == "[2, 3, 4]");
  CHECK(result(maps_behind_wrapper, ag::tensor({1, 2, 3})) == "[2, 3, 4]");
}

TEST_CASE("FN-01 FN-03 FN-05 a node of a graph says in which function it stands") {
  const Tensor x = ag::tensor({0.5, 1.5});
  outer_part(x);
  if (!cases::kConverted) return;
  const ag::Graph outer = ag::function_of(outer_part).graph(x);
  CHECK(functions_of(outer, "sin") == "outer_part");
  CHECK(functions_of(outer, "cos") == "outer_part");
  CHECK(functions_of(outer, "tanh") == "inner_part");
  CHECK(functions_of(outer, "exp") == "inner_part");
  const ag::Graph lambda = ag::function_of(with_lambda).graph(x);
  CHECK(functions_of(lambda, "tanh") == "with_lambda");
  Layer layer;
  const ag::Graph method = ag::function_of(&Layer::apply).graph(layer, x);
  CHECK(functions_of(method, "add") == "apply");
  CHECK(functions_of(method, "tanh") == "inner_part");
  CHECK(functions_of(method, "cos") == "apply");
  CHECK_THAT(method.json(), ag_test::ContainsSubstring("\"function\": \"inner_part\""));
}

TEST_CASE("BI-28 BI-29 what stands for a missing element has the dtype of the elements") {
  const auto numbers = [] { return ag::Dataset::range(2).iterator(); };
  CHECK(takes_or(numbers(), ag::tensor(int64_t{-1}, ag::int64)).item<int>() == 0);
  CHECK(takes_or(ag::Dataset::range(0).iterator(), ag::tensor(int64_t{-1}, ag::int64)).item<int>() == -1);
  if (cases::kConverted) CHECK_THROWS_WITH(takes_or(numbers(), ag::tensor(0.5)), ag_test::ContainsSubstring("int64"));
}

TEST_CASE("LI-08 a list of numbers has their type, also where it is empty") {
  CHECK(typed_list(ag::tensor(3)).dtype() == ag::float32);
  CHECK(typed_list(ag::tensor(0)).dtype() == ag::float32);
  CHECK(typed_list(ag::tensor(0)).shape() == ag::Shape{0});
}

TEST_CASE("EU-05 an error names the functions on the way to it") {
  CHECK(result(roots, ag::tensor(9.0)) == "2.0");
  try {
    roots(ag::tensor(1.0));
    FAIL("no error");
  } catch (const ag::Error& error) {
    CHECK_THAT(error.message(), ag_test::ContainsSubstring("a root of a negative number"));
    CHECK(error.what() == error.location().str() + ": " + error.message());
    CHECK(error.context().empty() == !cases::kConverted);
    if (!cases::kConverted) return;
    const std::string notes = error.str();
    CHECK_THAT(notes, ag_test::ContainsSubstring("'checked_root'"));
    CHECK_THAT(notes, ag_test::ContainsSubstring("'roots'"));
  }
}
#endif

}  // namespace conversion_cases
