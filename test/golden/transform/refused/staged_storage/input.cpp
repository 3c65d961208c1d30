#include <ag/ag.h>
#include <map>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  volatile int n = 0;
  n = static_cast<int>(x);
  std::map<int, int> counts;
  counts[3] += int(x);
  return x + n + counts.equal_range(3).first->second;
}
