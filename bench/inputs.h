#pragma once
/// Inputs of the workloads: the same numbers in every program that is compared (see README.md).
#include <cstdint>

#include "ag/ag.h"

namespace bench {

/// n float32 numbers in [0, 1), from SplitMix64.
ag::Tensor u(uint64_t seed, int64_t n);
/// The same in [-1, 1): 2 u - 1.
ag::Tensor s(uint64_t seed, int64_t n);

/// The sum of the elements in float64, on the host.
double sum_of(const ag::Tensor& x);

}  // namespace bench
