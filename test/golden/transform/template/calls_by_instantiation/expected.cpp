#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

namespace shapes {
struct Circle {
  Tensor radius;
};
Tensor area(const Circle& circle) {
  return ag::if_else<Tensor>(circle.radius < 0, [&] { return 0; }, [&] {
  return circle.radius * circle.radius;
}); }
void grow(Circle& circle) { circle.radius += 1; }
}  // namespace shapes

template <class Shape>
Tensor grown(Shape shape, Tensor n) {
  ag::while_stmt([&] { return n > 0; }, AG_STATE(shape, n), [&] {
    grow(shape);
    n -= 1;
  });
  return area(shape);
}

AG_CONVERT Tensor f(Tensor x) { return grown(shapes::Circle{x}, 2); }
