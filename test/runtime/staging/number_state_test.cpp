/// Numbers that control flow makes symbolic, as converted code writes them: eager runs and graphs agree.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace number_state_test {
namespace {

/// The message of the error with its notes.
std::string error_of(const Staged1& function, const Inputs& inputs) {
  try {
    trace(function, inputs);
    return "no error";
  } catch (const Error& error) {
    std::string text = error.what();
    for (const std::string& note : error.notes()) text += "\n" + note;
    return text;
  }
}

size_t count_ops(const Staged1& function, const Inputs& inputs, std::string_view op) {
  const ir::Graph graph = trace(function, inputs);
  size_t count = 0;
  for (size_t k = 0; k < graph.node_count(); ++k) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(k));
    if (node.block != ir::kNone && node.op->name == op) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("a counter of a staged loop") {
  const Staged1 f = [](Inputs x) {
    Staged<int> steps = 0;
    while_stmt([&] { return max(x[0]) > 0.05; }, AG_STATE(x[0], steps),
               [&] {
                 x[0] = tanh(x[0] * 0.5);
                 ++steps;
               });
    return x[0] * 0 + steps;
  };
  const std::string plain = run_eagerly(f, {tensor({2.0, 1.0})});
  CHECK(plain == run_traced(f, {tensor({2.0, 1.0})}));
  CHECK_THAT(plain, ContainsSubstring("float32 [5. 5.]"));
  CHECK(count_ops(f, {tensor({2.0, 1.0})}, "while_loop") == 1);
}

TEST_CASE("a counted loop with a bound of the graph, and one that the host counts") {
  const Staged1 staged = [](Inputs x) {
    Tensor s = 0 * x[0];
    {
      Staged<int> i = 0;
      for_stmt([&] { return i < item<int>(x[0]); }, [&] { ++i; }, AG_STATE(i, s), [&] { s = s + x[0] * i; });
    }
    return s;
  };
  CHECK_STAGED(staged, "int32 50", number(5));
  const Staged1 counted = [](Inputs x) {
    Staged<int> n = dim(x[0], 0);
    Staged<int> i = 0;
    for_stmt([&] { return i < n; }, [&] { ++i; }, AG_STATE(i, x[0]), [&] { x[0] = x[0] + i * n; });
    return x[0] + host(i);
  };
  CHECK(run_traced(counted, {tensor({1, 2, 3})}) == run_eagerly(counted, {tensor({1, 2, 3})}));
  CHECK(count_ops(counted, {tensor({1, 2, 3})}, "while_loop") == 0);
}

TEST_CASE("a condition that is carried, and an error that is compared exactly") {
  const Staged1 f = [](Inputs x) {
    Staged<bool> changed = true;
    Staged<double> err = 1.0;
    while_stmt([&] { return and_then(changed, [&] { return err > 1e-3; }); }, AG_STATE(x[0], changed, err),
               [&] {
                 changed = to_bool(max(x[0]) > 0.001);
                 x[0] = x[0] * 0.5;
                 err = item<double>(max(x[0]));
               });
    return x[0] + err;
  };
  for (const double start : {5.0, 0.3, 0.0001}) {
    CHECK(run_traced(f, {tensor(start)}) == run_eagerly(f, {tensor(start)}));
  }
}

TEST_CASE("unsigned integers wrap, small ones are converted back") {
  const Staged1 f = [](Inputs x) {
    Staged<uint64_t> state = 1;
    Staged<uint8_t> b = 250;
    Staged<int> wide = 0;
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], state, b, wide),
               [&] {
                 state = state * 6364136223846793005u + 1442695040888963407u;
                 b += 3;
                 wide = b + b;
                 b <<= 1;
                 x[0] -= 1;
               });
    return astype(state >> 40, int64) * 1000 + wide + b;
  };
  CHECK(run_traced(f, {number(9)}) == run_eagerly(f, {number(9)}));
}

TEST_CASE("a choice of numbers has their common type") {
  const Staged1 f = [](Inputs x) {
    Staged<int> n = 7;
    Staged<int> k = if_else(max(x[0]) > 0.5, [&] { return n; }, [] { return 2; });
    static_assert(std::is_same_v<decltype(if_else(x[0] > 2, [&] { return k; }, [] { return 0.5; })), Staged<double>>);
    static_assert(std::is_same_v<decltype(if_else(x[0] > 2, [] { return 1; }, [] { return 2u; })), Staged<unsigned>>);
    static_assert(std::is_same_v<decltype(if_else(true, [] { return 1; }, [] { return 2.5; })), double>);
    static_assert(std::is_same_v<decltype(if_else(x[0] > 2, [&] { return x[0]; }, [&] { return k; })), Tensor>);
    Staged<double> d = if_else(max(x[0]) > 2, [&] { return k; }, [] { return 0.5; });
    return x[0] * d + k;
  };
  for (const double start : {5.0, 1.0, 0.0}) {
    CHECK(run_traced(f, {tensor(start)}) == run_eagerly(f, {tensor(start)}));
  }
}

