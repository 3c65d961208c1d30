// Methods that are traced: what they read and write in their object is in the object of each call.
#include <array>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "harness.h"

using ag::Tensor;

namespace objects_programs {
namespace {

int calls = 0, hits = 0;
double level = 1;
Tensor total = 0.0;

void note(int by) { hits += by; }
int next() { return ++calls; }

AG_FUNCTION Tensor counted(Tensor x) {
  static int own = 0;
  const int before = hits++;
  if (x > 2) {
    total = total + x;
    note(before);
  } else {
    level = level / 2;
  }
  while (x > level) {
    x = x - 1;
    hits += next();
    ++own;
  }
  if (calls % 3 == 0) x = x + 100;
  return x * level + hits + own;
}

AG_FUNCTION Tensor guarded(Tensor x) {
  ++calls;
  total = total + x;
  for (int i = 0; i < 4; ++i) {
    ++hits;
    if (x > 3 - i) throw std::domain_error("too large");
    x = x + 1;
  }
  hits = 0;
  return x;
}

struct Options {
  bool twice = false;
  std::array<float, 3> steps{1, 2, 3};
};

class Counter {
 public:
  explicit Counter(double rate) : rate_(rate) {}
  AG_FUNCTION Tensor add(Tensor x) {
    ++n_;
    if (options.twice) x = x * 2;
    if (x > limit()) {
      sum_ = sum_ + x * this->rate_ * options.steps[1];
      options.steps[0] -= 0.5f;
    }
    auto twice = [&](Tensor y) { return y * n_; };
    return sum_ + deeper(x) + twice(x);
  }
  AG_FUNCTION Tensor peek(Tensor x, int k) const {
    ++looks_;
    return x * k + sum_ + looks_;
  }
  AG_FUNCTION Tensor operator()(Tensor x) {
    while (x > 0) {
      x = x - 1;
      ++n_;
    }
    return x + n_;
  }
  AG_FUNCTION static Tensor doubled(Tensor x) { return x * 2; }
  AG_FUNCTION double mean(Tensor x) {
    sum_ = sum_ + x;
    return static_cast<double>(sum_) / ++n_;
  }
  Options options;

 private:
  double limit() const { return rate_ * 4; }
  Tensor deeper(Tensor x) const;

