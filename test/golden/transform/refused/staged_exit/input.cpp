#include <ag/ag.h>
#include <cstdio>
#include <string>
#include <vector>
using ag::Tensor;

int outside(int k);
struct Named {
  Named(int number, Tensor value);
  Tensor value;
};
AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  std::printf("%*d\n", n, 3);
  std::string text = std::to_string(n + 1);
  std::vector<Tensor> list(n);
  int array[4] = {1, 2, 3, 4};
  const int* pointer = array + n;
  Named named(n, x);
  static const int first = outside(n) + n;
  return x + outside(n) + array[n] + int(text.size()) + *pointer + named.value + first;
}
