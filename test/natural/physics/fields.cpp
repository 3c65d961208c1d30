// Heat, waves, spins, light and other things that fill a space.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace heat_equation {
struct Rod {
  Tensor temperature;
  double conductivity = 0.25;

  Tensor laplacian() const {
    const int n = static_cast<int>(temperature.shape(0));
    Tensor result = ag::zeros_like(temperature);
    result[ag::slice(1, n - 1)] =
        temperature[ag::slice(2, n)] - 2 * temperature[ag::slice(1, n - 1)] + temperature[ag::slice(0, n - 2)];
    return result;
  }
};

AG_FUNCTION std::pair<Tensor, int> steady_state(Tensor initial, double conductivity, double tolerance) {
  Rod rod{initial, conductivity};
  int step = 0;
  for (;; ++step) {
    const Tensor change = rod.conductivity * rod.laplacian();
    rod.temperature += change;
    if (ag::max(ag::abs(change)) < tolerance) break;
    if (step == 400) return {ag::full_like(initial, -1), step};
  }
  return {rod.temperature, step};
}

void run() {
  const Tensor rod = ag::tensor({100.0, 0.0, 0.0, 0.0, 0.0, 50.0}, ag::float64);
  for (double tolerance : {1.0, 1e-3, 0.0}) {
    const auto [t, steps] = steady_state(rod, 0.25, tolerance);
    std::printf("%.7g %.7g %d\n", double(t[1]), double(t[3]), steps);
  }
}
}  // namespace heat_equation

namespace ising_model {
class Lattice {
 public:
  explicit Lattice(int n) : n_(n), spins_(n * n, 1) {}
  int energy_change(int i, int j) const {
    const int sum = spin(i + 1, j) + spin(i - 1, j) + spin(i, j + 1) + spin(i, j - 1);
    return 2 * spin(i, j) * sum;
  }
  void flip(int i, int j) { spins_[i * n_ + j] = -spins_[i * n_ + j]; }
  int magnetization() const { return std::accumulate(spins_.begin(), spins_.end(), 0); }

 private:
  int spin(int i, int j) const { return spins_[(i + n_) % n_ * n_ + (j + n_) % n_]; }
  int n_;
  std::vector<int> spins_;
};

AG_FUNCTION std::pair<int, int> sweep(Tensor temperature, const Tensor& noise, int n) {
  Lattice lattice(n);
  const double beta = 1.0 / double(temperature);
  int flips = 0;
  for (int round = 0; round < noise.shape(0); ++round)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const int change = lattice.energy_change(i, j);
        if (change <= 0 || noise(round, i, j).item<double>() < std::exp(-beta * change)) {
          lattice.flip(i, j);
          ++flips;
        }
      }
  return {lattice.magnetization(), flips};
}

void run() {
  const Tensor noise = ag::random_uniform({4, 4, 4}, 11);
  for (double t : {0.5, 3.0, 50.0}) {
    const auto [m, flips] = sweep(ag::tensor(t), noise, 4);
    std::printf("%d %d\n", m, flips);
  }
}
}  // namespace ising_model

namespace vibrating_string {
AG_FUNCTION Tensor pluck(Tensor u, Tensor courant, int steps) {
  const int n = static_cast<int>(u.size());
  Tensor previous = u, current = u;
  Tensor crossings = 0;
  for (int t = 0; t < steps; ++t) {
    Tensor next = current;
    for (int i = 1; i < n - 1; ++i)
      next[i] = 2 * current[i] - previous[i] + courant * courant * (current[i + 1] - 2 * current[i] + current[i - 1]);
    if (next[n / 2] * current[n / 2] < 0) crossings += 1;
    previous = current;
    current = next;
  }
  return ag::stack({ag::max(current), ag::min(current), crossings * 1.0f});
}

void run() {
  const Tensor u = ag::tensor({0.0, 0.25, 0.5, 0.75, 1.0, 0.75, 0.5, 0.25, 0.0});
  std::cout << pluck(u, ag::tensor(0.9f), 24) << "\n" << pluck(u, ag::tensor(0.2f), 24) << "\n";
}
}  // namespace vibrating_string

namespace snell_layers {
AG_FUNCTION std::pair<double, int> exit_angle(Tensor indices, double angle) {
  double n = 1.0;
  double direction = angle;
  for (int layer = 0; layer < indices.shape(0); ++layer) {
    const double next = indices[layer].item<double>();
    const double s = n / next * std::sin(direction);
    if (std::abs(s) > 1) return {direction, layer};
    direction = std::asin(s);
    n = next;
  }
  return {direction, -1};
}

void run() {
  for (const Tensor& stack : {ag::tensor({1.5, 1.33, 1.0}, ag::float64), ag::tensor({2.4, 1.2, 0.6}, ag::float64)}) {
    for (double angle : {0.2, 0.9}) {
      const auto [out, reflected] = exit_angle(stack, angle);
      std::printf("%.8g %d\n", out, reflected);
    }
  }
}
}  // namespace snell_layers

