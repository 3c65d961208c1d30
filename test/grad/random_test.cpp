/// Random programs of operations, branches and loops, each inside of the other: their gradients against finite
/// differences, those of graphs against eager ones, and those of checkpoints against the same programs without.
#include <random>

#include "grad/rows.h"
#include "support/catch.h"

namespace ag::test {

namespace random_test {
namespace {

/// One program for each seed: it is written down nowhere, and runs alike whenever it is run.
class Program {
 public:
  explicit Program(unsigned seed, bool has_checkpoints = false) : seed_(seed), has_checkpoints_(has_checkpoints) {}

  Tensor operator()(const std::vector<Tensor>& x) {
    choice_.seed(seed_);
    std::vector<Tensor> values = x;
    steps(values, 6, 0);
    Tensor sum = values[0];
    for (size_t k = 1; k < values.size(); ++k) sum = sum + values[k] * (0.25 * static_cast<double>(k));
    return sum;
  }

 private:
  unsigned pick(unsigned count) { return choice_() % count; }
  const Tensor& one_of(const std::vector<Tensor>& values) { return values[pick(static_cast<unsigned>(values.size()))]; }

  void steps(std::vector<Tensor>& values, int count, int depth) {
    for (int k = 0; k < count; ++k) values.push_back(perhaps_checkpointed([&] { return step(values, depth); }));
  }

  /// What a block makes of the values outside of it.
  Tensor block(const std::vector<Tensor>& values, int depth) {
    return perhaps_checkpointed([&] {
      std::vector<Tensor> all = values;
      steps(all, 2, depth);
      return tanh(all.back() + 0.5 * one_of(all));
    });
  }

  /// Chooses without a trace in what is chosen later.
  template <class F>
  Tensor perhaps_checkpointed(F function) {
    auto other = choice_;
    return has_checkpoints_ && other() % 2 == 0 ? checkpoint(std::ref(function))() : function();
  }

  Tensor step(const std::vector<Tensor>& values, int depth) {
    const Tensor a = one_of(values), b = one_of(values);
    switch (pick(depth < 2 ? 14 : 10)) {
      case 0:
        return sin(a);
      case 1:
        return a * b;
      case 2:
        return a / (2.0 + square(b));
      case 3:
        return a + 0.5 * sum(b);
      case 4:
        return cumulative_sum(a) * 0.5;
      case 5:
        return take(a, tensor({2, 0, 2})) - b;
      case 6: {
        Tensor c = tanh(a);
        c[1] = b[0] * 0.5;
        return c;
      }
      case 7:
        return concat({a[slice(1, 3)], b[slice(0, 1)]});
      case 8:
        return matmul(expand_dims(a, 1) * b, tanh(b)) * 0.3;
      case 9:
        return where(a > 0.31, a, sin(b));
      case 10:
      case 11:
        return branch(values, a, depth);
      default:
        return loop(values, a, b, depth);
    }
  }

  Tensor branch(const std::vector<Tensor>& values, const Tensor& a, int depth) {
    // Both arms are chosen in the same way, whichever of them runs.
    const auto start = choice_;
    auto other = choice_;
    other.discard(1);
    const Tensor result = cond(
        sum(a) > 0.17,
        [&] {
          choice_ = start;
          return block(values, depth + 1);
        },
        [&] {
          choice_ = other;
          return block(values, depth + 1);
        });
    choice_ = start;
    choice_.discard(100);
    return result;
  }

  Tensor loop(const std::vector<Tensor>& values, const Tensor& a, const Tensor& b, int depth) {
    const int trips = static_cast<int>(pick(4));
    const bool known = pick(2) == 0, stops = pick(3) == 0;
    const auto start = choice_;
    const Tensor count = known ? Tensor(trips) : astype(sum(a) * 0, int32) + trips;
    auto [i, y, z] =
        while_loop([&](Tensor i, Tensor y, Tensor) { return stops ? (i < count) & (sum(y) < 2.13) : i < count; },
                   [&](Tensor i, Tensor y, Tensor z) {
                     choice_ = start;
                     std::vector<Tensor> inside = values;
                     inside.push_back(y);
                     inside.push_back(z * astype(i + 1, float64) * 0.5);
                     const Tensor next = block(inside, depth + 1);
                     return std::tuple(i + 1, next, y);
                   },
                   0, a, b);
    choice_ = start;
    choice_.discard(100);
    return y + 0.5 * z;
  }

  unsigned seed_;
  bool has_checkpoints_;
  std::mt19937 choice_;
};

}  // namespace

TEST_CASE("gradients of random programs") {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const std::vector<Tensor> inputs{numbers({3}, -1, 1, static_cast<int>(seed)), numbers({3}, 0.2, 1.2, 100)};
    check_row({"program", "seed " + std::to_string(seed), inputs, [seed](const auto& x) { return Program(seed)(x); },
               true, true, true, 1e-12});
  }
}

namespace {

/// Second derivatives are sums in another order, where values are computed again.
void check_equal(const Tensor& found, const Tensor& wanted, bool is_rounded) {
  const std::vector<double> a = found.to_vector<double>(), b = wanted.to_vector<double>();
  REQUIRE(a.size() == b.size());
  for (size_t k = 0; k < a.size(); ++k) CHECK(std::abs(a[k] - b[k]) <= (is_rounded ? 1e-12 * (1 + std::abs(b[k])) : 0));
}

}  // namespace

TEST_CASE("gradients of random programs with checkpoints are those without") {
  for (unsigned seed = 1; seed <= 45; ++seed) {
    CAPTURE(seed);
    const Tensor x = numbers({3}, -1, 1, static_cast<int>(seed)), y = numbers({3}, 0.2, 1.2, 100);
    for (const bool twice : {false, true}) {
      if (twice && seed % 5 != 0) continue;  // they take long to compile
      CAPTURE(twice);
      const auto slope = [=](bool has_checkpoints) {
        return [=](Tensor a, Tensor b) {
          const auto first = [&](Tensor v) {
            return gradient([&](Tensor u) { return Program(seed, has_checkpoints)({u, b}); })(v);
          };
          return twice ? gradient([&](Tensor v) { return sum(first(v) * b); })(a) : first(a);
        };
      };
      check_equal(slope(true)(x, y), slope(false)(x, y), twice);
      for (const Executor executor : {Executor::interpreter, Executor::compiled}) {
        const Tensor wanted = ag::function(slope(false), {.executor = executor})(x, y);
        check_equal(ag::function(slope(true), {.executor = executor})(x, y), wanted, twice);
      }
    }
  }
}

}  // namespace random_test

}  // namespace ag::test
