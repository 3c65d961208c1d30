/// Staged loops: eager runs and graphs agree.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

TEST_CASE("while with a branch inside") {
  const Staged1 collatz = [](Inputs x) {
    Tensor n = x[0], steps = 0;
    while_stmt([&] { return n != 1; }, AG_STATE(n, steps),
               [&] {
                 if_stmt(n % 2 == 0, AG_STATE(n), [&] { n = n / 2; }, [&] { n = 3 * n + 1; });
                 steps += 1;
               });
    return steps;
  };
  CHECK_STAGED(collatz, "int32 0", number(1));
  CHECK_STAGED(collatz, "int32 111", number(27));
}

TEST_CASE("break, continue and return in a while") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0], s = 0;
    Return<Tensor> result;
    Flag did_break;
    while_stmt(
        [&] { return n > 0; }, AG_STATE(n, s).until(did_break, result),
        [&] {
          n -= 1;
          if_stmt(
              n % 3 == 0, AG_STATE(s, did_break, result), [&] { return; },
              [&] {
                if_stmt(
                    n == 17, AG_STATE(s, did_break, result), [&] { did_break = true; },
                    [&] { if_stmt(s > 100, AG_STATE(s, result), [&] { result = s * 1000 + n; }, [&] { s += n; }); });
              });
        });
    return result.value_or([&] { return s; });
  };
  for (int n : {0, 1, 5, 18, 19, 16, 40, 25}) {
    int m = n, s = 0, plain = 0;
    bool returned = false;
    while (m > 0) {
      m -= 1;
      if (m % 3 == 0) continue;
      if (m == 17) break;
      if (s > 100) {
        plain = s * 1000 + m;
        returned = true;
        break;
      }
      s += m;
    }
    CHECK_STAGED(f, "int32 " + std::to_string(returned ? plain : s), number(n));
  }
}

TEST_CASE("rows of a tensor, with an early return") {
  const Staged1 f = [](Inputs x) {
    Return<Tensor> result;
    for_stmt(x[0], until(result), [&](Tensor v) { if_stmt(v > 4, AG_STATE(result), [&] { result = v; }); });
    return result.value_or([&] { return Tensor(-1); });
  };
  CHECK_STAGED(f, "int32 7", tensor({1, 7, 9}));
  CHECK_STAGED(f, "int32 -1", tensor({1, 2}));
  CHECK_THAT(run_traced(f, {number(1)}), ContainsSubstring("rank 0"));
}

TEST_CASE("ranges with tensor bounds count up and down, and may be empty") {
  const Staged1 f = [](Inputs x) {
    Tensor s = 0;
    for_stmt(range(x[0], x[1], x[2]), AG_STATE(s), [&](Tensor i) { s = s * 10 + i; });
    return s;
  };
  CHECK_STAGED(f, "int32 123", number(1), number(4), number(1));
  CHECK_STAGED(f, "int32 531", number(5), number(0), number(-2));
  CHECK_STAGED(f, "int32 0", number(5), number(5), number(1));
}

TEST_CASE("a host range is unrolled; a tensor may end it") {
  const Staged1 f = [](Inputs x) {
    Tensor y = x[0];
    Flag did_break;
    for_stmt(range(6), AG_STATE(y).until(did_break), [&](int i) {
      if_stmt(y > 20, AG_STATE(y, did_break), [&] { did_break = true; }, [&] { y = y * 2 + i; });
    });
    return y;
  };
  for (int n : {0, 1, 3, 15, 30}) {
    int y = n;
    for (int i = 0; i < 6; ++i) {
      if (y > 20) break;
      y = y * 2 + i;
    }
    CHECK_STAGED(f, "int32 " + std::to_string(y), number(n));
  }
}

namespace loops_test {
namespace {

/// A table of numbers that counts how often it is saved or loaded.
struct Table {
  std::vector<Staged<double>> numbers;
  int* copies;
  friend auto ag_fields(Table& table) { return ++*table.copies, std::tie(table.numbers); }
};

}  // namespace

TEST_CASE("the number of copies of a table does not grow with the iterations of the host that fill it") {
  const auto copies_of = [](int count) {
    int copies = 0;
    const Staged1 f = [&](Inputs x) {
      Table table{std::vector<Staged<double>>(static_cast<size_t>(count)), &copies};
      Staged<int> k = 0;
      for_stmt([&] { return k < count; }, [&] { ++k; }, AG_STATE(table, k),
               [&] { element(table.numbers, k) = 0.5 * k; });
      return x[0] + element(table.numbers, count - 1);
    };
    CHECK_STAGED(f, "float64 " + std::to_string(count / 2) + ".0", tensor(0.5, float64));
    return copies;
  };
  const int few = copies_of(200), many = copies_of(4000);
  INFO(few << " copies for 200 iterations, " << many << " for 4000");
  CHECK(few < 200);
  CHECK(many < 2 * few);
}

TEST_CASE("while (true) is left by a tensor; do runs its body first") {
  const Staged1 endless = [](Inputs x) {
    Tensor n = x[0];
    Flag did_break;
    while_stmt([&] { return true; }, AG_STATE(n).until(did_break),
               [&] { if_stmt(n > 50, AG_STATE(n, did_break), [&] { did_break = true; }, [&] { n = n * 3 + 1; }); });
    return n;
  };
  CHECK_STAGED(endless, "int32 121", number(1));
  CHECK_STAGED(endless, "int32 60", number(60));
  const Staged1 once = [](Inputs x) {
    Tensor n = x[0];
    do_stmt(AG_STATE(n), [&] { n -= 2; }, [&] { return n > 0; });
    return n;
  };
  CHECK_STAGED(once, "int32 -1", number(5));
  CHECK_STAGED(once, "int32 -9", number(-7));
}

TEST_CASE("a test that writes a variable runs as often as plainly") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0], s = 0;
    while_stmt([&] { return n-- > 0; }, AG_STATE(n, s), [&] { s = s * 10 + n; });
    return s * 100 + n + 50;
  };
  CHECK_STAGED(f, "int32 21049", number(3));
  CHECK_STAGED(f, "int32 49", number(0));
}

