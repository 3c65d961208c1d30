#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_FUNCTION std::vector<Tensor> rows(Tensor x) {
  std::vector<Tensor> all;
  while (x > 1) {
    if (x == 3) return all;
    all.push_back(x);
    x = x - 1;
  }
  return all;
}

AG_FUNCTION std::vector<Tensor> some_rows(Tensor x, int most) {
  std::vector<Tensor> all;
  while (x > most) {
    all.push_back(x);
    x = x - 1;
  }
  return all;
}

AG_CONVERT std::vector<int> digits(Tensor n, int base = 10) {
  std::vector<int> result;
  do {
    result.push_back(int(n % base));
    n = n / base;
  } while (n > 0);
  return result;
}
