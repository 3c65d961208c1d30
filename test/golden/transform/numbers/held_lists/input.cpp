#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

double median(double a, double b, double c) {
  std::vector<double> values{a, b, c};
  std::sort(values.begin(), values.end());
  return values[1];
}

int distinct(int a, int b) {
  std::vector<int> values{a, b, 3};
  return std::unique(values.begin(), values.end()) - values.begin();
}

template <class It, class T>
T horner(It first, It last, T x) {
  T value = x * 0;
  for (; first != last; ++first) value = value * x + *first;
  return value;
}

AG_FUNCTION Tensor f(Tensor x, int n) {
  double rest = 1;
  while (rest < x) rest *= 2;
  for (double one : {0.5, rest}) x = x + one;
  for (double one : {0.5, rest}) {
    if (one > x) break;
    x = x + one;
  }
  const std::vector<double> list{1, rest};
  return x + median(rest, 2, 1) + distinct(n, 2) + horner(list.begin(), list.end(), 0.5);
}

AG_FUNCTION Tensor shaped(Tensor x) {
  const int n = x.shape(0);
  const std::vector<int64_t> dims{n / 2, 2};
  const std::vector<int> axes{n - n, 1};
  return ag::sum(ag::reshape(x, dims), axes) + ag::permute_dims(x, {0});
}
