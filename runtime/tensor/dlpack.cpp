/// Exchange of arrays with other libraries.
#include "ag/dlpack.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "device/opened_device.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"
#include "tensor/dlpack_abi.h"
#include "tensor/impl.h"
#include "tensor/owner.h"

namespace ag {

namespace {

using detail::TensorImpl;

struct Row {
  DType dtype;
  uint8_t code;
};
/// The number of bits is that of the dtype.
constexpr Row kRows[] = {
    {DType::boolean, dlpack::kBool},    {DType::int8, dlpack::kInt},        {DType::int16, dlpack::kInt},
    {DType::int32, dlpack::kInt},       {DType::int64, dlpack::kInt},       {DType::uint8, dlpack::kUnsigned},
    {DType::uint16, dlpack::kUnsigned}, {DType::uint32, dlpack::kUnsigned}, {DType::uint64, dlpack::kUnsigned},
    {DType::float16, dlpack::kFloat},   {DType::bfloat16, dlpack::kBfloat}, {DType::float32, dlpack::kFloat},
    {DType::float64, dlpack::kFloat},
};

/// The DLPack structure for another library, together with the memory that it points to.
template <class Managed>
struct Exported {
  Managed managed{};
  Tensor tensor;
  std::vector<int64_t> shape, strides;
};

/// Returns the device of an array that another library receives. The host waits for the work on it, since the other
/// library uses a stream of its own.
DLDevice exported_device(const TensorImpl& impl, SourceLocation location) {
  if (!impl.is_on_device()) return {dlpack::kCpu, 0};
  device::opened_device(impl.device_number, location).wait(location);
  return {dlpack::kCuda, device::device_of(impl.device_number).index()};
}

/// Returns the array for another library: that of a GPU as it is, that of the emulated device on the host, because no
/// other library knows this device.
Tensor exportable(const Tensor& tensor, SourceLocation location) {
  return tensor.device(location).kind() == DeviceKind::emulated ? detail::host_array(tensor, location) : tensor;
}

template <class Managed>
Managed* exported(const Tensor& tensor, SourceLocation location) {
  const TensorImpl& impl = *tensor.impl();
  auto owned = std::make_unique<Exported<Managed>>();
  owned->tensor = tensor;
  owned->shape.assign(impl.shape.begin(), impl.shape.end());
  owned->strides.assign(impl.strides.begin(), impl.strides.end());
  DLTensor& out = owned->managed.dl_tensor;
  out.data = impl.address;
  out.device = exported_device(impl, location);
  out.ndim = static_cast<int32_t>(owned->shape.size());
  out.dtype = {std::ranges::find(kRows, impl.dtype, &Row::dtype)->code, static_cast<uint8_t>(item_size(impl.dtype) * 8),
               1};
  out.shape = owned->shape.data();
  out.strides = owned->strides.data();
  owned->managed.manager_ctx = owned.get();
  owned->managed.deleter = [](Managed* self) { delete static_cast<Exported<Managed>*>(self->manager_ctx); };
  return &owned.release()->managed;
}

[[noreturn]] void refuse(ErrorKind kind, const std::string& message, SourceLocation location) {
  throw Error(kind, "from_dlpack: " + message, location);
}

DType dtype_of(const DLDataType& type, SourceLocation location) {
  for (const Row& row : kRows)
    if (type.lanes == 1 && type.code == row.code && type.bits == item_size(row.dtype) * 8) return row.dtype;
  refuse(ErrorKind::type_error,
         "elements of DLPack type code " + std::to_string(type.code) + " with " + std::to_string(type.bits) +
             " bits and " + std::to_string(type.lanes) + " lanes are not supported",
         location);
}

device::DeviceNumber number_of_gpu(int32_t index, SourceLocation location) {
  return device::number_of(Device("cuda:" + std::to_string(index), location), location);
}

/// Returns a view of the memory that `owned` keeps alive.
Tensor imported(const DLTensor& given, std::shared_ptr<void> owned, SourceLocation location) {
  constexpr int32_t kMaxDims = 64;
  constexpr int64_t kMaxElements = int64_t{1} << 46;
  const int32_t device = given.device.device_type;
  const bool is_on_gpu = device == dlpack::kCuda;
  if (!is_on_gpu && device != dlpack::kCpu && device != dlpack::kCudaHost && device != dlpack::kRocmHost)
    refuse(ErrorKind::unimplemented, "the array is in the memory of a device, of type " + std::to_string(device),
           location);
  const DType dtype = dtype_of(given.dtype, location);
  if (given.ndim < 0 || given.ndim > kMaxDims || (given.ndim > 0 && !given.shape))
    refuse(ErrorKind::shape_error, "the array has no valid shape", location);
  Shape shape;
  int64_t elements = 1;
  for (int32_t axis = 0; axis < given.ndim; ++axis) {
    const int64_t dim = given.shape[axis];
    if (dim < 0 || __builtin_mul_overflow(elements, std::max<int64_t>(dim, 1), &elements) || elements > kMaxElements)
      refuse(ErrorKind::shape_error, "the array has no valid shape", location);
    shape.push_back(dim);
  }
  if (shape.element_count() == 0) return detail::allocate(dtype, shape);
  if (!given.data) refuse(ErrorKind::invalid_argument, "the array has no memory", location);
  detail::Strides strides = detail::contiguous_strides(shape.dims());
  if (given.strides) std::copy(given.strides, given.strides + given.ndim, strides.begin());
  std::byte* data = static_cast<std::byte*>(given.data) + given.byte_offset;
  const size_t item = item_size(dtype);
  if (reinterpret_cast<uintptr_t>(data) % item == 0) {
    Tensor view = detail::make_foreign(dtype, shape, strides, data, std::move(owned));
    if (is_on_gpu) view.impl()->device_number = number_of_gpu(given.device.device_id, location);
    return view;
  }
  if (is_on_gpu) refuse(ErrorKind::unimplemented, "the elements of the array on a GPU are not aligned", location);
  // The memory is not aligned to the elements, so they are copied as bytes.
  Tensor bytes_of_elements = [&] {
    Shape with_bytes = shape;
    with_bytes.push_back(static_cast<int64_t>(item));
    detail::Strides in_bytes;
    for (const int64_t stride : strides) in_bytes.push_back(stride * static_cast<int64_t>(item));
    in_bytes.push_back(1);
    return detail::make_contiguous(detail::make_foreign(DType::uint8, with_bytes, in_bytes, data, owned));
  }();
  Tensor copy = detail::allocate(dtype, shape);
  std::copy_n(bytes_of_elements.impl()->data(), static_cast<size_t>(elements) * item, copy.impl()->data());
  return copy;
}

/// Owns an array of another library, and calls its deleter.
template <class Managed>
struct Taken {
  Managed* managed = nullptr;

