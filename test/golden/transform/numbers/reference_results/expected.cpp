#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Point {
  double x = 0, y = 0;
}; struct Point_staged { ag::Staged<double> x = 0; ag::Staged<double> y = 0; }; [[maybe_unused]] inline Point_staged ag_staged_class(const Point*) { return {}; }
ag::staged_t<Point>& operator+=(ag::staged_t<Point>& a, const ag::staged_t<Point>& b) {
  a.x += b.x;
  a.y += b.y;
  return a;
} Point& operator+=(Point& a, const Point& b) { a.x += b.x; a.y += b.y; return a; }
ag::Staged<int>& counted_staged(ag::Staged<int>& n) {
  ++n;
  return n;
} int& counted(int& n) { ++n; return n; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Point> place;
  ag::Staged<int> n = 0, known = 0;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, place, n), [&] {
    place += ag::staged(Point{1, 2});
    counted_staged(n) += 2;
    x = x - 1;
  });
  counted_staged(known);
  return x + place.x + place.y + n + known;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<Point> place;\n  ag::Staged<int> n = 0, known = 0;\n  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, place, n), [&] {\n    place += ag::staged(Point{1, 2});\n    counted_staged(n) += 2;\n    x = x - 1;\n  });\n  counted_staged(known);\n  return x + place.x + place.y + n + known;\n}");
