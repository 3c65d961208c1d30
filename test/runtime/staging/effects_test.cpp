/// Effects keep program order in graphs: printing, checks, undefined variables, exceptions.
#include <iostream>

#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace effects_test {
namespace {

/// What a run writes to std::cout.
std::string printed(const std::function<void()>& run) {
  std::ostringstream text;
  std::streambuf* before = std::cout.rdbuf(text.rdbuf());
  run();
  std::cout.rdbuf(before);
  return text.str();
}

struct Unwanted : std::domain_error {
  using std::domain_error::domain_error;
};

}  // namespace

TEST_CASE("print happens in order, as often as the loop runs") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0];
    print("start", n, 1.5, true);
    while_stmt([&] { return n > 0; }, AG_STATE(n),
               [&] {
                 if_stmt(n % 2 == 0, [&] { print("even", n); }, [&] { print("odd", n); });
                 n -= 1;
               });
    return n;
  };
  const std::string plain = "start 3 1.5 1\nodd 3\neven 2\nodd 1\n";
  CHECK(printed([&] { run_eagerly(f, {number(3)}); }) == plain);
  CHECK(printed([&] { run_traced(f, {number(3)}); }) == plain);
}

TEST_CASE("check throws failed_check with its values when the graph gets there, and never vanishes") {
  const Staged1 f = [](Inputs x) {
    Tensor unused = x[0] * 2;
    check(unused < 10, "too large:", unused);
    return x[0];
  };
  CHECK_STAGED(f, "int32 4", number(4));
  CHECK_STAGED(f, "failed_check: too large: 14", number(7));
  CHECK_NOTHROW(check(true, "fine"));
  CHECK_THROWS_AS(check(false, "not fine"), Error);
}

TEST_CASE("raise throws the user's exception, with its type, only where the graph gets there") {
  const Staged1 f = [](Inputs x) {
    if_stmt(x[0] < 0, [&] { raise(Unwanted("negative")); });
    return x[0] * 2;
  };
  CHECK_STAGED(f, "int32 6", number(3));
  CHECK_STAGED(f, "negative", number(-3));
  const auto graph = std::make_shared<const ir::Graph>(trace(f, {number(1)}));
  const Tensor input = number(-1);
  const Tensor* pointer = &input;
  CHECK_THROWS_AS(exec::Interpreter(graph).run({&pointer, 1}), Unwanted);
}

TEST_CASE("a tensor that is read without a value is an error that names it") {
  const Staged1 f = [](Inputs x) {
    Tensor value;
    if_stmt(x[0] > 0, AG_STATE(value), [&] { value = x[0]; });
    return value * 2;
  };
  CHECK_STAGED(f, "int32 6", number(3));
  CHECK_THAT(run_traced(f, {number(0)}), ContainsSubstring("undefined tensor used ('value'): the branch at ") &&
                                             ContainsSubstring("effects_test.cpp:73 that ran gives it no value"));
}

TEST_CASE("a host condition on a symbol says what to do") {
  const Staged1 f = [](Inputs x) {
    if (x[0] > 0) return x[0];
    return -x[0];
  };
  const std::string text = run_traced(f, {number(1)});
  CHECK_THAT(text, ContainsSubstring("known only when the graph runs"));
}

TEST_CASE(
    "an exception of host code in a branch is thrown where the graph gets there, and the code after it is not run") {
  int runs = 0;
  const Staged1 f = [&](Inputs x) {
    Tensor y = x[0];
    if_stmt(
        x[0] < 0, AG_STATE(y),
        [&] {
          y = x[0] * 0.5;  // of another dtype: no matter, nobody reads it
          if (runs >= 0) throw Unwanted("negative");
          ++runs;
        },
        [&] { y = x[0] + 1; });
    return y;
  };
  CHECK_STAGED(f, "int32 4", number(3));
  CHECK_STAGED(f, "negative", number(-3));
  CHECK(runs == 0);
}

TEST_CASE("where both branches raise, the branch around them does") {
  const Staged1 f = [](Inputs x) {
    Tensor y;
    if_stmt(
        x[0] < 0, AG_STATE(y),
        [&] { if_stmt(x[0] < -5, [&] { raise(Unwanted("small")); }, [&] { raise(Unwanted("negative")); }); },
        [&] { y = x[0] * 2; });
    return y + 1;
  };
  CHECK_STAGED(f, "int32 7", number(3));
  CHECK_STAGED(f, "negative", number(-3));
  CHECK_STAGED(f, "small", number(-6));
}

TEST_CASE("a loop whose body raises runs to the exception") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0];
    while_stmt([&] { return n > 0; }, AG_STATE(n),
               [&] {
                 n -= 2;
                 if_stmt(n == 3, [&] { raise(Unwanted("three")); });
               });
    return n;
  };
  CHECK_STAGED(f, "int32 0", number(4));
  CHECK_STAGED(f, "three", number(7));
}

TEST_CASE("what is printed in a graph has the place of the statement") {
  const auto f = function<std::function<Tensor(Tensor)>, true>([](Tensor x) {
    print("x =", x);
    print();
    return x;
  });
  const std::string text = f.graph(number(1)).str();
  CHECK(text.find("effects.h") == std::string::npos);
  CHECK(text.find("effects.cpp") == std::string::npos);
  CHECK_THAT(text, ag_test::ContainsSubstring("effects_test.cpp\":"));
  CHECK(printed([&] { f(number(1)); }) == "x = 1\n\n");
}

TEST_CASE("the sign of a NaN is not printed") {
  const Staged1 f = [](Inputs x) {
    const Staged<double> zero = item<double>(x[0]);
    print(zero / zero, -(zero / zero), 0.0 / 0.0, -std::numeric_limits<double>::quiet_NaN(), x[0] / x[0]);
    return x[0];
  };
  const std::string plain = "nan nan nan nan nan\n";
  CHECK(printed([&] { run_eagerly(f, {ag::tensor(0.0)}); }) == plain);
  CHECK(printed([&] { run_traced(f, {ag::tensor(0.0)}); }) == plain);
}

}  // namespace effects_test

}  // namespace ag::test