  ~Taken() {
    if (managed && managed->deleter) managed->deleter(managed);
  }
};

template <class Managed>
Tensor taken(Managed* managed, SourceLocation location) {
  const auto owned = std::make_shared<Taken<Managed>>();
  Tensor tensor = imported(managed->dl_tensor, owned, location);
  owned->managed = managed;  // set last: if the import throws, the array still belongs to the caller
  return tensor;
}

void check_given(const void* managed, SourceLocation location) {
  if (!managed) refuse(ErrorKind::invalid_argument, "there is no array: the pointer is null", location);
}

}  // namespace

DLManagedTensorVersioned* to_dlpack(const Tensor& tensor, SourceLocation location) {
  detail::concrete(tensor, "to_dlpack", location);
  auto* managed = exported<DLManagedTensorVersioned>(exportable(tensor, location), location);
  managed->version = dlpack::kVersion;
  managed->flags = dlpack::kReadOnly;
  return managed;
}

DLManagedTensor* to_dlpack_unversioned(const Tensor& tensor, SourceLocation location) {
  const TensorImpl& impl = detail::concrete(tensor, "to_dlpack_unversioned", location);
  const Tensor on_host = detail::host_array(tensor, location);
  Tensor copy = detail::allocate(impl.dtype, impl.shape);
  detail::convert_elements(*copy.impl(), *on_host.impl());
  if (tensor.device(location).kind() == DeviceKind::cuda) copy = detail::array_on(copy, impl.device_number, location);
  return exported<DLManagedTensor>(copy, location);
}

Tensor from_dlpack(DLManagedTensorVersioned* managed, SourceLocation location) {
  check_given(managed, location);
  if (managed->version.major != dlpack::kVersion.major) {
    refuse(ErrorKind::unimplemented,
           "the array is of version " + std::to_string(managed->version.major) + " of DLPack; version " +
               std::to_string(dlpack::kVersion.major) + " is known",
           location);
  }
  return taken(managed, location);
}

Tensor from_dlpack(DLManagedTensor* managed, SourceLocation location) {
  check_given(managed, location);
  return taken(managed, location);
}

}  // namespace ag
