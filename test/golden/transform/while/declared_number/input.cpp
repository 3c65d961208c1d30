#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  int sum = 0;
  while (int left = int(x)) {
    sum += left;
    x = x - 1;
  }
  for (int i = 0; bool more{x < i}; ++i) sum += more;
  return x + sum;
}
