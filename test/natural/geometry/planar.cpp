// Programs about points, lines and polygons of the plane.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace convex_hull {

struct Point {
  double x, y;
  bool operator<(const Point& o) const { return x < o.x || (x == o.x && y < o.y); }
};

double cross(const Point& o, const Point& a, const Point& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

AG_FUNCTION std::vector<Point> hull(const Tensor& cloud) {
  std::vector<Point> points;
  for (int i = 0; i < cloud.shape(0); ++i) points.push_back({cloud(i, 0).item<double>(), cloud(i, 1).item<double>()});
  std::sort(points.begin(), points.end());
  std::vector<Point> result;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = result.size();
    for (const Point& p : points) {
      while (result.size() >= start + 2 && cross(result[result.size() - 2], result.back(), p) <= 0) result.pop_back();
      result.push_back(p);
    }
    result.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return result;
}

void run() {
  for (const Tensor& cloud : {ag::tensor({{0.0, 0.0}, {2.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {0.0, 2.0}}, ag::float64),
                              ag::tensor({{0.0, 0.0}, {4.0, 0.0}, {2.0, 0.0}, {2.0, 3.0}, {2.0, 1.0}}, ag::float64),
                              ag::tensor({{1.0, 5.0}, {3.0, 1.0}, {0.0, 0.0}, {5.0, 4.0}, {2.0, 7.0}}, ag::float64)}) {
    for (auto [x, y] : hull(cloud)) std::printf("(%g %g) ", x, y);
    std::printf("\n");
  }
}

}  // namespace convex_hull

namespace point_in_polygon {

AG_FUNCTION bool inside(Tensor polygon, Tensor p) {
  bool in = false;
  const int n = static_cast<int>(polygon.shape(0));
  for (int i = 0, j = n - 1; i < n; j = i++) {
    const Tensor a = polygon[i], b = polygon[j];
    if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0]) in = !in;
  }
  return in;
}

AG_FUNCTION int winding_number(const Tensor& polygon, const Tensor& p) {
  int turns = 0;
  for (int i = 0; i < polygon.shape(0); ++i) {
    const Tensor a = polygon[i] - p, b = polygon[(i + 1) % polygon.shape(0)] - p;
    const double side = (a[0] * b[1] - a[1] * b[0]).item<double>();
    if (a[1].item<double>() <= 0) {
      if (b[1].item<double>() > 0 && side > 0) ++turns;
    } else if (b[1].item<double>() <= 0 && side < 0) {
      --turns;
    }
  }
  return turns;
}

void run() {
  const Tensor star = ag::tensor({{0.0, 3.0}, {2.0, -2.0}, {-3.0, 1.0}, {3.0, 1.0}, {-2.0, -2.0}}, ag::float64);
  const Tensor square = ag::tensor({{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}}, ag::float64);
  for (auto [x, y] : {std::pair{0.0, 0.0}, {1.0, 1.5}, {0.1, 2.5}, {1.5, 0.5}, {5.0, 0.0}}) {
    const Tensor p = ag::tensor({x, y}, ag::float64);
    std::cout << inside(star, p) << winding_number(star, p) << " " << inside(square, p) << winding_number(square, p)
              << "\n";
  }
}

}  // namespace point_in_polygon

