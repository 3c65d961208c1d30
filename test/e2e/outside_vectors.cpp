// Vectors outside of the function: their elements are read again by every call, and written where they are.
#include <array>
#include <iostream>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace outside_vectors_programs {
namespace {

std::vector<Tensor> weights;
std::vector<double> coefficients;

struct Dense {
  Tensor w, b;
  double scale = 1;
  int calls = 0;

  Tensor operator()(Tensor x) {
    ++calls;
    Tensor y = x * w + b * scale;
    if (ag::max(y) > 7) y = y / 2;
    return y;
  }
  Tensor plain(Tensor x) const { return x * w + b; }
};

struct Net {
  std::vector<Dense> layers;
  std::vector<std::vector<double>> table{{1, 2}, {3, 4}};
  std::vector<std::array<Tensor, 2>> pairs;
  std::vector<ag::Variable> variables;

  AG_FUNCTION Tensor operator()(Tensor x) {
    for (auto& layer : layers) x = layer(x);
    while (ag::sum(x) > 10) x = x / 2;
    return x;
  }
  AG_FUNCTION Tensor by_index(Tensor x) {
    for (size_t i = 0; i < layers.size(); ++i) x = layers[i].plain(x) + layers.at(i).w;
    if (layers.empty()) x = x - 1;
    return x;
  }
  AG_FUNCTION Tensor by_constant_reference(Tensor x) {
    for (const auto& layer : layers) x = layer.plain(x) * layer.scale;
    return x;
  }
  AG_FUNCTION Tensor changed(Tensor x) {
    for (auto& layer : layers) {
      x = layer(x);
      if (ag::sum(x) > 5) layer.b = layer.b + 1;
      layer.scale += 1;
    }
    layers.back().b = x;
    layers[0].calls += 10;
    return x;
  }
  AG_FUNCTION Tensor of_rows(Tensor x) {
    double sum = 0;
    for (const auto& row : table) {
      for (double value : row) sum += value;
    }
    table[1][0] += 1;
    for (auto& pair : pairs) {
      x = x + pair[0];
      pair[1] = x;
    }
    return x * sum + table[0][1];
  }
  AG_FUNCTION Tensor of_variables(Tensor x) {
    for (auto& variable : variables) {
      x = x + variable;
      variable.assign_add(1.0);
    }
    return x * variables[0];
  }
};

AG_FUNCTION Tensor polynomial(Tensor x) {
  Tensor result = x * 0;
  for (double c : coefficients) result = result * x + c;
  return result;
}

/// A number that decides belongs to the trace, one that is computed with does not.
AG_FUNCTION Tensor decided(Tensor x) {
  Tensor result = x * 0;
  for (size_t i = coefficients.size(); i-- > 0;) result = result * x + coefficients[i];
  if (coefficients.at(0) > 4) result = result * 10;
  return result;
}

AG_FUNCTION Tensor summed(Tensor x) {
  for (const Tensor& w : weights) x = x + w;
  for (Tensor w : weights) x = x * w;
  return x;
}

/// What the loop changes is what it finds later.
AG_FUNCTION Tensor decayed(Tensor x) {
  for (Tensor& w : weights) {
    w = w * 0.5;
    if (x > 2) w = w + x;
    weights.back() = weights.back() + 1;
  }
  for (double c : coefficients) {
    coefficients.back() = c * 2;
    x = x + c;
  }
  for (double& c : coefficients) c += 1;
  return x + weights.front();
}

}  // namespace
}  // namespace outside_vectors_programs

void e2e::outside_vectors() {
  using namespace outside_vectors_programs;
  weights = {f64(1), f64(2), f64(3)};
  coefficients = {1, 2, 3};
  for (int round = 0; round < 4; ++round) {
    for (const double x : {0.5, 3.0}) {
      run("polynomial", polynomial, f64(x));
      run("decided", decided, f64(x));
      run("summed", summed, f64(x));
      run("decayed", decayed, f64(x));
    }
    if (round == 1) {
      coefficients.push_back(1.5);
      weights.erase(weights.begin());
    }
    if (round == 2) weights = {f64(9)};
  }
  for (const Tensor& w : weights) std::cout << w << "\n";

  Net net;
  const Dense dense{ag::tensor({1.0, 2.0}), ag::tensor({0.5, 1.0})};
  net.layers = {dense, dense};
  net.pairs.push_back({f64(1), f64(2)});
  for (const double x : {1.0, 2.0}) net.variables.push_back(ag::Variable(f64(x)));
  Net other = net;
  other.variables[1] = ag::Variable(f64(50));
  for (int round = 0; round < 3; ++round) {
    for (Net* one : {&net, &other}) {
      const Tensor x = ag::tensor({1.0, 2.0});
      run("net", [&](Tensor x) { return (*one)(x); }, x);
      run("by_index", [&](Tensor x) { return one->by_index(x); }, x);
      run("by_constant_reference", [&](Tensor x) { return one->by_constant_reference(x); }, x);
      if (!one->layers.empty()) run("changed", [&](Tensor x) { return one->changed(x); }, x);
      run("of_rows", [&](Tensor x) { return one->of_rows(x); }, x);
      run("of_variables", [&](Tensor x) { return one->of_variables(x); }, x);
      for (const Dense& layer : one->layers) std::cout << layer.b << layer.scale << " " << layer.calls << "\n";
      std::cout << one->table[1][0] << " " << one->pairs[0][1] << "\n";
    }
    net.layers[0].w = net.layers[0].w + 1;
    if (round == 1) net.layers.push_back(dense);
    other.layers.pop_back();
    if (other.layers.empty()) other = net;
  }
}
