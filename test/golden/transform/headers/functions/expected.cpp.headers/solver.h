#include <ag/staging/generated.h>
#line 1 "solver.h"
#pragma once
#include <ag/ag.h>

namespace solver {

using ag::Tensor;

[[gnu::abi_tag("ag_84c94881")]] Tensor limited(Tensor x);

template <class T, unsigned = 0x88b31024>
T rectified(T x) {
  return ag::if_else<T>(x > 0, [&] { return x; }, [&] {
  return 0 * x;
}); }

template <unsigned = 0xc8615a8b> auto clipped(auto x) {
  ag::if_stmt(x > 2, AG_STATE(x), [&] { x = x - 1; });
  return x;
}

struct Smoother {
  Tensor mean;

  /// Follows x.
  [[gnu::abi_tag("ag_cb63d813")]] AG_CONVERT Tensor next(Tensor x) {
    ag::if_stmt(x > mean, AG_STATE(mean), [&] {
      mean += 1;
    }, [&] {
      mean -= 1;
    });
    return x - mean;
  }
};

[[gnu::abi_tag("ag_84c94881")]] inline Tensor limited(Tensor x) {
  return ag::if_else<Tensor>(x > 10, [&] { return 10; }, [&] {
  return x;
}); }

[[gnu::abi_tag("ag_e1b5bbe9")]] AG_FUNCTION inline Tensor squared(Tensor x) { return ag::traced<&squared>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::if_stmt(x > 0, AG_STATE(x), [&] { x = x * x; });
  return x;
}); }

inline Tensor unused(Tensor x) {
  if (x > 0) x = -x;
  return x;
}

}  // namespace solver
