#include <ag/ag.h>
using ag::Tensor;

int limit = 6;

Tensor limited(Tensor x, int most) {
  if (x > most) return most - 0 * x;
  return x;
}

// What a call in a template comes to is known once the template has its types.
template <class T>
T twice(T x) {
  int rounds = 0;
  while (x < 0) {
    x = x + 1;
    ++rounds;
  }
  T low = limited(x, limit);
  return low + limited(x, rounds);
}

AG_CONVERT Tensor f(Tensor x) { return twice<Tensor>(x); }
