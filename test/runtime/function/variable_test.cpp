/// ag::Variable: eager, and in traced functions run by the interpreter and as native code.
#include <ag/staging/generated.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/catch.h"

namespace ag::test {

namespace variable_test {
namespace {

static_assert(!std::is_assignable_v<Variable&, Tensor> && !std::is_assignable_v<Variable&, double>);
static_assert(std::is_copy_assignable_v<Variable> && std::is_convertible_v<Variable, Tensor>);
static_assert(!std::is_convertible_v<Tensor, Variable> && !std::is_convertible_v<double, Variable>);

/// Runs a test once with each executor.
struct EachExecutor {
  EachExecutor() {
    const char* executor = GENERATE("interpreter", "compiled");
    CAPTURE(executor);
    setenv("AG_EXECUTOR", executor, 1);
  }
  ~EachExecutor() { unsetenv("AG_EXECUTOR"); }
};

template <auto F>
void forget() {
  function_of(F).clear();
}

double number(const Tensor& x) { return x.item<double>(); }

std::string message_of(const std::function<void()>& run, ErrorKind kind, uint32_t line) {
  try {
    run();
  } catch (const Error& error) {
    CHECK(name(error.kind()) == std::string(name(kind)));
    CHECK(error.location().line() == line);
    return error.message();
  }
  FAIL("no error");
  return {};
}

Variable total(0.0, {.name = "total"});
Variable steps(0, {.name = "steps", .trainable = false, .dtype = int64});

Tensor accumulate(Tensor x) {
  return traced<&accumulate>(AG_STATE(x), [](Tensor x) -> Tensor {
    const Tensor before = total;
    total.assign_add(sum(x));
    steps.assign_add(1);
    if_stmt(total > 10, AG_STATE(x), [&] { total.assign(total * 0.5); }, [&] { total.assign_sub(1); });
    while_stmt([&] { return steps < 5; }, AG_STATE(x),
               [&] {
                 steps.assign_add(1);
                 total.assign(total + steps);
               });
    return total - before;
  });
}

void accumulate_plainly(double x, double& sum, int& count) {
  sum += x;
  ++count;
  if (sum > 10)
    sum = sum * 0.5;
  else
    sum -= 1;
  while (count < 5) {
    ++count;
    sum = sum + count;
  }
}

Variable table(zeros({4, 2}), {.name = "table"});

Tensor scatters(Tensor at, Tensor x) {
  return traced<&scatters>(AG_STATE(at, x), [](Tensor at, Tensor x) -> Tensor {
    const Tensor before = table;
    table.scatter_update(at, x);
    if_stmt(
        sum(x) > 3, AG_STATE(x), [&] { table.scatter_sub(at, 1); },
        [&] { table.scatter_add(at, x).scatter_add(at, x); });
    Tensor i = 0;
    while_stmt([&] { return i < 3; }, AG_STATE(i),
               [&] {
                 table.scatter_add(reshape(i, {1}), 10);
                 i += 1;
               });
    return before;
  });
}

Tensor scaled(Tensor x, Variable v, Variable w) {
  return traced<&scaled>(AG_STATE(x, v, w), [](Tensor x, Variable v, Variable w) -> Tensor {
    v.assign_add(x);
    const Variable copy = w;
    copy.assign(copy * 2);
    return v + 100 * w;
  });
}

struct Cell {
  Variable state{tensor({0.0f, 0.0f}), {.name = "state"}};
  Variable other;
  Tensor call(Tensor x) {
    return traced<&Cell::call>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
      if (!other.defined()) other = Variable(zeros({2}), {.name = "other"});
      const Variable copy = state;
      copy.assign(copy * 2 + x);
      other.assign_add(1);
      return state + other;
    });
  }
};

}  // namespace

