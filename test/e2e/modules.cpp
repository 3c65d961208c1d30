// Modules as arguments: a call names them by identity, and what they hold is read and written where it is.
#include <ag/ag.h>

#include <memory>
#include <vector>

#include "harness.h"

using ag::Tensor;
using ag::Variable;

namespace modules_programs {
namespace {

struct Dense : ag::Module {
  Variable w = variable(e2e::f64(2), {.name = "w"});
  double scale = 1;
  int calls = 0;
  Tensor last = e2e::f64(0);

  AG_CONVERT Tensor operator()(Tensor x) {
    ++calls;
    if (x > 3) last = x;
    return w * x * scale;
  }
  AG_CONVERT Tensor read(Tensor x) const { return w * x + scale; }
};

struct Net : ag::Module {
  Dense first = submodule("first", Dense());
  Dense second = submodule("second", Dense());
  Tensor bias = 0.5;

  AG_CONVERT Tensor operator()(Tensor x) { return second(first(x)) + bias; }
};

struct Sgd : ag::Module {
  double rate = 0.1;
  Variable steps = variable(0, {.name = "steps", .trainable = false});

  AG_CONVERT void apply(const Net& net, Tensor gradient) {
    steps.assign_add(1);
    for (const Variable& one : net.trainable_parameters()) one.assign_sub(gradient * rate);
  }
};

Dense outside;

AG_FUNCTION Tensor forward(Net& net, Tensor x) { return net(x); }

AG_FUNCTION Tensor constant(const Dense& dense, Tensor x, int n) {
  for (int i = 0; i < n; ++i) x = dense.read(x) - dense.scale;
  return x;
}

AG_FUNCTION Tensor train(Net& net, Sgd& optimizer, Tensor x) {
  Tensor error = net(x) - 1;
  if (error > 0.25) {
    optimizer.apply(net, error);
    net.first.scale += 0.5;
  }
  return error;
}

AG_FUNCTION Tensor exchanged(Dense& a, Dense& b, Tensor x) {
  a.calls += 2;
  b.calls *= 3;
  a.last = b.last + x;
  while (a.last < 10) {
    a.last *= 2;
    b.scale += 1;
  }
  return a.last + b.last * a.scale + b.calls;
}

AG_CONVERT Tensor scaled(const Dense& dense, Tensor x) { return x * dense.scale + dense.calls; }
AG_CONVERT void counted(Dense& dense, Tensor x) {
  if (x > 2) ++dense.calls;
}
AG_FUNCTION Tensor through_helpers(Tensor x) {
  counted(outside, x);
  return scaled(outside, x);
}

// Gradients of variables that are found in several ways: by name, and through the module.
AG_FUNCTION Tensor decayed(Dense& dense, Tensor x) {
  ag::GradientTape tape;
  Tensor loss = ag::square(dense(x) - 1);
  for (const Variable& one : dense.trainable_parameters()) loss += 0.1 * ag::sum(ag::square(one));
  const std::vector<Variable> all = dense.trainable_parameters();
  const std::vector<Tensor> gradients = tape.gradient(loss, all);
  for (size_t k = 0; k < all.size(); ++k) all[k].assign_sub(0.1 * gradients[k]);
  return gradients[0];
}
AG_FUNCTION Tensor only_listed(Tensor x) {
  ag::GradientTape tape;
  const std::vector<Variable> all = outside.trainable_parameters();
  return tape.gradient(all[0] * x, all)[0];
}

// What a function declares is made by every call.
struct Line : ag::Module {
  Variable slope, offset;
  explicit Line(Tensor start) : slope(variable(start, {.name = "slope"})), offset(variable(0.0, {.name = "offset"})) {}
  AG_CONVERT Tensor operator()(Tensor x) const { return slope * x + offset; }
};
AG_FUNCTION Tensor fitted(Tensor x, Tensor start) {
  Line line(start);
  for (int k = 0; k < 3; ++k) {
    ag::GradientTape tape;
    const Tensor loss = ag::square(line(x) - 1);
    const std::vector<Variable> all = line.trainable_parameters();
    const std::vector<Tensor> gradients = tape.gradient(loss, all);
    for (size_t i = 0; i < all.size(); ++i) all[i].assign_sub(0.01 * gradients[i]);
  }
  return line(x);
}
AG_FUNCTION Tensor drawn(Tensor n) {
  ag::Generator generator(7);
  Variable sum(0.0f);
  for (Tensor k = 0; k < n; ++k) {
    if (k % 2 == 0) sum.assign_add(generator.uniform({}));
  }
  return sum;
}

void show_gradients() {
  Dense one;
  const auto other = std::make_unique<Dense>();
  other->w.assign(-1);
  for (double x : {1.0, 3.0}) {
    e2e::run("decayed", [&](Tensor v) { return decayed(one, v); }, e2e::f64(x));
    e2e::run("decayed, another one", [&](Tensor v) { return decayed(*other, v); }, e2e::f64(x));
    e2e::run("only listed", only_listed, e2e::f64(x));
    e2e::show(one.calls);
    e2e::run("fitted", fitted, e2e::f64(x), e2e::f64(2));
    e2e::run("drawn", drawn, ag::tensor(3, ag::int32));
  }
}

void show_dense(const Dense& dense) {
  e2e::show(dense.w.value());
  e2e::show(dense.scale);
  e2e::show(dense.calls);
  e2e::show(dense.last);
}

}  // namespace
}  // namespace modules_programs

void e2e::modules() {
  using namespace modules_programs;
  Net one;
  const auto other = std::make_unique<Net>();
  other->bias = f64(100);
  for (double x : {1.0, 5.0}) {
    run("forward", [&](Tensor v) { return forward(one, v); }, f64(x));
    run("forward of another one", [&](Tensor v) { return forward(*other, v); }, f64(x));
    run("constant", [&](Tensor v) { return constant(one.first, v, 2); }, f64(x));
    one.first.scale = 3;
    other->second.w.assign(x);
    run("constant, changed", [&](Tensor v) { return constant(one.first, v, 2); }, f64(x));
    run("a module outside", [&](Tensor v) { return constant(outside, v, 1); }, f64(x));
  }
  Sgd optimizer, slow;
  slow.rate = 0.01;
  for (double x : {0.1, 0.5, 0.5}) {
    run("train", [&](Tensor v) { return train(one, optimizer, v); }, f64(x));
    run("train slowly", [&](Tensor v) { return train(*other, slow, v); }, f64(x));
  }
  show(optimizer.steps.value());
  for (double x : {1.0, 4.0}) {
    run("exchanged", [&](Tensor v) { return exchanged(one.first, one.second, v); }, f64(x));
    run("exchanged with itself", [&](Tensor v) { return exchanged(one.first, one.first, v); }, f64(x));
    run("exchanged again", [&](Tensor v) { return exchanged(other->first, other->second, v); }, f64(x));
    show_dense(one.first);
    show_dense(one.second);
    run("through helpers", through_helpers, f64(x));
    outside.scale = 10;
    run("through helpers, changed", through_helpers, f64(x));
  }
  show_dense(outside);
  show_gradients();
}