namespace segment_intersection {

struct Parallel {};
struct Apart {
  double by;
};
struct Hit {
  Tensor at;
};
using Result = std::variant<Parallel, Apart, Hit>;

AG_FUNCTION Result intersect(Tensor a, Tensor b, Tensor c, Tensor d) {
  const Tensor r = b - a, s = d - c;
  const Tensor denominator = r[0] * s[1] - r[1] * s[0];
  if (ag::abs(denominator) < 1e-9) return Parallel{};
  const Tensor q = c - a;
  const Tensor t = (q[0] * s[1] - q[1] * s[0]) / denominator, u = (q[0] * r[1] - q[1] * r[0]) / denominator;
  if (t < 0 || t > 1 || u < 0 || u > 1)
    return Apart{std::max(std::abs(t.item<double>() - 0.5), std::abs(u.item<double>() - 0.5)) - 0.5};
  return Hit{a + t * r};
}

void run() {
  auto point = [](double x, double y) { return ag::tensor({x, y}, ag::float64); };
  for (auto [x, y] : {std::pair{2.0, 2.0}, {0.0, -2.0}, {4.0, 0.0}, {1.0, 0.75}}) {
    const Result result = intersect(point(0, 0), point(4, 0), point(1, -1), point(x, y));
    if (auto* hit = std::get_if<Hit>(&result))
      std::cout << "hit " << hit->at << "\n";
    else if (auto* apart = std::get_if<Apart>(&result))
      std::cout << "apart by " << apart->by << "\n";
    else
      std::cout << "parallel\n";
  }
}

}  // namespace segment_intersection

namespace shoelace {

AG_FUNCTION std::pair<Tensor, Tensor> area_and_centre(Tensor polygon) {
  Tensor area = 0.0, centre = ag::zeros({2});
  Tensor previous = polygon[-1];
  for (Tensor p : polygon) {
    Tensor w = previous[0] * p[1] - p[0] * previous[1];
    area += w;
    centre += w * (previous + p);
    previous = p;
  }
  area = area / 2;
  if (ag::abs(area) < 1e-6) return {area, ag::mean(polygon, 0)};
  centre = centre / (6 * area);
  return {ag::abs(area), centre};
}

void run() {
  for (const Tensor& polygon :
       {ag::tensor({{0.0, 0.0}, {4.0, 0.0}, {4.0, 3.0}}), ag::tensor({{0.0, 0.0}, {0.0, 2.0}, {2.0, 2.0}, {2.0, 0.0}}),
        ag::tensor({{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}})}) {
    auto [area, centre] = area_and_centre(polygon);
    std::printf("%.9g (%.9g %.9g)\n", area.item<double>(), centre[0].item<double>(), centre[1].item<double>());
  }
}

}  // namespace shoelace

namespace polygon_clipping {

struct Vertex {
  double x, y;
};

// Sutherland and Hodgman: what lies on the left of each edge of a convex window remains.
AG_FUNCTION double clipped_area(const Tensor& subject, const Tensor& window) {
  std::vector<Vertex> shape;
  for (int i = 0; i < subject.shape(0); ++i) shape.push_back({double(subject(i, 0)), double(subject(i, 1))});
  for (int e = 0; e < window.shape(0); ++e) {
    const auto next = (e + 1) % window.shape(0);
    const Vertex a{double(window(e, 0)), double(window(e, 1))}, b{double(window(next, 0)), double(window(next, 1))};
    auto side = [&](const Vertex& p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); };
    std::vector<Vertex> kept;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Vertex &from = shape[(i + shape.size() - 1) % shape.size()], &to = shape[i];
      const double s = side(from), t = side(to);
      if ((s >= 0) != (t >= 0))
        kept.push_back({from.x + (to.x - from.x) * s / (s - t), from.y + (to.y - from.y) * s / (s - t)});
      if (t >= 0) kept.push_back(to);
    }
    shape.swap(kept);
  }
  double sum = 0;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto& [x, y] = shape[i];
    const auto& [u, v] = shape[(i + 1) % shape.size()];
    sum += x * v - u * y;
  }
  return sum / 2;
}

void run() {
  const Tensor window = ag::tensor({{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}}, ag::float64);
  for (const Tensor& t : {ag::tensor({{1.0, 1.0}, {3.0, 1.0}, {1.0, 3.0}}, ag::float64),
                          ag::tensor({{0.5, 0.5}, {1.5, 0.5}, {1.0, 1.5}}, ag::float64),
                          ag::tensor({{5.0, 5.0}, {6.0, 5.0}, {5.0, 6.0}}, ag::float64)})
    std::printf("%.9g\n", clipped_area(t, window));
}

}  // namespace polygon_clipping