TEST_CASE("A variable is a handle of one value", "[variable]") {
  Variable v(1.5);
  const Variable w = v;
  CHECK(v.dtype() == float32);
  CHECK(v.is(w));
  const Tensor before = v;
  w.assign(3);
  CHECK(v.item<int>() == 3);
  CHECK(number(before) == 1.5);
  CHECK(number(v + w) == 6);
  CHECK(number(2 * v) == 6);
  CHECK(bool(v));
  CHECK(!bool(!v));
  CHECK(int(v) == 3);
  Variable m(tensor({{1, 2}, {3, 4}}, float64), {.name = "m", .trainable = false});
  CHECK(m.shape() == Shape{2, 2});
  CHECK(m.shape(1) == 2);
  CHECK(m.ndim() == 2);
  CHECK(m.size() == 4);
  CHECK(m.name() == "m");
  CHECK_FALSE(m.trainable());
  CHECK(m[1].to_vector<int>() == std::vector<int>{3, 4});
  CHECK(m(0, 1).item<int>() == 2);
  CHECK(m.T().to_vector<int>() == std::vector<int>{1, 3, 2, 4});
  m.assign_add(tensor({10.0, 20.0}, float64)).assign_sub(1);
  m.scatter_add(tensor({1}), tensor({{1.0, 1.0}}, float64));
  CHECK(m.to_vector<int>() == std::vector<int>{10, 21, 13, 24});
  std::ostringstream text;
  text << v << ' ' << matmul(m, m).shape();
  CHECK(text.str().starts_with("3"));
  Variable made([] { return zeros({2}) + 1; });
  CHECK(number(sum(made)) == 2);
  made = v;
  CHECK(made.is(v));
  Tensor t = v;
  t += v;
  CHECK(number(t) == 6);
}

TEST_CASE("What a variable cannot hold is an error at the line that assigns it", "[variable]") {
  Variable v(zeros({2, 3}), {.name = "w"});
  const uint32_t line = __LINE__;
  CHECK(message_of([&] { v.assign(zeros({3})); }, ErrorKind::shape_error, line + 1) ==
        "variable 'w' holds values of type float32[2,3] and is given one of type float32[3]");
  CHECK(message_of([&] { v.assign(zeros({2, 3}, float64)); }, ErrorKind::type_error, line + 3) ==
        "variable 'w' holds values of type float32[2,3] and is given one of type float64[2,3]");
  CHECK(message_of([&] { v.assign_add(zeros({4, 2, 3})); }, ErrorKind::shape_error, line + 5).find("[4,2,3]") !=
        std::string::npos);
  CHECK(message_of([&] { Variable().assign(1); }, ErrorKind::invalid_argument, line + 7) ==
        "a variable is used that was never made");
  Variable list(zeros({0}), {.shape = Shape{unknown}});
  list.assign(zeros({4}));
  CHECK(list.size() == 4);
  CHECK_THROWS_AS(list.assign(zeros({4, 1})), Error);
  CHECK_THROWS_AS(Variable(zeros({2}), {.shape = Shape{3}}), Error);
  CHECK_THROWS_AS(Variable(0, {.dtype = int32}).assign(0.5), Error);
}

TEST_CASE("A traced function reads and writes variables in program order", "[variable]") {
  const EachExecutor each;
  forget<&accumulate>();
  total.assign(0);
  steps.assign(0);
  double sum = 0;
  int count = 0;
  for (const double x : {1.0, 3.0, 20.0, -4.0, 0.25}) {
    const double before = sum;
    accumulate_plainly(x, sum, count);
    CHECK(number(accumulate(x)) == sum - before);
    CHECK(number(total) == sum);
    CHECK(steps.item<int>() == count);
  }
}

TEST_CASE("Rows of a variable are changed where it is, and nobody else sees it", "[variable]") {
  using Numbers = std::vector<int>;
  Variable v(zeros({3, 2}));
  v.scatter_update(tensor({2, 0}), tensor({{1.0, 2.0}, {3.0, 4.0}}));
  const Tensor before = v;
  v.scatter_sub(tensor({0, 0, 2}), 1).scatter_add(tensor({-1}), 5);
  CHECK(before.to_vector<int>() == Numbers{3, 4, 0, 0, 1, 2});
  CHECK(v.to_vector<int>() == Numbers{1, 2, 0, 0, 5, 6});
  v.scatter_update(tensor({1, 1}), tensor({{7.0, 7.0}, {8.0, 8.0}}));  // the last of them
  CHECK(v.to_vector<int>() == Numbers{1, 2, 8, 8, 5, 6});
  Variable flags(tensor({false, false}));
  CHECK(flags.scatter_update(tensor({1}), true).to_vector<int>() == Numbers{0, 1});

  const uint32_t line = __LINE__;
  const auto fails = [&](auto run, ErrorKind kind, uint32_t below) { return message_of(run, kind, line + below); };
  CHECK_THAT(fails([&] { v.scatter_update(tensor({1, 3}), 0); }, ErrorKind::out_of_range, 2),
             Catch::Contains("scatter_update: index 3"));
  CHECK_THAT(fails([&] { v.scatter_sub(tensor({1, -4}), 0); }, ErrorKind::out_of_range, 4),
             Catch::Contains("index -4"));
  CHECK_THAT(fails([&] { v.scatter_add(tensor({1}), zeros({3})); }, ErrorKind::shape_error, 6),
             Catch::Contains("updates must have shape"));
  CHECK_THAT(fails([&] { v.scatter_update(tensor({1.0}), 0); }, ErrorKind::type_error, 8),
             Catch::Contains("indices are integers"));
  CHECK_THAT(fails([&] { v.scatter_update(tensor({1}), zeros({2}, float64)); }, ErrorKind::type_error, 10),
             Catch::Contains("dtype of the tensor"));
  CHECK_THAT(fails([&] { flags.scatter_add(tensor({1}), true); }, ErrorKind::type_error, 12),
             Catch::Contains("no sum"));
  CHECK(v.to_vector<int>() == Numbers{1, 2, 8, 8, 5, 6});
}

