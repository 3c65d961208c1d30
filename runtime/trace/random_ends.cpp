#include "trace/random_ends.h"

#include <cstdint>
#include <cstdlib>
#include <functional>

namespace ag::tracing {

namespace {

/// Returns the seed of the test mode; zero if it is off.
uint64_t seed() {
  static const uint64_t value = [] {
    const char* text = std::getenv("AG_BREAK_TRACES");
    return text ? std::strtoull(text, nullptr, 10) : 0;
  }();
  return value;
}

}  // namespace

bool ends_at_random(const std::string& function, size_t node) {
  if (seed() == 0) return false;
  constexpr uint64_t kOneIn = 40;
  uint64_t hash = seed() * 0x9E3779B97F4A7C15u ^ std::hash<std::string>()(function) ^ node * 0xD6E8FEB86659FD93u;
  hash = (hash ^ (hash >> 31)) * 0xBF58476D1CE4E5B9u;
  return (hash >> 33) % kOneIn == 0;
}

}  // namespace ag::tracing
