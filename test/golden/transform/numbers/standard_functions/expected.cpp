#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <algorithm>
#include <cmath>
#include <utility>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> k = ag::item<int>(x), j = 2;
  ag::Staged<double> d = ag::cxx::sqrt(k) + ag::cxx::pow(2, k) + ag::cxx::fmod(k, 2.5) + ag::cxx::max(k, 3) + ag::cxx::clamp(k, ag::cast<int>(0), ag::cast<int>(5));
  std::swap(k, j);
  ag::Staged<int> old = std::exchange(k, 5);
  const double host = std::sqrt(2.0) + std::max(1, 2);
  return x + k + j + old + d + host;
}
