/// Control flow as functions of functions, eagerly and traced.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

TEST_CASE("cond gives what one of two functions gives") {
  const Staged1 absolute = [](Inputs x) { return cond(x[0] > 0, [&] { return x[0]; }, [&] { return -x[0]; }); };
  CHECK_STAGED(absolute, "int32 3", number(3));
  CHECK_STAGED(absolute, "int32 4", number(-4));
  const Staged1 several = [](Inputs x) {
    auto [low, high] = cond(x[0] < x[1], [&] { return std::pair(x[0], x[1]); }, [&] { return std::pair(x[1], x[0]); });
    return high - low + cond(x[0] == 0, [] { return 100; }, [] { return 0; });
  };
  CHECK_STAGED(several, "int32 7", number(-3), number(4));
  CHECK_STAGED(several, "int32 105", number(0), number(-5));
  const Staged1 element = [](Inputs x) { return cond(x[0][0] > 0, [&] { return x[0][1]; }, [&] { return x[0][2]; }); };
  CHECK_STAGED(element, "int32 8", tensor({1, 8, 9}));
  CHECK_STAGED(element, "int32 9", tensor({-1, 8, 9}));
}

TEST_CASE("cond of functions that give nothing has their effects") {
  ag::Variable sum(tensor(0));
  const Staged1 add = [&](Inputs x) {
    cond(x[0] > 0, [&] { sum.assign_add(x[0]); }, [&] { sum.assign(0); });
    return sum.value();
  };
  CHECK(run_eagerly(add, {number(5)}) == "int32 5");
  CHECK(run_eagerly(add, {number(5)}) == "int32 10");
  CHECK(run_eagerly(add, {number(-5)}) == "int32 0");
}

TEST_CASE("switch_case runs the function of the number, and the last one where there is none") {
  const Staged1 chosen = [](Inputs x) {
    return switch_case(x[0], {[&] { return x[0] + 10; }, [&] { return Tensor(20); }, [&] { return -x[0]; }});
  };
  CHECK_STAGED(chosen, "int32 10", number(0));
  CHECK_STAGED(chosen, "int32 20", number(1));
  CHECK_STAGED(chosen, "int32 -2", number(2));
  CHECK_STAGED(chosen, "int32 -7", number(7));
  CHECK_STAGED(chosen, "int32 1", number(-1));
  CHECK_THAT(run_eagerly([](Inputs x) { return switch_case(x[0], {}); }, {number(0)}),
             ContainsSubstring("no functions to choose from") && ContainsSubstring("invalid_argument"));
}

TEST_CASE("while_loop carries one value or several") {
  const Staged1 halved = [](Inputs x) {
    return while_loop([](Tensor n) { return n > 1; }, [](Tensor n) { return n / 2; }, x[0]);
  };
  CHECK_STAGED(halved, "int32 1", number(100));
  CHECK_STAGED(halved, "int32 -3", number(-3));
  const Staged1 fibonacci = [](Inputs x) {
    auto [n, a, b] = while_loop([](Tensor n, Tensor, Tensor) { return n > 0; },
                                [](Tensor n, Tensor a, Tensor b) { return std::tuple(n - 1, b, a + b); }, x[0], 0, 1);
    return a;
  };
  CHECK_STAGED(fibonacci, "int32 55", number(10));
  CHECK_STAGED(fibonacci, "int32 0", number(0));
  const Staged1 parts = [](Inputs x) {
    auto [state, n] = while_loop(
        [](const std::pair<Tensor, Tensor>&, Tensor n) { return n > 0; },
        [](const std::pair<Tensor, Tensor>& s, Tensor n) { return std::pair(std::pair(s.second, s.first + n), n - 1); },
        std::pair(x[0] * 0, x[0] * 0), x[0]);
    return state.first * 100 + state.second;
  };
  CHECK_STAGED(parts, "int32 604", number(4));
  // One loop of the graph.
  CHECK(ir::print(trace(fibonacci, {number(1)})).find("while_loop") != std::string::npos);
}

TEST_CASE("a value of while_loop that changes its dtype is an error that names it") {
  const Staged1 changes = [](Inputs x) {
    return while_loop([](Tensor n) { return n > 1; }, [](Tensor n) { return astype(n, float32) / 2; }, x[0]);
  };
  CHECK_THAT(run_traced(changes, {number(8)}), ContainsSubstring("state.0"));
}

TEST_CASE("map_fn, fold and scan run over the rows") {
  const Tensor x = tensor({{1, 2}, {3, 4}, {5, 6}});
  const Staged1 squares = [](Inputs x) { return map_fn([](Tensor row) { return row * row; }, x[0]); };
  CHECK_STAGED(squares, "int32 [[ 1  4]\n [ 9 16]\n [25 36]]", x);
  const Staged1 sums = [](Inputs x) { return vectorized_map([](Tensor row) { return sum(row); }, x[0]); };
  CHECK_STAGED(sums, "int32 [ 3  7 11]", x);
  const Staged1 extremes = [](Inputs x) {
    auto [low, high] = map_fn([](Tensor row) { return std::pair(min(row), max(row)); }, x[0]);
    return high * 10 + low;
  };
  CHECK_STAGED(extremes, "int32 [21 43 65]", x);
  const Staged1 folded = [](Inputs x) {
    return fold([](Tensor state, Tensor row) { return state * 2 + sum(row); }, 1, x[0]);
  };
  CHECK_STAGED(folded, "int32 45", x);
  const Staged1 scanned = [](Inputs x) {
    return scan([](Tensor state, Tensor row) { return state * 2 + sum(row); }, 1, x[0]);
  };
  CHECK_STAGED(scanned, "int32 [ 5 17 45]", x);
  const Staged1 two = [](Inputs x) {
    auto [sums, counts] = scan([](const std::tuple<Tensor, Tensor>& s,
                                  Tensor row) { return std::tuple(std::get<0>(s) + sum(row), std::get<1>(s) + 1); },
                               std::tuple(x[0][0][0] * 0, x[0][0][0] * 0), x[0]);
    return sums / counts;
  };
  CHECK_STAGED(two, "int32 [3 5 7]", x);
}

}  // namespace ag::test
