#pragma once
/// A small generator of pseudo-random numbers (SplitMix64): the same sequence for a seed on every machine.
#include <cstdint>

namespace ag::device {

class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t bits = state_ += 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
  }
  /// Returns a number below `limit`, which is at least 1.
  uint64_t below(uint64_t limit) { return next() % limit; }

 private:
  uint64_t state_;
};

}  // namespace ag::device
