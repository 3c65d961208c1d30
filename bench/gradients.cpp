// What gradients cost: beside the same gradients written by hand, in one traced function each, and beside the forward
// computation. Pairs are timed in turns; medians are printed as a table.
#include <ag/staging/generated.h>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "measure.h"

using ag::Tensor;

namespace {

void compare(const char* name, const std::function<void()>& base, const std::function<void()>& of,
             const bench::Limits& limits) {
  const std::vector<bench::Timing> timings = bench::measure_by_turns({base, of}, limits);
  const double a = bench::median(timings[0].samples), b = bench::median(timings[1].samples);
  std::printf("| %s | %.3g us | %.3g us | %.2f |\n", name, a * 1e6, b * 1e6, b / a);
}

const ag::FunctionOptions kCompiled{.executor = ag::Executor::compiled};

// ---- a linear classifier (W14) and a network with one hidden layer ----

Tensor cross_entropy(const Tensor& logits, const Tensor& wanted) {
  return -ag::mean(ag::sum(ag::log_softmax(logits) * wanted, 1));
}

struct Linear {
  Tensor w, b;
};
Tensor linear_loss(Linear net, Tensor x, Tensor wanted) { return cross_entropy(ag::matmul(x, net.w) + net.b, wanted); }

std::vector<Tensor> linear_by_hand(Linear net, Tensor x, Tensor wanted) {
  const Tensor logits = ag::matmul(x, net.w) + net.b, logs = ag::log_softmax(logits);
  const Tensor loss = -ag::mean(ag::sum(logs * wanted, 1));
  const Tensor g = (ag::exp(logs) - wanted) * (1.0 / 200);
  return {loss, ag::matmul(ag::transpose(x), g), ag::sum(g, 0)};
}

struct Network {
  Tensor w1, b1, w2, b2;
};
Tensor network_loss(Network net, Tensor x, Tensor wanted) {
  const Tensor hidden = ag::relu(ag::matmul(x, net.w1) + net.b1);
  return cross_entropy(ag::matmul(hidden, net.w2) + net.b2, wanted);
}
std::vector<Tensor> network_by_hand(Network net, Tensor x, Tensor wanted) {
  const Tensor hidden = ag::relu(ag::matmul(x, net.w1) + net.b1);
  const Tensor logs = ag::log_softmax(ag::matmul(hidden, net.w2) + net.b2);
  const Tensor loss = -ag::mean(ag::sum(logs * wanted, 1));
  const Tensor g = (ag::exp(logs) - wanted) * (1.0 / 200);
  const Tensor inner = ag::where(hidden > 0, ag::matmul(g, ag::transpose(net.w2)), 0.0);
  return {loss, ag::matmul(ag::transpose(x), inner), ag::sum(inner, 0), ag::matmul(ag::transpose(hidden), g),
          ag::sum(g, 0)};
}

// ---- a neural differential equation, RK4 (W13) ----

struct Field {
  Tensor w1, b1, w2, b2;
};
Tensor slope(const Field& f, const Tensor& y) { return ag::matmul(ag::tanh(ag::matmul(y, f.w1) + f.b1), f.w2) + f.b2; }
Tensor path_end(Field f, Tensor start) {
  const double h = 0.01;
  auto [k, y] = ag::while_loop([](Tensor k, Tensor) { return k < 100; },
                               [&](Tensor k, Tensor y) {
                                 const Tensor a = slope(f, y), b = slope(f, y + 0.5 * h * a);
                                 const Tensor c = slope(f, y + 0.5 * h * b), d = slope(f, y + h * c);
                                 return std::tuple(k + 1, y + (h / 6) * (a + 2.0 * b + 2.0 * c + d));
                               },
                               0, start);
  return ag::sum(ag::square(y));
}

// ---- numbers in a loop, and elementwise arrays ----

Tensor newton(Tensor a) {
  return ag::while_loop([&](Tensor x) { return ag::abs(x * x - a) > 1e-12; },
                        [&](Tensor x) { return 0.5 * (x + a / x); }, a);
}
Tensor long_product(Tensor x) {
  auto [k, y] = ag::while_loop([](Tensor k, Tensor) { return k < 10000; },
                               [&](Tensor k, Tensor y) { return std::tuple(k + 1, ag::sin(y) * x); }, 0, x);
  return y;
}
Tensor error(Tensor x, Tensor y) { return ag::mean(ag::square(x - y)); }

Tensor normal(ag::ShapeArg shape, int key, double scale = 1) { return ag::random_normal(shape, key) * scale; }

template <class F>
auto compiled(F f) {
  return ag::function(f, kCompiled);
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Limits& limits = argc > 1 && std::string(argv[1]) == "--quick" ? bench::kQuick : bench::kFull;
  const Tensor x = normal({200, 784}, 1), labels = ag::random_integers(0, 10, {200}, 2);
  const Tensor wanted = ag::one_hot(labels, 10);
  std::printf("| gradient | by hand | value_and_gradient | ratio |\n|---|---|---|---|\n");
  {
    const Linear net{normal({784, 10}, 3, 0.1), ag::zeros({10})};
    auto hand = compiled(&linear_by_hand);
    auto found = compiled([](Linear n, Tensor x, Tensor y) { return ag::value_and_gradient(&linear_loss)(n, x, y); });
    compare("W14 linear, batch 200", [&] { hand(net, x, wanted); }, [&] { found(net, x, wanted); }, limits);
  }
  {
    const Network net{normal({784, 128}, 4, 0.05), ag::zeros({128}), normal({128, 10}, 5, 0.1), ag::zeros({10})};
    auto hand = compiled(&network_by_hand);
    auto found = compiled([](Network n, Tensor x, Tensor y) { return ag::value_and_gradient(&network_loss)(n, x, y); });
    compare("784-128-10, batch 200", [&] { hand(net, x, wanted); }, [&] { found(net, x, wanted); }, limits);
  }
  {
    auto hand = compiled([](Tensor a, Tensor b) {
      const Tensor d = a - b;
      return std::vector<Tensor>{ag::mean(ag::square(d)), d * 2e-6};
    });
    auto found = compiled([](Tensor a, Tensor b) { return ag::value_and_gradient(&error)(a, b); });
    const Tensor a = normal({1000000}, 6), b = normal({1000000}, 7);
    compare("W6 mean squared error, 1e6", [&] { hand(a, b); }, [&] { found(a, b); }, limits);
  }
  std::printf("\n| loop | forward | value_and_gradient | ratio |\n|---|---|---|---|\n");
  {
    const Field f{normal({2, 50}, 8), ag::zeros({50}), normal({50, 2}, 9, 0.2), ag::zeros({2})};
    auto forward = compiled(&path_end);
    auto found = compiled([](Field f, Tensor y) { return ag::value_and_gradient(&path_end)(f, y); });
    const Tensor start = ag::tensor({{1.0, 0.5}});
    compare("W13 neural ODE, RK4, 100 steps", [&] { forward(f, start); }, [&] { found(f, start); }, limits);
  }
  {
    auto forward = compiled(&newton);
    auto found = compiled([](Tensor a) { return ag::value_and_gradient(&newton)(a); });
    const Tensor a = ag::tensor(2.0, ag::float64);
    compare("W10a Newton on a number", [&] { forward(a); }, [&] { found(a); }, limits);
  }
  {
    auto forward = compiled(&long_product);
    auto found = compiled([](Tensor a) { return ag::value_and_gradient(&long_product)(a); });
    const Tensor number = ag::tensor(1.5, ag::float64), some = ag::full({64}, 1.5, ag::float64);
    compare("10000 steps of sin(y) * x, a number", [&] { forward(number); }, [&] { found(number); }, limits);
    compare("the same, 64 numbers", [&] { forward(some); }, [&] { found(some); }, limits);
  }
}
