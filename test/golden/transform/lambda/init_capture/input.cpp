#include <ag/ag.h>
using ag::Tensor;

struct Point {
  Tensor x, y;
};

AG_CONVERT Point f(Point p) {
  auto flip = [&x = p.x, limit = p.y > 0 ? p.y : -p.y] {
    if (x > limit) x = -x;
  };
  flip();
  return p;
}