TEST_CASE("a loop whose test is known at first runs on the host until a tensor decides") {
  const Staged1 f = [](Inputs x) {
    Tensor k = x[0];
    int turns = 0;
    Tensor s = 0;
    while_stmt([&]() -> Predicate { return turns < 2 ? Predicate(true) : Predicate(k > 0); }, AG_STATE(k, s),
               [&] {
                 turns = turns < 2 ? turns + 1 : turns;
                 s += k;
                 k -= 1;
               });
    return s;
  };
  CHECK_STAGED(f, "int32 6", number(3));
  CHECK_STAGED(f, "int32 -9", number(-4));
}

TEST_CASE("a variable without a value before the loop") {
  const Staged1 last = [](Inputs x) {
    Tensor y;
    for_stmt(x[0], AG_STATE(y), [&](Tensor v) { y = v; });
    return y + 1;
  };
  CHECK_STAGED(last, "int32 10", tensor({1, 2, 9}));
  CHECK_THAT(run_traced(last, {zeros({0}, int32)}),
             ContainsSubstring("undefined tensor used ('y'): the loop at ") &&
                 ContainsSubstring("loops_test.cpp:181 has ended before it gets a value"));
  const Staged1 last_even = [](Inputs x) {
    Tensor y;
    for_stmt(x[0], AG_STATE(y), [&](Tensor v) { if_stmt(v % 2 == 0, AG_STATE(y), [&] { y = v; }); });
    return y;
  };
  CHECK_STAGED(last_even, "int32 4", tensor({1, 2, 4, 9}));
  CHECK_THAT(run_traced(last_even, {tensor({1, 3})}), ContainsSubstring("undefined tensor used"));
}

TEST_CASE("a shape that grows becomes unknown") {
  const Staged1 f = [](Inputs x) {
    Tensor v = x[0];
    for_stmt(range(x[1]), AG_STATE(v), [&](Tensor i) { v = concat({v, reshape(i, {1})}); });
    return v;
  };
  CHECK_STAGED(f, "int32 [7 0 1 2]", tensor({7}), number(3));
  CHECK_STAGED(f, "int32 [7]", tensor({7}), number(0));
}

TEST_CASE("a dtype that changes in the loop is an error with the variable and both dtypes") {
  const Staged1 f = [](Inputs x) {
    Tensor s = x[0];
    while_stmt([&] { return s < 10; }, AG_STATE(s), [&] { s = s * astype(x[1], float32); });
    return s;
  };
  const std::string text = run_traced(f, {number(1), number(2)});
  CHECK_THAT(text, ContainsSubstring("'s' is int32 before the iteration ("));
  CHECK_THAT(text, ContainsSubstring("and float32 after it ("));
}

TEST_CASE("an initial number takes the dtype that the iterations give it") {
  const Staged1 f = [](Inputs x) {
    Tensor s = 0;
    for_stmt(x[0], AG_STATE(s), [&](Tensor v) { s += v; });
    return s;
  };
  CHECK(run_traced(f, {tensor({0.5, 0.25})}) == "float32 0.75");
  CHECK(run_eagerly(f, {tensor({0.5, 0.25})}) == "float32 0.75");
  // Plainly the first 1 / 2 is an integer division, so a float from the start would differ silently.
  const Staged1 hazard = [](Inputs x) {
    Tensor s = 1;
    for_stmt(x[0], AG_STATE(s), [&](Tensor v) { s = s / 2 * v; });
    return s;
  };
  CHECK_THAT(run_traced(hazard, {tensor({0.5, 0.25})}), ContainsSubstring("'s' is int32 before the iteration"));
}

