#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Shape {
  virtual ~Shape() = default;
  virtual Tensor area(Tensor side) const = 0;
};
struct Square : Shape {
  Tensor area(Tensor side) const override {
    return ag::if_else<Tensor>(side > 0, [&] { return side * side; }, [&] {
    return side * 0;
  }); }
};

AG_CONVERT Tensor f(Tensor side) {
  const Square one;
  const Square other;
  const Shape* shapes[] = {&one, &other};
  Tensor sum = 0;
  for (const Shape* shape : shapes) {
    ag::if_stmt(sum < 100, AG_STATE(sum), [&] { sum += shape->area(side); });
  }
  return sum;
}
