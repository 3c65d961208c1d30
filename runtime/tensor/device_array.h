#pragma once
/// Arrays whose elements lie on a device, and their copies. The host never dereferences the address of such elements:
/// every read goes through host_array.
#include "ag/device.h"
#include "device/device_number.h"
#include "device/driver.h"
#include "tensor/impl.h"

namespace ag::detail {

/// Returns a new array on a device, row-major, with undefined elements. Throws out_of_memory.
Tensor allocate_on(device::DeviceNumber device, const TensorKind& kind, const Shape& shape,
                   SourceLocation location = SourceLocation::current());

/// Returns the array on the host: the array itself, or a copy after all work that was enqueued before.
Tensor host_array(const TensorImpl& impl, SourceLocation location = SourceLocation::current());
Tensor host_array(const Tensor& tensor, SourceLocation location = SourceLocation::current());

/// Returns the array on a device or the host: the array itself, or a copy. It keeps the attributes
/// of numbers and strings.
Tensor array_on(const TensorImpl& impl, device::DeviceNumber device,
                SourceLocation location = SourceLocation::current());
Tensor array_on(const Tensor& tensor, device::DeviceNumber device, SourceLocation location = SourceLocation::current());

/// Returns an array that was made on the host as one of the default device. Numbers stay, as do arrays of uint64: they
/// may be strings, keys or handles, whose elements only the host uses.
Tensor on_default_device(Tensor made, SourceLocation location = SourceLocation::current());
/// True for dtypes whose arrays stay on the host, beside arrays of a device, until the program moves them.
inline bool stays_on_host(DType dtype) { return dtype == DType::uint64; }

/// Returns the elements of a row-major array for the host: in place, or in a copy that lives as long as the memory of
/// the array.
const std::byte* readable_elements(const TensorImpl& impl, SourceLocation location);

/// Releases the elements of a buffer on a device.
void release_device_elements(Buffer& buffer) noexcept;

}  // namespace ag::detail
