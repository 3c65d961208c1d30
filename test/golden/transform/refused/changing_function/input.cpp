#include <ag/ag.h>
#include <functional>
#include <memory>
#include <utility>
using ag::Tensor;

template <class F>
Tensor twice(F f, Tensor x) {
  Tensor a = f(x);
  if (a > 2) a = a + f(a);
  return a;
}
Tensor erased(const std::function<Tensor(Tensor)>& f, Tensor x) {
  while (x < 3) x = f(x);
  return x;
}
template <class F>
Tensor handed_on(const F& f, Tensor x) {
  return twice([&](Tensor y) { return f(y); }, x) + f(x);
}
template <class F>
Tensor once(F f, Tensor x) {
  return f(f(x));
}
struct Solver {
  std::function<Tensor(Tensor)> step;
  Tensor one(Tensor x) { return step(x) + x; }
  Tensor many(Tensor x) {
    for (Tensor i : ag::range(3 * x)) x = step(x);
    return x;
  }
  Tensor all(Tensor x) { return many(one(x)); }
};
struct Counter {
  Tensor count = 0;
  Tensor operator()(Tensor y) {
    count += 1;
    return y + count;
  }
};
AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  auto step = [&n](Tensor y) { return y + ++n; };
  auto own = [n](Tensor y) mutable { return y + ++n; };
  auto pure = [&n](Tensor y) { return y + n; };
  x = once(step, x) + once(own, x) + twice(pure, x) + twice(Counter{x}, x);
  x = twice(step, x) + twice(own, x) + erased(step, x) + handed_on(step, x);
  x = x + erased([&](Tensor y) { return y + ++n; }, x) + erased(Counter{x}, x);
  Tensor t = x;
  Solver solver{[&](Tensor y) { return t = t + y; }};
  x = x + solver.one(x);
  return x + solver.all(x) + solver.many(x);
}
Tensor add(Tensor& to, Tensor y) { return to = to + y; }
auto adder(Tensor& to) {
  return [&to](Tensor y) { return to = to + y; };
}
struct Node {
  virtual ~Node() = default;
  virtual Tensor run(Tensor x) = 0;
};
struct Branch : Node {
  std::function<Tensor(Tensor)> step;
  explicit Branch(std::function<Tensor(Tensor)> given) : step(std::move(given)) {}
  Tensor run(Tensor x) override {
    if (x > 2) return step(x);
    return x;
  }
};
AG_CONVERT Tensor g(Tensor x) {
  Tensor t = x;
  x = x + twice(std::bind_front(add, std::ref(t)), x) + twice(adder(t), x);
  std::unique_ptr<Node> node = std::make_unique<Branch>([&](Tensor y) { return t = t + y; });
  return x + node->run(x);
}
