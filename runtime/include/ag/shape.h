#pragma once
/// The extents of a tensor. While tracing, a dimension or the rank may be unknown.
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "ag/detail/export.h"
#include "ag/detail/small_vector.h"

namespace ag {

/// A dimension that is known only at run time.
inline constexpr int64_t unknown = -1;

class AG_API Shape {
 public:
  /// Rank 0.
  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) : dims_(dims) {}
  Shape(const std::vector<int64_t>& dims) : dims_(std::span<const int64_t>(dims)) {}
  explicit Shape(std::span<const int64_t> dims) : dims_(dims) {}
  static Shape unknown_rank() {
    Shape shape;
    shape.ranked_ = false;
    return shape;
  }

  bool ranked() const { return ranked_; }
  /// True if the rank and every dimension are known.
  bool known() const {
    for (int64_t dim : dims_) {
      if (dim == unknown) return false;
    }
    return ranked_;
  }
  /// Number of dimensions; 0 if the rank is unknown.
  int64_t rank() const { return static_cast<int64_t>(dims_.size()); }
  size_t size() const { return dims_.size(); }
  bool empty() const { return dims_.empty(); }
  int64_t operator[](size_t axis) const { return dims_[axis]; }
  int64_t& operator[](size_t axis) { return dims_[axis]; }
  const int64_t* begin() const { return dims_.begin(); }
  const int64_t* end() const { return dims_.end(); }
  int64_t back() const { return dims_.back(); }
  std::span<const int64_t> dims() const { return dims_; }
  void push_back(int64_t dim) { dims_.push_back(dim); }
  void insert(size_t axis, int64_t dim) { dims_.insert(axis, dim); }
  void erase(size_t axis) { dims_.erase(axis); }
  /// Sets the shape to that of rank 0.
  void clear() {
    dims_.clear();
    ranked_ = true;
  }

  /// Number of elements; unknown if a dimension or the rank is.
  int64_t element_count() const {
    int64_t count = 1;
    for (int64_t dim : dims_) {
      if (dim == unknown) return unknown;
      count *= dim;
    }
    return ranked_ ? count : unknown;
  }

  bool operator==(const Shape&) const = default;

  /// Returns text such as "(2, 3)", "(2,)", "(?, 3)", "(...)".
  std::string str() const;

 private:
  detail::SmallVector<int64_t, 4> dims_;
  bool ranked_ = true;
};

AG_API std::ostream& operator<<(std::ostream& stream, const Shape& shape);

}  // namespace ag
