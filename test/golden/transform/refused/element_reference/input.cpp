#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Point {
  double x = 0, y = 0;
  void scale(double by) { x *= by; }
};

void bump(double& value) { value += 1; }

AG_FUNCTION double f(Tensor t) {
  std::vector<Point> points(3);
  std::vector<double> list(4);
  int k = int(t);
  points.at(k).x = 1;
  double& element = list[k];
  bump(list[k]);
  std::vector<std::vector<double>> rows(2, {1, 2});
  for (double& one : rows[k]) one += 1;
  return element + points[k].x;
}
