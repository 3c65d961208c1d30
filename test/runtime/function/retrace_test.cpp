/// Why functions are traced again: what each retrace keeps, what the log says, when there is a warning.
#include <ag/staging/generated.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "support/catch.h"

namespace ag::test {

namespace retrace_test {
namespace {

using ag_test::ContainsSubstring;

/// What is written to std::cerr while it lives.
class Captured {
 public:
  Captured() : before_(std::cerr.rdbuf(text_.rdbuf())) {}
  ~Captured() { std::cerr.rdbuf(before_); }
  std::string str() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

struct Point {
  Tensor at;
  int weight = 1;
};
enum class Mode { Up, Down };

Tensor asked(Tensor x, int n, Mode mode, const std::string& how, Point point, std::vector<Tensor> rest) {
  return traced<&asked>(AG_STATE(x, n, mode, how, point, rest),
                        [](Tensor x, int n, Mode, const std::string&, Point point, std::vector<Tensor>) -> Tensor {
                          return x * n + point.at;
                        });
}
std::string why(const Tensor& x, int n, Mode mode, const char* how, Point point, std::vector<Tensor> rest) {
  function_of(asked).clear();
  asked(ones({2}), 1, Mode::Up, "a", {tensor(1.0), 1}, {});
  const size_t before = function_of(asked).retraces().size();
  asked(x, n, mode, how, point, rest);
  const std::vector<Retrace> all = function_of(asked).retraces();
  return all.size() == before + 1 ? all.back().str().substr(all.back().call.size()) : "no retrace";
}

int limit = 3;
Tensor captured_limit(Tensor x) {
  return traced<&captured_limit>(AG_STATE(x), [](Tensor x) -> Tensor {
    for (int i = 0; i < 5; ++i) {
      if (force(external(limit) > i)) x = x * 2;
    }
    return x;
  });
}

Tensor outside = tensor(1.0);
Tensor captured_tensor(Tensor x) {
  return traced<&captured_tensor>(AG_STATE(x), [](Tensor x) -> Tensor { return x + external(outside); });
}

auto make_step(float by) {
  return ag::function([by](Tensor x) { return x * by; });
}
auto step = make_step(2);
Tensor calls_step(Tensor x) {
  return traced<&calls_step>(AG_STATE(x), [](Tensor x) -> Tensor { return step(x); });
}

Tensor often(Tensor x, int n) {
  return traced<&often>(AG_STATE(x, n), [](Tensor x, int n) -> Tensor { return x + n; });
}
Tensor seldom(Tensor x) {
  return traced<&seldom>(AG_STATE(x), [](Tensor x) -> Tensor { return x + 1; });
}
Tensor calm(Tensor x) {
  return traced<&calm>(AG_STATE(x), [](Tensor x) -> Tensor { return x + 1; });
}
Tensor shaped(Tensor x) {
  return traced<&shaped>(AG_STATE(x), [](Tensor x) -> Tensor { return x + 1; });
}

Tensor relaxed(Tensor x, int n) {
  return traced<&relaxed>(AG_OPTIONS(.reduce_retracing = true), AG_STATE(x, n),
                          [](Tensor x, int n) -> Tensor { return x + n; });
}

}  // namespace

TEST_CASE("a retrace says which argument differs, in what, and how") {
  const Point point{tensor(1.0), 1};
  CHECK(why(ones({3}), 1, Mode::Up, "a", point, {}) == ": the shape of 'x' was float32[2] and is float32[3]");
  CHECK(why(ones({2, 1}), 1, Mode::Up, "a", point, {}) == ": the rank of 'x' was float32[2] and is float32[2,1]");
  CHECK(why(ones({2}, int32), 1, Mode::Up, "a", point, {}) == ": the dtype of 'x' was float32[2] and is int32[2]");
  CHECK(why(ones({2}), 2, Mode::Up, "a", point, {}) == ": the value of 'n' was int 1 and is int 2");
  CHECK(why(ones({2}), 1, Mode::Down, "a", point, {}) == ": the value of 'mode' was Mode 0 and is Mode 1");
  CHECK(why(ones({2}), 1, Mode::Up, "abc", point, {}) == ": the value of 'how' was string \"a\" and is string \"abc\"");
  CHECK(why(ones({2}), 1, Mode::Up, "a", {tensor(1.0), 5}, {}) == ": the value of 'point.1' was int 1 and is int 5");
  CHECK(why(ones({2}), 1, Mode::Up, "a", point, {ones({1})}) == ": the number of elements of 'rest' was 0 and is 1");
  CHECK(why(ones({3}), 2, Mode::Up, "a", point, {}) ==
        ": the shape of 'x' was float32[2] and is float32[3]; the value of 'n' was int 1 and is int 2");
  CHECK(why(2, 1, Mode::Up, "a", point, {}).starts_with(": the "));
  CHECK(why(ones({2}), 1, Mode::Up, "a", point, {}) == "no retrace");
}

TEST_CASE("an argument of a lambda has the name that converted code gives it") {
  const auto grown = ag::function(named("values, times", [](Tensor x, int n) { return x * n; }));
  grown(ones({2}), 1);
  grown(ones({2}), 2);
  CHECK(grown.retraces().back().str() ==
        "(values: float32[2], times: int 2): the value of 'times' was int 1 and is int 2");
}

TEST_CASE("another function object in a variable outside is a reason") {
  CHECK(calls_step(3.0).item<float>() == 6);
  step = make_step(5);
  CHECK(calls_step(3.0).item<float>() == 15);
  CHECK(calls_step(4.0).item<float>() == 20);
  CHECK(function_of(calls_step).tracing_count() == 2);
  CHECK_THAT(function_of(calls_step).retraces().back().str(),
             ContainsSubstring("the function object that is called, made at ") &&
                 ContainsSubstring("retrace_test.cpp:") && ContainsSubstring(" was one object and is another one"));
}

TEST_CASE("the closest trace is the one to compare with") {
  function_of(shaped).clear();
  for (const DType dtype : {float32, int32, float64}) shaped(ones({2}, dtype));
  shaped(ones({3}, int32));
  CHECK(function_of(shaped).retraces().back().str() == "(x: int32[3]): the shape of 'x' was int32[2] and is int32[3]");
}

TEST_CASE("a decision by a variable outside of the function is a reason") {
  captured_limit(tensor(1));
  limit = 2;
  captured_limit(tensor(1));
  const std::vector<Retrace> all = function_of(captured_limit).retraces();
  REQUIRE(all.size() == 1);
  CHECK_THAT(all[0].str(), ContainsSubstring("(x: int32[]): the value that decides at ") &&
                               ContainsSubstring("retrace_test.cpp:") && ContainsSubstring("was 3 and is 2"));
  captured_tensor(tensor(1.0));
  outside = tensor({1.0, 2.0});
  captured_tensor(tensor(1.0));
  CHECK(function_of(captured_tensor).retraces().back().reasons[0].str() ==
        "a tensor outside of the function was float32[] and is float32[2]");
}

TEST_CASE("the log says why on request") {
  const Captured captured;
  setenv("AG_LOG", "retrace", 1);
  function_of(seldom).clear();
  seldom(ones({1}));
  CHECK(captured.str().empty());
  seldom(ones({2}));
  unsetenv("AG_LOG");
  seldom(ones({3}));
  CHECK(captured.str() == "ag: retrace: seldom(x: float32[2]): the shape of 'x' was float32[1] and is float32[2]\n");
}

TEST_CASE("a function that is traced in most of its calls gets one warning") {
  const Captured captured;
  for (int n = 0; n < 4; ++n) often(tensor(1), n);
  CHECK(captured.str().empty());
  often(tensor(1), 4);
  CHECK(captured.str() ==
        "ag: warning: 'often' was traced 5 times in 5 calls, and tracing is slow: 'n' is a value of the host, which "
        "belongs to the signature: pass a tensor where it varies (the value of 'n' was int 3 and is int 4)\n");
  for (int n = 5; n < 20; ++n) often(tensor(1), n);
  const std::string all = captured.str();
  CHECK(std::count(all.begin(), all.end(), '\n') == 1);
}

TEST_CASE("the cause of many traces is none that reduce_retracing removes") {
  const Captured captured;
  for (int n = 1; n < 6; ++n) relaxed(ones({n}), n);
  CHECK_THAT(captured.str(), ContainsSubstring("'relaxed' was traced 5 times in 5 calls") &&
                                 ContainsSubstring("'n' is a value of the host"));
}

TEST_CASE("a function that is traced now and then gets none") {
  const Captured captured;
  for (int64_t n = 1; n < 9; ++n) {
    for (int k = 0; k < 5; ++k) calm(ones({n, 2, 2}));
  }
  CHECK(captured.str().empty());
}

TEST_CASE("a function that forgets its traces on request gets none") {
  const Captured captured;
  auto one = function([](Tensor x) { return x + 1; });
  for (int k = 0; k < 9; ++k) {
    one.clear();
    one(tensor(k));
  }
  CHECK(captured.str().empty());
}

TEST_CASE("function objects that are made in a loop get a warning") {
  const Captured captured;
  const std::string place = "retrace_test.cpp:" + std::to_string(__LINE__ + 2);
  for (int n = 0; n < 5; ++n) {
    auto once = function([](Tensor x) { return x + 1; });
    once(tensor(n));
  }
  CHECK_THAT(captured.str(), ContainsSubstring("'function', made at ") &&
                                 ContainsSubstring(place + ", was traced 5 times in 5 calls") &&
                                 ContainsSubstring("make one, outside of the loop"));
}

}  // namespace retrace_test

}  // namespace ag::test
