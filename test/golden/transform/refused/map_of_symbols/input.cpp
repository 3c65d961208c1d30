#include <ag/ag.h>

#include <map>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  double weight = 1;
  while (weight < x) weight *= 2;
  for (const auto& [key, value] : std::map<int, double>{{1, 0.5}, {2, weight}}) x = x + key * value;
  return x;
}
