// Objects of the standard library that are made of numbers which a tensor decides: std::complex, what <=> gives, maps
// of structures, and what algorithms of std::ranges do with sequences.
#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <complex>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace library_values_programs {
namespace {

using Complex = std::complex<double>;
using namespace std::complex_literals;

AG_FUNCTION int escape_time(Tensor place) {
  Complex z;
  const Complex c{double(place[0]), double(place[1])};
  int n = 0;
  while (std::norm(z) <= 4.0 && n < 50) {
    z = z * z + c;
    ++n;
  }
  return n;
}

AG_FUNCTION std::vector<double> products(Tensor x) {
  const Complex p{double(x[0]), double(x[1])}, q{double(x[2]), double(x[3])};
  const Complex product = p * q, quotient = p / q;
  return {product.real(), product.imag(), quotient.real(), quotient.imag()};
}

AG_FUNCTION std::vector<float> float_products(Tensor x) {
  std::complex<float> p{float(x[0]), float(x[1])}, q{float(x[2]), float(x[3])};
  const std::complex<float> quotient = p / q;
  p *= q;
  return {p.real(), p.imag(), quotient.real(), quotient.imag()};
}

AG_FUNCTION double functions_of_complex(Tensor x) {
  const double t = double(x);
  Complex a = std::polar(2.0, t), b = std::exp(1i * t), c = std::conj(a) * b;
  Complex sum = std::pow(a, 2) + std::pow(a, 0.5) + std::pow(a, b) + std::pow(2.0, b) + std::sqrt(-a) + std::log(b) +
                std::sin(a) + std::cosh(b) + std::tan(a) + std::log10(c) + std::asin(a) + std::atanh(b) + std::proj(a);
  c.real(3.5);
  c.imag(c.imag() + t);
  sum += 2.5;
  sum *= 2;
  sum /= c;
  sum -= a;
  Complex chosen = t > 0.2 ? a : b;
  return std::norm(chosen + -sum) + std::arg(c) + std::abs(b) + (a == b ? 1 : 2) + (a != sum ? 10 : 20) +
         (c == 3.5 ? 100 : 200) + std::real(chosen) + std::imag(chosen);
}

struct Circuit {
  Complex admittance{0, 0};
  int branches = 0;
  void add(Complex impedance) {
    admittance += 1.0 / impedance;
    ++branches;
  }
};

AG_CONVERT Complex in_series(Complex a, Complex b) { return a + b; }

AG_FUNCTION std::pair<double, int> impedance(Tensor x, double frequency) {
  Circuit circuit;
  for (int i = 0; i < 3; ++i) {
    Complex z{double(x[i]), frequency * 0.1 * i};
    if (x[i] > 0.5) circuit.add(z);
  }
  const Complex all = in_series(1.0 / circuit.admittance, Complex{1, -2});
  return {std::abs(all), circuit.branches};
}

AG_FUNCTION std::vector<double> spectrum(Tensor x, int n) {
  std::vector<Complex> a(n);
  for (int i = 0; i < n; ++i) a[i] = double(x[i]);
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  for (int length = 2; length <= n; length <<= 1) {
    const Complex step = std::polar(1.0, 6.28318530717958648 / length);
    for (int i = 0; i < n; i += length) {
      Complex w = 1;
      for (int j = 0; j < length / 2; ++j) {
        const Complex u = a[i + j], v = a[i + j + length / 2] * w;
        a[i + j] = u + v;
        a[i + j + length / 2] = u - v;
        w *= step;
      }
    }
  }
  std::vector<double> result(n);
  for (int i = 0; i < n; ++i) result[i] = std::abs(a[i]);
  return result;
}

struct Version {
  int major, minor;
  double weight;
  friend std::partial_ordering operator<=>(const Version& a, const Version& b) {
    if (auto order = a.major <=> b.major; order != 0) return order;
    if (a.minor != b.minor) return a.minor <=> b.minor;
    return a.weight <=> b.weight;
  }
  friend bool operator==(const Version& a, const Version& b) { return a.major == b.major && a.minor == b.minor; }
};

AG_FUNCTION int versions(Tensor x) {
  Version best{0, 0, 0};
  int n = 0;
  for (int i = 0; i < 5; ++i) {
    const Version next{int(x[i]), int(x[i + 1]), 0.5 * i};
    if (next >= best) {
      best = next;
      ++n;
    }
    if (next != best) n += 10;
    if (next == Version{1, 2, 3}) n += 100;
  }
  return best.major * 10 + best.minor + 1000 * n;
}

AG_CONVERT int sign(double x) {
  auto order = x <=> 0.0;
  if (order < 0) return -1;
  if (std::is_gt(order)) return 1;
  return order == 0 ? 0 : 7;
}

AG_FUNCTION int signs(Tensor x) {
  int all = 0;
  for (int i = 0; i < 4; ++i) all = all * 10 + sign(double(x[i]));
  return all;
}

AG_FUNCTION int compared_in_order(Tensor x) {
  std::pair<double, int> best{-1e9, -1};
  for (int i = 0; i < 3; ++i) {
    const std::pair<double, int> next{double(x[i]), i};
    if (next > best) best = next;
  }
  const std::tuple<double, int> first{double(x[0]), 3};
  const std::array<int, 2> p{int(x[0]), 1}, q{2, 2};
  int n = best.second;
  if (first == std::tuple{2.0, 3}) n += 10;
  if (p < q) n += 20;
  if (p != q) n += 40;
  if (std::max(best, std::pair{6.0, 1}) >= best) n += 80;
  return n;
}

struct Circle {
  double radius, density = 1;
};
struct Rectangle {
  double a, b, density = 2;
};
template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;
using Figure = std::variant<Circle, Rectangle>;

AG_CONVERT double area(const Figure& figure, double scale) {
  return std::visit(Overloaded{[&](const Circle& circle) { return 3.0 * circle.radius * circle.radius * scale; },
                               [&](const Rectangle& rectangle) { return rectangle.a * rectangle.b; }},
                    figure);
}
AG_FUNCTION double visited(Tensor x) {
  const Figure circle = Circle{2}, rectangle = Rectangle{3, 4};
  const double scale = double(x);
  return area(circle, scale) + area(rectangle, scale) +
         std::visit([&](const auto& one) { return one.density * scale; }, rectangle);
}

struct Statistic {
  double sum = 0;
  int n = 0;
  void add(double value) {
    sum += value;
    ++n;
  }
  double mean() const { return n > 0 ? sum / n : 0; }
};

AG_FUNCTION double in_groups(Tensor x) {
  std::map<std::string, Statistic> groups{{"low", {}}, {"high", {}}};
  for (int i = 0; i < 3; ++i) {
    const double value = double(x[i]);
    if (value > 1.5)
      groups["high"].add(value);
    else
      groups.at("low").add(value);
  }
  double all = 0;
  for (const auto& [name, group] : groups) all = 10 * all + group.mean();
  return all + groups["high"].n;
}

AG_FUNCTION std::map<std::string, double> summary(Tensor x) {
  std::map<std::string, double> result{{"sum", double(ag::sum(x))}, {"size", 3}};
  if (x[0] > 1) result["size"] += 1;
  return result;
}
AG_CONVERT std::map<int, int> doubled(int n) { return {{1, n}, {2, 2 * n}}; }
AG_FUNCTION int entries(Tensor x) {
  auto map = doubled(int(x[0]));
  return map[1] + 10 * map.at(2);
}
double value_of(Tensor x, const char* key) { return summary(x)[key]; }

AG_FUNCTION double in_ranges(Tensor x, int n) {
  std::vector<double> v(n);
  for (int i = 0; i < n; ++i) v[i] = double(x[i]);
  std::ranges::sort(v);
  double result = v[n / 2];
  std::ranges::reverse(v);
  result = 10 * result + v[0];
  result += 100 * std::ranges::count_if(v, [](double e) { return e > 0; });
  if (std::ranges::any_of(v, [](double e) { return e > 2.5; })) result += 1000;
  std::ranges::transform(v, v.begin(), [](double e) { return e * e; });
  result += *std::ranges::max_element(v) + std::ranges::min(v) + 3 * std::ranges::max(v);
  std::ranges::for_each(v, [](double& e) { e += 1; });
  result += v[1];
  std::ranges::fill(v, result);
  if (std::ranges::find(v, result) != v.end()) result += 1;
  std::ranges::sort(v, std::greater<>());
  return result + v[2];
}

AG_FUNCTION double of_vector(Tensor x) {
  double sum = 0;
  for (double element : x.to_vector<double>()) {
    if (element > 0) sum += element;
  }
  auto sorted = x.to_vector<float>();
  std::sort(sorted.begin(), sorted.end());
  return sum + 10 * sorted[0];
}

AG_FUNCTION double parts_of_numbers(Tensor x) {
  const double value = double(x);
  int exponent;
  double whole;
  const double mantissa = std::frexp(value, &exponent), fraction = std::modf(value, &whole);
  return mantissa + 10 * exponent + 100 * fraction + 1000 * whole + std::beta(value, 2.0) + std::ldexp(value, 3);
}

AG_FUNCTION Tensor sorted_once(Tensor x, Tensor n) {
  for (Tensor i : ag::range(n)) {
    if (x[i] > x[i + 1]) swap(x[i], x[i + 1]);
  }
  swap(x[0], x[1]);
  return x;
}

}  // namespace
}  // namespace library_values_programs

