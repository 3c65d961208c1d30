#pragma once
/// The devices that this process uses: each has a driver, one compute stream, and a pool of memory.
#include <cstdint>

#include "ag/device.h"
#include "device/device_number.h"
#include "device/driver.h"
#include "device/memory_pool.h"

namespace ag::device {

class OpenedDevice {
 public:
  OpenedDevice(DeviceNumber number, Driver& driver, StreamHandle stream, const MemoryPoolOptions& options)
      : number_(number), driver_(driver), stream_(stream), pool_(driver, stream, options) {}

  DeviceNumber number() const { return number_; }
  Driver& driver() { return driver_; }
  /// The stream of all work on arrays.
  StreamHandle stream() const { return stream_; }
  MemoryPool& pool() { return pool_; }

  /// Allocates the memory of an array. Throws out_of_memory, after which the device is usable.
  DeviceAddress allocate(uint64_t bytes, SourceLocation location);
  /// Copies to the device. The host memory may change afterwards.
  void copy_to_device(DeviceAddress to, const void* from, uint64_t bytes, SourceLocation location);
  /// Copies to the host after the work of the stream, and waits for it.
  void copy_to_host(void* to, DeviceAddress from, uint64_t bytes, SourceLocation location);
  /// Waits for the work of the stream. Throws its failure.
  void wait(SourceLocation location);

 private:
  const DeviceNumber number_;
  Driver& driver_;
  const StreamHandle stream_;
  MemoryPool pool_;
};

/// Returns a device, which the first call opens. Throws if that fails, and in a process that was forked after a device
/// was opened. The host is no such device.
OpenedDevice& opened_device(DeviceNumber number, SourceLocation location = SourceLocation::current());

/// Takes back the memory of an array of an opened device.
void release_memory(DeviceNumber number, DeviceAddress address) noexcept;

/// Parses the value of AG_DEVICE_MEMORY, such as "8g"; null and the empty text mean no limit. Throws invalid_argument
/// for another text.
uint64_t parse_memory_limit(const char* text);

}  // namespace ag::device
