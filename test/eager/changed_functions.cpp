// Variables that hold functions and change where a tensor decides: the graph has no functions to choose from.
#include <functional>
#include <utility>
#include <vector>

#include "programs.h"

namespace {

AG_FUNCTION Tensor by_host(Tensor x, bool twice) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  if (twice) f = [](Tensor v) { return v * 2; };
  if (x > 3) x = f(x);
  return f(x);
}
AG_FUNCTION Tensor swapped(Tensor x) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  std::function<Tensor(Tensor)> g = [](Tensor v) { return v * 3; };
  if (x > 3) std::swap(f, g);
  return f(x);
}
AG_FUNCTION Tensor recursive(Tensor x, int n) {
  std::function<Tensor(Tensor, int)> f = [&](Tensor v, int k) -> Tensor {
    if (k == 0) return v;
    return f(v * 2, k - 1);
  };
  return f(x, n);
}
AG_FUNCTION Tensor numbers(Tensor x, int n) {
  std::function<double(double)> f = [](double v) { return v - 1; };
  double k = x.item<double>();
  if (n > 2) f = [n](double v) { return v * n; };
  if (k > 3) k = f(k);
  return x + f(k);
}
AG_FUNCTION Tensor chosen_number(Tensor x) {
  std::function<double(double)> f = [](double v) { return v - 1; };
  double k = x.item<double>();
  if (k > 2) f = [](double v) { return v * 2; };
  return x + f(k);
}
AG_FUNCTION Tensor passed(Tensor x) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  auto set = [](std::function<Tensor(Tensor)>& g) { g = [](Tensor v) { return v * 5; }; };
  if (x > 3) set(f);
  return f(x);
}
AG_FUNCTION Tensor captured(Tensor x) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  auto change = [&f] { f = [](Tensor v) { return v * 7; }; };
  if (x > 3) change();
  return f(x);
}
AG_FUNCTION Tensor emptied(Tensor x) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  if (x > 3) f = nullptr;
  if (f) x = f(x);
  return x;
}
struct Holder {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
};
AG_FUNCTION Tensor member(Tensor x) {
  Holder h;
  if (x > 3) h.f = [](Tensor v) { return v * 9; };
  return h.f(x);
}
AG_FUNCTION Tensor element(Tensor x) {
  std::vector<std::function<Tensor(Tensor)>> fs{[](Tensor v) { return v - 1; }};
  if (x > 3) fs[0] = [](Tensor v) { return v * 11; };
  return fs[0](x);
}
AG_FUNCTION Tensor loop(Tensor x) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  while (x > 3) {
    x = f(x);
    f = [](Tensor v) { return v - 2; };
  }
  return x;
}
AG_FUNCTION Tensor parameter(Tensor x, std::function<Tensor(Tensor)> f) {
  if (x > 3) f = [](Tensor v) { return v - 2; };
  return f(x);
}
AG_FUNCTION Tensor aliased(Tensor x) {
  std::function<Tensor(Tensor)> f = [](Tensor v) { return v - 1; };
  auto& g = f;
  if (x > 3) g = [](Tensor v) { return v * 2; };
  return f(x);
}

}  // namespace

void changed_functions() {
  for (const double k : {1.0, 5.0}) {
    const Tensor x = ag::tensor(k, ag::float64);
    for (const bool twice : {true, false}) show("by host", by_host(x, twice));
    show("swapped", swapped(x));
    show("recursive", recursive(x, 3));
    for (const int n : {1, 3}) show("numbers", numbers(x, n));
    show("chosen number", chosen_number(x));
    show("passed", passed(x));
    show("captured", captured(x));
    show("emptied", emptied(x));
    show("member", member(x));
    show("element", element(x));
    show("loop", loop(x));
    show("parameter", parameter(x, [](Tensor v) { return v; }));
    show("aliased", aliased(x));
  }
}
