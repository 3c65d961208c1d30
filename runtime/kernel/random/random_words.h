#pragma once
/// Consecutive blocks of a stream, computed in vectors.
#include <array>

#include "kernel/random/philox.h"

namespace ag::kernel {

/// The blocks at the indices from `first` on: word k of block first + i is word[k][i].
struct RandomWords {
  static constexpr int64_t kBlocks = 256;  // their words stay in the first-level cache
  alignas(64) std::array<std::array<uint32_t, kBlocks>, 4> word;

  /// Returns words 2k and 2k + 1 of a block as one number.
  uint64_t word64(size_t k, size_t block) const {
    return word[2 * k][block] | (static_cast<uint64_t>(word[2 * k + 1][block]) << 32);
  }
};

/// Computes the first `count` blocks.
void random_words(const RandomKey& key, uint64_t first, int64_t count, RandomWords& words);

}  // namespace ag::kernel
