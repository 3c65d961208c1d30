#include "tensor/impl.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "base/check.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"
#include "tensor/interned_strings.h"
#include "tensor/memory/guarded_memory.h"
#include "tensor/memory/memory.h"
#include "tensor/memory/result_template.h"
#include "tensor/memory/tensor_impl_pool.h"
#include "tensor/owner.h"
#include "tensor/symbol.h"

namespace ag::detail {

namespace {

constexpr size_t kHead = (sizeof(Buffer) + kMemoryAlignment - 1) / kMemoryAlignment * kMemoryAlignment;

/// A buffer that keeps an object alive. It is recognised by its size: no other buffer has 0 bytes.
struct OwningBuffer : Buffer {
  uint64_t word = 0;
  std::shared_ptr<void> owned;
};
static_assert(sizeof(OwningBuffer) <= kHead);

/// Frees the free list of a thread when it exits.
struct TensorImplPoolCloser {
  ~TensorImplPoolCloser() {
    tensor_impl_pool.room = 0;
    while (TensorImpl* head = tensor_impl_pool.first) {
      tensor_impl_pool.first = reinterpret_cast<TensorImpl*>(head->address);
      delete head;
    }
  }
};

[[gnu::noinline]] void release_impl(TensorImpl* head) noexcept {
  if (kKeepsMemory && !tensor_impl_pool.opened) {
    static thread_local TensorImplPoolCloser closer;
    (void)&closer;
    tensor_impl_pool.opened = true;
    tensor_impl_pool.room = TensorImplPool::kMax;
  }
  delete head;
}

/// Resets a TensorImpl that has more than the fields of an array.
[[gnu::noinline]] void renew(TensorImpl& impl) noexcept {
  std::destroy_at(&impl);
  std::construct_at(&impl);
}

}  // namespace

constinit thread_local TensorImplPool tensor_impl_pool;

void destroy(TensorImpl* impl) noexcept {
  if (impl->buffer) release_buffer(std::exchange(impl->buffer, nullptr));
  if (impl->literal || impl->symbolic || impl->strings) [[unlikely]]
    renew(*impl);
  if (tensor_impl_pool.room == 0) [[unlikely]]
    return release_impl(impl);
  --tensor_impl_pool.room;
  impl->address = reinterpret_cast<std::byte*>(std::exchange(tensor_impl_pool.first, impl));
}

/// Returns the address of the elements, unless memory is guarded.
static std::byte* after_header(Buffer* buffer) { return reinterpret_cast<std::byte*>(buffer) + kHead; }

/// Returns the size of a buffer of `bytes` bytes, including its header.
static size_t buffer_size(size_t bytes) {
  return kHead + (bytes + kMemoryAlignment - 1) / kMemoryAlignment * kMemoryAlignment;
}

static Buffer* new_buffer(void* memory, size_t bytes) {
  Buffer* buffer = new (memory) Buffer;
  buffer->bytes = bytes;
  buffer->data = after_header(buffer);
  return buffer;
}

[[gnu::cold, gnu::noinline]] static Buffer* allocate_guarded(size_t bytes) {
  auto* buffer = new (take_memory(kHead)) Buffer;
  buffer->bytes = bytes;
  try {
    buffer->data = take_guarded(bytes);
  } catch (...) {
    give_memory(buffer);
    throw;
  }
  return buffer;
}

Buffer* allocate_buffer(size_t bytes) {
  if (guards_memory) [[unlikely]]
    return allocate_guarded(bytes);
  return new_buffer(take_memory(buffer_size(bytes)), bytes);
}

Buffer* allocate_buffer(size_t bytes, const SizeClass& size_class) {
  void* const kept = thread_cache.take(size_class);
  return new_buffer(kept ? kept : take_new_memory(buffer_size(bytes)), bytes);
}

/// Releases the memory of elements that do not follow their header.
[[gnu::cold, gnu::noinline]] static void release_elements(Buffer& buffer) noexcept {
  if (buffer.device_number != device::kHost)
    release_device_elements(buffer);
  else
    give_guarded(buffer.data, buffer.bytes);
}

void release_buffer(Buffer* buffer) noexcept {
  if (!buffer->release()) return;
  if (buffer->bytes == 0) [[unlikely]] {
    static_cast<OwningBuffer*>(buffer)->~OwningBuffer();
  } else {
    if (buffer->data != after_header(buffer)) [[unlikely]]
      release_elements(*buffer);
    buffer->~Buffer();
  }
  give_memory(buffer);
}

Strides contiguous_strides(std::span<const int64_t> dims) {
  Strides strides(dims.size());
  int64_t stride = 1;
  for (size_t axis = dims.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= dims[axis];
  }
  return strides;
}

Tensor allocate_number(DType dtype) { return Tensor::from_impl(acquire_impl(dtype)); }

/// Throws for more elements than fit into memory, unless a dimension is 0.
[[gnu::cold, gnu::noinline]] static void refuse_huge(const Shape& shape) {
  if (std::ranges::find(shape, 0) == shape.end())
    throw Error(ErrorKind::invalid_argument, "an array of shape " + shape.str() + " does not fit into memory");
}

/// True if the elements are in inline storage, or in a buffer with a single owner.
static bool has_own_memory(const TensorImpl& impl) {
  return !impl.buffer || (is_unique(impl.buffer) && impl.buffer->bytes != 0);
}

bool may_overwrite(const TensorImpl& impl) {
  return is_unique(&impl) && !impl.literal && !impl.is_on_device() && has_own_memory(impl) && is_contiguous(impl);
}

Tensor allocate(const TensorKind& kind, const Shape& shape) {
  Tensor tensor = Tensor::from_impl(acquire_impl(kind));
  if (shape.empty()) return tensor;
  TensorImpl& impl = *tensor.impl();
  impl.shape = shape;
  const size_t rank = shape.size();
  const int64_t* dims = shape.begin();
  int64_t* strides = impl.strides.extend(rank);
  size_t bytes = item_size(kind.dtype);
  const int shift = std::countr_zero(bytes);
  bool fits = true;
  for (size_t axis = rank; axis-- > 0;) {
    strides[axis] = static_cast<int64_t>(bytes >> shift);
    fits = !__builtin_mul_overflow(bytes, static_cast<size_t>(dims[axis]), &bytes) && fits;
  }
  if (!fits || bytes > size_t{1} << 46) [[unlikely]] {
    refuse_huge(shape);
    impl.strides = contiguous_strides(shape.dims());
    bytes = 0;
  }
  if (bytes > sizeof(impl.small) || (guards_memory && bytes != 0)) {
    impl.buffer = allocate_buffer(bytes);
    impl.address = impl.buffer->data;
  }
  return tensor;
}

ResultTemplate::ResultTemplate(const TensorKind& kind, const Shape& shape) : kind(kind), shape(shape) {
  size_t all = item_size(kind.dtype);
  bool fits = true;
  for (int64_t extent : shape)
    fits = extent >= 0 && !__builtin_mul_overflow(all, static_cast<size_t>(extent), &all) && fits;
  if (!fits) return;
  bytes = all;
  strides = contiguous_strides(shape.dims());
  has_buffer = bytes > sizeof(TensorImpl::small);
  is_plain = !guards_memory && buffer_size(bytes) < SizeClass::kMaxBytes;
  if (is_plain) size_class = SizeClass::of_bytes(buffer_size(bytes));
}

Tensor allocate_otherwise(const ResultTemplate& form) { return allocate(form.kind, form.shape); }

Tensor make_owner(uint64_t word, std::shared_ptr<void> owned) {
  TensorImpl* impl = acquire_impl(DType::uint64);
  Tensor tensor = Tensor::from_impl(impl);
  impl->shape = Shape{1};
  impl->strides = contiguous_strides(impl->shape.dims());
  auto* buffer = new (take_memory(kHead)) OwningBuffer;
  impl->buffer = buffer;
  buffer->word = word;
  buffer->owned = std::move(owned);
  impl->address = buffer->data = reinterpret_cast<std::byte*>(&buffer->word);
  return tensor;
}

Tensor make_foreign(DType dtype, const Shape& shape, const Strides& strides, std::byte* data,
                    std::shared_ptr<void> owned) {
  TensorImpl* impl = acquire_impl(dtype);
  Tensor tensor = Tensor::from_impl(impl);
  impl->shape = shape;
  impl->strides = strides;
  auto* buffer = new (take_memory(kHead)) OwningBuffer;
  impl->buffer = buffer;
  buffer->owned = std::move(owned);
  impl->address = buffer->data = data;
  return tensor;
}

Tensor make_view(const Tensor& base, const Shape& shape, const Strides& strides, int64_t offset) {
  const TensorImpl& from = *base.impl();
  TensorImpl* impl = acquire_impl(from.dtype);
  Tensor tensor = Tensor::from_impl(impl);
  impl->device_number = from.device_number;
  impl->shape = shape;
  impl->strides = strides;
  if (from.buffer) {
    retain(from.buffer);
    impl->buffer = from.buffer;
    impl->address = from.address + offset * static_cast<int64_t>(item_size(from.dtype));
  } else {
    std::memcpy(impl->small, from.small, sizeof(impl->small));
    impl->address = impl->small + (from.address - from.small) + offset * static_cast<int64_t>(item_size(from.dtype));
  }
  if (from.strings) set_strings(*impl, from.strings);
  return tensor;
}

static Tensor copy_of(const TensorImpl& impl) {
  if (impl.is_on_device()) return array_on(copy_of(*host_array(impl).impl()), impl.device_number);
  Tensor copy = allocate(impl.dtype, impl.shape);
  convert_elements(*copy.impl(), impl);
  if (impl.strings) set_strings(*copy.impl(), impl.strings);
  return copy;
}

Tensor make_contiguous(const Tensor& tensor) {
  const TensorImpl& impl = *tensor.impl();
  if (is_contiguous(impl)) return tensor;
  return copy_of(impl);
}

void refuse_host_access() { internal_error("the host reads elements that are on a device"); }

void make_unique(Tensor& tensor) {
  const TensorImpl& impl = *tensor.impl();
  const bool owned = is_unique(&impl) && has_own_memory(impl);
  if (owned && !impl.weak && !impl.literal && is_contiguous(impl)) return;
  tensor = copy_of(impl);
}

Tensor scalar_tensor(Scalar value, DType dtype) {
  Tensor tensor = allocate(dtype, Shape());
  store_scalar(tensor.impl()->data(), dtype, value);
  return tensor;
}

bool representable(Scalar value, DType dtype) {
  if (dtype == DType::boolean) return value.dtype == DType::boolean;
  if (is_floating(dtype)) return true;
  if (value.dtype == DType::float64) return false;
  const bool negative = value.dtype != DType::uint64 && value.integer < 0;
  const int bits = static_cast<int>(item_size(dtype)) * 8;
  if (category(dtype) == Category::Unsigned) {
    return !negative && (bits == 64 || (static_cast<uint64_t>(value.integer) >> bits) == 0);
  }
  if (value.dtype == DType::uint64 && value.integer < 0) return false;  // beyond int64
  const int64_t limit = bits == 64 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << (bits - 1)) - 1;
  return value.integer <= limit && value.integer >= -limit - 1;
}

