// Programs about vectors, rays, rotations and volumes of space, and trees of boxes.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace ray_sphere {

struct Vec3 {
  double x = 0, y = 0, z = 0;
  Vec3 operator+(const Vec3& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3& o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(double k) const { return {x * k, y * k, z * k}; }
};
double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 normalized(const Vec3& v) { return v * (1 / std::sqrt(dot(v, v))); }
Vec3 vec(const Tensor& t) { return {t[0].item<double>(), t[1].item<double>(), t[2].item<double>()}; }

struct Sphere {
  Vec3 centre;
  double radius;
  std::optional<double> hit(const Vec3& origin, const Vec3& direction) const {
    const Vec3 oc = origin - centre;
    const double b = dot(oc, direction), c = dot(oc, oc) - radius * radius, d = b * b - c;
    if (d < 0) return std::nullopt;
    const double near = -b - std::sqrt(d);
    if (near > 1e-6) return near;
    const double far = -b + std::sqrt(d);
    if (far > 1e-6) return far;
    return {};
  }
};

AG_FUNCTION double brightness(const Tensor& origin, const Tensor& towards) {
  const std::vector<Sphere> scene = {{{0, 0, 5}, 1}, {{1, 0.5, 4}, 0.5}, {{0, -101, 5}, 100}};
  const Vec3 o = vec(origin), d = normalized(vec(towards));
  double nearest = 1e30;
  const Sphere* seen = nullptr;
  for (const Sphere& s : scene) {
    if (auto t = s.hit(o, d); t && *t < nearest) {
      nearest = *t;
      seen = &s;
    }
  }
  if (!seen) return -1;
  const Vec3 p = o + d * nearest, n = normalized(p - seen->centre);
  return std::max(0.0, dot(n, normalized({1, 1, -1})));
}

void run() {
  const Tensor eye = ag::zeros({3}, ag::float64);
  for (auto [x, y] : {std::pair{0.0, 0.0}, {0.3, 0.15}, {0.0, -0.6}, {0.0, 2.0}, {0.25, 0.1}})
    std::printf("%.9g\n", brightness(eye, ag::tensor({x, y, 1.0}, ag::float64)));
}

}  // namespace ray_sphere

namespace triangle_mesh {

// Moeller and Trumbore.
AG_FUNCTION Tensor distance_along(Tensor triangles, Tensor origin, Tensor direction) {
  auto cross = [](Tensor a, Tensor b) {
    return ag::stack({a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]});
  };
  Tensor best = INFINITY;
  for (Tensor t : triangles) {
    Tensor e1 = t[1] - t[0], e2 = t[2] - t[0];
    Tensor p = cross(direction, e2);
    Tensor det = ag::vecdot(e1, p);
    if (ag::abs(det) < 1e-7) continue;
    Tensor s = origin - t[0];
    Tensor u = ag::vecdot(s, p) / det;
    if (u < 0 || u > 1) continue;
    Tensor q = cross(s, e1);
    Tensor v = ag::vecdot(direction, q) / det;
    if (v < 0 || u + v > 1) continue;
    Tensor distance = ag::vecdot(e2, q) / det;
    if (distance > 0 && distance < best) best = distance;
  }
  return best;
}

void run() {
  const Tensor mesh = ag::tensor({{{-1.0, -1.0, 3.0}, {1.0, -1.0, 3.0}, {0.0, 1.0, 3.0}},
                                  {{-1.0, -1.0, 2.0}, {1.0, -1.0, 4.0}, {1.0, 1.0, 4.0}},
                                  {{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 2.0}}});
  for (auto& d : {ag::tensor({0.0, 0.0, 1.0}), ag::tensor({0.2, -0.1, 1.0}), ag::tensor({1.0, 0.0, 0.0}),
                  ag::tensor({0.0, 0.0, -1.0})})
    std::printf("%.9g\n", distance_along(mesh, ag::zeros({3}), d).item<double>());
}

}  // namespace triangle_mesh