TEST_CASE("what the loop leaves alone is not carried") {
  const Staged1 f = [](Inputs x) {
    Tensor n = x[0], scale = x[1], s = 0;
    while_stmt([&] { return n > 0; }, AG_STATE(n, scale, s),
               [&] {
                 s += scale;
                 n -= 1;
               });
    return s + scale;
  };
  CHECK_STAGED(f, "int32 20", number(3), number(5));
  const ir::Graph graph = trace(f, {number(3), number(5)});
  for (ir::NodeId id : graph.block(graph.body()).nodes) {
    if (std::string_view(graph.node(id).op->name) == "while_loop") CHECK(graph.node(id).operands.size() == 2);
  }
}

TEST_CASE("nested loops with a return out of both") {
  const Staged1 f = [](Inputs x) {
    Tensor s = 0;
    Return<Tensor> result;
    for_stmt(range(x[0]), AG_STATE(s).until(result), [&](Tensor i) {
      Flag did_break;
      for_stmt(range(i), AG_STATE(s).until(did_break, result), [&](Tensor j) {
        if_stmt(
            i * j == 6, AG_STATE(s, did_break, result), [&] { result = s + j; },
            [&] { if_stmt(j > 4, AG_STATE(s, did_break), [&] { did_break = true; }, [&] { s += 1; }); });
      });
      if_stmt(result.pending(), AG_STATE(s), [&] { s += 10; });
    });
    return result.value_or([&] { return s; });
  };
  CHECK_STAGED(f, "int32 33", number(3));
  CHECK_STAGED(f, "int32 37", number(9));
}

TEST_CASE("OP-01, OP-04: rows of a tensor and a range, in their order") {
  const Staged1 rows = [](Inputs x) {
    Tensor s = 0;
    for_stmt(x[0], AG_STATE(s), [&](Tensor i) { s = s * 10 + i; });
    return s;
  };
  CHECK_STAGED(rows, "int32 1234", tensor({1, 2, 3, 4}));
  const Staged1 down = [](Inputs x) {
    Tensor s = 0;
    for_stmt(range(x[0], 3, -5), AG_STATE(s), [&](Tensor i) { s = s * 100 + i; });
    return s;
  };
  CHECK_STAGED(down, "int32 171207", number(17));
}

TEST_CASE("OP-15: what only the body makes is there after the loop, and computed once") {
  const Staged1 f = [](Inputs x) {
    Tensor i, s;
    Tensor n = x[0];
    while_stmt([&] { return n == 0; }, AG_STATE(n, i, s),
               [&] {
                 i = x[0] + 2;
                 s = bitwise_left_shift(i, 4);
                 n = s;
               });
    return s * 100 + i;
  };
  CHECK_STAGED(f, "int32 3202", number(0));
  const std::string graph = ir::print(trace(f, {number(0)}));
  CHECK(graph.find("bitwise_left_shift(") != std::string::npos);
  CHECK(graph.find("bitwise_left_shift(") == graph.rfind("bitwise_left_shift("));
}

TEST_CASE("OP-16: a test with an effect has it once more than the body runs") {
  const Variable seen(tensor(0));
  const auto f = function<std::function<Tensor(Tensor)>, true>([&](Tensor n) {
    Tensor i = 1;
    while_stmt(
        [&] {
          seen.assign(seen * 10 + i);
          return i < n;
        },
        AG_STATE(i), [&] { i += 1; });
    return i;
  });
  for (int call = 0; call < 2; ++call) {
    seen.assign(0);
    CHECK(f(number(5)).item<int>() == 5);
    CHECK(seen.item<int>() == 12345);
  }
}

TEST_CASE("OP-19, OP-20: tests of one element, whatever their rank, and others") {
  const auto counted = [](const std::function<Tensor(Inputs, Tensor)>& test) {
    return Staged1([=](Inputs x) {
      Tensor s = 0;
      while_stmt([&] { return test(x, s); }, AG_STATE(s), [&] { s += 1; });
      return s;
    });
  };
  const Staged1 never = counted([](Inputs x, Tensor) { return x[0]; });
  CHECK_STAGED(never, "int32 0", tensor(false));
  CHECK_STAGED(never, "int32 0", tensor({{false}}));
  const Staged1 below = counted([](Inputs x, Tensor s) { return s < x[0]; });
  CHECK_STAGED(below, "int32 2", number(2));
  CHECK_STAGED(below, "int32 2", tensor({{2}}));
  CHECK_STAGED(counted([](Inputs, Tensor s) { return 3 - s; }), "int32 3", number(0));  // as in C++
  const Staged1 chosen = counted([](Inputs x, Tensor) { return take(x[0], reshape(nonzero(x[0]), {-1}), 0) > 7; });
  CHECK_STAGED(chosen, "int32 0", tensor({0, 3}));
  for (const Tensor& several : {tensor({3, 4}), tensor({3, 4, 5})}) {
    for (const Staged1& f : {below, chosen}) {
      CHECK_THAT(run_eagerly(f, {several}), ContainsSubstring("a condition needs one element"));
      CHECK_THAT(run_traced(f, {several}), ContainsSubstring("shape_error: "));
    }
  }
}

}  // namespace loops_test

}  // namespace ag::test
