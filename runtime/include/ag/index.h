#pragma once
/// Subscripts of tensors, and the element proxy of a mutable tensor.
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ag/detail/arg.h"
#include "ag/tensor.h"

namespace ag {

/// The elements from `start` up to `stop` (excluded) in steps of `step`, which is not 0. Negative bounds count from the
/// end, missing bounds select the whole axis, and bounds out of range are clamped.
class AG_API Slice {
 public:
  /// A bound: an integer or a rank-0 integer tensor.
  using Bound = std::optional<Dim>;
  Slice(Bound start, Bound stop, Dim step, SourceLocation location = SourceLocation::current())
      : start_(std::move(start)), stop_(std::move(stop)), step_(std::move(step)), location_(location) {}
  const Bound& start() const { return start_; }
  const Bound& stop() const { return stop_; }
  const Dim& step() const { return step_; }
  SourceLocation location() const { return location_; }

 private:
  Bound start_;
  Bound stop_;
  Dim step_;
  SourceLocation location_;
};

/// slice(a, b, step) selects from a to b, slice(a) from a to the end. A bound may be std::nullopt.
inline Slice slice(Slice::Bound start, Slice::Bound stop, Dim step = 1,
                   SourceLocation location = SourceLocation::current()) {
  return Slice(std::move(start), std::move(stop), std::move(step), location);
}
inline Slice slice(Slice::Bound start, SourceLocation location = SourceLocation::current()) {
  return Slice(std::move(start), std::nullopt, 1, location);
}

/// Inserts a new axis of length 1.
struct NewAxis {};
inline constexpr NewAxis newaxis;
/// Stands for all axes that the other subscripts do not use.
struct Ellipsis {};
inline constexpr Ellipsis ellipsis;

/// A single name for the whole-axis subscript, t(all, 0), and the reduction, all(x).
struct All {
  AG_API Tensor operator()(const TensorArg& x, const Axes& axes = {}, KeepDims keep = {}) const;
};
inline constexpr All all;

/// One subscript.
class AG_API Index {
 public:
  enum class Kind : uint8_t { Integer, Slice, NewAxis, Ellipsis, Tensor };

  template <class T>
    requires std::is_integral_v<T>
  Index(T value, SourceLocation location = SourceLocation::current())
      : kind_(Kind::Integer), integer_(static_cast<int64_t>(value)), location_(location) {}
  /// Integer of rank 0: one row. Boolean: a mask. Integer of higher rank: a gather of these rows.
  Index(const Tensor& tensor, SourceLocation location = SourceLocation::current())
      : kind_(Kind::Tensor), tensor_(tensor), location_(location) {}
  template <class T>
    requires std::is_integral_v<T>
  Index(const Staged<T>& value, SourceLocation location = SourceLocation::current());
  Index(const Slice& slice) : kind_(Kind::Slice), slice_(slice), location_(slice.location()) {}
  Index(All, SourceLocation location = SourceLocation::current())
      : kind_(Kind::Slice), slice_(Slice({}, {}, 1, location)), location_(location) {}
  Index(NewAxis, SourceLocation location = SourceLocation::current()) : kind_(Kind::NewAxis), location_(location) {}
  Index(Ellipsis, SourceLocation location = SourceLocation::current()) : kind_(Kind::Ellipsis), location_(location) {}

  Kind kind() const { return kind_; }
  int64_t integer() const { return integer_; }
  const Tensor& tensor() const { return tensor_; }
  const Slice& slice() const { return *slice_; }
  SourceLocation location() const { return location_; }

 private:
  void hold(const detail::Number& symbol);

  Kind kind_;
  int64_t integer_ = 0;
  Tensor tensor_;
  std::optional<Slice> slice_;
  SourceLocation location_;
};

/// Returns the elements that `indices` select.
AG_API Tensor index(const Tensor& tensor, std::span<const Index> indices);
/// Returns `tensor` with the elements that `indices` select replaced by `value`, which is broadcast to them.
AG_API Tensor index_update(const Tensor& tensor, std::span<const Index> indices, const TensorArg& value);

/// The result of an assignment to t[i], for chains: s[k] = t[i] = v stores in s[k] the new value of t[i].
class AG_API StoredElement {
 public:
  operator Tensor() const;

 private:
  friend class Element;
  explicit StoredElement(const Element& element) : element_(element) {}

  const Element& element_;
};

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
#endif
/// The result of t[i] on a mutable tensor. A read returns a snapshot. A write passes through to the tensor while the
/// element is the temporary of the subscript: t[i] = v, t(i, j) += v, t[i][j] = v. A named element is an ordinary value
/// and aliases nothing.
class AG_API Element : public Tensor {
 public:
  Element(Tensor& root, std::span<const Index> indices);
  Element(const Element&) = default;

  StoredElement operator=(const Element& value) && { return store(TensorArg(value)); }
  StoredElement operator=(const TensorArg& value) && { return store(value); }
  StoredElement operator=(const StoredElement& value) && { return store(TensorArg(Tensor(value))); }
#define AG_COMPOUND_ASSIGNMENT(op) StoredElement operator op##=(const TensorArg& value)&&;
  AG_COMPOUND_ASSIGNMENTS(AG_COMPOUND_ASSIGNMENT)
#undef AG_COMPOUND_ASSIGNMENT
#define AG_COMPOUND_ASSIGNMENT(op) \
  template <class T>               \
      void operator op##=(const T& value) & AG_DELETED("write x[1] += v to change x, Tensor row = x[1] for a copy");
  AG_COMPOUND_ASSIGNMENTS(AG_COMPOUND_ASSIGNMENT)  // write x[1] += v to change x, Tensor row = x[1] for a copy
#undef AG_COMPOUND_ASSIGNMENT
  void operator++() &&;
  void operator--() &&;
  void operator++(int) &&;
  void operator--(int) &&;

  Element operator[](const Index& index) &&;
  using Tensor::operator[];

 private:
  struct Path;
  friend class StoredElement;
  Element(Tensor& root, std::shared_ptr<const Path> path);
  StoredElement store(const TensorArg& value);

  Tensor* root_;                      // the named tensor at the root of the subscripts
  std::shared_ptr<const Path> path_;  // one list of subscripts per [] or ()
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif

}  // namespace ag
