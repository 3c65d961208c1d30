#pragma once
/// The value type of numeric programs: an array with one element type, or, while a function is traced, the id of a
/// value of its graph.
#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <source_location>
#include <span>
#include <string>
#include <utility>
#include <vector>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

#include "ag/detail/export.h"
#include "ag/dtype.h"
#include "ag/error.h"
#include "ag/shape.h"

namespace ag {

class Device;
class Element;
class Index;
class TensorArg;
template <class T>
class Staged;

namespace detail {

struct TensorImpl;

/// The reference count at the start of every shared object to which public classes point.
struct Counted {
  std::atomic<uint32_t> references{1};

  void retain() {
    if (is_alone())
      references.store(references.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      references.fetch_add(1, std::memory_order_relaxed);
  }
  /// Returns true if this was the last reference.
  bool release() {
    const uint32_t count = references.load(std::memory_order_acquire);
    if (count == 1) return true;  // no other holder could add a reference
    if (!is_alone()) return references.fetch_sub(1, std::memory_order_acq_rel) == 1;
    references.store(count - 1, std::memory_order_relaxed);
    return false;
  }

 private:
  /// True if the process has always been single-threaded; non-atomic counting is then much cheaper.
  static bool is_alone() {
#if __has_include(<sys/single_threaded.h>)
    return __libc_single_threaded;
#else
    return false;
#endif
  }
};

AG_API void destroy(TensorImpl* impl) noexcept;

/// A host number as written, stored exactly.
struct Scalar {
  union {
    int64_t integer = 0;
    double floating;
  };
  DType dtype = DType::int64;  // boolean, int64, uint64 or float64
};

template <Arithmetic T>
constexpr Scalar scalar_of(T value) {
  Scalar scalar;
  if constexpr (std::is_floating_point_v<T>) {
    scalar.floating = static_cast<double>(value);
    scalar.dtype = DType::float64;
  } else {
    scalar.integer = static_cast<int64_t>(value);
    scalar.dtype = std::is_same_v<T, bool>                   ? DType::boolean
                   : std::is_unsigned_v<T> && sizeof(T) == 8 ? DType::uint64
                                                             : DType::int64;
  }
  return scalar;
}

}  // namespace detail

/// A value: copies are cheap and independent, and share memory until one is changed (copy-on-write).
///
///     Tensor x = tensor({1.0, 2.0, 3.0});
///     x[0] = 5;                       // earlier copies of x keep 1
class AG_API Tensor {
 public:
  /// Undefined: assign before use. A use is an error with a source location.
  Tensor() = default;
  /// A literal: rank 0, weak. It takes the dtype of the other operand and keeps its exact value until then.
  template <Arithmetic T>
  Tensor(T value, SourceLocation location = SourceLocation::current())
      : Tensor(detail::scalar_of(value), literal_dtype<T>(), location) {}
  /// A number that control flow may have made symbolic (converted code only).
  template <Arithmetic T>
  Tensor(const Staged<T>& value, SourceLocation location = SourceLocation::current());
  Tensor(const Tensor& other) noexcept : impl_(other.impl_) {
    if (impl_) counted()->retain();
  }
  Tensor(Tensor&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
  Tensor& operator=(const Tensor& other) & {
    Tensor copy(other);
    std::swap(impl_, copy.impl_);
    return *this;
  }
  Tensor& operator=(Tensor&& other) & noexcept {
    std::swap(impl_, other.impl_);
    return *this;
  }
  ~Tensor() {
    if (impl_ && counted()->release()) detail::destroy(impl_);
  }

  /// True if the tensor has been assigned a value.
  bool defined() const { return impl_ != nullptr; }
  DType dtype(SourceLocation location = SourceLocation::current()) const;
  /// The device that has the elements; while tracing, the device that the graph runs on.
  Device device(SourceLocation location = SourceLocation::current()) const;
  /// The array on a device: itself if it is there, or else a copy, through which gradients pass. While tracing, there
  /// is one device, that of the graph.
  Tensor to_device(const Device& device, SourceLocation location = SourceLocation::current()) const;
  int64_t ndim(SourceLocation location = SourceLocation::current()) const;
  /// Number of elements. An error if a dimension is known only at run time.
  int64_t size(SourceLocation location = SourceLocation::current()) const;
  /// The extents; may contain ag::unknown while tracing.
  Shape shape(SourceLocation location = SourceLocation::current()) const;
  /// One extent; negative axes count from the end. An error if it is known only at run time.
  int64_t shape(int axis, SourceLocation location = SourceLocation::current()) const;

  /// The value of a tensor with one element as a host number, converted like static_cast. An error while tracing,
  /// because the value is known only at run time.
  template <Arithmetic T>
  T item(SourceLocation location = SourceLocation::current()) const {
    detail::Scalar scalar = item_scalar("item", location);
    return scalar.dtype == DType::float64  ? static_cast<T>(scalar.floating)
           : scalar.dtype == DType::uint64 ? static_cast<T>(static_cast<uint64_t>(scalar.integer))
                                           : static_cast<T>(scalar.integer);
  }
  /// Like item(), for int(t) and double(t).
  template <Arithmetic T>
    requires(!std::is_same_v<T, bool>)
  explicit operator T() const {
    return item<T>();
  }
  /// True if the single element is not zero. An error while tracing: the calling function has not been converted.
  explicit operator bool() const { return condition(SourceLocation::current()); }

  /// The elements in row-major order, converted like static_cast.
  template <Arithmetic T>
  std::vector<T> to_vector(SourceLocation location = SourceLocation::current()) const {
    std::vector<T> values;
    if constexpr (std::is_same_v<T, bool>) {
      std::vector<unsigned char> bytes(static_cast<size_t>(size(location)));
      copy_to(bytes.data(), DType::boolean, location);
      values.assign(bytes.begin(), bytes.end());
    } else {
      values.resize(static_cast<size_t>(size(location)));
      copy_to(values.data(), dtype_of<T>(), location);
    }
    return values;
  }
  /// A view of the elements in row-major order; T must be the element type. Valid until this tensor is changed. A
  /// tensor whose elements are not contiguous is first made contiguous.
  template <Arithmetic T>
  std::span<const T> data(SourceLocation location = SourceLocation::current()) const {
    return {static_cast<const T*>(contiguous_data(dtype_of<T>(), location)), static_cast<size_t>(size(location))};
  }

  /// Subscript of the first axis by an integer, a rank-0 integer tensor, a slice, a mask or an integer tensor.
  /// Assignable.
  Element operator[](const Index& index) &;
  Tensor operator[](const Index& index) const&;
  /// Subscript of several axes: t(i, all, slice(1, 5), newaxis, ellipsis). Assignable.
  Element operator()(const Index& a) &;
  Tensor operator()(const Index& a) const&;
  Element operator()(const Index& a, const Index& b) &;
  Tensor operator()(const Index& a, const Index& b) const&;
  Element operator()(const Index& a, const Index& b, const Index& c) &;
  Tensor operator()(const Index& a, const Index& b, const Index& c) const&;
  Element operator()(const Index& a, const Index& b, const Index& c, const Index& d) &;
  Tensor operator()(const Index& a, const Index& b, const Index& c, const Index& d) const&;
  Element operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e) &;
  Tensor operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e) const&;
  Element operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e, const Index& f) &;
  Tensor operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e,
                    const Index& f) const&;
  /// The transpose of a matrix.
  Tensor T(SourceLocation location = SourceLocation::current()) const;

