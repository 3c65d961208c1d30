#pragma once
/// Functions and classes on tensors that two case files include: each is converted with both, and the program has one
/// of each.
#include <ag/ag.h>

#include "shared_limits.h"

namespace shared {

using ag::Tensor;

struct Fit {
  int rounds = 0;
  double last = 0;
  Tensor x;
};

Tensor limited(Tensor x);

/// Defined in one of the files; the other one has pointers to it.
AG_CONVERT double steepness(const Tensor& p, double x);

/// Halves until it is small.
inline Fit fitted(Tensor x, int limit = 10) {
  Fit fit{.x = limited(x)};
  while (ag::max(fit.x) > 1 && fit.rounds < limit) {
    fit.x = fit.x / 2;
    ++fit.rounds;
  }
  fit.last = static_cast<double>(fit.x);
  return fit;
}

inline Tensor limited(Tensor x) {
  if (x > kMost) return x - x + kMost;
  return x;
}

template <class T>
T rectified(T x);

template <class T>
T rectified(T x) {
  if (x > 0) return x;
  return 0 * x;
}

auto clipped(auto x) {
  if (x > 2) x = x - 1;
  return x;
}

inline int at_least(int value, int least) { return value < least ? least : value; }

class Smoother {
 public:
  explicit Smoother(Tensor start) : mean_(start) {
    if (start < 0) mean_ = -mean_;
  }
  Tensor next(Tensor x) {
    if (x > mean_) {
      mean_ += 1;
    } else {
      mean_ -= 1;
    }
    return outer(x);
  }
  Tensor outer(Tensor x) const;

 private:
  Tensor mean_;
};

inline Tensor Smoother::outer(Tensor x) const {
  if (x > 3) x = x - mean_;
  return x;
}

template <class T>
struct Pair {
  T a, b;
  T larger() const;
};

template <class T>
T Pair<T>::larger() const {
  if (a > b) return a;
  return b;
}

AG_FUNCTION inline Tensor squared(Tensor x) {
  if (x > 0) x = x * x;
  return x;
}

namespace {

Tensor negated(Tensor x) {
  if (x > 0) return -x;
  return x;
}

}  // namespace

}  // namespace shared
