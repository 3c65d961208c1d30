#include <ag/ag.h>
using ag::Tensor;

struct Vec3 {
  double v[3] = {0, 0, 0};
  double& operator[](int i) { return v[i]; }
};
struct Point {
  double x = 0, y = 0;
  double& operator[](int i) { return i == 0 ? x : y; }
};
AG_CONVERT double kept(Tensor n) {
  Vec3 place;
  Point corner;
  int rounds = 0;
  while (n > 0) {
    double& one = place[rounds % 3];
    one += 1;
    corner[rounds % 2] += 1;
    ++rounds;
    n -= 1;
  }
  return place[0] + corner[0];
}
