#include <ag/ag.h>
using ag::Tensor;

namespace num {
template <class F>
double three_times(const F& f, double a) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += f(a + i);
    if (sum > 10) break;
  }
  return sum;
}
}  // namespace num

namespace app::made {
struct Square {
  double operator()(double v) const { return v * v; }
};
AG_FUNCTION Tensor f(Tensor x) { return x + num::three_times(Square(), double(x)); }
}  // namespace app::made

struct Line {
  double slope = 2;
  double operator()(double v) const { return slope * v; }
  static double halved(double v) { return v / 2; }
};

AG_FUNCTION Tensor g(Tensor x) {
  Line line;
  if (x > 1) line.slope = double(x);
  return x + num::three_times(line, 1) + line.halved(double(x));
}