namespace closest_pair {

AG_FUNCTION std::tuple<int, int, double> closest(Tensor points) {
  int a = -1, b = -1;
  double best = std::numeric_limits<double>::max();
  const Tensor order = ag::argsort(points(ag::all, 0));
  const int n = static_cast<int>(points.shape(0));
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      const Tensor p = points[order[i]], q = points[order[j]];
      if (double(q[0] - p[0]) >= best) break;
      const double d = std::hypot(double(q[0] - p[0]), double(q[1] - p[1]));
      if (d < best) {
        best = d;
        a = order[i].item<int>();
        b = order[j].item<int>();
      }
    }
  }
  return {std::min(a, b), std::max(a, b), best};
}

void run() {
  for (const Tensor& points : {ag::tensor({{3.0, 0.0}, {0.0, 0.0}, {5.0, 1.0}, {0.5, 0.5}}, ag::float64),
                               ag::tensor({{0.0, 9.0}, {1.0, 0.0}, {2.0, 9.0}, {3.0, 0.5}}, ag::float64)}) {
    const auto [a, b, d] = closest(points);
    std::printf("%d %d %.9g\n", a, b, d);
  }
}

}  // namespace closest_pair

namespace complex_rotation {

using Complex = std::complex<double>;

AG_FUNCTION std::vector<double> walk(Tensor commands) {  // [angle in degrees, distance]
  Complex at{0, 0}, heading{1, 0};
  double longest = 0;
  for (int i = 0; i < commands.shape(0); ++i) {
    const double angle = commands(i, 0).item<double>(), distance = commands(i, 1).item<double>();
    heading *= std::polar(1.0, angle * std::numbers::pi / 180);
    if (distance > 0) at += distance * heading;
    if (std::abs(at) > longest) longest = std::abs(at);
  }
  return {at.real(), at.imag(), longest};
}

void run() {
  for (const Tensor& c : {ag::tensor({{0.0, 2.0}, {90.0, 1.0}, {90.0, 2.0}}, ag::float64),
                          ag::tensor({{45.0, 1.0}, {-45.0, -3.0}, {30.0, 2.0}}, ag::float64)}) {
    for (double v : walk(c)) std::printf("%.9g ", std::abs(v) < 1e-12 ? 0.0 : v);
    std::printf("\n");
  }
}

}  // namespace complex_rotation

namespace bezier {

template <std::size_t N>
Tensor at(std::array<Tensor, N> control, double t) {
  for (std::size_t level = N - 1; level > 0; --level)
    for (std::size_t i = 0; i < level; ++i) control[i] = (1 - t) * control[i] + t * control[i + 1];
  return control[0];
}

double flat_length(const std::array<Tensor, 4>& c, double from, double to, int depth) {
  const Tensor a = at(c, from), m = at(c, (from + to) / 2), b = at(c, to);
  const double chord = ag::norm(b - a).item<double>(),
               legs = ag::norm(m - a).item<double>() + ag::norm(b - m).item<double>();
  if (depth == 0 || legs - chord < 1e-3) return legs;
  return flat_length(c, from, (from + to) / 2, depth - 1) + flat_length(c, (from + to) / 2, to, depth - 1);
}

AG_FUNCTION double length(Tensor p) { return flat_length({p[0], p[1], p[2], p[3]}, 0, 1, 5); }

void run() {
  std::printf("%.9g\n", length(ag::tensor({{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}, {3.0, 0.0}}, ag::float64)));
  std::printf("%.9g\n", length(ag::tensor({{0.0, 0.0}, {0.0, 1.0}, {1.0, 1.0}, {1.0, 0.0}}, ag::float64)));
  std::printf("%.9g\n", length(ag::tensor({{0.0, 0.0}, {4.0, 4.0}, {-3.0, 4.0}, {1.0, 0.0}}, ag::float64)));
}

}  // namespace bezier

