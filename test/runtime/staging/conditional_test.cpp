/// Staged branches: eager runs and graphs agree, and what cannot be merged is an error that names the variable.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

TEST_CASE("a variable assigned in one branch keeps its value in the other") {
  const Staged1 f = [](Inputs x) {
    Tensor y = x[0];
    if_stmt(x[0] > 2, AG_STATE(y), [&] { y = y * 10; });
    return y;
  };
  CHECK_STAGED(f, "int32 30", number(3));
  CHECK_STAGED(f, "int32 1", number(1));
}

TEST_CASE("a variable first assigned in both branches needs no value before") {
  const Staged1 f = [](Inputs x) {
    Tensor y;
    if_stmt(
        x[0] > 5, AG_STATE(y), [&] { y = x[0] + 1; }, else_if([&] { return x[0] > 2; }, [&] { y = x[0] + 2; }),
        [&] { y = x[0] + 3; });
    return y;
  };
  CHECK_STAGED(f, "int32 7", number(6));
  CHECK_STAGED(f, "int32 5", number(3));
  CHECK_STAGED(f, "int32 4", number(1));
}

TEST_CASE("a variable that only one branch assigns may be used under the same condition") {
  const Staged1 f = [](Inputs x) {
    Tensor y, z = x[0];
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = x[0] * 2; });
    if_stmt(x[0] > 0, AG_STATE(z), [&] { z = y + 1; });
    return z;
  };
  CHECK_STAGED(f, "int32 7", number(3));
  CHECK_STAGED(f, "int32 -1", number(-1));
}

TEST_CASE("what fails on known values fails only where the branch is taken") {
  const Staged1 f = [](Inputs x) {
    Tensor y = x[0], zero = 0;
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = Tensor(7) / zero; });
    return y;
  };
  CHECK_STAGED(f, "int32 -1", number(-1));
  CHECK_THAT(run_eagerly(f, {number(1)}), ContainsSubstring("by zero"));
  CHECK_THAT(run_traced(f, {number(1)}), ContainsSubstring("by zero"));
}

TEST_CASE("OP-22: using a variable that no branch assigned is an error when the graph gets there") {
  const Staged1 f = [](Inputs x) {
    Tensor y;
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = x[0] * 2; });
    return y + 1;
  };
  CHECK_STAGED(f, "int32 7", number(3));
  CHECK_THAT(run_eagerly(f, {number(-3)}), ContainsSubstring("undefined tensor used"));
  CHECK_THAT(run_traced(f, {number(-3)}), ContainsSubstring("undefined tensor used ('y')"));
}

TEST_CASE("OP-22: dtypes that differ are an error at the use, with the variable and both dtypes") {
  const Staged1 f = [](Inputs x) {
    Tensor y = x[0];
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = astype(x[0], float32); });
    return y + 1;
  };
  CHECK_THAT(run_traced(f, {number(3)}), ContainsSubstring("'y' is float32"));
  const Staged1 unused = [](Inputs x) {
    Tensor y = x[0];
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = astype(x[0], float32); });
    return x[0] + 1;
  };
  CHECK_STAGED(unused, "int32 4", number(3));
}

TEST_CASE("a number takes the dtype of the other branch, within its class") {
  const Staged1 f = [](Inputs x) {
    Tensor y = x[0];
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = 0.1; });
    return y * 2;
  };
  CHECK(run_traced(f, {tensor(-0.5, float64)}) == "float64 -1.0");
  CHECK(run_traced(f, {tensor(0.5, float64)}) == "float64 0.2");
  const Staged1 other_class = [](Inputs x) {
    Tensor y = x[0];
    if_stmt(x[0] > 0.0, AG_STATE(y), [&] { y = 1; });
    return y / 2;
  };
  CHECK_THAT(run_traced(other_class, {tensor(1.0)}), ContainsSubstring("'y' is int32"));
}

TEST_CASE("a host variable that changes in one branch only is an error that names it") {
  const Staged1 f = [](Inputs x) {
    int k = 1;
    if_stmt(x[0] > 0, AG_STATE(k), [&] { k = 2; });
    return x[0] * k;
  };
  CHECK_THAT(run_traced(f, {number(3)}), ContainsSubstring("host variable 'k' changes in only one branch of the if"));
  CHECK(run_eagerly(f, {number(3)}) == "int32 6");
}