namespace percolation {
AG_FUNCTION int reaches_bottom(const Tensor& grid, double threshold) {
  const int rows = int(grid.shape(0)), columns = int(grid.shape(1));
  std::vector<std::vector<bool>> wet(rows, std::vector<bool>(columns, false));
  for (int j = 0; j < columns; ++j) wet[0][j] = grid(0, j) < threshold ? true : false;
  bool changed = true;
  while (changed) {
    changed = false;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        if (wet[i][j] || grid(i, j).item<double>() >= threshold) continue;
        const bool reached = (i > 0 && wet[i - 1][j]) || (j > 0 && wet[i][j - 1]) ||
                             (j + 1 < columns && wet[i][j + 1]) || (i + 1 < rows && wet[i + 1][j]);
        if (reached) {
          wet[i][j] = true;
          changed = true;
        }
      }
  }
  int count = 0;
  for (int j = 0; j < columns; ++j) count += wet[rows - 1][j];
  return count;
}

void run() {
  const Tensor grid = ag::random_uniform({5, 5}, 3);
  for (double threshold : {0.3, 0.6, 0.75, 1.0}) std::printf("%d ", reaches_bottom(grid, threshold));
  std::printf("\n");
}
}  // namespace percolation

namespace radioactive_chain {
struct Nuclide {
  const char* name;
  double half_life;
};
constexpr std::array<Nuclide, 3> kChain = {{{"Mo-99", 66.0}, {"Tc-99m", 6.0}, {"Tc-99", 1e6}}};

AG_FUNCTION std::tuple<Tensor, int, Tensor> peak_of_daughter(Tensor amounts, Tensor dt) {
  Tensor highest = amounts[1], time = 0.0;
  int hour = 0;
  while (true) {
    Tensor next = amounts;
    for (size_t k = 0; k < kChain.size(); ++k) {
      const Tensor decayed = amounts[int(k)] * (1 - ag::exp(-std::log(2.0) / kChain[k].half_life * dt));
      next[int(k)] -= decayed;
      if (k + 1 < kChain.size()) next[int(k) + 1] += decayed;
    }
    if (next[1] <= highest) return {highest, hour, time};
    highest = next[1];
    amounts = next;
    time += dt;
    ++hour;
  }
}

void run() {
  for (double initial : {0.0, 0.09, 0.5}) {
    const auto [highest, hour, time] =
        peak_of_daughter(ag::tensor({1.0, initial, 0.0}, ag::float64), ag::tensor(0.5, ag::float64));
    std::printf("%.8g %d %.3f\n", double(highest), hour, double(time));
  }
}
}  // namespace radioactive_chain

namespace quantum_tunnelling {
using Complex = std::complex<double>;
struct Matrix2 {
  Complex a = 1, b = 0, c = 0, d = 1;
};
Matrix2 operator*(const Matrix2& m, const Matrix2& n) {
  return {m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c, m.c * n.b + m.d * n.d};
}

AG_FUNCTION double transmission(Tensor energy, const Tensor& barriers, double width) {
  const double e = double(energy);
  const Complex k0 = std::sqrt(Complex(2 * e, 0));
  Matrix2 total;
  Complex k = k0;
  for (int i = 0; i <= barriers.shape(0); ++i) {
    const double v = i < barriers.shape(0) ? double(barriers[i]) : 0.0;
    const Complex next = std::sqrt(Complex(2 * (e - v), 1e-12));
    const Complex sum = (1.0 + next / k) / 2.0, difference = (1.0 - next / k) / 2.0;
    const Complex phase = std::exp(Complex(0, width) * next);
    total = total * Matrix2{sum / phase, difference * phase, difference / phase, sum * phase};
    k = next;
  }
  return 1 / std::norm(total.a);
}

void run() {
  for (double e : {0.5, 1.5, 5.0})
    std::printf("%.6f %.6f\n", transmission(ag::tensor(e, ag::float64), ag::tensor({1.0}, ag::float64), 1.0),
                transmission(ag::tensor(e, ag::float64), ag::tensor({2.0, 0.0, 2.0}, ag::float64), 0.5));
}
}  // namespace quantum_tunnelling

namespace electrostatic_relaxation {
AG_FUNCTION std::pair<Tensor, int> potential(Tensor phi, const Tensor& fixed, Tensor omega) {
  const auto rows = phi.shape(0), columns = phi.shape(1);
  int sweeps = 0;
  Tensor largest;
  do {
    largest = 0.0f;
    for (int64_t i = 1; i + 1 < rows; ++i) {
      for (int64_t j = 1; j + 1 < columns; ++j) {
        if (fixed(i, j)) continue;
        const Tensor residual = (phi(i - 1, j) + phi(i + 1, j) + phi(i, j - 1) + phi(i, j + 1)) / 4 - phi(i, j);
        phi(i, j) += omega * residual;
        largest = ag::maximum(largest, ag::abs(residual));
      }
    }
    sweeps++;
  } while (largest > 1e-4f && sweeps < 200);
  return {phi, sweeps};
}

void run() {
  Tensor phi = ag::zeros({5, 5}), fixed = ag::zeros({5, 5}, ag::boolean);
  phi[0] = 1.0;
  for (float omega : {1.0f, 1.3f}) {
    const auto [solved, sweeps] = potential(phi, fixed, ag::tensor(omega));
    std::printf("%.3f %d\n", double(solved(2, 2)), sweeps);
  }
  fixed(2, 2) = true;
  const auto [solved, sweeps] = potential(phi, fixed, ag::tensor(1.1f));
  std::printf("%.3f %d\n", double(solved(1, 2)), sweeps);
}
}  // namespace electrostatic_relaxation

