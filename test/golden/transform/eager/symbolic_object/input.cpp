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
};

// A member is symbolic, and the staged counterpart of the class has no method 'add'.
AG_FUNCTION Tensor counts(Tensor x) {
  Counter counter;
  if (x > 1) counter.count = 1;
  counter.add(x);
  return x * counter.count;
}
