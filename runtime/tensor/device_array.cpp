#include "tensor/device_array.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

#include "base/check.h"
#include "device/opened_device.h"
#include "tensor/convert.h"
#include "tensor/interned_strings.h"
#include "tensor/memory/memory.h"
#include "tensor/memory/tensor_impl_pool.h"

namespace ag::detail {

namespace {

using device::DeviceAddress;
using device::DeviceNumber;
using device::OpenedDevice;

/// A buffer of device memory, and its copy on the host that `data` hands out.
struct DeviceBuffer : Buffer {
  std::mutex mutex;  // of the copy
  Tensor host_copy;
};

DeviceAddress address_of(const std::byte* elements) { return {reinterpret_cast<uint64_t>(elements)}; }

/// The bytes that an array spans: all that lie between its first and its last element in memory.
struct Extent {
  int64_t before = 0;  // of the first element of the array
  int64_t bytes = 0;
};

Extent extent_of(const TensorImpl& impl) {
  const auto item = static_cast<int64_t>(item_size(impl.dtype));
  if (impl.shape.element_count() == 0) return {};
  int64_t low = 0, high = 0;
  for (size_t axis = 0; axis < impl.shape.size(); ++axis) {
    const int64_t reach = (impl.shape[axis] - 1) * impl.strides[axis];
    (reach < 0 ? low : high) += reach;
  }
  return {-low * item, (high - low + 1) * item};
}

/// Copies the attributes of numbers and strings.
void copy_attributes(TensorImpl& to, const TensorImpl& from) {
  to.weak = from.weak;
  if (from.literal) {
    to.literal = true;
    to.scalar = from.scalar;
    to.place = from.place;
  }
  if (from.strings) set_strings(to, from.strings);
}

Tensor copy_to_host(const TensorImpl& impl, SourceLocation location) {
  Tensor copy = allocate(impl.dtype, impl.shape);
  copy_attributes(*copy.impl(), impl);
  const Extent extent = extent_of(impl);
  if (extent.bytes == 0) return copy;
  OpenedDevice& device = device::opened_device(impl.device_number, location);
  const DeviceAddress from = address_of(impl.address - extent.before);
  const auto bytes = static_cast<uint64_t>(extent.bytes);
  if (is_contiguous(impl)) {
    device.copy_to_host(copy.impl()->data(), from, bytes, location);
    return copy;
  }
  const Tensor spanned = allocate(DType::uint8, Shape{extent.bytes});
  device.copy_to_host(spanned.impl()->data(), from, bytes, location);
  TensorImpl strided;
  strided.dtype = impl.dtype;
  strided.shape = impl.shape;
  strided.strides = impl.strides;
  strided.address = spanned.impl()->data() + extent.before;
  convert_elements(*copy.impl(), strided);
  return copy;
}

Tensor copy_to_device(const TensorImpl& impl, DeviceNumber number, SourceLocation location) {
  Tensor copy = allocate_on(number, impl.dtype, impl.shape, location);
  TensorImpl& to = *copy.impl();
  copy_attributes(to, impl);
  const auto bytes = static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
  if (bytes == 0) return copy;
  Tensor contiguous;
  const std::byte* from = impl.data();
  if (!is_contiguous(impl)) {
    contiguous = allocate(impl.dtype, impl.shape);
    convert_elements(*contiguous.impl(), impl);
    from = contiguous.impl()->data();
  }
  device::opened_device(number, location).copy_to_device(address_of(to.address), from, bytes, location);
  return copy;
}

Tensor handle_of(const TensorImpl& impl) {
  auto* counted = const_cast<TensorImpl*>(&impl);
  retain(counted);
  return Tensor::from_impl(counted);
}

}  // namespace

Tensor allocate_on(DeviceNumber number, const TensorKind& kind, const Shape& shape, SourceLocation location) {
  if (number == device::kHost) return allocate(kind, shape);
  OpenedDevice& device = device::opened_device(number, location);
  const size_t item = item_size(kind.dtype);
  size_t bytes = item;
  bool fits = true;
  for (const int64_t extent : shape) fits = !__builtin_mul_overflow(bytes, static_cast<size_t>(extent), &bytes) && fits;
  if (!fits && std::ranges::find(shape, 0) == shape.end())
    throw Error(ErrorKind::invalid_argument, "an array of shape " + shape.str() + " does not fit into memory",
                location);
  if (!fits) bytes = 0;
  Tensor tensor = Tensor::from_impl(acquire_impl(kind));
  TensorImpl& impl = *tensor.impl();
  impl.device_number = number;
  impl.shape = shape;
  impl.strides = contiguous_strides(shape.dims());
  const size_t reserved = std::max(bytes, item);  // an array without elements has an address too
  void* const header = take_memory(sizeof(DeviceBuffer));
  DeviceAddress address;
  try {
    address = device.allocate(reserved, location);
  } catch (...) {
    give_memory(header);
    throw;
  }
  auto* const buffer = new (header) DeviceBuffer;
  buffer->device_number = number;
  buffer->bytes = reserved;
  buffer->data = reinterpret_cast<std::byte*>(address.value);
  impl.buffer = buffer;
  impl.address = buffer->data;
  return tensor;
}

void release_device_elements(Buffer& buffer) noexcept {
  const auto number = static_cast<DeviceNumber>(buffer.device_number);
  device::release_memory(number, address_of(buffer.data));
  auto& of_device = static_cast<DeviceBuffer&>(buffer);
  std::destroy_at(&of_device.host_copy);
  std::destroy_at(&of_device.mutex);
}

Tensor host_array(const TensorImpl& impl, SourceLocation location) {
  return impl.is_on_device() ? copy_to_host(impl, location) : handle_of(impl);
}

Tensor host_array(const Tensor& tensor, SourceLocation location) {
  return tensor.defined() && tensor.impl()->is_on_device() ? copy_to_host(*tensor.impl(), location) : tensor;
}

Tensor array_on(const TensorImpl& impl, DeviceNumber number, SourceLocation location) {
  AG_CHECK(!impl.is_symbol(), "a value of a graph has no elements to copy");
  if (impl.device_number == number) return handle_of(impl);
  if (number == device::kHost) return copy_to_host(impl, location);
  if (!impl.is_on_device()) return copy_to_device(impl, number, location);
  return copy_to_device(*copy_to_host(impl, location).impl(), number, location);
}

Tensor array_on(const Tensor& tensor, DeviceNumber number, SourceLocation location) {
  return array_on(*tensor.impl(), number, location);
}

Tensor on_default_device(Tensor made, SourceLocation location) {
  const DeviceNumber number = device::default_number(location);
  if (number == device::kHost) return made;
  const TensorImpl& impl = *made.impl();
  const bool stays = impl.shape.empty() || stays_on_host(impl.dtype) || impl.is_symbol();
  return stays ? made : array_on(impl, number, location);
}

const std::byte* readable_elements(const TensorImpl& impl, SourceLocation location) {
  if (!impl.is_on_device()) return impl.data();
  auto& buffer = static_cast<DeviceBuffer&>(*impl.buffer);
  const std::lock_guard lock(buffer.mutex);
  if (!buffer.host_copy.defined()) {
    Tensor copy = allocate(DType::uint8, Shape{static_cast<int64_t>(buffer.bytes)});
    device::opened_device(impl.device_number, location)
        .copy_to_host(copy.impl()->data(), address_of(buffer.data), buffer.bytes, location);
    buffer.host_copy = std::move(copy);
  }
  return buffer.host_copy.impl()->data() + (impl.address - buffer.data);
}

}  // namespace ag::detail
