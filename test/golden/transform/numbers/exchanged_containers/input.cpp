#include <ag/ag.h>

#include <array>
#include <tuple>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  std::vector<int> a{1, 2, 3}, b{4, 5, 6};
  std::array<double, 2> c{1, 2}, d{3, 4};
  if (x > 1) {
    a.swap(b);
    c.swap(d);
  }
  std::tuple<int, double> all{a[0], d[1]};
  int n = 0;
  std::tie(n, std::ignore) = all;
  return x + b[0] + n;
}
