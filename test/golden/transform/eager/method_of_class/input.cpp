#include <ag/ag.h>

using ag::Tensor;

struct Counter {
  int count = 0;
  void add(Tensor x) {
    if (x > 0) {
      asm volatile("");
      ++count;
    }
  }
  int twice() const { return 2 * count; }
};

// The staged counterpart of the class has no such method, so what calls it is left as well.
AG_FUNCTION Tensor counts(Tensor x) {
  Counter counter;
  counter.add(x);
  return x * counter.twice();
}
