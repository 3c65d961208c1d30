#pragma once
/// Counter-based random numbers: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
/// 1, 2, 3", SC 2011. Every number of a stream is a function of the key and its position, so that any part of a stream
/// can be computed anywhere, in any order.
#include <array>
#include <cstdint>

namespace ag::kernel {

/// The two words of a key: one ag uint64[2].
struct RandomKey {
  uint64_t first = 0;
  uint64_t second = 0;
};

/// 128 random bits.
using RandomBlock = std::array<uint32_t, 4>;

inline RandomBlock philox(RandomBlock counter, std::array<uint32_t, 2> key) {
  constexpr uint32_t kMultiplier0 = 0xD2511F53u, kMultiplier1 = 0xCD9E8D57u;
  constexpr uint32_t kWeyl0 = 0x9E3779B9u, kWeyl1 = 0xBB67AE85u;
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t{kMultiplier0} * counter[0];
    const uint64_t b = uint64_t{kMultiplier1} * counter[2];
    counter = {static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(b),
               static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(a)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

/// Returns block `index` of the stream of a key. The first word of `key` is Philox's key, the second the upper half of
/// its counter, and the index the lower half. `domain` separates streams for different purposes.
inline RandomBlock random_block(const RandomKey& key, uint64_t index, uint64_t domain = 0) {
  const uint64_t word = key.first ^ domain;
  return philox({static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), static_cast<uint32_t>(key.second),
                 static_cast<uint32_t>(key.second >> 32)},
                {static_cast<uint32_t>(word), static_cast<uint32_t>(word >> 32)});
}

/// Returns words 2i and 2i + 1 of a block as one number.
inline uint64_t word64(const RandomBlock& block, size_t i) {
  return block[2 * i] | (static_cast<uint64_t>(block[2 * i + 1]) << 32);
}

}  // namespace ag::kernel
