#include "device_plan/plan_memory.h"

#include <algorithm>
#include <cstring>

namespace ag::codegen {

namespace {

/// Blocks of memory that are kept for pending work. With more, the host waits.
constexpr size_t kMostPending = 1024;

}  // namespace

void require(const device::Status& status) {
  if (!status) throw device::to_error(status.failure(), SourceLocation::current());
}

DeviceMemory::DeviceMemory(device::Driver& driver, uint64_t bytes)
    : driver_(driver), address_(require(driver.allocate(std::max<uint64_t>(bytes, 1)))) {}

DeviceMemory::~DeviceMemory() { (void)driver_.release(address_); }

PlanStream::PlanStream(device::Driver& driver) : driver_(driver), stream_(require(driver.create_stream())) {}

PlanStream::~PlanStream() {
  (void)driver_.wait(stream_);  // a failure of the work has been reported, or follows an error that is on its way
  (void)driver_.destroy_stream(stream_);
}

DeviceArray PlanStream::allocate(DType dtype, const Shape& shape) {
  if (retired_.size() > kMostPending) wait();
  const uint64_t bytes = static_cast<uint64_t>(shape.element_count()) * item_size(dtype);
  auto memory = std::make_shared<DeviceMemory>(driver_, bytes);
  const device::DeviceAddress address = memory->address();
  return {std::move(memory), address, bytes, shape};
}

DeviceArray PlanStream::upload(const Tensor& tensor) {
  const Tensor elements = detail::make_contiguous(tensor);
  DeviceArray array = allocate(elements.impl()->dtype, elements.impl()->shape);
  write(array.address, elements.impl()->data(), array.bytes);
  return array;
}

void PlanStream::drop(DeviceArray array) {
  if (array.memory.use_count() != 1) return;
  retired_.push_back(std::move(array.memory));
}

void PlanStream::write(device::DeviceAddress to, const void* from, uint64_t bytes) {
  if (bytes == 0) return;
  if (staged_.size() > kMostPending) wait();
  std::vector<std::byte>& copy = staged_.emplace_back(bytes);
  std::memcpy(copy.data(), from, bytes);
  require(driver_.copy_to_device(to, copy.data(), bytes, stream_));
}

Tensor PlanStream::download(const DeviceArray& array, DType dtype) {
  Tensor tensor = detail::allocate(dtype, array.shape);
  read(tensor.impl()->data(), array.address, array.bytes);
  return tensor;
}

void PlanStream::read(void* to, device::DeviceAddress from, uint64_t bytes) {
  if (bytes != 0) require(driver_.copy_to_host(to, from, bytes, stream_));
}

void PlanStream::copy(const DeviceArray& to, const DeviceArray& from) {
  if (to.bytes != 0) require(driver_.copy_on_device(to.address, from.address, to.bytes, stream_));
}

void PlanStream::wait() {
  require(driver_.wait(stream_));
  retired_.clear();
  staged_.clear();
}

}  // namespace ag::codegen
