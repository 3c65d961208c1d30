// Algorithms of the standard library on numbers that a tensor decides.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace {

std::vector<double> values_of(Tensor x) {
  std::vector<double> values(5);
  for (int i = 0; i < 5; ++i) values[i] = double(x[i]);
  return values;
}

AG_FUNCTION double sums(Tensor x) {
  std::vector<double> v = values_of(x), w{1, 2, 3, 4, 5};
  int whole = std::accumulate(v.begin(), v.end(), 0);  // of ints, as C++ says
  double product = std::accumulate(v.begin() + 1, v.end(), 2.0, std::multiplies<>());
  double norm =
      std::accumulate(v.cbegin(), v.cend(), 0.0, [](double sum, double value) { return sum + value * value; });
  return whole + product * 10 + norm * 100 + std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
}

AG_FUNCTION double counted(Tensor x, Tensor limit) {
  const std::vector<double> v = values_of(x);
  const std::array<int, 3> known{1, 2, 3};
  const double least = double(limit);
  long n = std::count_if(v.begin(), v.end(), [&](double value) { return value > least; });
  n = n * 10 + std::count(v.begin(), v.end(), least);
  n = n * 10 + std::count_if(known.begin(), known.end(), [&](int value) { return value > least; });
  n = n * 10 + (std::all_of(v.begin(), v.end(), [](double value) { return value > 0; }) ? 1 : 0);
  n = n * 10 + (std::any_of(v.begin(), v.end(), [](double value) { return value < 0; }) ? 1 : 0);
  return n * 10 + (std::none_of(v.begin(), v.end(), [&](double value) { return value == least; }) ? 1 : 0);
}

AG_FUNCTION double extremes(Tensor x) {
  std::vector<double> v = values_of(x);
  double a = double(x[0]), b = double(x[1]);
  auto [low, high] = std::minmax(a, b);
  return *std::max_element(v.begin(), v.end()) * 10 + *std::min_element(v.begin(), v.begin() + 3) + low * 100 - high;
}

AG_FUNCTION std::vector<double> median(Tensor x) {
  std::vector<double> v = values_of(x);
  std::sort(v.begin(), v.end());
  std::vector<double> copy(v.begin(), v.end());
  std::reverse(copy.begin(), copy.end());
  copy[0] = v[v.size() / 2];
  return copy;
}

AG_FUNCTION double made(Tensor x) {
  double values[5];
  std::fill(values, values + 5, double(x[0]));
  int order[4];
  std::iota(std::begin(order), std::end(order), int(x[2]));
  std::vector<double> v = values_of(x), w(5), sums(5);
  std::transform(v.begin(), v.end(), w.begin(), [&](double value) { return value * values[1] + order[3]; });
  std::transform(v.begin(), v.end(), w.begin(), v.begin(), [](double a, double b) { return a - b; });
  std::partial_sum(v.begin(), v.end(), sums.begin());
  std::swap_ranges(v.begin(), v.begin() + 2, w.begin());
  std::copy(sums.begin(), sums.end(), w.begin());
  double total = 0;
  std::for_each(w.begin(), w.end(), [&](double value) { total += value; });
  std::for_each(w.begin(), w.end(), [](double& value) { value *= 2; });
  return total * 1000 + w[0] + v[1] + std::accumulate(w.begin(), w.end(), 0.0);
}

}  // namespace

void e2e::algorithms() {
  const Tensor first = ag::tensor({3.0, 1.0, 4.0, -1.0, 5.0}), second = ag::tensor({-1.5, 2.5, 2.5, 0.25, 2.0});
  for (const Tensor& x : {first, second}) {
    run("sums", sums, x);
    run("counted", counted, x, ag::tensor(1.0));
    run("counted", counted, x, ag::tensor(2.5));
    run("extremes", extremes, x);
    run("median", median, x);
    run("made", made, x);
  }
}