TEST_CASE("a number that no branch changes stays known, one that both set alike as well") {
  const Staged1 f = [](Inputs x) {
    Staged<int> n = 3, m = 4, k = 1;
    if_stmt(x[0] > 0, AG_STATE(n, m, k), [&] { m = 5, k = 2; }, [&] { m = 5; });
    return x[0] + host(n) + host(m) + k;
  };
  CHECK_STAGED(f, "int32 12", number(2));
  const Staged1 g = [](Inputs x) {
    Staged<int> n = 3, m = 0;
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], n, m),
               [&] {
                 x[0] = x[0] - n;
                 m = n;
               });
    return x[0] + host(n) + m;
  };
  CHECK_STAGED(g, "int32 4", number(4));
}

TEST_CASE("break and return with a counter") {
  const Staged1 f = [](Inputs x) {
    Staged<int> i = 0;
    Flag did_break;
    for_stmt(
        [&] { return i < 10; }, [&] { ++i; }, AG_STATE(i, x[0]).until(did_break),
        [&] { if_stmt(x[0] > 20, AG_STATE(x[0], did_break), [&] { did_break = true; }, [&] { x[0] = x[0] * 2; }); });
    return x[0] * 100 + i;
  };
  CHECK_STAGED(f, "int32 2403", number(3));
  CHECK_STAGED(f, "int32 10", number(0));
  CHECK(count_ops(f, {number(3)}, "while_loop") == 1);
  const Staged1 g = [](Inputs x) {
    Return<Staged<int>> result;
    Staged<int> i = 0;
    for_stmt([&] { return i < 10; }, [&] { ++i; }, AG_STATE(i).until(result),
             [&] { if_stmt(x[0] == i * i, AG_STATE(result), [&] { result = i; }); });
    const Staged<int> found = result.value_or([&] { return -1; });
    return x[0] * 0 + found;
  };
  CHECK_STAGED(g, "int32 7", number(49));
  CHECK_STAGED(g, "int32 -1", number(50));
}

TEST_CASE("structures, and vectors of numbers") {
  struct Counts {
    Staged<int> positive = 0;
    std::vector<Staged<int>> each{0, 0, 0};
    std::pair<Staged<double>, Tensor> best{0.5, 1};
  };
  const Staged1 f = [](Inputs x) {
    Counts c;
    for (int k = 0; k < 3; ++k) {
      if_stmt(x[0][k] > 0, AG_STATE(c), [&] {
        ++c.positive;
        c.each[static_cast<size_t>(k)]++;
        c.best.first *= 2;
      });
    }
    return c.positive * 1000 + c.each[0] * 100 + c.each[1] * 10 + c.each[2] + c.best.first * x[0][0];
  };
  for (const auto& values : {tensor({1.0, -1.0, 1.0}), tensor({-1.0, -1.0, -1.0}), tensor({4.0, 4.0, 4.0})}) {
    CHECK(run_traced(f, {values}) == run_eagerly(f, {values}));
  }
}

TEST_CASE("a symbolic number is to a tensor what the plain number is") {
  const auto check = [](auto value) {
    using T = decltype(value);
    for (const DType dtype : {boolean, uint8, int8, int32, int64, uint64, float16, float32, float64}) {
      const Tensor x = astype(tensor({0, 1, 1}), dtype);
      const auto same = [&](const auto& operation) {
        const Staged1 f = [&](Inputs in) {
          Staged<T> n = value;
          if_stmt(in[1] > 0, AG_STATE(n), [&] { n = cast<T>(0); });
          return operation(in[0], n);
        };
        const std::string plain = outcome([&] { return operation(x, value); });
        INFO(name(dtype) << " and " << typeid(T).name());
        CHECK(run_eagerly(f, {x, number(0)}) == plain);
        CHECK(run_traced(f, {x, number(0)}) == plain);
      };
      same([](const Tensor& t, auto n) { return maximum(t, n); });
      same([](const Tensor& t, auto n) { return n + t; });
      same([](const Tensor& t, auto n) { return t == n; });
      same([](const Tensor& t, auto n) {
        Tensor s = n;
        return t * s;
      });
      same([](const Tensor& t, auto n) {
        Tensor s = n;
        return t + (s * n);
      });
      same([](const Tensor& t, auto n) { return where(t > 0, n, 1); });
      same([](const Tensor& t, auto n) { return full_like(t, n); });
      same([](const Tensor&, auto n) { return full({2}, n); });
      same([](const Tensor& t, auto n) {
        Tensor s = t;
        s[1] = n;
        return s;
      });
    }
  };
  check(3);
  check(true);
  check(0.1);
  check(0.1f);
  check(int64_t{300});
  check(uint8_t{200});
  check(-5);
  check(uint64_t{1} << 63);
}

