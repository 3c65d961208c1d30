#pragma once
/// The memory of the emulated device. Its addresses lie in a reserved range that nothing can access: a host that
/// follows a device address faults there. The same memory is mapped a second time, the view, for the device itself.
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "device/driver.h"
#include "device/shadow.h"

namespace ag::device {

/// The content of new memory: a NaN as float32 and as float64, far out of bounds as an index.
inline constexpr uint32_t kUndefinedWord = 0x7ff4a5a5;

/// Fills memory with the pattern of undefined content.
void fill_undefined(void* memory, uint64_t bytes);

struct Allocation {
  DeviceAddress address;
  uint64_t bytes = 0;
  uint32_t number = 0;             // in the order of allocations, from 1
  std::unique_ptr<Shadow> shadow;  // null without checks
};

class EmulatedMemory {
 public:
  /// Reserves the ranges for a device with so much memory.
  static Result<std::unique_ptr<EmulatedMemory>> reserve(uint64_t memory_bytes, bool has_shadow);
  ~EmulatedMemory();
  EmulatedMemory(const EmulatedMemory&) = delete;
  EmulatedMemory& operator=(const EmulatedMemory&) = delete;

  uint64_t total_bytes() const { return memory_bytes_; }
  uint64_t used_bytes() const { return used_bytes_; }

  /// Returns null if the memory does not suffice.
  Allocation* allocate(uint64_t bytes);
  /// Releases an allocation, which is then known as released until its addresses are used again.
  void release(Allocation& allocation);

  /// Returns the allocation with the address, or null.
  Allocation* find(DeviceAddress address);
  /// Returns the released allocation with the address, or null.
  const Allocation* find_released(DeviceAddress address) const;
  /// Returns the live or released allocation that lies closest before the address, or null.
  const Allocation* find_before(DeviceAddress address) const;

  bool is_device_address(uint64_t address) const { return address - range_ < range_bytes_; }
  bool is_view(const void* pointer) const { return reinterpret_cast<uint64_t>(pointer) - view_ < range_bytes_; }
  std::byte* view(DeviceAddress address) const { return reinterpret_cast<std::byte*>(address.value - range_ + view_); }
  DeviceAddress address_of(const void* view) const { return {reinterpret_cast<uint64_t>(view) - view_ + range_}; }

 private:
  EmulatedMemory() = default;
  /// Returns the address of a free part of the range with so many bytes; 0 if there is none.
  uint64_t find_room(uint64_t bytes) const;

  using Allocations = std::map<uint64_t, Allocation>;  // by address
  template <class Map>
  static auto* find_in(Map& allocations, uint64_t address);

  uint64_t memory_bytes_ = 0;
  uint64_t range_bytes_ = 0;  // several times the memory, so that addresses are used again late
  bool has_shadow_ = false;
  int file_ = -1;
  uint64_t range_ = 0;
  uint64_t view_ = 0;
  uint64_t next_ = 0;  // where the next allocation is tried first
  uint64_t used_bytes_ = 0;
  uint32_t last_number_ = 0;
  Allocations live_;
  Allocations released_;
};

}  // namespace ag::device
