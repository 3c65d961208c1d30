// Fizzbuzz with counters: a chain of branches and a `continue` inside a loop whose length is a tensor.
#include <ag/ag.h>

#include <iostream>

using ag::Tensor;

struct Counts {
  Tensor fizzbuzz, fizz, buzz, sum_of_others;
};

AG_FUNCTION Counts count(Tensor n) {
  Tensor fizzbuzz = 0, fizz = 0, buzz = 0, others = 0;
  for (Tensor i : ag::range(1, n + 1)) {
    if (i % 15 == 0) {
      fizzbuzz += 1;
      continue;
    }
    if (i % 3 == 0) {
      fizz += 1;
    } else if (i % 5 == 0) {
      buzz += 1;
    } else {
      others += i;
    }
  }
  return {fizzbuzz, fizz, buzz, others};
}

int main() {
  for (int64_t n : {0, 1, 15, 100, 1000}) {
    Counts counts = count(ag::tensor(n, ag::int64));
    std::cout << "up to " << n << ": " << counts.fizzbuzz << " fizzbuzz, " << counts.fizz << " fizz, " << counts.buzz
              << " buzz, the others add up to " << counts.sum_of_others << "\n";
  }
}