TEST_CASE("subscripts, slices and shapes take numbers") {
  const Staged1 f = [](Inputs x) {
    Staged<int> i = item<int>(x[1]);
    Tensor y = x[0];
    y[i] = 7.0;
    y[i + 1] += y[0];
    return concat({y, x[0][slice(0, i)], zeros({i + 1}), reshape(ones({i * 2, 1}), {2, i})[0]});
  };
  CHECK(run_traced(f, {tensor({1.0, 2.0, 3.0}), number(1)}) == run_eagerly(f, {tensor({1.0, 2.0, 3.0}), number(1)}));
}

TEST_CASE("switch") {
  const auto f = [](auto selector) -> Staged1 {
    return [selector](Inputs x) {
      Tensor y = x[0];
      Staged<int> r = 1;
      switch_stmt(selector(x[0]), AG_STATE(y, r), when(0, [&] { y = y + 100; }),
                  when(1, [&] { r = 5; }).falls_through(), when({3, 5}, [&] { y = y + 200; }),
                  otherwise([&] { r = 9; }).falls_through(), when(7, [&] { y = -y; }));
      return y * 10 + r;
    };
  };
  for (int k = -1; k < 9; ++k) {
    const auto staged = f([](const Tensor& t) { return item<int>(t); });
    const auto tensors = f([](const Tensor& t) { return t; });
    const auto host = f([k](const Tensor&) { return k; });
    const std::string plain = run_eagerly(host, {number(k)});
    INFO(k);
    CHECK(run_traced(host, {number(k)}) == plain);
    CHECK_STAGED(staged, plain, number(k));
    CHECK_STAGED(tensors, plain, number(k));
  }
  CHECK(run_eagerly(f([](const Tensor& t) { return item<int>(t); }), {number(3)}) == "int32 2031");
}

TEST_CASE("an arm that may break does not fall through, and a switch without default may do nothing") {
  enum class Phase : uint8_t { up, down = 4, done };
  const Staged1 f = [](Inputs x) {
    Staged<Phase> phase = cast<Phase>(item<int>(x[0]) % 6);
    Tensor y = 0;
    Flag did_break;
    switch_stmt(phase, AG_STATE(y).until(did_break),
                when(Phase::up,
                     [&] {
                       y = y + 1;
                       if_stmt(x[0] > 5, AG_STATE(did_break), [&] { did_break = true; });
                     })
                    .falls_through(),
                when(Phase::down, [&] { y = y + 10; }).falls_through(), when({Phase::done}, [&] { y = y + 100; }));
    return x[0] * 0 + y;
  };
  for (int k : {0, 1, 4, 5, 6}) CHECK(run_traced(f, {number(k)}) == run_eagerly(f, {number(k)}));
  CHECK(run_eagerly(f, {number(0)}) == "int32 111");
  CHECK(run_eagerly(f, {number(6)}) == "int32 1");
  CHECK(run_eagerly(f, {number(1)}) == "int32 0");
}

TEST_CASE("what C++ leaves undefined is an error where the graph gets there, and only there") {
  const Staged1 f = [](Inputs x) {
    Staged<int> k = item<int>(x[0]), zero = 0;
    Staged<int> r = if_else(k > 100, [&] { return 10 / zero; }, [&] { return 12 / k + (1 << k); });
    return x[0] * 0 + r;
  };
  CHECK_STAGED(f, "int32 12", number(3));
  for (const int wrong : {0, 40, -1, 200}) {
    INFO(wrong);
    CHECK_THAT(run_eagerly(f, {number(wrong)}), ContainsSubstring("invalid_argument"));
    CHECK_THAT(run_traced(f, {number(wrong)}), ContainsSubstring("invalid_argument"));
  }
  try {
    f({number(0)});
  } catch (const Error& error) {
    CHECK(error.location().line() > 0);
    CHECK_THAT(error.location().file_name(), ContainsSubstring("number_state_test.cpp"));
  }
}

TEST_CASE("a host value that is not there is an error that names the variable and where it became symbolic") {
  const Staged1 f = [](Inputs x) {
    Staged<int> steps = 0;
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], steps),
               [&] {
                 x[0] -= 1;
                 ++steps;
               });
    return zeros({host(steps + 1)});
  };
  const std::string message = error_of(f, {number(1)});
  CHECK_THAT(message, ContainsSubstring("a host value is needed here: 'steps' is known only when the graph runs"));
  CHECK_THAT(message, ContainsSubstring("it became symbolic at"));
  CHECK_THAT(message, ContainsSubstring("(a loop)"));
}

TEST_CASE("numbers print as C++ prints them") {
  const Staged1 f = [](Inputs x) {
    Staged<double> d = 1;
    Staged<char> c = 'a';
    Staged<bool> b = false;
    if_stmt(x[0] > 0, AG_STATE(d, c, b), [&] { d /= 3, c += 1, b = true; });
    check(x[0] < 0, "values", d, c, b, d + 1);
    return x[0];
  };
  CHECK(run_eagerly(f, {number(1)}) == "failed_check: values 0.333333 b 1 1.33333");
  CHECK(run_traced(f, {number(1)}) == "failed_check: values 0.333333 b 1 1.33333");
}

}  // namespace number_state_test

}  // namespace ag::test
