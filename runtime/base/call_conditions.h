#pragma once
/// Conditions of the process under which a call of a traced function leaves its fast path. Each call reads them in one
/// load.
#include <atomic>
#include <cstdint>

namespace ag::detail {

enum CallCondition : uint8_t {
  kChecksNumerics = 1,
  kRecordsProfile = 2,
  kObservationUnread = 4,    // the environment may request the first two
  kMayDefaultToDevice = 8,   // some thread has had another default device than the CPU
  kDefaultDeviceUnread = 16  // AG_DEVICE may name one
};

extern constinit std::atomic<uint8_t> call_conditions;

inline bool holds_any(uint8_t conditions) {
  return (call_conditions.load(std::memory_order_relaxed) & conditions) != 0;
}

}  // namespace ag::detail
