#include <ag/ag.h>

#include <map>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor y) {
  std::map<int, Tensor> parts{{0, x > y ? x : y}, {1, x}};
  while (parts[0] > 1) parts[0] = parts[0] / 2;
  return parts[0] + parts.at(1);
}
