#pragma once
/// Device memory of a run of a plan: arrays, and the transfers of their elements. Failures are thrown as ag::Error.
#include <memory>
#include <vector>

#include "device/driver.h"
#include "tensor/impl.h"

namespace ag::codegen {

/// Throws the failure of a call of a driver.
void require(const device::Status& status);
template <class T>
T require(device::Result<T> result) {
  if (!result) throw device::to_error(result.failure(), SourceLocation::current());
  return std::move(result.value());
}

/// Memory that is released with its last owner. The driver must have waited for the work that uses it.
class DeviceMemory {
 public:
  DeviceMemory(device::Driver& driver, uint64_t bytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;

  device::DeviceAddress address() const { return address_; }

 private:
  device::Driver& driver_;
  device::DeviceAddress address_;
};

/// The elements of an array in device memory.
struct DeviceArray {
  std::shared_ptr<DeviceMemory> memory;
  device::DeviceAddress address;
  uint64_t bytes = 0;
  Shape shape;
};

/// A stream with the transfers of its runs. Host memory of pending transfers, and memory that was dropped while pending
/// work may use it, lives until `wait`.
class PlanStream {
 public:
  explicit PlanStream(device::Driver& driver);
  ~PlanStream();
  PlanStream(const PlanStream&) = delete;

  device::Driver& driver() const { return driver_; }
  device::StreamHandle handle() const { return stream_; }

  DeviceArray allocate(DType dtype, const Shape& shape);
  /// Ends the ownership of an array. Memory without other owners lives until the present work has been waited for.
  void drop(DeviceArray array);
  DeviceArray upload(const Tensor& tensor);
  void write(device::DeviceAddress to, const void* from, uint64_t bytes);
  /// Returns a tensor whose elements arrive with the next `wait`.
  Tensor download(const DeviceArray& array, DType dtype);
  void read(void* to, device::DeviceAddress from, uint64_t bytes);
  void copy(const DeviceArray& to, const DeviceArray& from);
  void wait();

 private:
  device::Driver& driver_;
  device::StreamHandle stream_;
  std::vector<std::shared_ptr<DeviceMemory>> retired_;
  std::vector<std::vector<std::byte>> staged_;
};

}  // namespace ag::codegen