  int n_ = 0;
  mutable int looks_ = 0;
  const double rate_;
  Tensor sum_ = 0.0;
};

Tensor Counter::deeper(Tensor x) const { return x * rate_ - n_; }

struct Layer {
  Tensor w = 2.0, b = 1.0;
  int uses = 0;
  Tensor forward(Tensor x) {
    ++uses;
    return x * w + b;
  }
};
struct Model {
  Layer first, second;
  int depth = 1;
  virtual ~Model() = default;
  virtual Tensor last(Tensor x) { return x + depth; }
  AG_FUNCTION Tensor run(Tensor x) {
    for (int i = 0; i < depth; ++i) x = second.forward(first.forward(x));
    return last(x);
  }
};
struct Negative : Model {
  Tensor last(Tensor x) override { return -x * depth; }
};
Layer shared;
AG_FUNCTION Tensor through(Tensor x) { return shared.forward(x) + shared.uses; }

/// A number of the host that changes to what compares as equal.
struct Signed {
  AG_FUNCTION void turned(double& x) { x = x / -3; }
};

/// What a tensor chooses among numbers is symbolic; the other number that the method takes is one as well.
struct Chooser {
  int uses = 0;
  AG_FUNCTION Tensor chosen(Tensor x, int by, std::array<int, 2> of) {
    ++uses;
    return x * of[int(x) % 2] + by;
  }
};

/// A method that is converted with its class calls one that is traced.
struct Meter {
  int reading = 1;
  AG_FUNCTION Tensor scaled(Tensor x) {
    if (reading > 3) return x * reading;
    return x;
  }
  AG_CONVERT Tensor advanced(Tensor x) {
    ++reading;
    x = scaled(x);
    return x + reading;
  }
};

Meter meter;

AG_FUNCTION Tensor outside(Tensor x) { return meter.advanced(x); }

AG_FUNCTION Tensor inside(Tensor x) {
  Meter own;
  while (own.reading < x) own.reading = own.reading * 2;
  return own.advanced(x);
}

void counts() { std::cout << calls << " " << hits << " " << level << " " << total << "\n"; }

void use(Counter& counter) {
  e2e::run("add", [&](Tensor x) { return counter.add(x); }, e2e::f32(1));
  e2e::run("add", [&](Tensor x) { return counter.add(x); }, e2e::f32(5));
  e2e::run("peek", [&](Tensor x) { return counter.peek(x, 3); }, e2e::f32(2));
  e2e::run("call", [&](Tensor x) { return counter(x); }, e2e::f32(2.5));
  e2e::run("mean", [&](Tensor x) { return counter.mean(x); }, e2e::f32(2.5));
}

// Methods without a tensor in their signatures: what they loop over, read and decide by is outside.
ag::Variable stock{ag::tensor(4, ag::int64)};

struct Shelf {
  int taken = 0;
  void take() {
    for (auto k : ag::range(ag::astype(stock > -3, ag::int64) * 3)) {
      ag::print("taken", k);
      taken += 1;
    }
  }
  static int twice() {
    int sum = 0;
    for ([[maybe_unused]] auto k : ag::range(Tensor(stock))) sum += 2;
    return sum;
  }
  int down() const {
    int left = stock.value().item<int>(), turns = 0;
    while (left > 0) {
      --left;
      turns += 2;
    }
    return turns;
  }
  int decided() const { return stock > 2 ? 5 : 6; }
};

AG_FUNCTION double shelves(Tensor x) {
  Shelf shelf;
  if (x > 3) {
    shelf.take();
    stock.assign(stock - 1);
  }
  return shelf.taken + Shelf::twice() * 10 + shelf.down() * 100 + shelf.decided() * 1000;
}

}  // namespace
}  // namespace objects_programs

void e2e::objects() {
  using namespace objects_programs;
  for (int k = 2; k < 6; ++k) e2e::run("shelves", shelves, e2e::f32(k));
  for (int k = 0; k < 4; ++k) {
    e2e::run("counted", counted, e2e::f32(k));
    e2e::run("guarded", guarded, e2e::f32(k));
    counts();
  }
  Counter one(1);
  auto two = std::make_unique<Counter>(0.5);
  use(one);
  use(*two);
  two->options.twice = true;
  two->options.steps[1] = 0;
  use(*two);
  two = std::make_unique<Counter>(2);
  use(*two);
  use(one);
  e2e::run("doubled", Counter::doubled, e2e::f32(4));
  Model model;
  Negative negative;
  negative.depth = 2;
  negative.first.w = 3;
  Model* const both[] = {&model, &negative};
  for (Model* each : both) {
    e2e::run("run", [&](Tensor x) { return each->run(x); }, e2e::f32(1));
    each->second.b = e2e::f32(0.5);
    e2e::run("run", [&](Tensor x) { return each->run(x); }, e2e::f32(2));
    std::cout << each->first.uses << " " << each->second.uses << "\n";
  }
  e2e::run("through", through, e2e::f32(4));
  shared.w = 5;
  e2e::run("through", through, e2e::f32(4));
  std::cout << shared.uses << "\n";
  for (int k = 0; k < 5; ++k) {
    e2e::run("outside", outside, e2e::f32(k));
    e2e::run("inside", inside, e2e::f32(k * 3));
  }
  Signed object;
  double zero = 0;
  for (int k = 0; k < 3; ++k) {
    object.turned(zero);
    std::cout << zero << "\n";
  }
  Chooser chooser;
  for (int k = 2; k < 4; ++k) {
    e2e::run("chosen", [&](Tensor x) { return chooser.chosen(x, k, {5, 7}); }, e2e::f32(3));
    e2e::run("chosen", [&](Tensor x) { return chooser.chosen(x, 2, {k, 7}); }, e2e::f32(4));
  }
  std::cout << chooser.uses << "\n";
}
