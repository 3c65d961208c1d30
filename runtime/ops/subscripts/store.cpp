#include "ops/subscripts/store.h"

#include "kernel/elementwise.h"
#include "kernel/masks.h"
#include "ops/define.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

int class_of(DType dtype) {
  return category(dtype) == Category::Boolean ? 0 : category(dtype) == Category::Floating ? 2 : 1;
}

void check_fits(const Shape& value, const Shape& target) {
  if (may_broadcast_to(value, target)) return;
  throw Fault{ErrorKind::shape_error, "a value of shape " + value.str() + " does not fit into the elements of shape " +
                                          target.str() + "; it must broadcast to them"};
}

/// Writes the rows of `value` (broadcast to outer × positions × inner) to positions of one (flattened) axis.
/// `offsets[k]` is the start of position k in the target.
void write_rows(const Target& target, const Shape& outer, const Shape& inner, size_t consumed,
                const std::vector<int64_t>& offsets, const Shape& middle, const detail::TensorImpl& value) {
  Shape selected = outer;
  for (int64_t dim : middle) selected.push_back(dim);
  for (int64_t dim : inner) selected.push_back(dim);
  check_fits(value.shape, selected);
  const detail::Strides strides = detail::broadcast_strides(value, selected);
  const size_t item = item_size(target.dtype);
  const size_t lead = outer.size();

  // One slice of the target: the outer and the inner axes.
  Shape dims = outer;
  detail::Strides to, from;
  for (size_t axis = 0; axis < lead; ++axis) {
    to.push_back(target.strides[axis]);
    from.push_back(strides[axis]);
  }
  for (size_t axis = 0; axis < inner.size(); ++axis) {
    dims.push_back(inner[axis]);
    to.push_back(target.strides[lead + consumed + axis]);
    from.push_back(strides[lead + middle.size() + axis]);
  }
  const kernel::SliceCopy copy(dims.dims(), item, to.data(), from.data());
  size_t k = 0;
  detail::for_each_row<1>(middle.dims(), {strides.data() + lead},
                          [&](const auto& at, const auto& step, int64_t length) {
                            for (int64_t i = 0; i < length; ++i, ++k) {
                              const int64_t source = at[0] + i * step[0];
                              copy(target.data + offsets[k] * static_cast<int64_t>(item),
                                   value.data() + source * static_cast<int64_t>(item));
                            }
                          });
}

/// Adds to each offset that of the selected element of an axis; `indices` are broadcast to `shape`.
void add_offsets(std::vector<int64_t>& offsets, const detail::TensorImpl& indices, const Shape& shape,
                 const Target& target, size_t axis) {
  const kernel::Integers numbers(indices);
  detail::Strides strides = detail::contiguous_strides(indices.shape.dims());
  const size_t lead = shape.size() - indices.shape.size();
  detail::Strides broadcast(shape.size(), 0);
  for (size_t k = 0; k < strides.size(); ++k) broadcast[lead + k] = indices.shape[k] == 1 ? 0 : strides[k];
  size_t at = 0;
  detail::for_each_row<1>(shape.dims(), {broadcast.data()}, [&](const auto& from, const auto& step, int64_t length) {
    for (int64_t i = 0; i < length; ++i, ++at)
      offsets[at] += checked_index(numbers[from[0] + i * step[0]], target.shape[axis], axis) * target.strides[axis];
  });
}

Shape part(const Shape& shape, size_t from, size_t to) { return Shape(shape.dims().subspan(from, to - from)); }

}  // namespace

void Target::narrow(const IndexItems& items, const int64_t* values) {
  Selection selection = select(shape, strides.data(), items, values);
  data += selection.offset * static_cast<int64_t>(item_size(dtype));
  shape = std::move(selection.shape);
  strides = std::move(selection.strides);
}

void Target::permute(std::span<const int64_t> order) {
  const Shape before = shape;
  const detail::Strides steps = strides;
  for (size_t axis = 0; axis < order.size(); ++axis) {
    shape[axis] = before[static_cast<size_t>(order[axis])];
    strides[axis] = steps[static_cast<size_t>(order[axis])];
  }
}

bool may_broadcast_to(const Shape& value, const Shape& target) {
  if (!value.ranked() || !target.ranked()) return true;
  if (value.size() > target.size()) return false;
  const size_t lead = target.size() - value.size();
  for (size_t axis = 0; axis < value.size(); ++axis) {
    const int64_t have = value[axis], want = target[lead + axis];
    if (have != want && have != 1 && have != unknown && want != unknown) return false;
  }
  return true;
}

