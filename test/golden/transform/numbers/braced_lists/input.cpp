#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Range {
  int low = 0, high = 0;
};

AG_CONVERT Tensor f(Tensor x) {
  int n = 0, m = 5;
  while (x > 1) {
    x = x / 2;
    ++n;
    --m;
  }
  std::vector<int> both{n, m};
  const std::vector<std::vector<int>> rows = {{n, 1}, {m, 2}};
  const std::vector<Range> ranges = {{n, m}, Range{1, 2}};
  return x * both[0] + rows[1][0] + ranges[0].low;
}
