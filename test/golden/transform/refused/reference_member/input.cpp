#include <ag/ag.h>
using ag::Tensor;

struct Counter {
  int& count;
  ~Counter() { count += 1; }
};
class Meter {
 public:
  explicit Meter(double& level) : level_(level) {}

 private:
  double& level_;
};

AG_FUNCTION Tensor f(Tensor x) {
  int n = 0;
  double level = 1;
  while (sum(x) > 0) {
    x = x - 1;
    n += 1;
    level /= 2;
  }
  Counter counter{n};
  Meter meter(level);
  return x;
}
