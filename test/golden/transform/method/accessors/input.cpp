#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Vec3 {
  double v[3] = {0, 0, 0};
  double& operator[](int i) { return v[i]; }
  const double& operator[](int i) const { return v[i]; }
  double& x() { return v[0]; }
};
struct Point {
  double x = 0, y = 0;
  double& operator[](int i) { return i == 0 ? x : y; }
};
class Matrix {
 public:
  Matrix(int rows, int columns) : columns_(columns), data_(rows * columns) {}
  double& operator()(int i, int j) { return data_[i * columns_ + j]; }
  const std::vector<double>& values() const { return data_; }

 private:
  int columns_;
  std::vector<double> data_;
};

AG_FUNCTION double walked(Tensor n, Tensor far) {
  Vec3 place;
  const Vec3 step{1, 2, 3};
  Point corner;
  int rounds = 0;
  while (n > 0) {
    for (int i = 0; i < 3; ++i) place[i] += 0.5 * step[i];
    place[rounds % 3] -= step[rounds % 3];
    if (place.x() > far) corner[1] = place.x();
    double& last = place[2];
    last *= 2;
    ++rounds;
    n -= 1;
  }
  return place[0] + corner[1] + step[1];
}
AG_FUNCTION double spread(Tensor n) {
  Matrix m(2, 3);
  while (n > 0) {
    m(1, 2) += double(n);
    n -= 1;
  }
  return m.values()[5];
}
// Nothing here asks for symbolic numbers.
AG_FUNCTION Tensor shifted(Tensor x) {
  Vec3 by;
  for (int i = 0; i < 3; ++i) by[i] = i;
  return x + by[2];
}
