#include <ag/ag.h>
using ag::Tensor;

int calls = 0;
int next() { return ++calls; }
struct Numbered {
  int number = next();
};
struct Holder {
  Numbered first;
};
struct Made {
  int number = ++calls;
  Made() {}
};
struct Guard {
  int by = 1;
  ~Guard() { calls += by; }
};
struct Quiet {
  AG_DO_NOT_CONVERT ~Quiet() { ++calls; }
};
int added(int a, int b = next()) { return a + b; }
int taken(const Guard& guard) { return guard.by; }
#define DEFINE(name) \
  int name() { return ++calls; }
DEFINE(hidden)
template <class T>
T through(T value) {
  Guard guard;
  return value;
}
AG_CONVERT Tensor f(Tensor x) {
  static const int first = calls * 2;
  Holder holder;
  Made made;
  Numbered braced{}, known{2};
  if (x > 1) {
    Guard guard{2};
    Quiet quiet;
    x = x * added(1) + added(1, 2);
  }
  auto later = [&] { return taken(Guard{3}); };
  return x + holder.first.number + made.number + braced.number + known.number + hidden() + later() + through(x);
}
