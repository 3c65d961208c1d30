#pragma once
/// The emulated device: a driver whose device is this process. It checks the use of the device, and runs streams as
/// late and in an order as unusual as the interface permits.
#include <cstdint>
#include <memory>
#include <vector>

#include "device/driver.h"
#include "device/emulated_options.h"
#include "device/findings.h"

namespace ag::device {

/// The work of the device since it was opened.
struct EmulatedCounters {
  uint64_t allocations = 0;
  uint64_t launches = 0;
  uint64_t copies_to_device = 0;
  uint64_t copies_to_host = 0;
  uint64_t copies_on_device = 0;
  uint64_t fills = 0;
  uint64_t bytes_to_device = 0;
  uint64_t bytes_to_host = 0;
  uint64_t waits = 0;  // of the host, for streams, events and all

  friend bool operator==(const EmulatedCounters&, const EmulatedCounters&) = default;
};

/// The driver of the emulated device, with its means for tests. A finding is also a failure: of the call that it is
/// about, or of the next wait if enqueued work has it.
class EmulatedDriver : public Driver {
 public:
  virtual EmulatedCounters counters() const = 0;
  /// Returns the findings and forgets them, and the failure of a wait that they would be.
  virtual std::vector<Finding> take_findings() = 0;

  /// The next allocation but `passes` has no memory.
  virtual void fail_allocation(uint64_t passes = 0) = 0;
  /// The next launch but `passes` is refused.
  virtual void fail_launch(uint64_t passes = 0) = 0;
  /// The next launch but `passes` loses the device when it runs.
  virtual void lose_at_launch(uint64_t passes = 0) = 0;
};

Result<std::unique_ptr<EmulatedDriver>> open_emulated(const EmulatedOptions& options);

}  // namespace ag::device
