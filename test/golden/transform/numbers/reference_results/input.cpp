#include <ag/ag.h>
using ag::Tensor;

struct Point {
  double x = 0, y = 0;
};
Point& operator+=(Point& a, const Point& b) {
  a.x += b.x;
  a.y += b.y;
  return a;
}
int& counted(int& n) {
  ++n;
  return n;
}

AG_FUNCTION Tensor f(Tensor x) {
  Point place;
  int n = 0, known = 0;
  while (x > 0) {
    place += Point{1, 2};
    counted(n) += 2;
    x = x - 1;
  }
  counted(known);
  return x + place.x + place.y + n + known;
}