TEST_CASE("an exception in a branch puts the variables back") {
  Tensor y;
  const Staged1 f = [&](Inputs x) {
    y = number(7);
    if_stmt(x[0] > 0, AG_STATE(y), [&] {
      y = x[0];
      throw std::runtime_error("in a branch");
    });
    return y;
  };
  CHECK(run_traced(f, {number(1)}) == "in a branch");
  REQUIRE(y.defined());
  CHECK(y.item<int>() == 7);
}

TEST_CASE("conditional expressions, and, or evaluate only what C++ evaluates") {
  const Staged1 guarded = [](Inputs x) {
    return if_else(and_then(x[0] != 0, [&] { return 12 / x[0] > 3; }), [&] { return 12 / x[0]; }, [&] { return -1; });
  };
  CHECK_STAGED(guarded, "int32 4", number(3));
  CHECK_STAGED(guarded, "int32 -1", number(0));
  CHECK_STAGED(guarded, "int32 -1", number(12));
  const Staged1 either = [](Inputs x) {
    return if_else(or_else(x[0] == 0, [&] { return 12 / x[0] > 3; }), [&] { return x[0]; }, [&] { return x[0] * 100; });
  };
  CHECK_STAGED(either, "int32 0", number(0));
  CHECK_STAGED(either, "int32 3", number(3));
  CHECK_STAGED(either, "int32 1200", number(12));
}

TEST_CASE("a structure is merged member by member, and a vector keeps its length") {
  struct Pair {
    Tensor a, b;
  };
  const Staged1 f = [](Inputs x) {
    Pair pair{x[0], x[0] + 1};
    std::vector<Tensor> list{x[0], x[0]};
    if_stmt(x[0] > 0, AG_STATE(pair, list), [&] { pair.b = pair.a * 10; }, [&] { list[1] = list[0] - 5; });
    return pair.a + pair.b * 100 + list[1];
  };
  CHECK_STAGED(f, "int32 3006", number(3));
  CHECK_STAGED(f, "int32 -211", number(-3));
  const Staged1 grows = [](Inputs x) {
    std::vector<Tensor> list{x[0]};
    if_stmt(x[0] > 0, AG_STATE(list), [&] { list.push_back(x[0]); });
    return list.back();
  };
  CHECK_THAT(run_traced(grows, {number(1)}), ContainsSubstring("the size of list"));
}

TEST_CASE("flags of two branches cost no node") {
  const Staged1 f = [](Inputs x) {
    Flag done;
    Tensor y = x[0];
    if_stmt(x[0] > 0, AG_STATE(done), [&] { done = true; });
    if_stmt(!done, AG_STATE(y), [&] { y = y - 1; });
    return y;
  };
  CHECK_STAGED(f, "int32 3", number(3));
  CHECK_STAGED(f, "int32 -4", number(-3));
  // constants 0 and 1, greater, subtract, and the choice that the second branch became
  CHECK(ir::count_nodes(trace(f, {number(1)})) == 5);
}

TEST_CASE("OP-23: a condition of more than one element is an error that says how to reduce it") {
  const Staged1 f = [](Inputs x) {
    Tensor y = x[0];
    if_stmt(x[0] > 0, AG_STATE(y), [&] { y = y + 1; });
    return y;
  };
  CHECK_STAGED(f, "int32 [[2]]", tensor({{1}}));
  CHECK_STAGED(f, "int32 [[-1]]", tensor({{-1}}));
  CHECK_THAT(run_eagerly(f, {tensor({1, 2})}), ContainsSubstring("a condition needs one element"));
  CHECK_THAT(run_traced(f, {tensor({1, 2})}), ContainsSubstring("a condition needs one element"));
}

TEST_CASE("a function that calls itself while it is traced, as often as a tensor decides, is an error") {
  struct Halved {
    static Tensor until_small(Tensor x) {
      return if_else(x > 1, [&] { return until_small(x / 2); }, [&] { return x; });
    }
  };
  const Staged1 f = [](Inputs x) { return Halved::until_small(x[0]); };
  CHECK(run_eagerly(f, {tensor(8.0)}) == "float32 1.0");
  CHECK_THAT(run_traced(f, {tensor(8.0)}), ContainsSubstring("a function calls itself while it is traced"));
}

}  // namespace ag::test