namespace lennard_jones_cutoff {
template <typename Potential>
Tensor total_energy(const Tensor& x, Potential&& potential) {
  Tensor sum = ag::zeros({}, x.dtype());
  const int n = x.shape(0);
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) sum += potential(ag::norm(x[i] - x[j]));
  return sum;
}

AG_FUNCTION Tensor energy(const Tensor& x, Tensor cutoff) {
  const Tensor shift = 4 * (ag::pow(cutoff, -12) - ag::pow(cutoff, -6));
  return total_energy(x, [&](Tensor r) -> Tensor {
    if (r >= cutoff) return 0.0;
    const Tensor s = 1 / (r * r * r * r * r * r);
    return 4 * (s * s - s) - shift;
  });
}

AG_FUNCTION Tensor hard_spheres(const Tensor& x, Tensor diameter) {
  int overlaps = 0;
  total_energy(x, [&](const Tensor& r) {
    if (r < diameter) ++overlaps;
    return r;
  });
  return Tensor(overlaps) + 0.5;
}

void run() {
  const Tensor x = ag::tensor({{0.0, 0.0}, {1.1, 0.0}, {0.2, 1.4}, {3.0, 2.0}}, ag::float64);
  for (double cutoff : {1.2, 2.0, 5.0}) std::printf("%.8g\n", double(energy(x, ag::tensor(cutoff, ag::float64))));
  for (double diameter : {1.0, 1.5, 10.0})
    std::printf("%g ", double(hard_spheres(x, ag::tensor(diameter, ag::float64))));
  std::printf("\n");
}
}  // namespace lennard_jones_cutoff

namespace ray_through_spheres {
struct Ray {
  Tensor origin, direction;
  Tensor at(const Tensor& t) const { return origin + t * direction; }
};
struct Hit {
  Tensor t;
  int sphere = -1;
  explicit operator bool() const { return sphere >= 0; }
};

AG_FUNCTION std::pair<Tensor, int> trace(Ray ray, const Tensor& spheres, int depth) {
  Tensor energy = 1.0;
  for (int bounce = 0; bounce < depth; ++bounce) {
    Hit nearest{1e9, -1};
    for (int k = 0; k < spheres.shape(0); ++k) {
      const Tensor center = spheres(k, ag::slice(0, 3)), offset = ray.origin - center;
      const Tensor b = ag::vecdot(offset, ray.direction);
      const Tensor discriminant = b * b - ag::vecdot(offset, offset) + spheres(k, 3) * spheres(k, 3);
      if (discriminant < 0) continue;
      const Tensor t = -b - ag::sqrt(discriminant);
      if (t > 1e-3 && t < nearest.t) nearest = Hit{t, k};
    }
    if (!nearest) return {energy, bounce};
    const Tensor point = ray.at(nearest.t);
    Tensor normal = ag::zeros({3});
    for (int k = 0; k < spheres.shape(0); ++k)
      if (k == nearest.sphere) normal = (point - spheres(k, ag::slice(0, 3))) / spheres(k, 3);
    energy *= 0.5 + 0.25 * ag::abs(normal[1]);
    ray = {point, ray.direction - 2 * ag::vecdot(ray.direction, normal) * normal};
  }
  return {energy, depth};
}

void run() {
  const Tensor spheres = ag::tensor({{0.0, 0.0, 5.0, 1.0}, {0.0, 3.0, 2.0, 1.5}});
  for (double y : {0.0, 0.5, 2.0, 9.0}) {
    const auto [energy, bounces] = trace({ag::tensor({0.0, y, 0.0}), ag::tensor({0.0, 0.0, 1.0})}, spheres, 4);
    std::printf("%.6g %d\n", double(energy), bounces);
  }
}
}  // namespace ray_through_spheres

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"heat_equation", heat_equation::run},
                                {"ising_model", ising_model::run},
                                {"vibrating_string", vibrating_string::run},
                                {"snell_layers", snell_layers::run},
                                {"percolation", percolation::run},
                                {"radioactive_chain", radioactive_chain::run},
                                {"quantum_tunnelling", quantum_tunnelling::run},
                                {"electrostatic_relaxation", electrostatic_relaxation::run},
                                {"lennard_jones_cutoff", lennard_jones_cutoff::run},
                                {"ray_through_spheres", ray_through_spheres::run}});
}
