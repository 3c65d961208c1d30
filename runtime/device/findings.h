#pragma once
/// Findings: errors in the use of a device that the emulated device observed.
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "ag/detail/function_ref.h"

namespace ag::device {

enum class FindingKind : uint8_t {
  OutOfBounds,
  UseAfterFree,
  DoubleFree,
  UninitializedRead,
  Misaligned,
  Race,        // of two threads of a launch
  StreamRace,  // of two operations that no event and no wait orders
  StoreToInput,
  ForeignShared,  // a use of the shared memory of another block
  HostMemory,     // a kernel uses an address that is not memory of the device
  DivergentBarrier,
  NoProgress,
  HostWrite,  // the host wrote to memory while a copy was pending
};

/// Returns the name of a kind, such as "use after free".
const char* name(FindingKind kind);

struct Finding {
  FindingKind kind;
  std::string text;    // begins with the name of the kind
  uint64_t times = 1;  // the number of occurrences at the same places
};

/// The findings of a device, each pair of places once.
class Findings {
 public:
  /// Adds a finding about one or two places, which numbers identify; counts it if it is known.
  void add(FindingKind kind, uint64_t place, uint64_t other_place, detail::FunctionRef<std::string()> text);

  const std::vector<Finding>& all() const { return findings_; }
  /// Returns the findings and forgets them.
  std::vector<Finding> take();
  /// The number of findings ever, each occurrence counted.
  uint64_t count() const { return count_; }

 private:
  std::vector<Finding> findings_;
  std::map<std::tuple<FindingKind, uint64_t, uint64_t>, size_t> known_;
  uint64_t count_ = 0;
};

}  // namespace ag::device
