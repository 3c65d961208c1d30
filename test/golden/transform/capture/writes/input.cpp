#include <ag/ag.h>
using ag::Tensor;

int calls = 0, hits = 0;
Tensor total = 0.0;

void note(int by) { hits += by; }

AG_FUNCTION Tensor f(Tensor x) {
  static double level = 1;
  ++calls;
  const int before = hits++;
  if (x > 2) {
    total += x;
    note(before);
  } else {
    level = level / 2;
  }
  while (x > level) {
    x = x - 1;
    hits += calls;
  }
  total[0] = x;
  if (calls % 3 == 0) x = x + 100;
  return x * level + hits;
}
