#include <ag/ag.h>
using ag::Tensor;

struct Walk {
  Tensor place = 0.f;
  double length = 0;
  int turns = 0;

  Walk longer(double by) const { return {place, length + by, turns}; }
  void step(Tensor x) {
    place = place + x;
    *this = longer(1);
    if (place > 10) *this = Walk{};
  }
  Walk& operator+=(const Walk& other) {
    *this = {place + other.place, length + other.length, turns + 1};
    return *this;
  }
};

AG_FUNCTION Tensor f(Tensor x) {
  Walk there, back;
  while (x > 0) {
    there.step(x);
    back += there;
    x = x - 1;
  }
  return there.length * back.turns + back.place;
}
