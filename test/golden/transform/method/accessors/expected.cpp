#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Vec3 {
  double v[3] = {0, 0, 0};
  double& operator[](int i) { return v[i]; }
  const double& operator[](int i) const { return v[i]; }
  double& x() { return v[0]; }
}; struct Vec3_staged; [[maybe_unused]] inline Vec3_staged ag_staged_class(const Vec3*); struct Vec3_staged { ag::Staged<double> v[3] = {0, 0, 0}; ag::Staged<double>& operator[](int i); ag::Place<double> operator[](ag::Staged<int> i); ag::Staged<double> operator[](ag::Staged<int> i) const; ag::Staged<double>& x(); }; inline Vec3_staged ag_staged_class(const Vec3*) { return {}; }
struct Point {
  double x = 0, y = 0;
  double& operator[](int i) { return i == 0 ? x : y; }
}; struct Point_staged; [[maybe_unused]] inline Point_staged ag_staged_class(const Point*); struct Point_staged { ag::Staged<double> x = 0; ag::Staged<double> y = 0; ag::Staged<double>& operator[](int i); }; inline Point_staged ag_staged_class(const Point*) { return {}; }
class Matrix {
 public:
  Matrix(int rows, int columns) : columns_(columns), data_(rows * columns) {}
  double& operator()(int i, int j) { return data_[i * columns_ + j]; }
  const std::vector<double>& values() const { return data_; }

 private:
  int columns_;
  std::vector<double> data_;
 public: explicit Matrix(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Matrix& object) { return std::tie(object.columns_, object.data_); } }; struct Matrix_staged; [[maybe_unused]] inline Matrix_staged ag_staged_class(const Matrix*); struct Matrix_staged { ag::Staged<int> columns_; ag::staged_t<std::vector<double>> data_; explicit Matrix_staged(ag::Parts) {} Matrix_staged(ag::Staged<int> rows, ag::Staged<int> columns); ag::Place<double> operator()(ag::Staged<int> i, ag::Staged<int> j); const ag::staged_t<std::vector<double>>& values() const; [[maybe_unused]] friend auto ag_fields(Matrix_staged& object) { return std::tie(object.columns_, object.data_); } }; inline Matrix_staged ag_staged_class(const Matrix*) { return Matrix_staged(ag::Parts()); }

AG_FUNCTION ag::Staged<double> walked_staged(Tensor n, Tensor far) {
  ag::staged_t<Vec3> place;
  const Vec3 step{1, 2, 3};
  ag::staged_t<Point> corner;
  ag::Staged<int> rounds = 0;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, place, corner, rounds), [&] {
    for (int i = 0; i < 3; ++i) place[i] += 0.5 * step[i];
    place[rounds % 3] -= ag::staged(step)[rounds % 3];
    ag::if_stmt(place.x() > far, AG_STATE(corner), [&] { corner[1] = place.x(); });
    ag::Staged<double>& last = place[2];
    last *= 2;
    ++rounds;
    n -= 1;
  });
  return place[0] + corner[1] + step[1];
} double walked(Tensor n, Tensor far) { return ag::traced<&walked>(AG_STATE(n, far), [](Tensor n, Tensor far) { return walked_staged(n, far); }); }
AG_FUNCTION ag::Staged<double> spread_staged(Tensor n) {
  ag::staged_t<Matrix> m(2, 3);
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, m), [&] {
    m(1, 2) += ag::item<double>(n);
    n -= 1;
  });
  return m.values()[5];
} double spread(Tensor n) { return ag::traced<&spread>(AG_STATE(n), [](Tensor n) { return spread_staged(n); }); }
// Nothing here asks for symbolic numbers.
AG_FUNCTION Tensor shifted(Tensor x) { return ag::traced<&shifted>(AG_STATE(x), [](Tensor x) -> Tensor {
  Vec3 by;
  for (int i = 0; i < 3; ++i) by[i] = i;
  return x + by[2];
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&walked, "AG_FUNCTION ag::Staged<double> walked_staged(Tensor n, Tensor far) {\n  ag::staged_t<Vec3> place;\n  const Vec3 step{1, 2, 3};\n  ag::staged_t<Point> corner;\n  ag::Staged<int> rounds = 0;\n  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, place, corner, rounds), [&] {\n    for (int i = 0; i < 3; ++i) place[i] += 0.5 * step[i];\n    place[rounds % 3] -= ag::staged(step)[rounds % 3];\n    ag::if_stmt(place.x() > far, AG_STATE(corner), [&] { corner[1] = place.x(); });\n    ag::Staged<double>& last = place[2];\n    last *= 2;\n    ++rounds;\n    n -= 1;\n  });\n  return place[0] + corner[1] + step[1];\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&spread, "AG_FUNCTION ag::Staged<double> spread_staged(Tensor n) {\n  ag::staged_t<Matrix> m(2, 3);\n  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, m), [&] {\n    m(1, 2) += ag::item<double>(n);\n    n -= 1;\n  });\n  return m.values()[5];\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&shifted, "AG_FUNCTION Tensor shifted(Tensor x) {\n  Vec3 by;\n  for (int i = 0; i < 3; ++i) by[i] = i;\n  return x + by[2];\n}");
#line 8 "input.cpp"
inline ag::Staged<double>& Vec3_staged::operator[](int i) { return v[i]; }
#line 8 "input.cpp"
inline ag::Place<double> Vec3_staged::operator[](ag::Staged<int> i) { return ag::element(v, i); }
#line 9 "input.cpp"
inline ag::Staged<double> Vec3_staged::operator[](ag::Staged<int> i) const { return ag::element(v, i); }
#line 10 "input.cpp"
inline ag::Staged<double>& Vec3_staged::x() { return v[0]; }
#line 14 "input.cpp"
inline ag::Staged<double>& Point_staged::operator[](int i) { return i == 0 ? x : y; }
#line 18 "input.cpp"
inline Matrix_staged::Matrix_staged(ag::Staged<int> rows, ag::Staged<int> columns) : columns_(columns), data_(ag::host(rows * columns)) {}
#line 19 "input.cpp"
inline ag::Place<double> Matrix_staged::operator()(ag::Staged<int> i, ag::Staged<int> j) { return ag::element(data_, i * columns_ + j); }
#line 20 "input.cpp"
inline const ag::staged_t<std::vector<double>>& Matrix_staged::values() const { return data_; }
