#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  const double& twice = double(x) * 2;
  const int& whole = int(x);
  const double& chosen = x > 1 ? 2.5 : 1.5;
  const double& wide = whole;
  double&& own = twice + 1;
  if (x > 2) own += 2;
  const Tensor& sum = x + 1;
  return sum + twice + whole + chosen + wide + own;
}
