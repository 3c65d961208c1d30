#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Bin {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
};

AG_FUNCTION double methods(Tensor xs) {
  std::vector<Bin> bins(3);
  for (Tensor x : xs) bins[int(x)].add(double(x));
  return bins[2].sum;
}
AG_FUNCTION double references(Tensor xs) {
  std::vector<Bin> bins(3);
  double counts[3] = {0, 0, 0};
  for (Tensor x : xs) {
    auto& bin = bins[int(x)];
    bin.count++;
    double& count = counts[int(x)];
    count += bin.sum;
  }
  const Bin& first = bins[int(counts[0])];
  return first.sum + counts[0];
}
