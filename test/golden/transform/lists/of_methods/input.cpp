#include <ag/ag.h>
#include <vector>
using ag::Tensor;

struct Detector {
  Tensor on;

  std::vector<Tensor> above(const Tensor& x) const {
    std::vector<Tensor> found;
    for (Tensor v : x)
      if (v > on) found.push_back(v);
    return found;
  }
};

struct Sieve {
  double limit = 1;
  int count = 0;

  std::vector<double> kept(const Tensor& x) {
    std::vector<double> result;
    for (Tensor v : x) {
      if (v <= limit) continue;
      result.push_back(double(v));
      ++count;
    }
    return result;
  }
};

AG_FUNCTION Tensor sums(Tensor x, Tensor on) {
  const std::vector<Tensor> found = Detector{on}.above(x);
  Sieve sieve;
  const auto kept = sieve.kept(x);
  Tensor sum = 0 * on;
  for (const Tensor& one : found) sum += one;
  for (double one : kept) sum += one * sieve.count;
  return sum;
}
