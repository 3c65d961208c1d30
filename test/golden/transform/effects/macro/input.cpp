#include <ag/ag.h>

#include <iostream>
using ag::Tensor;

#define SHOW(x) std::cout << #x " = " << (x) << "\n"

AG_CONVERT Tensor f(Tensor x) {
  if (x > 0) SHOW(x);
  return x;
}
