/// Containers in converted code: elements by symbolic numbers, containers as state.
#include <map>
#include <optional>
#include <unordered_map>
#include <variant>

#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace containers_test {
namespace {

class Tank {
 public:
  explicit Tank(Tensor level) : level_(std::move(level)) {}
  void fill(const Tensor& by) { level_ = level_ + by; }
  const Tensor& level() const { return level_; }
  friend auto ag_fields(Tank& tank) { return std::tie(tank.level_, tank.fills_); }

 private:
  Tensor level_;
  Staged<int> fills_ = 0;
};

}  // namespace

TEST_CASE("an element by a symbolic number is read and written") {
  const Staged1 f = [](Inputs x) {
    std::vector<Staged<int>> counts{0, 10, 20, 30};
    std::array<Tensor, 3> tensors{x[0], x[0] * 10, tensor({1, 2})};
    const std::vector<double> weights{0.5, 1.5, 2.5, 3.5};
    Staged<int> n = item<int>(x[0]);
    element(counts, n) += 5;
    element(counts, n + 1) = element(counts, n) * 2;
    ++element(counts, n);
    element(counts, 0) = 7;
    const Staged<int> old = element(counts, n)++;
    element(tensors, n) += 3;
    element(tensors, 2) = tensors[2] * 1;
    Tensor s = element(tensors, n) * element(weights, n);
    for (size_t k = 0; k < 4; ++k) s = s * 100 + counts[k];
    return s + old + sum(tensors[0]) + sum(tensors[1]) + sum(tensors[2]);
  };
  for (const int k : {0, 1, 2}) {
    INFO(k);
    CHECK(run_traced(f, {number(k)}) == run_eagerly(f, {number(k)}));
  }
  CHECK_THAT(run_traced(f, {number(7)}), ContainsSubstring("out_of_range"));
}

TEST_CASE("a histogram in a staged loop") {
  const Staged1 f = [](Inputs x) {
    std::array<Staged<int>, 4> histogram{};
    for_stmt(x[0], AG_STATE(histogram), [&](Tensor v) { element(histogram, item<int>(v))++; });
    Tensor s = 0;
    for (const Staged<int>& count : histogram) s = s * 10 + count;
    return x[0][0] * 0 + s;
  };
  CHECK_STAGED(f, "int32 2031", tensor({0, 2, 3, 2, 0, 2}));
}

TEST_CASE("optionals, variants and maps keep their form and carry what is inside") {
  const Staged1 f = [](Inputs x) {
    std::optional<Tensor> o = x[0];
    std::optional<Tensor> none;
    std::variant<int, Tensor> v = x[0] + 1;
    std::map<std::string, Tensor> m{{"b", x[0]}, {"a", x[0] * 2}};
    std::unordered_map<int, std::vector<Staged<int>>> u{{5, {1, 2}}, {3, {4}}};
    Tank tank(x[0]);
    while_stmt([&] { return x[0] > 0; }, AG_STATE(x[0], o, none, v, m, u, tank),
               [&] {
                 x[0] -= 1;
                 *o = *o + 1;
                 std::get<Tensor>(v) *= 2;
                 if_stmt(x[0] > 2, AG_STATE(m, u), [&] { m["a"] += 3; }, [&] { u[5][1] += 7; });
                 tank.fill(x[0]);
               });
    return *o + std::get<Tensor>(v) * 10 + m["a"] + m["b"] * 1000 + u[5][1] + u[3][0] + tank.level();
  };
  for (const int k : {0, 1, 5}) CHECK(run_traced(f, {number(k)}) == run_eagerly(f, {number(k)}));
}

TEST_CASE("a form that a tensor would decide is an error that says which and what to do") {
  const auto message = [](const std::function<void(Tensor)>& body) {
    try {
      trace(
          [&](Inputs x) {
            body(x[0]);
            return x[0];
          },
          {number(1)});
    } catch (const Error& error) {
      return error.message() + " / " + error.notes().back();
    }
    return std::string("no error");
  };
  CHECK_THAT(message([](Tensor x) {
               std::optional<Tensor> o;
               if_stmt(x > 0, AG_STATE(o), [&] { o = x; });
             }),
             ContainsSubstring("'whether o has a value' changes in only one branch"));
  CHECK_THAT(message([](Tensor x) {
               std::variant<int, Tensor> v = 1;
               if_stmt(x > 0, AG_STATE(v), [&] { v = x; });
             }),
             ContainsSubstring("'the alternative of v' changes in only one branch of the if"));
  CHECK_THAT(message([](Tensor x) {
               std::map<int, Tensor> m;
               while_stmt([&] { return x > 0; }, AG_STATE(x, m), [&] { m[1] = x, x -= 1; });
             }),
             ContainsSubstring("the keys of m"));
  CHECK_THAT(message([](Tensor x) {
               std::vector<Tensor> list;
               while_stmt([&] { return x > 0; }, AG_STATE(x, list), [&] { list.push_back(x), x -= 1; });
             }),
             ContainsSubstring("ag::List"));
}

}  // namespace containers_test

}  // namespace ag::test
