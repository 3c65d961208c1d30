#pragma once
/// The host memory of pending copies: it must not change before the copy has run.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "device/findings.h"

namespace ag::device {

/// Copies between the enqueueing and the run, by a number.
class HostBuffers {
 public:
  explicit HostBuffers(Findings& findings) : findings_(findings) {}

  /// A copy will read the memory. Returns the number of the copy.
  uint64_t add_source(const void* memory, uint64_t bytes);
  /// A copy will write the memory, whose content is undefined until then.
  uint64_t add_target(void* memory, uint64_t bytes);
  /// The copy runs: adds a finding if the host wrote to the memory.
  void finish(uint64_t copy, const std::string& description);
  /// Returns true if a pending copy uses a part of the memory.
  bool overlaps(const void* memory, uint64_t bytes) const;

 private:
  struct Buffer {
    const std::byte* begin = nullptr;
    uint64_t bytes = 0;
    bool is_target = false;
    bool is_watched = false;  // its content is known until the copy runs
    uint64_t checksum = 0;
  };
  uint64_t add(const void* memory, uint64_t bytes, bool is_target, bool is_watched);

  Findings& findings_;
  std::map<uint64_t, Buffer> buffers_;
  uint64_t last_ = 0;
};

}  // namespace ag::device
