#include <ag/ag.h>
#include <iostream>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  if (x > 0) std::cout.write("positive\n", 9);
  std::ostream& out = std::cout;
  return x;
}
