#pragma once
/// The implementation of a Tensor: a strided array in a shared buffer, or a symbol for a value of a graph that is being
/// traced.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ag/shape.h"
#include "ag/tensor.h"
#include "device/device_number.h"

namespace ag::detail {

using Strides = SmallVector<int64_t, 4>;  // in elements; may be negative, or 0 along a repeated axis

/// Shared, aligned memory. The elements follow the header, or lie on a device (device_array.h).
struct Buffer : Counted {
  uint32_t device_number = device::kHost;  // as wide as the count before it, so that one store initialises both
  size_t bytes = 0;
  std::byte* data = nullptr;
};

Buffer* allocate_buffer(size_t bytes);
void release_buffer(Buffer* buffer) noexcept;

/// A value of the graph that is being traced.
struct Symbol {
  uint64_t trace = 0;        // number of the trace it belongs to
  int32_t value = -1;        // its value id in the graph of that trace
  std::string name;          // the user's variable, if any
  const char* op = nullptr;  // the operation that computes it, if any
  Tensor defined;            // boolean symbol: the variable has a value; undefined if it certainly has one
  Tensor exact;              // for a host number that became symbolic: its value in the dtype of the C++ type
  std::string unusable;      // why it has no value (then `value` is -1): the text of the error of a read
  SourceLocation location = SourceLocation::current();  // where it was computed
};

class InternedStrings;  // interned_strings.h
void retain_strings(InternedStrings* strings) noexcept;
void release_strings(InternedStrings* strings) noexcept;

/// The kind of a tensor: four bytes, which are read in one load.
struct TensorKind {
  TensorKind() = default;
  TensorKind(DType dtype, bool weak = false) : dtype(dtype), weak(weak) {}

  DType dtype = DType::float32;
  bool weak : 1 = false;      // takes the dtype of the other operands
  bool literal : 1 = false;   // `scalar` is its exact value
  bool symbolic : 1 = false;  // `symbol` is set
  uint8_t unused_flags : 5 = 0;
  device::DeviceNumber device_number = device::kHost;  // that has the elements, or runs the graph of the symbol
  uint8_t unused = 0;
};
static_assert(sizeof(TensorKind) == sizeof(uint32_t));

/// Reports an access of the host to elements on a device as an internal error.
[[noreturn, gnu::cold]] void refuse_host_access();

/// Made by `acquire_impl` (tensor_impl_pool.h) and the functions that use it.
struct TensorImpl : Counted, TensorKind {
  // The fields that every call reads come first, so that they share a cache line if possible.
  std::byte* address = nullptr;  // of the first element; of a device array, an address that the host never dereferences
  Buffer* buffer = nullptr;      // null: the elements are few and in `small`
  std::unique_ptr<Symbol> symbol;
  InternedStrings* strings = nullptr;  // of string ids: the strings that they stand for
  Shape shape;
  Strides strides;
  alignas(8) std::byte small[32] = {};
  Scalar scalar;
  SourceLocation place = SourceLocation::current();  // of a literal: its place in the source

  ~TensorImpl() {
    if (buffer) release_buffer(buffer);
    if (strings) release_strings(strings);
  }
  bool is_symbol() const { return symbolic; }
  bool is_on_device() const { return device_number != device::kHost && !symbolic; }
  /// The first element, for the host. Device arrays are copied before (host_array).
  std::byte* data() const {
    if (is_on_device()) [[unlikely]]
      refuse_host_access();
    return address;
  }
  /// Encodes everything but the dimensions that distinguishes the types of tensors, and tensors from literals and
  /// symbols.
  uint64_t type_word() const { return type_word(*this, shape.size()); }
  static uint64_t type_word(const TensorKind& kind, uint64_t rank) {
    return std::bit_cast<uint32_t>(kind) | rank << 32;
  }
};

inline void retain(Counted* counted) { counted->retain(); }
inline bool is_unique(const Counted* counted) { return counted->references.load(std::memory_order_acquire) == 1; }

/// Row-major strides.
Strides contiguous_strides(std::span<const int64_t> dims);
inline bool is_contiguous(const TensorImpl& impl) {
  const int64_t *dims = impl.shape.begin(), *strides = impl.strides.begin();
  int64_t stride = 1;
  for (size_t axis = impl.shape.size(); axis-- > 0;) {
    if (dims[axis] != 1 && strides[axis] != stride) return impl.shape.element_count() == 0;
    stride *= dims[axis];
  }
  return true;
}
/// True if the elements have a single owner and are row-major, so that an operation may overwrite them.
bool may_overwrite(const TensorImpl& impl);

/// Returns a new array, row-major, with uninitialised elements.
Tensor allocate(const TensorKind& kind, const Shape& shape);
/// The same of rank 0.
Tensor allocate_number(DType dtype);
/// Returns a view of the elements of `base` with another shape. `offset` is in elements from its first.
Tensor make_view(const Tensor& base, const Shape& shape, const Strides& strides, int64_t offset);
/// Returns the same elements, row-major (the tensor itself if it is contiguous).
Tensor make_contiguous(const Tensor& tensor);
/// Copy-on-write: makes the elements private to this handle and row-major, so that they may be overwritten.
void make_unique(Tensor& tensor);
/// Returns a rank-0 array of that dtype with the converted value.
Tensor scalar_tensor(Scalar value, DType dtype);
/// True if the tensor is a host number that its own dtype rounds, such as 0.1 in float32. With another dtype, it is
/// more precise than its elements are.
inline bool is_rounded(const TensorImpl& impl) {
  if (!impl.weak || impl.dtype != DType::float32) return false;
  if (impl.is_symbol()) {
    const Tensor& exact = impl.symbol->exact;
    return exact.defined() && exact.impl()->dtype == DType::float64;
  }
  const double value = impl.scalar.floating;
  return impl.literal && value == value && static_cast<double>(static_cast<float>(value)) != value;
}

/// Returns the same as a host number: weak, and exact for every dtype.
Tensor literal_tensor(Scalar value, DType dtype, SourceLocation location);
/// Returns the only element of a concrete array as a host number.
Scalar read_scalar(const TensorImpl& impl);
/// True if converting `value` to `dtype` loses at most precision: no fraction, no sign and no high bits.
bool representable(Scalar value, DType dtype);
/// Returns a value of a trace.
Tensor make_symbol(DType dtype, const Shape& shape, bool weak, Symbol symbol);

/// The error of reading a tensor without a value. Whether that happens can depend on values: a traced branch that does
/// it fails when the graph runs the branch.
class UndefinedTensor : public Error {
 public:
  explicit UndefinedTensor(SourceLocation location)
      : Error(ErrorKind::invalid_argument, "undefined tensor used: assign it a value first", location) {}
};

/// Returns the impl of a tensor that is used as an operand. Throws UndefinedTensor if it has none.
TensorImpl& used(const Tensor& tensor, SourceLocation location);
/// Returns the impl of a tensor whose value is needed immediately. Throws if it is undefined or symbolic.
TensorImpl& concrete(const Tensor& tensor, const char* what, SourceLocation location);

}  // namespace ag::detail
