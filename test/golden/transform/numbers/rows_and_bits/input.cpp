#include <ag/ag.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <vector>
using ag::Tensor;

// Rows change places where the graph knows which; v.flip() is no method of a vector of symbolic numbers.
AG_FUNCTION double pivoted(Tensor x, std::vector<std::vector<double>> a) {
  std::vector<bool> moved(2, false);
  int pivot = 0;
  for (int i = 1; i < 2; ++i) {
    if (x > i) pivot = i;
  }
  std::swap(a[pivot], a[0]);
  std::swap(a[0], a[1]);
  if (pivot > 0) moved[1] = true;
  moved.flip();
  std::puts("done");
  return a[0][0] + moved[1] + std::popcount(unsigned(pivot)) + std::scalbn(double(x), pivot);
}
