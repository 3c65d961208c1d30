#include <ag/ag.h>

#include <array>
#include <vector>
using ag::Tensor;

Tensor& slot(std::array<Tensor, 2>& s, bool which) { return s[which ? 1 : 0]; }

const double& read(const std::vector<double>& v, int k) { return v[k]; }

int& next(int (&a)[3], int& i) {
  ++i;
  return a[i];
}

AG_FUNCTION Tensor f(Tensor x) {
  std::array<Tensor, 2> s{Tensor(1.0f), Tensor(2.0f)};
  slot(s, x.item<float>() > 2) = x * 2;
  std::vector<double> v(3, 1.0);
  return s[0] + read(v, x.item<int>());
}

AG_FUNCTION int g(Tensor x) {
  int a[3] = {1, 2, 3};
  int i = x.item<int>();
  next(a, i) = 5;
  return a[0];
}
