#pragma once
/// The value that numeric programs compute with: an array of one element type, or, while a function is traced, the name
/// of a value of its graph.
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

#include "ag/dtype.h"
#include "ag/error.h"
#include "ag/export.h"
#include "ag/shape.h"

namespace ag {

class Element;
class Index;
class TensorArg;
template <class T>
class Staged;

namespace detail {

struct TensorImpl;

/// The head of every shared object that public classes point to.
struct Counted {
  std::atomic<uint32_t> references{1};

  void retain() {
    if (is_alone())
      references.store(references.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      references.fetch_add(1, std::memory_order_relaxed);
  }
  /// Whether this was the last one.
  bool release() {
    const uint32_t count = references.load(std::memory_order_acquire);
    if (count == 1) return true;  // nobody is there who could take another one
    if (!is_alone()) return references.fetch_sub(1, std::memory_order_acq_rel) == 1;
    references.store(count - 1, std::memory_order_relaxed);
    return false;
  }

 private:
  /// Whether the process has had one thread only: counting costs a fraction then.
  static bool is_alone() {
#if __has_include(<sys/single_threaded.h>)
    return __libc_single_threaded;
#else
    return false;
#endif
  }
};

AG_API void destroy(TensorImpl* impl) noexcept;

/// A number of the host as it was written, kept exactly.
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

/// A value: copies are cheap, independent of each other, and share memory until one is changed.
///
///     Tensor x = tensor({1.0, 2.0, 3.0});
///     x[0] = 5;                       // copies of x made before keep 1
class AG_API Tensor {
 public:
  /// Undefined: assign before use. Using it is an error that names the place.
  Tensor() = default;
  /// A literal: rank 0, weak. It takes the dtype of what it meets and keeps its exact value until then.
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

  /// Whether it has been given a value.
  bool defined() const { return impl_ != nullptr; }
  DType dtype(SourceLocation location = SourceLocation::current()) const;
  int64_t ndim(SourceLocation location = SourceLocation::current()) const;
  /// Number of elements. An error where a dimension is known only when the graph runs.
  int64_t size(SourceLocation location = SourceLocation::current()) const;
  /// The extents; may contain ag::unknown while tracing.
  Shape shape(SourceLocation location = SourceLocation::current()) const;
  /// One extent; negative axes count from the end. An error where it is known only when the graph runs.
  int64_t shape(int axis, SourceLocation location = SourceLocation::current()) const;

  /// The value of a tensor of one element as a host number, converted as static_cast does. An error while tracing,
  /// where the value is known only when the graph runs.
  template <Arithmetic T>
  T item(SourceLocation location = SourceLocation::current()) const {
    detail::Scalar scalar = item_scalar("item", location);
    return scalar.dtype == DType::float64  ? static_cast<T>(scalar.floating)
           : scalar.dtype == DType::uint64 ? static_cast<T>(static_cast<uint64_t>(scalar.integer))
                                           : static_cast<T>(scalar.integer);
  }
  /// The same, as in int(t), double(t).
  template <Arithmetic T>
    requires(!std::is_same_v<T, bool>)
  explicit operator T() const {
    return item<T>();
  }
  /// A condition: one element, not zero. An error while tracing: the function that asks has not been converted.
  explicit operator bool() const { return condition(SourceLocation::current()); }

  /// The elements in row-major order, converted as static_cast does.
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
  /// A view of the elements in row-major order; T must be the element type. Valid while this tensor is not changed. A
  /// tensor whose elements are not contiguous is made so first.
  template <Arithmetic T>
  std::span<const T> data(SourceLocation location = SourceLocation::current()) const {
    return {static_cast<const T*>(contiguous_data(dtype_of<T>(), location)), static_cast<size_t>(size(location))};
  }

  /// The first axis, by an integer, a rank-0 integer tensor, a slice, a mask or an integer tensor. Assignable.
  Element operator[](const Index& index) &;
  Tensor operator[](const Index& index) const&;
  /// Several axes: t(i, all, slice(1, 5), newaxis, ellipsis). Assignable.
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

  /// For the runtime's own layers.
  detail::TensorImpl* impl() const { return impl_; }
  /// Takes over one reference.
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

/// A variable that ++ or -- changes, and where. (A member operator could not know the place.)
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

/// As x += 1 and x -= 1.
AG_API Tensor& operator++(const TensorRef& x);
AG_API Tensor& operator--(const TensorRef& x);
AG_API Tensor operator++(const TensorRef& x, int);
AG_API Tensor operator--(const TensorRef& x, int);

AG_API std::ostream& operator<<(std::ostream& stream, const Tensor& tensor);

/// What `for (Tensor row : x)` runs with: iterates over the first axis.
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