namespace quaternions {

struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
  static Quaternion about(const std::array<double, 3>& axis, double angle) {
    const double s = std::sin(angle / 2);
    return {std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
  }
  Quaternion conjugate() const { return {w, -x, -y, -z}; }
};
Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
Quaternion slerp(Quaternion a, const Quaternion& b, double t) {
  double c = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  if (c < 0) {
    a = {-a.w, -a.x, -a.y, -a.z};
    c = -c;
  }
  if (c > 0.9995) return b;
  const double angle = std::acos(c), p = std::sin((1 - t) * angle) / std::sin(angle),
               q = std::sin(t * angle) / std::sin(angle);
  return {p * a.w + q * b.w, p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z};
}

AG_FUNCTION Tensor turned(Tensor point, Tensor angles, Tensor t) {
  const Quaternion a = Quaternion::about({0, 0, 1}, angles[0].item<double>()),
                   b = Quaternion::about({1, 0, 0}, angles[1].item<double>());
  const Quaternion q = slerp(a, b, double(t));
  const Quaternion p{0, double(point[0]), double(point[1]), double(point[2])};
  const auto [w, x, y, z] = q * p * q.conjugate();
  return ag::tensor({x, y, z});
}

void run() {
  const Tensor point = ag::tensor({1.0, 2.0, 3.0}, ag::float64);
  for (auto [a, b] : {std::pair{0.5, 1.0}, {6.0, 0.5}, {0.001, 0.001}}) {
    for (double t : {0.0, 0.25, 1.0}) {
      for (double v : turned(point, ag::tensor({a, b}, ag::float64), ag::tensor(t)).to_vector<double>())
        std::printf("%.6f ", v);
      std::printf("\n");
    }
  }
}

}  // namespace quaternions

namespace bounding_boxes {

struct Box {
  Tensor low, high;
  bool empty() const { return ag::any(low > high).item<bool>(); }
  Box& include(const Tensor& p) {
    low = ag::minimum(low, p);
    high = ag::maximum(high, p);
    return *this;
  }
  Tensor volume() const {
    if (empty()) return 0.0;
    return ag::prod(high - low);
  }
};
Box operator&(const Box& a, const Box& b) { return {ag::maximum(a.low, b.low), ag::minimum(a.high, b.high)}; }

Box around(const Tensor& points) {
  Box box{.low = points[0], .high = points[0]};
  for (const Tensor& p : points) box.include(p);
  return box;
}

AG_FUNCTION Tensor overlap(Tensor a, Tensor b) {
  const Box first = around(a), second = around(b), both = first & second;
  Tensor all = first.volume() + second.volume() - both.volume();
  return all == 0 ? Tensor(0.0) : both.volume() / all;
}

void run() {
  const Tensor a = ag::tensor({{0.0, 0.0, 0.0}, {2.0, 2.0, 2.0}, {1.0, 1.5, 0.5}}), b = a + 1.0, c = a + 5.0,
               d = a * 0.0;
  for (const Tensor& other : {a, b, c, d}) std::printf("%.9g\n", overlap(a, other).item<double>());
  std::printf("%.9g\n", overlap(d, d).item<double>());
}

}  // namespace bounding_boxes

namespace kd_tree {

struct Node {
  int point = -1;
  std::unique_ptr<Node> left, right;
};

std::unique_ptr<Node> build(const Tensor& points, std::vector<int> ids, int axis) {
  if (ids.empty()) return nullptr;
  std::sort(ids.begin(), ids.end(),
            [&](int a, int b) { return points(a, axis).item<double>() < points(b, axis).item<double>(); });
  const std::size_t middle = ids.size() / 2;
  auto node = std::make_unique<Node>();
  node->point = ids[middle];
  node->left = build(points, {ids.begin(), ids.begin() + middle}, 1 - axis);
  node->right = build(points, {ids.begin() + middle + 1, ids.end()}, 1 - axis);
  return node;
}

void nearest(const Node* node, const Tensor& points, const Tensor& q, int axis, double& best, int& id) {
  if (!node) return;
  const Tensor d = q - points[node->point];
  const double squared = ag::sum(d * d).item<double>(), along = d[axis].item<double>();
  if (squared < best) {
    best = squared;
    id = node->point;
  }
  const Node *near = node->left.get(), *far = node->right.get();
  if (along > 0) std::swap(near, far);
  nearest(near, points, q, 1 - axis, best, id);
  if (along * along < best) nearest(far, points, q, 1 - axis, best, id);
}

AG_FUNCTION int closest(Tensor points, Tensor query) {
  std::vector<int> ids(points.shape(0));
  std::iota(ids.begin(), ids.end(), 0);
  const auto root = build(points, ids, 0);
  double best = std::numeric_limits<double>::infinity();
  int id = -1;
  nearest(root.get(), points, query, 0, best, id);
  return id;
}

void run() {
  const Tensor points =
      ag::tensor({{2.0, 3.0}, {5.0, 4.0}, {9.0, 6.0}, {4.0, 7.0}, {8.0, 1.0}, {7.0, 2.0}}, ag::float64);
  for (auto [x, y] : {std::pair{9.0, 2.0}, {0.0, 0.0}, {5.0, 6.0}, {9.5, 9.0}})
    std::cout << closest(points, ag::tensor({x, y}, ag::float64)) << " ";
  std::cout << "\n";
}

}  // namespace kd_tree

