#include <ag/ag.h>
using ag::Tensor;

struct Shape {
  virtual ~Shape() = default;
  virtual Tensor area(Tensor side) const = 0;
};
struct Square : Shape {
  Tensor area(Tensor side) const override {
    if (side > 0) return side * side;
    return side * 0;
  }
};

AG_CONVERT Tensor f(Tensor side) {
  const Square one;
  const Square other;
  const Shape* shapes[] = {&one, &other};
  Tensor sum = 0;
  for (const Shape* shape : shapes) {
    if (sum < 100) sum += shape->area(side);
  }
  return sum;
}