TEST_CASE("Rows of a variable are changed in program order", "[variable]") {
  const EachExecutor each;
  forget<&scatters>();
  for (const double x : {0.5, 2.0}) {
    const Tensor at = tensor({3, 0}), rows = tensor({{x, x}, {1.0, 0.0}}, float32);
    table.assign(ones({4, 2}));
    const Tensor held = table;
    set_run_functions_eagerly(true);
    scatters(at, rows);
    set_run_functions_eagerly(false);
    const Tensor expected = table;
    table.assign(held);
    CHECK(scatters(at, rows).to_vector<float>() == held.to_vector<float>());
    CHECK(table.to_vector<float>() == expected.to_vector<float>());
    CHECK(held.to_vector<int>() == std::vector<int>(8, 1));
  }
  CHECK_THROWS_WITH(scatters(tensor({4, 0}), ones({2, 2})), Catch::Contains("scatter_update: index 4"));
}

TEST_CASE("Variables are arguments by identity", "[variable]") {
  const EachExecutor each;
  forget<&scaled>();
  const int before = function_of(&scaled).tracing_count();
  Variable a(1.0), b(2.0), c(3.0);
  CHECK(number(scaled(1, a, b)) == 402);
  CHECK(number(scaled(1, b, c)) == 605);
  CHECK(number(scaled(1, a, b)) == 1003);
  CHECK(function_of(&scaled).tracing_count() == before + 1);
  CHECK(number(scaled(1, a, a)) == 808);  // one variable is another graph
  CHECK(function_of(&scaled).tracing_count() == before + 2);
  CHECK(number(scaled(0, c, c)) == 101 * 12);
  CHECK(function_of(&scaled).tracing_count() == before + 2);
  Variable vector(zeros({2}));
  CHECK_THROWS_AS(scaled(1, Variable(), a), Error);
  CHECK(scaled(1, vector, a).shape() == Shape{2});
  CHECK(function_of(&scaled).tracing_count() == before + 3);
}

TEST_CASE("One trace of a method finds the variables of every object", "[variable]") {
  const EachExecutor each;
  function_of(&Cell::call).clear();
  const int before = function_of(&Cell::call).tracing_count();
  Cell first;
  auto second = std::make_unique<Cell>();
  CHECK(first.call(tensor({1.0f, 2.0f})).to_vector<int>() == std::vector<int>{2, 3});
  CHECK(function_of(&Cell::call).tracing_count() == before + 2);  // once to make 'other'
  CHECK(first.call(tensor({1.0f, 2.0f})).to_vector<int>() == std::vector<int>{5, 8});
  CHECK(function_of(&Cell::call).tracing_count() == before + 2);
  CHECK(second->call(tensor({1.0f, 0.0f})).to_vector<int>() == std::vector<int>{2, 1});
  CHECK(second->call(tensor({1.0f, 0.0f})).to_vector<int>() == std::vector<int>{5, 2});
  CHECK(first.call(tensor({0.0f, 0.0f})).to_vector<int>() == std::vector<int>{9, 15});
}

namespace {

Variable left(1, {.name = "left"}), right(2, {.name = "right"});
Tensor exchanges(Tensor x) {
  return traced<&exchanges>(AG_STATE(x), [](Tensor x) -> Tensor {
    std::swap(left, right);
    return left * x;
  });
}
Tensor counts(Tensor x) {
  return traced<&counts>(AG_STATE(x), [](Tensor x) -> Tensor {
    static Variable calls(full({1}, 2.0f) * 2, {.name = "calls"});
    calls.assign_add(1);
    return x * calls[0];
  });
}
Tensor makes(Tensor x) {
  return traced<&makes>(AG_STATE(x), [](Tensor x) -> Tensor {
    Variable v(x, {.name = "v"}), count(0);
    while_stmt([&] { return v < 100; },
               [&] {
                 v.assign(v * 2);
                 count.assign_add(1);
               });
    return v * 10 + count;
  });
}
Variable kept;
Tensor keeps(Tensor x) {
  return traced<&keeps>(AG_STATE(x), [](Tensor x) -> Tensor {
    if (!kept.defined()) kept = Variable(x, {.name = "kept"});
    return kept * x;
  });
}
Tensor makes_of_argument(Tensor x) {
  return traced<&makes_of_argument>(AG_STATE(x), [](Tensor x) -> Tensor {
    static Variable v(x * 2, {.name = "v"});
    return v * x;
  });
}
Tensor gives(Variable v) {
  return traced<&gives>(AG_STATE(v), [](Variable v) { return v; });
}

}  // namespace