namespace ray_marching {

using Field = std::function<double(double, double, double)>;

double ball(double x, double y, double z) { return std::sqrt(x * x + y * y + z * z) - 1; }
double box(double x, double y, double z) { return std::max({std::abs(x), std::abs(y), std::abs(z)}) - 0.8; }

Field smooth_union(Field a, Field b, double k) {
  return [=](double x, double y, double z) {
    const double p = a(x, y, z), q = b(x - 1, y, z), h = std::clamp(0.5 + 0.5 * (q - p) / k, 0.0, 1.0);
    return q * (1 - h) + p * h - k * h * (1 - h);
  };
}

AG_FUNCTION std::pair<double, int> march(Tensor origin, Tensor direction, bool smooth) {
  const Field field = smooth ? smooth_union(ball, box, 0.3) : Field(ball);
  double t = 0;
  int steps = 0;
  for (; steps < 40; ++steps) {
    const Tensor p = origin + t * direction;
    const double d = field(p[0].item<double>(), p[1].item<double>(), p[2].item<double>());
    if (d < 1e-4) return {t, steps};
    t += d;
    if (t > 20) break;
  }
  return {-1, steps};
}

void run() {
  for (bool smooth : {false, true}) {
    for (double y : {0.0, 0.9, 1.5}) {
      auto [t, steps] =
          march(ag::tensor({-4.0, y, 0.2}, ag::float64), ag::tensor({1.0, 0.0, 0.0}, ag::float64), smooth);
      std::printf("%.6f in %d\n", t, steps);
    }
  }
}

}  // namespace ray_marching

namespace rigid_alignment {

struct Pose {
  Tensor rotation, shift;
  Tensor operator()(const Tensor& points) const { return ag::matmul(points, ag::transpose(rotation)) + shift; }
};

Pose fitted(Tensor from, Tensor to) {
  const Tensor a = ag::mean(from, 0), b = ag::mean(to, 0);
  auto [u, s, vh] = ag::svd(ag::matmul(ag::transpose(to - b), from - a));
  Tensor rotation = ag::matmul(u, vh);
  if (ag::det(rotation) < 0) {
    u(ag::all, -1) = -u(ag::all, -1);
    rotation = ag::matmul(u, vh);
  }
  return {rotation, b - ag::matmul(rotation, a)};
}

// Iterative closest points.
AG_FUNCTION std::tuple<Tensor, Tensor, int> align(Tensor source, Tensor target) {
  Tensor error = 1e9;
  int rounds = 0;
  while (rounds < 20) {
    Tensor d = ag::sum(ag::square(ag::expand_dims(source, 1) - ag::expand_dims(target, 0)), 2);
    Tensor now = ag::mean(ag::min(d, 1));
    if (error - now < 1e-9) break;
    error = now;
    const Pose pose = fitted(source, ag::take(target, ag::argmin(d, 1)));
    source = pose(source);
    ++rounds;
  }
  return {source, error, rounds};
}

void run() {
  const Tensor shape = ag::tensor({{0.0, 0.0}, {3.0, 0.0}, {0.0, 1.0}, {4.0, 2.0}}, ag::float64);
  for (double angle : {0.1, 0.4, 3.0}) {
    const Tensor r = ag::tensor({{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}}, ag::float64);
    auto [moved, error, rounds] = align(ag::matmul(shape, r) + 0.2, shape);
    std::printf("%d rounds, error %.4f, first %.5f\n", rounds, error.item<double>(),
                std::abs(moved(1, 0).item<double>()));
  }
}

}  // namespace rigid_alignment