Tensor stored_as(const TensorArg& value, DType dtype, const ir::OpDef& op, SourceLocation location) {
  DType from = value.literal();
  bool weak = from != DType::boolean;
  if (value.is_tensor()) {
    const detail::TensorImpl& impl = detail::used(value.tensor(), location);
    from = impl.dtype;
    weak = impl.weak;
  }
  const bool fits = weak ? class_of(from) <= class_of(dtype) : promote_types(dtype, from) == dtype;
  if (!fits) {
    throw Error(ErrorKind::type_error,
                std::string(op.name) + ": a " + std::string(name(from)) + " value does not fit into a " +
                    std::string(name(dtype)) + " tensor without loss; convert one of them with ag::astype",
                location);
  }
  return as(value, dtype, op, location);
}

void write_all(const Target& target, const detail::TensorImpl& value) {
  check_fits(value.shape, target.shape);
  const detail::Strides strides = detail::broadcast_strides(value, target.shape);
  kernel::copy_elements(target.shape.dims(), item_size(target.dtype), target.data, target.strides.data(), value.data(),
                        strides.data());
}

std::vector<int64_t> masked_positions(const Shape& shape, const detail::TensorImpl& mask, int64_t axis) {
  const size_t first = static_cast<size_t>(axis);
  if (first + mask.shape.size() > shape.size() || part(shape, first, first + mask.shape.size()) != mask.shape) {
    throw Fault{ErrorKind::shape_error, "a mask of shape " + mask.shape.str() + " does not fit axis " +
                                            std::to_string(axis) + " of a tensor of shape " + shape.str()};
  }
  const int64_t count = kernel::count_true(mask);
  std::vector<int64_t> positions(static_cast<size_t>(count));
  kernel::compress(mask, count, positions.data(), [](int64_t i) { return i; });
  return positions;
}

void write_masked(const Target& target, const detail::TensorImpl& mask, int64_t axis, const detail::TensorImpl& value) {
  std::vector<int64_t> offsets = masked_positions(target.shape, mask, axis);
  const size_t first = static_cast<size_t>(axis), rank = mask.shape.size();
  const std::span<const int64_t> strides(target.strides.data() + first, rank);
  for (int64_t& offset : offsets) offset = detail::offset_of(offset, mask.shape.dims(), strides);
  const Shape middle{static_cast<int64_t>(offsets.size())};
  write_rows(target, part(target.shape, 0, first), part(target.shape, first + rank, target.shape.size()), rank, offsets,
             middle, value);
}

void write_taken(const Target& target, std::span<const Tensor> indices, int64_t axis, const detail::TensorImpl& value) {
  const size_t first = static_cast<size_t>(axis), end = first + indices.size();
  if (end > target.shape.size()) {
    throw Fault{ErrorKind::out_of_range,
                "axis " + std::to_string(end - 1) + " does not exist in a tensor of shape " + target.shape.str()};
  }
  Shape middle = indices[0].impl()->shape;
  for (const Tensor& one : indices.subspan(1)) {
    const Shape before = middle;
    if (!kernel::broadcast_shapes(before, one.impl()->shape, middle)) {
      throw Fault{ErrorKind::shape_error, "integer tensors of shapes " + before.str() + " and " +
                                              one.impl()->shape.str() +
                                              " in one subscript do not broadcast to each other"};
    }
  }
  std::vector<int64_t> offsets(static_cast<size_t>(middle.element_count()));
  for (size_t k = 0; k < indices.size(); ++k) add_offsets(offsets, *indices[k].impl(), middle, target, first + k);
  write_rows(target, part(target.shape, 0, first), part(target.shape, end, target.shape.size()), indices.size(),
             offsets, middle, value);
}

int64_t vector_offset(const kernel::Integers& numbers, int64_t first, int64_t depth, const Shape& shape,
                      const int64_t* strides) {
  const int64_t *const vector = numbers.data() + first, *const dims = shape.dims().data();
  int64_t offset = 0;
  bool outside = false;
  for (int64_t k = 0; k < depth; ++k) {
    outside |= static_cast<uint64_t>(vector[k]) >= static_cast<uint64_t>(dims[k]);
    offset += static_cast<int64_t>(static_cast<uint64_t>(vector[k]) * static_cast<uint64_t>(strides[k]));
  }
  if (!outside) [[likely]]
    return offset;
  std::string text;
  for (int64_t k = 0; k < depth; ++k) text += (k ? ", " : "") + std::to_string(vector[k]);
  throw Fault{ErrorKind::out_of_range, "the index vector (" + text + ") points outside of shape " + shape.str()};
}

Shape replace_axes(const Shape& shape, size_t axis, size_t count, const Shape& middle) {
  Shape replaced = part(shape, 0, axis);
  for (int64_t dim : middle) replaced.push_back(dim);
  for (size_t k = axis + count; k < shape.size(); ++k) replaced.push_back(shape[k]);
  return replaced;
}

}  // namespace ag::ops
