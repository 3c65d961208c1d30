/// Output of converted code: a graph writes the characters that a plain build writes.
#include <iomanip>
#include <iostream>

#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace output_test {
namespace {

/// What a run writes to std::cout, whose state is then as before.
std::string printed(const std::function<void()>& run) {
  std::ostringstream text;
  std::ios before(nullptr);
  before.copyfmt(std::cout);
  std::streambuf* buffer = std::cout.rdbuf(text.rdbuf());
  run();
  std::cout.rdbuf(buffer);
  std::cout.copyfmt(before);
  return text.str();
}

void check_same(const Staged1& f, const Inputs& inputs, const std::string& expected) {
  CHECK(printed([&] { run_eagerly(f, inputs); }) == expected);
  CHECK(printed([&] { run_traced(f, inputs); }) == expected);
}

/// Its tensor is written by an operator that knows nothing of graphs.
struct Named {
  std::string name;
  Tensor value;
};
std::ostream& operator<<(std::ostream& stream, const Named& named) {
  return stream << named.name << std::setw(5) << named.value << "!";
}

enum Color { red, green };

}  // namespace

TEST_CASE("a stream is written to in order, as often as the loop runs") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0];
    Staged<int> k = 0;
    ordered(std::cout) << "start " << n << ' ' << 1.5 << " " << true << green << std::string("s") << '\n';
    while_stmt([&] { return n > 0; }, AG_STATE(n, k),
               [&] {
                 if_stmt(
                     n % 2 == 0, [&] { ordered(std::cout) << "even " << n << "\n"; },
                     [&] { ordered(std::cout) << k << "\n"; });
                 n -= 1;
                 k += 1;
               });
    return n;
  };
  check_same(f, {number(3)}, "start 3 1.5 11s\n0\neven 2\n2\n");
}

TEST_CASE("manipulators change the stream when the graph gets there, and stay") {
  const Staged1 f = [](Inputs x) {
    const Staged<double> third = item<double>(x[0]) / 3;
    const Staged<int> whole = item<int>(x[0]);
    ordered(std::cout) << std::fixed << std::setprecision(2) << third << "|" << std::setw(6) << whole << "|"
                       << std::left << std::setw(6) << whole << "|" << std::setfill('*') << std::setw(4) << 'c'
                       << std::endl;
    ordered(std::cout) << third << std::hex << std::showbase << whole << std::boolalpha << (whole > 3) << std::flush;
    ordered(std::cout) << std::defaultfloat << std::resetiosflags(std::ios::showbase) << third << whole << "\n";
    return x[0];
  };
  check_same(f, {number(20)}, "6.67|    20|20    |c***\n6.670x14true6.714\n");
}

TEST_CASE("the state that the stream has when the graph runs counts") {
  const Staged1 f = [](Inputs x) {
    ordered(std::cout) << item<double>(x[0]) / 3 << " " << 2.0 / 3 << "\n";
    return x[0];
  };
  const std::string text = printed([&] {
    const exec::Interpreter interpreter(std::make_shared<const ir::Graph>(trace(f, {number(1)})));
    const Tensor one = number(1);
    const std::vector<const Tensor*> inputs{&one};
    interpreter.run(inputs);
    std::cout << std::setprecision(3);
    interpreter.run(inputs);
  });
  CHECK(text == "0.333333 0.666667\n0.333 0.667\n");
}

TEST_CASE("operators of the user write tensors of the graph") {
  const Staged1 f = [](Inputs x) {
    ordered(std::cout) << Named{"x =", x[0]} << std::setw(4) << Named{"a", 2} << "\n";
    return x[0];
  };
  check_same(f, {number(7)}, "x =    7!   a    2!\n");
}

TEST_CASE("a shape that is not known is no text") {
  const Staged1 f = [](Inputs x) {
    while_stmt([&] { return sum(x[0]) < 5; }, AG_STATE(x),
               [&] {
                 x[0] = concat({x[0], x[0]});
                 ordered(std::cout) << x[0].shape() << "\n";
               });
    return sum(x[0]);
  };
  CHECK(printed([&] { run_eagerly(f, {tensor({1, 2})}); }) == "(4,)\n");
  CHECK_THAT(run_traced(f, {tensor({1, 2})}), ContainsSubstring("the shape (?,) is known only when the graph runs"));
}

TEST_CASE("the formats of printf are checked") {
  const Staged1 f = [](Inputs x) {
    ag::cxx::printf("%s\n", item<int>(x[0]));
    return x[0];
  };
  CHECK_THAT(run_traced(f, {number(7)}), ContainsSubstring("'%s\n' does not fit the arguments"));
}

}  // namespace output_test

}  // namespace ag::test
