// Variables that hold where an algorithm found an element, of numbers that a tensor decides.
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace found_positions_programs {
namespace {

std::vector<double> values_of(Tensor x) {
  std::vector<double> values;
  for (int i = 0; i < 5; ++i) values.push_back(double(x[i]));
  return values;
}

AG_FUNCTION double extremes(Tensor x) {
  const std::vector<double> v = values_of(x);
  const auto low = std::min_element(v.begin(), v.end());
  auto high = std::max_element(v.begin(), v.end());
  const long apart = std::distance(v.begin(), high) * 10 + std::distance(low, v.end());
  const long signed_apart = high - low;
  return *low * 100 + std::max(*high, 2.0) + apart + signed_apart * 1000 + (low == high ? 0.5 : 0.25);
}

/// What is there when it is read, not what was found.
AG_FUNCTION double changed(Tensor x) {
  std::array<double, 5> v;
  for (int i = 0; i < 5; ++i) v[i] = double(x[i]);
  const auto most = std::max_element(v.begin(), v.end());
  double was = *most;
  v[2] += 100;
  if (*most > 50) was += 1000;
  while (*most < 300) {
    for (double& one : v) one = one * 2 + 1;
  }
  return was + *most;
}

AG_FUNCTION double pointers(Tensor x) {
  double v[5];
  for (int i = 0; i < 5; ++i) v[i] = double(x[i]);
  auto least = std::min_element(v, v + 5, std::greater<double>());
  return *least * 10 + (least - v);
}

AG_FUNCTION int first_above(Tensor x, double limit) {
  const std::vector<double> v = values_of(x);
  const auto it = std::find_if(v.begin(), v.end(), [limit](double value) { return value > limit; });
  if (it == v.end()) return -1;
  return int(it - v.begin()) * 10 + (*it > 3 ? 1 : 0);
}

AG_FUNCTION double searched(Tensor x) {
  std::vector<double> v = values_of(x);
  std::sort(v.begin(), v.end());
  double result = 0;
  for (double q : {-5.0, 0.25, 1.0, 4.0, 99.0}) {
    auto low = std::lower_bound(v.begin(), v.end(), q);
    auto high = std::upper_bound(v.begin(), v.end(), q);
    result = result * 10 + (low - v.begin()) + (v.end() - high) * 2 + (high - low == 0 ? 0 : 5);
    if (std::binary_search(v.begin(), v.end(), q)) result += 0.5;
    if (auto found = std::find(v.begin(), v.end(), q); found != v.end()) result += *found + (found - v.begin());
  }
  std::reverse(v.begin(), v.end());
  const auto place = std::lower_bound(v.begin(), v.end(), 2.0, std::greater<>());
  return result + (std::binary_search(v.begin(), v.end(), 2.5, std::greater<>()) ? 0.125 : 0) +
         (place - v.begin()) * 1e6;
}

/// A table of the host, in which a tensor looks something up.
AG_FUNCTION double looked_up(Tensor x) {
  const std::vector<double> edges = {0, 1, 2.5, 4};
  const auto edge = std::upper_bound(edges.begin(), edges.end(), double(x[0]));
  if (edge == edges.begin() || edge == edges.end()) return -1;
  const long k = edge - edges.begin();
  return edges[k - 1] * 10 + *edge;
}

}  // namespace
}  // namespace found_positions_programs

void e2e::found_positions() {
  using namespace found_positions_programs;
  for (const Tensor& x : {ag::tensor({3.0, 1.0, 4.0, -1.0, 5.0}), ag::tensor({-1.5, 2.5, 2.5, 0.25, 2.0}),
                          ag::tensor({1.0, 1.0, 1.0, 1.0, 1.0})}) {
    run("extremes", extremes, x);
    run("changed", changed, x);
    run("pointers", pointers, x);
    for (double limit : {-9.0, 2.0, 9.0}) run("first_above", first_above, x, limit);
    run("searched", searched, x);
    run("looked_up", looked_up, x);
  }
}
