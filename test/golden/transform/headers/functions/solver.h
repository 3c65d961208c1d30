#pragma once
#include <ag/ag.h>

namespace solver {

using ag::Tensor;

Tensor limited(Tensor x);

template <class T>
T rectified(T x) {
  if (x > 0) return x;
  return 0 * x;
}

auto clipped(auto x) {
  if (x > 2) x = x - 1;
  return x;
}

struct Smoother {
  Tensor mean;

  /// Follows x.
  AG_CONVERT Tensor next(Tensor x) {
    if (x > mean) {
      mean += 1;
    } else {
      mean -= 1;
    }
    return x - mean;
  }
};

inline Tensor limited(Tensor x) {
  if (x > 10) return 10;
  return x;
}

AG_FUNCTION inline Tensor squared(Tensor x) {
  if (x > 0) x = x * x;
  return x;
}

inline Tensor unused(Tensor x) {
  if (x > 0) x = -x;
  return x;
}

}  // namespace solver
