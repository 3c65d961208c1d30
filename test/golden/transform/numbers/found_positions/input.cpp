#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

// A variable that holds where an element was found, of numbers that a tensor decides: what is asked of it stays.
AG_FUNCTION double best(Tensor x) {
  std::vector<double> v(4);
  for (int i = 0; i < 4; ++i) v[i] = double(x[i]);
  const auto most = std::max_element(v.begin(), v.end());
  auto place = std::lower_bound(v.begin(), v.end(), 2.0);
  double sum = *most + (most - v.begin());
  if (place != v.end()) sum += std::distance(v.begin(), place) + *place;
  return sum;
}

// Numbers that are known have an iterator.
AG_FUNCTION Tensor known(Tensor x, std::vector<int> v) {
  const auto most = std::max_element(v.begin(), v.end());
  if (x > *most) x = x - (most - v.begin());
  return x;
}
