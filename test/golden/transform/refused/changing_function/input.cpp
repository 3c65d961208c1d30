#include <ag/ag.h>
#include <functional>
#include <random>
#include <string>
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
  auto own = [n](Tensor y) mutable { return y + ++n; };
  auto pure = [&n](Tensor y) { return y + n; };
  x = once(own, x) + twice(pure, x) + twice(Counter{x}, x);
  x = twice(own, x) + erased(own, x) + erased(Counter{x}, x);
  std::string names;
  std::mt19937 generator;
  auto logged = [&](Tensor y) {
    names += "y";
    return y;
  };
  x = once(logged, x) + twice(logged, x);
  Solver solver{[&](Tensor y) { return y + double(generator()); }};
  x = x + solver.one(x);
  return x + solver.all(x) + solver.many(x);
}
AG_CONVERT Tensor hidden(Tensor x) {
  int n = 1;
  auto step = [&n](Tensor y) { return y + ++n; };
  for (int n = 0; n < 2; ++n) x = twice(step, x);
  return x + n;
}
