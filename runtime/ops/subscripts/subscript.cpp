#include "ops/subscripts/subscript.h"

#include <algorithm>

#include "kernel/copy.h"
#include "ops/subscripts/index_arrays.h"
#include "tensor/interned_strings.h"
#include "trace/recorder.h"

namespace ag::ops {

namespace {

using Bound = IndexItem::Bound;
using Kind = IndexItem::Kind;

[[noreturn]] void fail(ErrorKind kind, const std::string& message, const SourceLocation& location) {
  throw Error(kind, "index: " + message, location);
}

void add_number(const Dim& dim, Bound& is, int64_t& number, std::vector<Tensor>& bounds) {
  if (dim.tensor().defined()) {
    is = Bound::Operand;
    bounds.push_back(dim.tensor());
  } else {
    number = dim.value();
  }
}

void add_bound(const Slice::Bound& bound, Bound& is, int64_t& number, std::vector<Tensor>& bounds) {
  if (bound)
    add_number(*bound, is, number, bounds);
  else
    is = Bound::Absent;
}

void add_tensor(const Index& index, Subscript& subscript) {
  const detail::TensorImpl& impl = detail::used(index.tensor(), index.location());
  const ir::TensorType type{impl.dtype, impl.shape, impl.weak};
  const bool mask = impl.dtype == DType::boolean;
  if (!mask && !is_integer(impl.dtype)) {
    fail(ErrorKind::type_error, "a tensor of type " + ir::str(type) + " is no subscript; integers and booleans are",
         index.location());
  }
  if (!impl.shape.ranked()) {
    fail(ErrorKind::unimplemented,
         "a subscript of type " + ir::str(type) + " needs a known rank; give it one with reshape", index.location());
  }
  if (!mask && impl.shape.empty()) {
    IndexItem item;
    if (impl.is_symbol()) {
      item.start_is = Bound::Operand;
      subscript.bounds.push_back(index.tensor());
    } else {
      item.start = detail::read_scalar(impl).integer;
    }
    subscript.items.push_back(item);
    return;
  }
  if (mask && impl.shape.empty()) {
    fail(ErrorKind::unimplemented, "a mask of rank 0 as subscript is not supported; use ag::where", index.location());
  }
  if (subscript.has_selector() && (mask || subscript.is_mask())) {
    fail(ErrorKind::unimplemented,
         "a mask beside another mask or integer tensor in a subscript is not supported (the second is " +
             ir::str(type) +
             "); use them one after the other, or the integers ag::nonzero(mask)(all, 0) of a mask of one axis",
         index.location());
  }
  subscript.selectors.push_back({index.tensor(), subscript.items.size()});
  for (size_t axis = 0; axis < (mask ? impl.shape.size() : 1); ++axis) subscript.items.push_back(kWholeAxis);
}

/// Returns the operands of a node: `first`, then the bounds and steps.
std::vector<Tensor> with_bounds(std::initializer_list<Tensor> first, const Subscript& subscript) {
  std::vector<Tensor> operands(first);
  operands.insert(operands.end(), subscript.bounds.begin(), subscript.bounds.end());
  return operands;
}

Tensor read_basic(const Tensor& x, const Subscript& subscript) {
  const detail::TensorImpl& impl = detail::used(x, subscript.location);
  if (impl.is_symbol() || !subscript.bounds.empty() || tracing::recorder()) {
    return call(Op::index, with_bounds({x}, subscript), encode(subscript.items), subscript.location);
  }
  // Fast path without `call`: a subscript of an array is among the most frequent operations of eager programs.
  try {
    return selected(x, select(impl.shape, impl.strides.data(), subscript.items, nullptr));
  } catch (const Fault& fault) {
    fail(fault.kind, fault.message + ir::operands_text({{impl.dtype, impl.shape}}), subscript.location);
  }
}

}  // namespace

bool Subscript::takes_everything() const {
  size_t ellipses = 0;
  for (const IndexItem& item : items) {
    if (item.kind == Kind::Ellipsis)
      ++ellipses;
    else if (!item.is_whole_axis())
      return false;
  }
  return ellipses <= 1;
}

bool Subscript::is_integers_only() const {
  for (const IndexItem& item : items) {
    if (item.kind != Kind::Integer) return false;
  }
  return !has_selector();
}

bool Subscript::is_symbolic() const {
  return !bounds.empty() || std::any_of(selectors.begin(), selectors.end(),
                                        [](const Selector& one) { return one.tensor.impl()->is_symbol(); });
}

Subscript parse_subscript(std::span<const Index> indices) {
  Subscript subscript;
  if (!indices.empty()) subscript.location = indices.front().location();
  for (const Index& index : indices) {
    IndexItem item;
    switch (index.kind()) {
      case Index::Kind::Integer:
        item.start = index.integer();
        break;
      case Index::Kind::Slice:
        item.kind = Kind::Slice;
        add_bound(index.slice().start(), item.start_is, item.start, subscript.bounds);
        add_bound(index.slice().stop(), item.stop_is, item.stop, subscript.bounds);
        add_number(index.slice().step(), item.step_is, item.step, subscript.bounds);
        if (item.step_is == Bound::Operand) item.step = 0;
        break;
      case Index::Kind::NewAxis:
        item.kind = Kind::NewAxis;
        break;
      case Index::Kind::Ellipsis:
        item.kind = Kind::Ellipsis;
        break;
      case Index::Kind::Tensor:
        add_tensor(index, subscript);
        continue;
    }
    subscript.items.push_back(item);
  }
  return subscript;
}

std::vector<int64_t> selector_axes(const Shape& shape, const Subscript& subscript) {
  size_t consumed = 0;
  for (const IndexItem& item : subscript.items) consumed += item.consumes();
  std::vector<int64_t> axes;
  int64_t axis = 0;
  for (size_t k = 0; axes.size() < subscript.selectors.size(); ++k) {
    if (subscript.selectors[axes.size()].item == k) axes.push_back(axis);
    const Kind kind = subscript.items[k].kind;
    if (axes.size() < subscript.selectors.size() && kind == Kind::Ellipsis && !shape.ranked()) {
      fail(ErrorKind::unimplemented,
           "a mask or integer tensor after an ellipsis needs a tensor of known rank; give it one with reshape",
           subscript.location);
    }
    axis += kind == Kind::Ellipsis ? shape.rank() - static_cast<int64_t>(consumed) : kind != Kind::Integer;
  }
  return axes;
}

Tensor read(const Tensor& x, const Subscript& subscript) {
  if (!subscript.has_selector()) return read_basic(x, subscript);
  const std::vector<int64_t> axes = selector_axes(detail::used(x, subscript.location).shape, subscript);
  const Tensor base = subscript.takes_everything() ? x : read_basic(x, subscript);
  if (axes.size() > 1) return IndexArrays(base, subscript, axes).read();
  const std::array<Tensor, 2> operands{base, subscript.selectors[0].tensor};
  return call(subscript.is_mask() ? Op::boolean_mask : Op::take, operands, {axes[0]}, subscript.location);
}

Tensor updated(const Tensor& x, const Subscript& subscript, const Tensor& value) {
  Tensor part = value;
  if (subscript.has_selector()) {
    const std::vector<int64_t> axes = selector_axes(detail::used(x, subscript.location).shape, subscript);
    const Tensor base = subscript.takes_everything() ? x : read_basic(x, subscript);
    if (axes.size() > 1) {
      part = IndexArrays(base, subscript, axes).updated(value);
    } else {
      const std::array<Tensor, 3> operands{base, subscript.selectors[0].tensor, value};
      part = call(subscript.is_mask() ? Op::mask_update : Op::take_update, operands, {axes[0]}, subscript.location);
    }
    if (subscript.takes_everything()) return part;
  }
  return call(Op::index_update, with_bounds({x, part}, subscript), encode(subscript.items), subscript.location);
}

Tensor selected(const Tensor& x, const Selection& selection) {
  const detail::TensorImpl& impl = *x.impl();
  const size_t item = item_size(impl.dtype);
  const int64_t count = selection.shape.element_count();
  if (impl.buffer && !impl.is_on_device() && static_cast<size_t>(count) * item <= sizeof(impl.small)) {
    // The copy is as small as a reference would be, and the array can still be overwritten in place.
    Tensor copy = detail::allocate(impl.dtype, selection.shape);
    detail::TensorImpl& to = *copy.impl();
    kernel::copy_elements(selection.shape.dims(), item, to.data(), to.strides.data(),
                          impl.data() + selection.offset * static_cast<int64_t>(item), selection.strides.data());
    if (impl.strings) detail::find_strings(to);
    return copy;
  }
  return detail::make_view(x, selection.shape, selection.strides, selection.offset);
}

}  // namespace ag::ops