namespace octant_counts {

AG_FUNCTION std::map<std::string, int> counted(Tensor points) {
  std::map<std::string, int> counts;
  for (const Tensor& p : points) {
    std::string key;
    for (int axis = 0; axis < 3; ++axis) key += p[axis] < 0 ? '-' : '+';
    ++counts[key];
  }
  return counts;
}

void run() {
  for (const Tensor& points : {ag::tensor({{1.0, 2.0, 3.0}, {-1.0, 2.0, 3.0}, {4.0, 4.0, 4.0}}),
                               ag::tensor({{-1.0, -2.0, -3.0}, {1.0, -2.0, 3.0}, {-4.0, -4.0, -4.0}})}) {
    for (const auto& [key, n] : counted(points)) std::cout << key << n << " ";
    std::cout << "\n";
  }
}

}  // namespace octant_counts

namespace voxel_surface {

constexpr std::array<std::array<int, 3>, 6> faces{
    {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};

template <class Visit>
void for_each_voxel(const Tensor& grid, Visit visit) {
  for (int x = 0; x < grid.shape(0); ++x)
    for (int y = 0; y < grid.shape(1); ++y)
      for (int z = 0; z < grid.shape(2); ++z)
        if (grid(x, y, z).item<int>() != 0) visit(x, y, z);
}

AG_FUNCTION std::pair<int, int> volume_and_surface(Tensor grid) {
  int volume = 0, surface = 0;
  for_each_voxel(grid, [&](int x, int y, int z) {
    ++volume;
    for (const auto& [dx, dy, dz] : faces) {
      const int a = x + dx, b = y + dy, c = z + dz;
      const bool out = a < 0 || b < 0 || c < 0 || a >= grid.shape(0) || b >= grid.shape(1) || c >= grid.shape(2);
      if (out || grid(a, b, c).item<int>() == 0) ++surface;
    }
  });
  return {volume, surface};
}

void run() {
  for (const Tensor& grid : {ag::ones({2, 2, 2}, ag::int32), ag::tensor({{{1, 0}, {0, 0}}, {{1, 1}, {0, 0}}}),
                             ag::zeros({2, 2, 2}, ag::int32)}) {
    const auto [volume, surface] = volume_and_surface(grid);
    std::cout << volume << " " << surface << "\n";
  }
}

}  // namespace voxel_surface

namespace great_circles {

struct Place {
  std::string_view name;
  double latitude, longitude;
};

constexpr Place places[] = {
    {"Oslo", 59.91, 10.75}, {"Lima", -12.05, -77.05}, {"Tokyo", 35.68, 139.69}, {"Perth", -31.95, 115.86}};

double haversine(double lat1, double lon1, double lat2, double lon2) {
  constexpr double degree = 3.14159265358979323846 / 180;
  const auto half = [](double x) { return std::pow(std::sin(x / 2), 2); };
  const double h =
      half((lat2 - lat1) * degree) + std::cos(lat1 * degree) * std::cos(lat2 * degree) * half((lon2 - lon1) * degree);
  return 2 * 6371 * std::asin(std::sqrt(std::min(1.0, h)));
}

AG_FUNCTION std::pair<std::string, double> nearest(Tensor here) {
  const auto* best = &places[0];
  double shortest = std::numeric_limits<double>::max();
  for (const auto& place : places) {
    const double d = haversine(here[0].item<double>(), here[1].item<double>(), place.latitude, place.longitude);
    if (d < shortest) {
      shortest = d;
      best = &place;
    }
  }
  return {std::string(best->name), shortest};
}

void run() {
  for (auto [lat, lon] : {std::pair{52.5, 13.4}, {-33.9, 151.2}, {19.4, -99.1}, {37.6, 127.0}}) {
    auto [name, d] = nearest(ag::tensor({lat, lon}, ag::float64));
    std::printf("%s %.4f\n", name.c_str(), d);
  }
}

}  // namespace great_circles

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"ray_sphere", ray_sphere::run},
                                {"triangle_mesh", triangle_mesh::run},
                                {"quaternions", quaternions::run},
                                {"bounding_boxes", bounding_boxes::run},
                                {"kd_tree", kd_tree::run},
                                {"ray_marching", ray_marching::run},
                                {"rigid_alignment", rigid_alignment::run},
                                {"octant_counts", octant_counts::run},
                                {"voxel_surface", voxel_surface::run},
                                {"great_circles", great_circles::run}});
}