Tensor make_symbol(DType dtype, const Shape& shape, bool weak, Symbol symbol) {
  TensorImpl* impl = acquire_impl(dtype);
  Tensor tensor = Tensor::from_impl(impl);
  impl->shape = shape;
  impl->weak = weak;
  impl->address = nullptr;
  impl->symbol = std::make_unique<Symbol>(std::move(symbol));
  impl->symbolic = true;
  return tensor;
}

TensorImpl& used(const Tensor& tensor, SourceLocation location) {
  if (!tensor.defined()) throw UndefinedTensor(location);
  return *tensor.impl();
}

TensorImpl& concrete(const Tensor& tensor, const char* what, SourceLocation location) {
  TensorImpl& impl = used(tensor, location);
  if (impl.is_symbol()) {
    check_alive(*impl.symbol, location);
    const std::string& name = impl.symbol->name;
    throw Error(ErrorKind::staging_error,
                std::string(what) + " needs the value of a tensor that is known only when the graph runs" +
                    (name.empty() ? "" : " ('" + name + "')"),
                location,
                {"the value was computed at " + origin_text(*impl.symbol),
                 "the function that asks is running under a trace without having been converted: mark it AG_CONVERT "
                 "and pass its file through agc, or keep the value a Tensor"});
  }
  return impl;
}

}  // namespace ag::detail
