#include <ag/ag.h>
using ag::Tensor;

struct Tank {
  Tensor level = 0;
  void fill(Tensor x) {
    level += x;
    if (level > 10) level = 10;
  }
  Tensor rest() const { return level > 5 ? 10 - level : Tensor(5); }
};

AG_CONVERT Tensor f(Tensor x) {
  Tank tank;
  while (x > 0) {
    tank.fill(x);
    x -= 1;
  }
  return tank.rest();
}
