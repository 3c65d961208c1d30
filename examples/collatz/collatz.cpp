// How many steps does it take from n to 1, halving even numbers and tripling odd ones plus one? The tensor n decides
// how often the loop runs and which branch it takes.
#include <ag/ag.h>

#include <iostream>

using ag::Tensor;

AG_FUNCTION Tensor collatz(Tensor n) {
  Tensor steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps += 1;
  }
  return steps;
}

int main() {
  for (int64_t n : {1, 2, 7, 27, 97, 871, 6171, 77031, 837799}) {
    std::cout << n << " takes " << collatz(ag::tensor(n, ag::int64)) << " steps\n";
  }
}