TEST_CASE("A variable that every call makes is one of that call", "[variable]") {
  const EachExecutor each;
  function_of(makes).clear();
  for (int call = 0; call < 2; ++call) {
    CHECK(number(makes(7)) == 1124);
    CHECK(number(makes(64)) == 1281);
  }
}

TEST_CASE("A variable of a call cannot be kept outside of the function", "[variable]") {
  for (int call = 0; call < 2; ++call) {
    CHECK_THROWS_WITH(keeps(1.0), Catch::Contains("outside of a traced function becomes another one in every call"));
    CHECK(!kept.defined());
  }
}

TEST_CASE("A variable that is static is made in the first call only", "[variable]") {
  CHECK(number(counts(10.0)) == 50);
  CHECK(number(counts(10.0)) == 60);
  CHECK(number(counts(10)) == 70);
  const uint32_t line = __LINE__;
  CHECK(message_of([&] { makes_of_argument(1.0); }, ErrorKind::staging_error, line - 30) ==
        "the first value of a variable that a traced function makes depends on 'x', which has no value while the "
        "function is traced");
  CHECK_THROWS_AS(gives(Variable(1)), Error);
  CHECK_THROWS_WITH(exchanges(1),
                    Catch::Contains("a variable outside of a traced function becomes another one in every") &&
                        Catch::Contains("variable_test.cpp:"));
}

namespace {

Variable history(zeros({0}), {.shape = Shape{unknown}});

Tensor remember(Tensor x, int mistake) {
  return traced<&remember>(AG_STATE(x, mistake), [](Tensor x, int mistake) -> Tensor {
    history.assign(concat({history, x}));
    if (mistake == 1) check(sum(x) > 100, "too small");
    if (mistake == 2) if_stmt(sum(x) > 1, [&] { raise(std::domain_error("no")); });
    if (mistake == 3) history.assign(reshape(history, {-1, 2})[0]);
    history.assign(history * 2);
    return shape(history);
  });
}

}  // namespace

TEST_CASE("A graph that fails leaves what was assigned before", "[variable]") {
  const EachExecutor each;
  forget<&remember>();
  history.assign(zeros({0}));
  CHECK(remember(ones({2}), 0).item<int>() == 2);
  CHECK_THROWS_AS(remember(ones({3}), 1), Error);
  CHECK(history.to_vector<int>() == std::vector<int>{2, 2, 1, 1, 1});
  CHECK_THROWS_AS(remember(ones({3}), 2), std::domain_error);
  CHECK(history.size() == 8);
  CHECK_THROWS_AS(remember(ones({1}), 3), Error);
  CHECK(history.size() == 9);
  CHECK(remember(ones({1}), 0).item<int>() == 10);
}

TEST_CASE("Other threads find whole values", "[variable]") {
  const EachExecutor each;
  forget<&scaled>();
  Variable v(zeros({256}));
  std::atomic<bool> stop{false};
  std::atomic<int> torn{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      while (!stop) {
        const std::vector<float> now = v.to_vector<float>();
        for (const float x : now) torn += x != now[0];
      }
    });
  }
  for (int t = 0; t < 2; ++t) {
    threads.emplace_back([&] {
      for (int k = 0; k < 300; ++k) scaled(1, v, Variable(0.0));
    });
  }
  threads[2].join();
  threads[3].join();
  stop = true;
  threads[0].join();
  threads[1].join();
  CHECK(torn == 0);
  CHECK(v.to_vector<int>() == std::vector<int>(256, 600));
}

TEST_CASE("ag::function captures variables by reference and by value", "[variable]") {
  const EachExecutor each;
  Variable v(1.0), w(10.0);
  const Variable held = w;
  auto add = function([&v, held](Tensor x) {
    v.assign_add(x);
    held.assign(held + v);
    return v * 1;
  });
  CHECK(number(add(2.0)) == 3);
  CHECK(number(w) == 13);
  CHECK(number(add(2.0)) == 5);
  CHECK(number(w) == 18);
}

}  // namespace variable_test

}  // namespace ag::test
