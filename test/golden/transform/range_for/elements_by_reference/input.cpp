#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Count {
  int n = 0;
};

AG_CONVERT Tensor f(Tensor x) {
  std::vector<int> changes(3);
  for (int& change : changes) {
    if (x > 0) ++change;
  }
  std::vector<Count> counts(2);
  for (Count one : counts) {
    if (x > 1) ++one.n;
    x += one.n;
  }
  return x + changes[0];
}
