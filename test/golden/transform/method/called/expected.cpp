#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Tank {
  Tensor level = 0;
  void fill(Tensor x) {
    level += x;
    ag::if_stmt(level > 10, AG_STATE(level), [&] { level = 10; });
  }
  Tensor rest() const { return ag::if_else(level > 5, [&] { return 10 - level; }, [&] { return Tensor(5); }); }
};

AG_CONVERT Tensor f(Tensor x) {
  Tank tank;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, tank), [&] {
    tank.fill(x);
    x -= 1;
  });
  return tank.rest();
}
