#pragma once
/// Devices as numbers of one byte, which are part of the types of arrays.
#include <cstdint>

#include "ag/error.h"
#include "base/call_conditions.h"

namespace ag {
class Device;
}

namespace ag::device {

/// 0 is the host, 1 the emulated device, 2 + i the GPU of index i.
using DeviceNumber = uint8_t;
inline constexpr DeviceNumber kHost = 0;
inline constexpr int kMaxDevices = 128;  // signatures of calls have 7 bits for the number

/// Returns the number of a device. Throws for a GPU of an index that has no number.
DeviceNumber number_of(const Device& device, SourceLocation location = SourceLocation::current());
/// Returns the device of a number.
Device device_of(DeviceNumber number);

/// Returns the number of the default device of a thread in a process that may have another one than the CPU.
DeviceNumber default_number_of_thread(SourceLocation location);

/// Returns the number of the default device of this thread (ag::default_device).
inline DeviceNumber default_number(SourceLocation location = SourceLocation::current()) {
  using namespace detail;
  return holds_any(kMayDefaultToDevice | kDefaultDeviceUnread) ? default_number_of_thread(location) : kHost;
}

}  // namespace ag::device
