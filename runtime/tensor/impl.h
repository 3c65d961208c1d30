#pragma once
/// What a Tensor points to: a strided array in a shared buffer, or the name of a value of a graph that is being traced.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "ag/shape.h"
#include "ag/tensor.h"

namespace ag::detail {

using Strides = SmallVector<int64_t, 4>;  // in elements; may be negative, or 0 along a repeated axis

/// Shared, aligned memory. Elements follow the head.
struct Buffer : Counted {
  size_t bytes = 0;
  std::byte* data = nullptr;
};

Buffer* allocate_buffer(size_t bytes);
void release_buffer(Buffer* buffer) noexcept;

/// A value of the graph that is being traced.
struct Symbol {
  uint64_t trace = 0;        // number of the trace it belongs to
  int32_t value = -1;        // its value id in the graph of that trace
  std::string name;          // the user's variable, where it has one
  const char* op = nullptr;  // the operation that computes it, where one does
  Tensor defined;            // boolean symbol: whether the variable has a value; undefined where it surely has
  Tensor exact;              // a number of the host that became symbolic: its value in the dtype that C++ gives it
  std::string unusable;      // why it has no value (then `value` is -1): reading it is an error that says so
  SourceLocation location = SourceLocation::current();  // where it was computed
};

class KeptStrings;  // kept_strings.h
void retain_strings(KeptStrings* strings) noexcept;
void release_strings(KeptStrings* strings) noexcept;

/// What kind of tensor it is: four bytes, which are read at once.
struct TensorKind {
  TensorKind() = default;
  TensorKind(DType dtype, bool weak = false) : dtype(dtype), weak(weak) {}

  DType dtype = DType::float32;
  bool weak = false;      // takes the dtype of what it meets
  bool literal = false;   // `scalar` is its exact value
  bool symbolic = false;  // `symbol` is there
};

/// Made by `make_head` (heads.h) or what is made with it.
struct TensorImpl : Counted, TensorKind {
  // (What every call reads comes first, in one line of the cache where it may.)
  std::byte* data = nullptr;  // first element
  Buffer* buffer = nullptr;   // null: the elements are few and in `small`
  std::unique_ptr<Symbol> symbol;
  KeptStrings* strings = nullptr;  // of words: what they stand for
  Shape shape;
  Strides strides;
  alignas(8) std::byte small[32] = {};
  Scalar scalar;
  SourceLocation place = SourceLocation::current();  // of a literal: where it is written

  ~TensorImpl() {
    if (buffer) release_buffer(buffer);
    if (strings) release_strings(strings);
  }
  bool is_symbol() const { return symbolic; }
  /// What tells the types of tensors apart, but for their dimensions, and tensors from literals and symbols.
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
/// Whether nobody else has its elements, which are row-major: an operation may write over them.
bool may_overwrite(const TensorImpl& impl);

/// A new array, elements not initialised, row-major.
Tensor allocate(const TensorKind& kind, const Shape& shape);
/// The same of rank 0.
Tensor allocate_number(DType dtype);
/// A view of the elements of `base` with another shape; `offset` in elements from its first.
Tensor make_view(const Tensor& base, const Shape& shape, const Strides& strides, int64_t offset);
/// The same elements, row-major (the tensor itself where it is).
Tensor make_contiguous(const Tensor& tensor);
/// Makes the elements private to this handle and row-major, so that they may be overwritten.
void make_unique(Tensor& tensor);
/// A rank-0 array of that dtype with the value converted to it.
Tensor scalar_tensor(Scalar value, DType dtype);
/// Whether the tensor is a number of the host that its own dtype rounds, as 0.1 in float32: where it meets another
/// dtype it is more exact than its elements are.
inline bool is_rounded(const TensorImpl& impl) {
  if (!impl.weak || impl.dtype != DType::float32) return false;
  if (impl.is_symbol()) {
    const Tensor& exact = impl.symbol->exact;
    return exact.defined() && exact.impl()->dtype == DType::float64;
  }
  const double value = impl.scalar.floating;
  return impl.literal && value == value && static_cast<double>(static_cast<float>(value)) != value;
}

/// The same as a number of the host: weak, and exact whatever the dtype.
Tensor literal_tensor(Scalar value, DType dtype, SourceLocation location);
/// The only element of a concrete array as a host number.
Scalar read_scalar(const TensorImpl& impl);
/// Whether converting `value` to `dtype` would lose more than precision: a fraction or a sign or high bits.
bool representable(Scalar value, DType dtype);
/// A value of a trace.
Tensor make_symbol(DType dtype, const Shape& shape, bool weak, Symbol symbol);

/// A tensor without a value was read. Whether that happens can depend on values: a branch that does so while it is
/// traced fails when the graph gets there.
class UndefinedTensor : public Error {
 public:
  explicit UndefinedTensor(SourceLocation location)
      : Error(ErrorKind::invalid_argument, "undefined tensor used: assign it a value first", location) {}
};

/// The impl of a tensor that is used as an operand; throws UndefinedTensor where it has none.
TensorImpl& used(const Tensor& tensor, SourceLocation location);
/// The impl of a tensor whose value is needed now; throws where it is undefined or symbolic.
TensorImpl& concrete(const Tensor& tensor, const char* what, SourceLocation location);

}  // namespace ag::detail
