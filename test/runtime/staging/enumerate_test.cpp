/// enumerate and zip: over containers, over tensors, eagerly and staged.
#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

TEST_CASE("over containers, by reference") {
  std::vector<int> values{4, 5, 6};
  std::vector<std::string> names{"a", "b"};
  int64_t sum = 0;
  for (auto [i, v] : enumerate(values)) {
    v += 1;
    sum += i * v;
  }
  CHECK(values == std::vector<int>{5, 6, 7});
  CHECK(sum == 20);
  std::string text;
  for (const auto& [v, name] : zip(values, names)) text += name + std::to_string(v);
  CHECK(text == "a5b6");
  for (const auto& [i, both] : enumerate(zip(values, names), 10)) text += std::to_string(i) + std::get<1>(both);
  CHECK(text == "a5b610a11b");
  for (auto [i, c] : enumerate(std::string("xy"))) text += c;
  CHECK(text == "a5b610a11bxy");
}

TEST_CASE("over the rows of tensors") {
  const Staged1 plain = [](Inputs x) {
    Tensor s = 0 * x[0][0];
    for (auto [i, row] : enumerate(x[0])) s = s * 2 + row * i;
    for (auto [a, b] : zip(x[0], x[1])) s = s + a * b;
    return s;
  };
  const Staged1 staged = [](Inputs x) {
    Tensor s = 0 * x[0][0];
    for_stmt(enumerate(x[0]), AG_STATE(s), [&](const auto& item) {
      const auto& [i, row] = item;
      s = s * 2 + row * i;
    });
    for_stmt(zip(x[0], x[1]), AG_STATE(s), [&](const auto& item) {
      const auto& [a, b] = item;
      s = s + a * b;
    });
    return s;
  };
  const Inputs inputs{tensor({{1, 2}, {3, 4}, {5, 6}}), tensor({7, 8})};
  const std::string expected = run_eagerly(plain, inputs);
  CHECK(run_eagerly(staged, inputs) == expected);
  CHECK(run_traced(staged, inputs) == expected);
  CHECK(ir::count_nodes(trace(staged, inputs)) < 40);
  const Staged1 deep = [](Inputs x) {
    Tensor s = 0;
    Flag did_break;
    for_stmt(enumerate(zip(x[0], x[1]), 5), AG_STATE(s).until(did_break), [&](const auto& item) {
      const auto& [i, both] = item;
      const auto& [a, b] = both;
      if_stmt(a * b > 20, AG_STATE(s, did_break), [&] { did_break = true; }, [&] { s = s + a * b * i; });
    });
    return x[0][0] * 0 + s;
  };
  for (const Tensor& other : {tensor({7, 8, 9}), tensor({1, 1, 100}), tensor({2, 2, 2})}) {
    CHECK(run_traced(deep, {tensor({1, 2, 3}), other}) == run_eagerly(deep, {tensor({1, 2, 3}), other}));
  }
}

TEST_CASE("a container with a tensor is unrolled") {
  const Staged1 f = [](Inputs x) {
    const std::vector<int> weights{2, 3};
    Tensor s = 0 * x[0][0];
    for_stmt(zip(weights, x[0]), AG_STATE(s), [&](const auto& item) {
      const auto& [w, row] = item;
      s = s + row * w;
    });
    for_stmt(enumerate(weights), AG_STATE(s), [&](const auto& item) {
      const auto& [i, w] = item;
      s = s + weights[static_cast<size_t>(i)] * w;
    });
    return s;
  };
  const Inputs inputs{tensor({{1, 2}, {3, 4}, {5, 6}})};
  CHECK(run_traced(f, inputs) == run_eagerly(f, inputs));
  CHECK(run_eagerly(f, inputs) == "int32 [24 29]");
}

}  // namespace ag::test
