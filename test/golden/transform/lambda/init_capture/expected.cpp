#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Point {
  Tensor x, y;
};

AG_CONVERT Point f(Point p) {
  auto flip = [&x = p.x, limit = ag::if_else(p.y > 0, [&] { return p.y; }, [&] { return -p.y; })] {
    ag::if_stmt(x > limit, AG_STATE(x), [&] { x = -x; });
  };
  flip();
  return p;
}
