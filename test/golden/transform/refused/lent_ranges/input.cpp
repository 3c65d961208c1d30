#include <ag/ag.h>

#include <span>
#include <vector>
using ag::Tensor;

double norm(const double* values, int n);
double mean(std::span<const double> values);

double total(std::vector<double>::const_iterator first, std::vector<double>::const_iterator last) {
  double sum = 0;
  for (; first != last; ++first) sum += *first;
  return sum;
}

AG_FUNCTION Tensor f(Tensor x) {
  double rest = 1;
  while (rest < x) rest *= 2;
  const std::vector<double> a{1, rest}, b{rest, 2}, c{rest, rest};
  return x + norm(a.data(), 2) + mean(b) + total(c.begin(), c.end());
}
