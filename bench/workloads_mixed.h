#pragma once
/// The sizes of the mixed workloads, which their floors have too.
#include <cstdint>

namespace bench::mixed {

inline constexpr int64_t kFrames = 16, kPixels = 1000000;
inline constexpr int64_t kBatches = 32, kRows = 16384, kColumns = 32;
inline constexpr int64_t kParticles = 4096;
inline constexpr int kSteps = 200;
inline constexpr int64_t kMinibatches = 64, kPoints = 20000, kCentres = 8;

}  // namespace bench::mixed