void e2e::library_values() {
  using namespace library_values_programs;
  const Tensor place = ag::tensor({0.3, 0.5}, ag::float64), x = ag::tensor({2.0, 5.0, 1.0}, ag::float64);
  run("escape_time", escape_time, place);
  run("escape_time", escape_time, ag::tensor({-0.1, 0.2}, ag::float64));
  const double infinity = std::numeric_limits<double>::infinity(), large = std::numeric_limits<double>::max();
  for (const std::array<double, 4>& one : {std::array{1.5, -2.0, 0.3, 4.0},
                                           {infinity, 1.0, 2.0, -0.0},
                                           {1.0, 2.0, infinity, -infinity},
                                           {1.0, -2.0, 0.0, -0.0},
                                           {large, large / 2, large, 1.0},
                                           {1e-310, 1.0, 1e-300, 1e-308}}) {
    run("products", products, ag::tensor(std::vector<double>(one.begin(), one.end()), ag::float64));
    run("float_products", float_products, ag::tensor(std::vector<double>(one.begin(), one.end()), ag::float32));
  }
  for (const double t : {0.1, 0.3, -2.0}) run("functions_of_complex", functions_of_complex, f64(t));
  run("impedance", impedance, ag::tensor({0.3, 1.7, 2.9}, ag::float64), 3.0);
  run("spectrum", spectrum, ag::tensor({1.0, 2.5, -1.0, 0.5, 3.0, 0.25, 7.0, -2.0}, ag::float64), 8);
  run("versions", versions, ag::tensor({1, 2, 1, 5, 5, 1}));
  run("signs", signs, ag::tensor({2.0, -5.0, 0.0, std::numeric_limits<double>::quiet_NaN()}, ag::float64));
  run("compared_in_order", compared_in_order, x);
  run("visited", visited, f64(2));
  run("in_groups", in_groups, x);
  run("value_of", value_of, x, "sum");
  run("value_of", value_of, x, "size");
  run("entries", entries, x);
  run("in_ranges", in_ranges, x, 3);
  run("of_vector", of_vector, ag::tensor({2.0, -5.0, 4.5}, ag::float64));
  run("parts_of_numbers", parts_of_numbers, f64(6.75));
  run("sorted_once", sorted_once, ag::tensor({3.0, -1.0, 2.0, 1.0}), ag::tensor(3));
}
