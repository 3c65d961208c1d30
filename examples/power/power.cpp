// A power of a matrix by repeated products, in integers that wrap around.
#include <ag/ag.h>

#include <iostream>

using ag::Tensor;

AG_FUNCTION Tensor power(Tensor x, Tensor exponent) {
  Tensor result = ag::eye(x.shape(0), ag::int32);
  for (Tensor i : ag::range(exponent)) {
    result = ag::matmul(result, x);
  }
  return result;
}

int main() {
  // The powers of this matrix hold the Fibonacci numbers.
  Tensor fibonacci = ag::tensor({{1, 1}, {1, 0}});
  for (int exponent : {0, 1, 10, 40})
    std::cout << "to the power of " << exponent << ":\n" << power(fibonacci, exponent) << "\n";
}