namespace line_simplification {

void simplify(const Tensor& line, int first, int last, double tolerance, std::vector<int>& kept) {
  double worst = 0;
  int index = first;
  const Tensor a = line[first], d = line[last] - a;
  for (int i = first + 1; i < last; ++i) {
    const Tensor p = line[i] - a;
    const double off = std::fabs((p[0] * d[1] - p[1] * d[0]).item<double>()) / ag::norm(d).item<double>();
    if (off > worst) {
      worst = off;
      index = i;
    }
  }
  if (worst > tolerance) {
    simplify(line, first, index, tolerance, kept);
    simplify(line, index, last, tolerance, kept);
  } else {
    kept.push_back(last);
  }
}

AG_FUNCTION std::vector<int> simplified(Tensor line, double tolerance) {
  std::vector<int> kept{0};
  simplify(line, 0, static_cast<int>(line.shape(0)) - 1, tolerance, kept);
  return kept;
}

void run() {
  const Tensor a = ag::tensor({{0.0, 0.0}, {1.0, 0.1}, {2.0, -0.1}, {3.0, 5.0}, {4.0, 6.0}}, ag::float64);
  const Tensor b = ag::tensor({{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {3.0, 3.0}, {4.0, 4.5}}, ag::float64);
  for (const Tensor& line : {a, b}) {
    for (double tolerance : {0.01, 0.2, 2.0}) {
      for (int i : simplified(line, tolerance)) std::cout << i << " ";
      std::cout << "\n";
    }
  }
}

}  // namespace line_simplification

namespace triangle_kinds {

enum class Kind { degenerate, acute, right, obtuse };

constexpr const char* names[] = {"degenerate", "acute", "right", "obtuse"};

class Triangle {
 public:
  Triangle(const Tensor& p, const Tensor& q, const Tensor& r) : sides_{length(q - r), length(r - p), length(p - q)} {
    std::sort(std::begin(sides_), std::end(sides_));
  }
  double area() const {
    const auto& [a, b, c] = sides_;
    const double s = (a + b + c) / 2;
    return std::sqrt(std::max(0.0, s * (s - a) * (s - b) * (s - c)));
  }
  Kind kind() const {
    if (area() < 1e-6) return Kind::degenerate;
    const double rest = sides_[0] * sides_[0] + sides_[1] * sides_[1] - sides_[2] * sides_[2];
    return std::abs(rest) < 1e-9 ? Kind::right : rest > 0 ? Kind::acute : Kind::obtuse;
  }

 private:
  static double length(const Tensor& d) { return ag::norm(d).item<double>(); }
  double sides_[3];
};

AG_FUNCTION std::pair<Kind, double> judge(Tensor corners) {
  const Triangle triangle(corners[0], corners[1], corners[2]);
  return {triangle.kind(), triangle.area()};
}

void run() {
  for (const Tensor& corners : {ag::tensor({{0.0, 0.0}, {3.0, 0.0}, {0.0, 4.0}}, ag::float64),
                                ag::tensor({{0.0, 0.0}, {2.0, 0.0}, {1.0, 1.7}}, ag::float64),
                                ag::tensor({{0.0, 0.0}, {9.0, 0.0}, {1.0, 1.0}}, ag::float64),
                                ag::tensor({{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}}, ag::float64)}) {
    const auto [kind, area] = judge(corners);
    std::printf("%s %.6f\n", names[static_cast<int>(kind)], area);
  }
}

}  // namespace triangle_kinds

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"convex_hull", convex_hull::run},
                                {"point_in_polygon", point_in_polygon::run},
                                {"segment_intersection", segment_intersection::run},
                                {"shoelace", shoelace::run},
                                {"polygon_clipping", polygon_clipping::run},
                                {"closest_pair", closest_pair::run},
                                {"complex_rotation", complex_rotation::run},
                                {"bezier", bezier::run},
                                {"line_simplification", line_simplification::run},
                                {"triangle_kinds", triangle_kinds::run}});
}
