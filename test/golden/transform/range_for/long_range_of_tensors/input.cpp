#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (Tensor i : ag::range(1, 150)) x = x * i;
  for (const Tensor& i : ag::range(400, 0, -2)) {
    if (x > i) break;
    x += 1;
  }
  return x;
}

// A vector that grows keeps the loop on the host.
AG_CONVERT std::vector<Tensor> g(Tensor x) {
  std::vector<Tensor> parts;
  for (Tensor i : ag::range(150)) parts.push_back(x * i);
  return parts;
}