#define AG_COMPOUND_ASSIGNMENTS(X) X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^) X(<<) X(>>)
#define AG_COMPOUND_ASSIGNMENT(op) Tensor& operator op##=(const TensorArg & value)&;
  AG_COMPOUND_ASSIGNMENTS(AG_COMPOUND_ASSIGNMENT)
#undef AG_COMPOUND_ASSIGNMENT

  /// For internal use by the runtime.
  detail::TensorImpl* impl() const { return impl_; }
  /// Takes ownership of one reference.
  static Tensor from_impl(detail::TensorImpl* impl) {
    Tensor tensor;
    tensor.impl_ = impl;
    return tensor;
  }

 private:
  Tensor(detail::Scalar value, DType dtype, SourceLocation location);
  detail::Counted* counted() const { return reinterpret_cast<detail::Counted*>(impl_); }
  detail::Scalar item_scalar(const char* what, SourceLocation location) const;
  bool condition(SourceLocation location) const;
  void copy_to(void* out, DType dtype, SourceLocation location) const;
  const void* contiguous_data(DType dtype, SourceLocation location) const;

  detail::TensorImpl* impl_ = nullptr;
};

/// The operand of ++ or --, with its source location. (A member operator could not capture the location.)
class TensorRef {
 public:
  TensorRef(Tensor& tensor, SourceLocation location = SourceLocation::current())
      : tensor_(tensor), location_(location) {}
  Tensor& tensor() const { return tensor_; }
  SourceLocation location() const { return location_; }

 private:
  Tensor& tensor_;
  SourceLocation location_;
};

/// Like x += 1 and x -= 1.
AG_API Tensor& operator++(const TensorRef& x);
AG_API Tensor& operator--(const TensorRef& x);
AG_API Tensor operator++(const TensorRef& x, int);
AG_API Tensor operator--(const TensorRef& x, int);

AG_API std::ostream& operator<<(std::ostream& stream, const Tensor& tensor);

/// The iterator of `for (Tensor row : x)`: iterates over the first axis.
class AG_API RowIterator {
 public:
  RowIterator(Tensor tensor, int64_t row) : tensor_(std::move(tensor)), row_(row) {}
  Tensor operator*() const;
  RowIterator& operator++() {
    ++row_;
    return *this;
  }
  bool operator!=(const RowIterator& other) const { return row_ != other.row_; }

 private:
  Tensor tensor_;
  int64_t row_;
};

AG_API RowIterator begin(const Tensor& tensor, SourceLocation location = SourceLocation::current());
AG_API RowIterator end(const Tensor& tensor, SourceLocation location = SourceLocation::current());

}  // namespace ag
