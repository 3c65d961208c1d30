// Classes that name each other: the twin of the second is declared where the class is.
#include <ag/ag.h>

using ag::Tensor;

struct Line;
struct Point {
  double x, y;
  double above(const Line& line) const;
};
struct Line {
  double slope;
  Point at(double x) const { return {x, slope * x}; }
};
inline double Point::above(const Line& line) const { return y - line.at(x).y; }

AG_FUNCTION Tensor height(Tensor x) {
  const Point point{double(x), 2};
  return Tensor(point.above(Line{double(x) / 2}));
}
