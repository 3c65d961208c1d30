/// Rows of runtime/grad/control_flow.cpp and residuals.cpp: plainly the host branches and loops, and the operations are
/// recorded one behind the other; in a graph they are branches and loops, whose gradients are branches and loops.
#include "grad/rows.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;

GradientRow row(const char* op, const char* label, std::vector<Tensor> inputs,
                std::function<Tensor(const std::vector<Tensor>&)> call, bool open = true) {
  return {op, label, std::move(inputs), std::move(call), true, open, true, 1e-13};
}

/// How often a loop runs: a number that the graph knows, or one that it computes.
struct Trips {
  int count;
  bool known;
  Tensor of(X x) const { return known ? Tensor(count) : astype(sum(x[0]) * 0, int32) + count; }
};

}  // namespace

std::vector<GradientRow> control_flow_gradients() {
  const std::vector<Tensor> two{numbers({3}, 0.3, 1.4, 1), numbers({3}, 0.3, 1.4, 2)};
  const std::vector<Tensor> net{numbers({2, 3}, -1, 1, 1), numbers({3, 3}, -1, 1, 2), numbers({4, 2, 3}, -1, 1, 3)};
  std::vector<GradientRow> rows;
  for (const double sign : {1.0, -1.0}) {
    rows.push_back(row("cond", "both arms depend on both", two, [sign](X x) {
      return cond(sum(x[0]) * sign > 0, [&] { return x[0] * x[1]; }, [&] { return exp(x[0]) / x[1]; });
    }));
    rows.push_back(row("cond", "an arm depends on nothing", two, [sign](X x) {
      return x[0] + cond(sum(x[0]) * sign > 0, [&] { return tanh(x[0]) * x[1]; }, [&] { return ones({3}, float64); });
    }));
    rows.push_back(row("cond", "an arm passes on", two, [sign](X x) {
      const Tensor y = x[0] * x[1];
      return y * cond(sum(x[0]) * sign > 0, [&] { return y; }, [&] { return x[0]; });
    }));
    rows.push_back(row("cond", "in a cond", two, [sign](X x) {
      return cond(
          sum(x[0]) > 0,
          [&] {
            const Tensor y = tanh(x[0]);
            return cond(sum(x[0]) * sign > 0, [&] { return y * sin(y * x[1]); }, [&] { return y; });
          },
          [&] { return x[0]; });
    }));
    rows.push_back(row("cond", "around a loop", two, [sign](X x) {
      return cond(
          sum(x[0]) * sign > 0,
          [&] {
            return while_loop([](Tensor y) { return sum(y) < 20; }, [&](Tensor y) { return y * y + x[1]; }, x[0]);
          },
          [&] { return x[1]; });
    }));
  }
  for (int arm : {0, 1, 2}) {
    rows.push_back(row("switch_case", "", two, [arm](X x) {
      const Tensor number = astype(sum(x[0]) * 0, int32) + arm;
      return switch_case(number, {[&] { return x[0] * x[1]; }, [&] { return sin(x[0]); }, [&] { return x[1] * x[1]; }});
    }));
  }
  for (const Trips& trips : {Trips{0, true}, Trips{1, true}, Trips{5, true}, Trips{1, false}, Trips{4, false}}) {
    rows.push_back(row("while_loop", "a counter and a product", two, [trips](X x) {
      auto [i, y] = while_loop([&](Tensor i, Tensor) { return i < trips.of(x); },
                               [&](Tensor i, Tensor y) { return std::tuple(i + 1, sin(y) * x[1] + x[0]); }, 0, x[0]);
      return y;
    }));
    rows.push_back(row("while_loop", "only what is outside counts", two, [trips](X x) {
      auto [i, y] =
          while_loop([&](Tensor i, Tensor) { return i < trips.of(x); },
                     [&](Tensor i, Tensor y) { return std::tuple(i + 1, y + x[0] * astype(i, float64) * tanh(x[1])); },
                     0, zeros({3}, float64));
      return y + x[1];
    }));
    rows.push_back(row("while_loop", "rows by their numbers", net, [trips](X x) {
      auto [i, y] =
          while_loop([&](Tensor i, Tensor) { return i < minimum(trips.of(x), 4); },
                     [&](Tensor i, Tensor y) { return std::tuple(i + 1, tanh(matmul(y, x[1]) + x[2][i])); }, 0, x[0]);
      return y;
    }));
    rows.push_back(row("while_loop", "loops whose inner ones differ in length", two, [trips](X x) {
      auto [i, y] = while_loop([&](Tensor i, Tensor) { return i < trips.of(x); },
                               [&](Tensor i, Tensor y) {
                                 auto [j, z] = while_loop(
                                     [&](Tensor j, Tensor) { return j < i; },
                                     [&](Tensor j, Tensor z) { return std::tuple(j + 1, sin(z * x[1]) + y); }, 0, y);
                                 return std::tuple(i + 1, z * x[0]);
                               },
                               0, x[0]);
      return y;
    }));
    rows.push_back(row("while_loop", "three loops", two, [trips](X x) {
      auto [i, y] =
          while_loop([&](Tensor i, Tensor) { return i < trips.of(x); },
                     [&](Tensor i, Tensor y) {
                       auto [j, z] = while_loop(
                           [](Tensor j, Tensor) { return j < 2; },
                           [&](Tensor j, Tensor z) {
                             auto [k, v] = while_loop(
                                 [](Tensor k, Tensor) { return k <= 2; },
                                 [&](Tensor k, Tensor v) { return std::tuple(k + 2, sin(v * x[1]) + z); }, 0, z);
                             return std::tuple(j + 1, v);
                           },
                           0, y);
                       return std::tuple(i + 1, z * x[0]);
                     },
                     0, x[0]);
      return y;
    }));
    rows.push_back(row("while_loop", "with a way out", two, [trips](X x) {
      auto [i, y] = while_loop([&](Tensor i, Tensor y) { return (i < trips.of(x)) & (sum(y) < 8.0); },
                               [&](Tensor i, Tensor y) { return std::tuple(i + 1, y * y * x[1] + x[0]); }, 0, x[0]);
      return y;
    }));
    rows.push_back(row("while_loop", "a branch in it", two, [trips](X x) {
      auto [i, y] = while_loop([&](Tensor i, Tensor) { return i < trips.of(x); },
                               [&](Tensor i, Tensor y) {
                                 const Tensor next = cond(
                                     i % 2 == 0, [&] { return tanh(y * x[0]) * tanh(y); }, [&] { return y + x[1]; });
                                 return std::tuple(i + 1, next);
                               },
                               0, x[0]);
      return y;
    }));
    rows.push_back(row("while_loop", "a loop in a branch in it", two, [trips](X x) {
      auto [i, y] = while_loop([&](Tensor i, Tensor) { return i < trips.of(x); },
                               [&](Tensor i, Tensor y) {
                                 const Tensor next = cond(
                                     i % 2 == 1,
                                     [&] {
                                       auto [j, z] = while_loop(
                                           [&](Tensor j, Tensor) { return j < i; },
                                           [&](Tensor j, Tensor z) { return std::tuple(j + 1, cos(z) * x[1]); }, 0, y);
                                       return z;
                                     },
                                     [&] { return y * x[0]; });
                                 return std::tuple(i + 1, next);
                               },
                               0, x[0]);
      return y;
    }));
  }
  rows.push_back(row("while_loop", "until it is large", two, [](X x) {
    return while_loop([](Tensor y) { return sum(y * y) < 50; }, [&](Tensor y) { return y * (1.0 + x[1] * y); }, x[0]);
  }));
  rows.push_back(row("while_loop", "two values that go around each other", two, [](X x) {
    auto [i, a, b] =
        while_loop([](Tensor i, Tensor, Tensor) { return i < 4; },
                   [](Tensor i, Tensor a, Tensor b) { return std::tuple(i + 1, b * a, sin(a)); }, 0, x[0], x[1]);
    return a + b;
  }));
  rows.push_back(row("while_loop", "one of two results is used", two, [](X x) {
    auto [i, a, b] =
        while_loop([](Tensor i, Tensor, Tensor) { return i < 4; },
                   [](Tensor i, Tensor a, Tensor b) { return std::tuple(i + 1, b * b, sin(a)); }, 0, x[0], x[1]);
    return a * x[1];
  }));
  rows.push_back(row("while_loop", "elements that are replaced", two, [](X x) {
    auto [i, y] = while_loop([](Tensor i, Tensor) { return i < 3; },
                             [&](Tensor i, Tensor y) {
                               y[i] = y[i] * x[1][i] + sum(y);
                               return std::tuple(i + 1, y);
                             },
                             0, x[0]);
    return y;
  }));
  const size_t first_stacked = rows.size();
  rows.push_back(row("while_loop", "map_fn", net,
                     [](X x) { return map_fn([&](Tensor row) { return tanh(matmul(row, x[1])) * x[0]; }, x[2]); }));
  rows.push_back(row("while_loop", "fold", net, [](X x) {
    return fold([&](Tensor state, Tensor row) { return tanh(matmul(state, x[1]) + row); }, x[0], x[2]);
  }));
  rows.push_back(row("while_loop", "scan", net, [](X x) {
    return scan([&](Tensor state, Tensor row) { return tanh(matmul(state, x[1]) * row); }, x[0], x[2]);
  }));
  for (size_t k = first_stacked; k < rows.size(); ++k) rows[k].known = rows[k].label == "fold";
  return rows;
}

}  // namespace ag::test
