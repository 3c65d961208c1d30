#include <ag/ag.h>
using ag::Tensor;

struct Vec {
  double x = 0, y = 0;

  Vec operator+(const Vec& other) const { return {x + other.x, y + other.y}; }
  Vec& operator+=(const Vec& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  double operator()(double at) const { return x * at + y; }
  friend Vec operator*(double by, const Vec& v) { return {by * v.x, by * v.y}; }
};
Vec operator-(const Vec& a, const Vec& b) { return a + -1.0 * b; }

AG_CONVERT Tensor f(Tensor x) {
  const Vec step{1, 0.5};
  Vec place;
  while (place(1) < double(x)) place += step;
  return x * (place - 2 * step)(0.5) + step(3);
}
