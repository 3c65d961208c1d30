#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Classes that name each other: the twin of the second is declared where the class is.
#include <ag/ag.h>

using ag::Tensor;

struct Line; struct Line_staged; [[maybe_unused]] inline Line_staged ag_staged_class(const Line*);
struct Point {
  double x, y;
  double above(const Line& line) const;
}; struct Point_staged; [[maybe_unused]] inline Point_staged ag_staged_class(const Point*); struct Point_staged { ag::Staged<double> x; ag::Staged<double> y; ag::Staged<double> above(const ag::staged_t<Line>& line) const; }; inline Point_staged ag_staged_class(const Point*) { return {}; }
struct Line {
  double slope;
  Point at(double x) const { return {x, slope * x}; }
}; struct Line_staged { ag::Staged<double> slope; ag::staged_t<Point> at(ag::Staged<double> x) const; }; inline Line_staged ag_staged_class(const Line*) { return {}; }
inline double Point::above(const Line& line) const { return y - line.at(x).y; }

AG_FUNCTION Tensor height(Tensor x) { return ag::traced<&height>(AG_STATE(x), [](Tensor x) -> Tensor {
  const ag::staged_t<Point> point{ag::item<double>(x), 2};
  return Tensor(point.above(ag::staged_t<Line>{ag::item<double>(x) / 2}));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&height, "AG_FUNCTION Tensor height(Tensor x) {\n  const ag::staged_t<Point> point{ag::item<double>(x), 2};\n  return Tensor(point.above(ag::staged_t<Line>{ag::item<double>(x) / 2}));\n}");
#line 13 "input.cpp"
inline ag::staged_t<Point> Line_staged::at(ag::Staged<double> x) const { return {x, slope * x}; }
#line 15 "input.cpp"
inline ag::Staged<double> Point_staged::above(const ag::staged_t<Line>& line) const { return y - line.at(x).y; }
