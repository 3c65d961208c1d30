#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

class Tank {
 public:
  void fill(Tensor x) { level_ += x; }
  friend auto ag_fields(Tank& tank) { return std::tie(tank.level_); }

 private:
  Tensor level_ = 0;
};

AG_CONVERT Tank f(Tank tank, Tensor x) {
  ag::if_stmt(x > 0, AG_STATE(tank), [&] { tank.fill(x); });
  return tank;
}
