#pragma once
/// The checks of each access of a kernel, and of the ranges of copies: bounds, alignment, values, inputs, races.
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "device/clocks.h"
#include "device/driver.h"
#include "device/emulated_memory.h"
#include "device/emulated_module.h"
#include "device/findings.h"
#include "device/operation_order.h"

namespace ag::device {

enum class AccessKind : uint8_t { Load, Store, AtomicLoad, AtomicStore, AtomicUpdate };

/// An access of a thread, with indices of the module.
struct KernelAccess {
  const void* address;
  uint32_t bytes;
  int array;
  int statement;
  AccessKind kind = AccessKind::Load;
  uint32_t thread = 0;  // of the launch
};

/// The launch that makes an access.
struct CheckedLaunch {
  std::shared_ptr<const EmulatedModule> module;
  uint64_t module_number = 0;  // of all modules that were loaded
  std::string kernel;
  std::vector<KernelArgument> arguments;
  uint32_t threads_per_block = 1;
  uint32_t operation = 0;
  LaunchClocks clocks{1};

  /// The sites that were used last, by a part of their numbers.
  struct KnownSite {
    int array = -2;
    int statement = -2;
    uint32_t site = 0;
  };
  std::array<KnownSite, 64> known_sites = {};
};

/// A part of the shared memory of a block.
struct SharedPart {
  Shadow* shadow = nullptr;  // null if no block has the memory
  uint32_t block = 0;        // the block that has it
  uint64_t offset = 0;
  uint64_t block_bytes = 0;
};

class AccessChecker {
 public:
  AccessChecker(EmulatedMemory& memory, OperationOrder& order, Findings& findings)
      : memory_(memory), order_(order), findings_(findings) {}

  /// Checks an access to device memory. Returns false if it must not happen; the launch then ends.
  bool check(CheckedLaunch& launch, const KernelAccess& access);
  /// Checks an access to shared memory.
  bool check_shared(CheckedLaunch& launch, const KernelAccess& access, const SharedPart& part);
  /// Adds the finding of an access to an address that is no memory of the device.
  void add_foreign_access(CheckedLaunch& launch, const KernelAccess& access);

  /// Adds a finding and returns false if the range, which `user` uses, is not inside of one live allocation.
  bool check_range(const std::string& user, DeviceAddress address, uint64_t bytes);
  /// A copy loads a range that check_range accepts. Reads of undefined memory are findings if the copy needs values.
  void load_range(uint32_t operation, DeviceAddress address, uint64_t bytes, bool needs_values);
  /// A copy or a fill stores a range that check_range accepts.
  void store_range(uint32_t operation, DeviceAddress address, uint64_t bytes);
  /// A copy stored undefined values where its source has such.
  void copy_definedness(DeviceAddress to, DeviceAddress from, uint64_t bytes);

  /// To be called before memory is released.
  void forget_allocation() { last_ = nullptr; }

 private:
  /// The array and the statement of an access, as text: its module may be unloaded.
  struct Site {
    std::string array;
    std::string statement;
    uint32_t threads_per_block = 1;
  };
  /// The launch and the access that cells are compared with; a copy or a fill has neither.
  struct User {
    const CheckedLaunch* launch = nullptr;
    const KernelAccess* access = nullptr;
    Access stamp;
    bool loads = false;
    bool stores = false;
    bool needs_values = true;
  };

  uint32_t site_of(CheckedLaunch& launch, const KernelAccess& access);
  /// False if the array of the access is an argument that has not these bytes.
  bool check_argument(CheckedLaunch& launch, const KernelAccess& access);
  bool check_bounds(CheckedLaunch& launch, const KernelAccess& access);
  bool check_alignment(CheckedLaunch& launch, const KernelAccess& access);
  User user_of(CheckedLaunch& launch, const KernelAccess& access);
  void use_cell(const User& user, ShadowCell& cell, uint64_t offset);
  bool is_before(const User& user, const Access& earlier) const;
  void check_race(const User& user, const Access& earlier, bool earlier_loads, uint64_t offset);
  void add_reader(const User& user, ShadowCell& cell);
  std::string user_text(const User& user, uint64_t offset) const;
  std::string earlier_text(const User& user, const Access& earlier, bool earlier_loads) const;

  EmulatedMemory& memory_;
  OperationOrder& order_;
  Findings& findings_;
  std::vector<Site> sites_ = {Site{}};  // by Access::site; 0 is a copy or a fill
  std::map<std::tuple<uint64_t, int, int, uint32_t>, uint32_t> site_numbers_;
  Allocation* last_ = nullptr;  // of the last access
  size_t next_reader_ = 0;
};

/// Returns the name of a thread, such as "thread 7 of block 2".
std::string thread_text(uint32_t thread, uint32_t threads_per_block);

/// Returns the subject of a sentence about an access, such as "thread 0 of block 0 of kernel 'k' loads 4 bytes of array
/// 'x' at model.cpp:3".
std::string access_text(const CheckedLaunch& launch, const KernelAccess& access);

}  // namespace ag::device
