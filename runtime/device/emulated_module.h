#pragma once
/// A module of the emulated device: a shared object in memory, opened by the loader of the system.
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "device/failure.h"
#include "device/kernel_abi.h"

namespace ag::device {

class EmulatedModule {
 public:
  /// Opens the shared object of these bytes, and connects it with the calls of kernels.
  static Result<std::shared_ptr<const EmulatedModule>> load(std::span<const std::byte> image);
  ~EmulatedModule();
  EmulatedModule(const EmulatedModule&) = delete;
  EmulatedModule& operator=(const EmulatedModule&) = delete;

  /// Returns null if there is no kernel of that name.
  const AgDeviceKernel* find(const std::string& name) const;
  /// Returns the entry of an array; null for -1, and for an index that the module does not have.
  const AgDeviceArray* array(int index) const;
  /// Returns the place of a statement in the user's source.
  std::string statement(int index) const;
  /// True if the pointer is into the module: its constants.
  bool has(const void* pointer) const;

 private:
  EmulatedModule() = default;
  std::optional<std::string> open(std::span<const std::byte> image);

  void* library_ = nullptr;
  const AgDeviceModule* content_ = nullptr;
};

}  // namespace ag::device
