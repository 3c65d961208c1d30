#pragma once
/// Subscripts with several integer tensors. x(i, j) selects the elements x[i[k], j[k]] for the broadcast shape of i and
/// j, as NumPy's advanced indexing does.
#include "ops/subscripts/subscript.h"

namespace ag::ops {

/// Reads and replaces the elements that several integer tensors select, by operations on a tensor in which the covered
/// axes are one.
class IndexArrays {
 public:
  /// `axes`: those of `base` that the selectors cover. Throws if the shapes of the selectors do not broadcast.
  IndexArrays(const Tensor& base, const Subscript& subscript, const std::vector<int64_t>& axes);

  Tensor read() const;
  /// Returns the base with the selected elements replaced by `value`.
  Tensor updated(const Tensor& value) const;

 private:
  Tensor dim(int64_t axis) const;
  Tensor checked(size_t selector) const;
  Tensor merged_indices() const;
  Tensor reshaped(const Tensor& x, const std::vector<Tensor>& dims) const;
  std::vector<Tensor> merged_dims() const;

  const Subscript& subscript_;
  Tensor base_;                 // the covered axes are neighbours
  std::vector<int64_t> order_;  // the axes of the original base in the order of base_; empty if it is equal
  int64_t first_ = 0;           // the first covered axis of base_
  int64_t count_;
};

/// True if the axes follow each other without a gap.
bool are_neighbours(const std::vector<int64_t>& axes);
/// Returns all axes of a tensor of this rank, `axes` first.
std::vector<int64_t> moved_to_front(const std::vector<int64_t>& axes, int64_t rank);

}  // namespace ag::ops
