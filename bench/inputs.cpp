#include "inputs.h"

#include <span>
#include <vector>

namespace bench {

namespace {

constexpr uint64_t kGolden = 0x9E3779B97F4A7C15;

float uniform(uint64_t seed, uint64_t i) {
  uint64_t z = seed * kGolden + (i + 1) * kGolden;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  z ^= z >> 31;
  return static_cast<float>(z >> 40) * 0x1p-24f;
}

template <class F>
ag::Tensor filled(int64_t n, F&& element) {
  std::vector<float> values(static_cast<size_t>(n));
  for (size_t i = 0; i < values.size(); ++i) values[i] = element(i);
  return ag::tensor(values);
}

template <class T>
double sum_as(const ag::Tensor& x) {
  double sum = 0;
  for (T value : x.data<T>()) sum += static_cast<double>(value);
  return sum;
}

}  // namespace

ag::Tensor u(uint64_t seed, int64_t n) {
  return filled(n, [&](size_t i) { return uniform(seed, i); });
}

ag::Tensor s(uint64_t seed, int64_t n) {
  return filled(n, [&](size_t i) { return 2 * uniform(seed, i) - 1; });
}

double sum_of(const ag::Tensor& x) {
  if (x.dtype() == ag::float32) return sum_as<float>(x);
  if (x.dtype() == ag::float64) return sum_as<double>(x);
  return sum_as<int64_t>(ag::astype(x, ag::int64));
}

}  // namespace bench
