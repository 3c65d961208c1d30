/// Joins several tensors into one, and splits one into several.
#include <algorithm>

#include "kernel/copy.h"
#include "ops/define.h"
#include "tensor/axis.h"

namespace ag::ops {

namespace {

/// Checks that the operands of a variadic operation have one dtype.
void check_operands(const ir::InferContext& context) {
  if (context.operand_count() == 0) {
    context.fail(ErrorKind::invalid_argument, "at least one tensor is needed, the list is empty");
  }
  for (size_t k = 1; k < context.operand_count(); ++k) {
    if (context.dtype(k) != context.dtype(0)) context.fail(ErrorKind::type_error, "the operands must have one dtype");
  }
}

/// Returns the common shape of all operands, which may differ along `free_axis` if `has_free_axis`. Other differences
/// are an error. Operands of unknown rank match anything.
Shape common_shape(const ir::InferContext& context, int64_t free_axis, bool has_free_axis) {
  Shape common = Shape::unknown_rank();
  for (size_t k = 0; k < context.operand_count(); ++k) {
    const Shape& shape = context.shape(k);
    if (!shape.ranked()) continue;
    if (!common.ranked()) {
      common = shape;
      continue;
    }
    bool equal = shape.size() == common.size();
    const int64_t free = detail::from_front(free_axis, common.rank());
    for (size_t axis = 0; equal && axis < shape.size(); ++axis) {
      if (has_free_axis && static_cast<int64_t>(axis) == free) continue;
      if (common[axis] == unknown)
        common[axis] = shape[axis];
      else
        equal = shape[axis] == unknown || shape[axis] == common[axis];
    }
    if (!equal) {
      context.fail(ErrorKind::shape_error, has_free_axis
                                               ? "the shapes must be equal but along axis " + std::to_string(free_axis)
                                               : std::string("the shapes must be equal"));
    }
  }
  return common;
}

void infer_concat(ir::InferContext& context) {
  check_operands(context);
  const int64_t free_axis = context.attribute<int64_t>(0);
  Shape shape = common_shape(context, free_axis, true);
  if (shape.ranked()) {
    if (shape.empty()) {
      context.fail(ErrorKind::shape_error, "tensors of rank 0 have no axis to be joined along; use stack");
    }
    const size_t axis = context.axis(free_axis, shape.rank());
    shape[axis] = 0;
    for (size_t k = 0; k < context.operand_count() && shape[axis] != unknown; ++k) {
      const Shape& operand = context.shape(k);
      const int64_t length = operand.ranked() ? operand[axis] : unknown;
      shape[axis] = length == unknown ? unknown : shape[axis] + length;
    }
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_concat(ir::KernelContext& context) {
  detail::TensorImpl& out = context.output(0);
  const size_t axis = output_axis(context), item = item_size(out.dtype);
  int64_t at = 0;
  for (size_t k = 0; k < context.input_count(); ++k) {
    const detail::TensorImpl& x = context.input(k);
    kernel::copy_elements(x.shape.dims(), item, out.data() + at * out.strides[axis] * static_cast<int64_t>(item),
                          out.strides.data(), x.data(), x.strides.data());
    at += x.shape[axis];
  }
}

void infer_stack(ir::InferContext& context) {
  check_operands(context);
  Shape shape = common_shape(context, 0, false);
  if (shape.ranked()) {
    shape.insert(context.axis(context.attribute<int64_t>(0), shape.rank() + 1),
                 static_cast<int64_t>(context.operand_count()));
  }
  context.result(context.dtype(0), std::move(shape));
}

void run_stack(ir::KernelContext& context) {
  detail::TensorImpl& out = context.output(0);
  const size_t axis = output_axis(context), item = item_size(out.dtype);
  detail::Strides to = out.strides;
  to.erase(axis);
  for (size_t k = 0; k < context.input_count(); ++k) {
    const detail::TensorImpl& x = context.input(k);
    kernel::copy_elements(x.shape.dims(), item,
                          out.data() + static_cast<int64_t>(k) * out.strides[axis] * static_cast<int64_t>(item),
                          to.data(), x.data(), x.strides.data());
  }
}

/// Promotes the tensors of a list to one dtype by the operation's rule, and calls the operation.
Tensor join(Op op, const TensorList& list, int axis) {
  const SourceLocation location = list.location();
  std::vector<TensorArg> arguments;
  std::vector<const TensorArg*> pointers;
  arguments.reserve(list.tensors().size());
  for (const Tensor& tensor : list.tensors()) {
    arguments.emplace_back(tensor, location);
    pointers.push_back(&arguments.back());
  }
  std::vector<Tensor> operands(arguments.size());
  if (!operands.empty()) promote(ir::Operands::Common, pointers, operands, def(op), location);
  return call(op, operands, {int64_t{axis}}, location);
}

struct Axis {
  size_t at;
  int64_t length;
};

/// Returns an axis whose extent must be known while tracing, since it is the number of results.
Axis known_axis(const char* what, const detail::TensorImpl& impl, int axis, SourceLocation location) {
  const std::string type = ir::operands_text({{impl.dtype, impl.shape, impl.weak}});
  const int64_t at = detail::from_front(axis, impl.shape.rank());
  if (impl.shape.ranked() && (at < 0 || at >= impl.shape.rank())) {
    throw Error(ErrorKind::out_of_range,
                std::string(what) + ": axis " + std::to_string(axis) + " does not exist, the rank is " +
                    std::to_string(impl.shape.rank()) + type,
                location);
  }
  if (!impl.shape.ranked() || impl.shape[static_cast<size_t>(at)] == unknown) {
    throw Error(
        ErrorKind::staging_error,
        std::string(what) + ": the length of axis " + std::to_string(axis) +
            " is known only when the graph runs, and with it the number of results; loop over the rows instead" + type,
        location);
  }
  return {static_cast<size_t>(at), impl.shape[static_cast<size_t>(at)]};
}

/// Returns x[:, …, last] with `axis` full axes before `last`.
Tensor part(const Tensor& x, size_t axis, const Index& last, SourceLocation location) {
  std::vector<Index> indices(axis, Index(all, location));
  indices.push_back(last);
  return index(x, indices);
}

/// The elements of a list have one type; an empty list accepts any.
void infer_append(ir::InferContext& context) {
  const Shape &list = context.shape(0), &x = context.shape(1);
  if (context.dtype(0) != context.dtype(1))
    context.fail(ErrorKind::type_error, "the elements of a list have one dtype");
  if (list.ranked() && list.empty()) context.fail(ErrorKind::shape_error, "a list has at least one axis");
  Shape element = x;
  const bool empty = list.ranked() && !list.empty() && list[0] == 0;
  if (list.ranked() && x.ranked() && !empty) {
    Shape of_list(list.dims().subspan(1));
    bool same = of_list.rank() == x.rank();
    for (size_t axis = 0; same && axis < x.size(); ++axis) {
      same = of_list[axis] == unknown || x[axis] == unknown || of_list[axis] == x[axis];
    }
    if (!same && list[0] != unknown) context.fail(ErrorKind::shape_error, "the elements of a list have one shape");
    if (same) element = ir::join_shapes(of_list, x);
  }
  if (!element.ranked()) {
    context.result(context.dtype(0), Shape::unknown_rank());
    return;
  }
  element.insert(0, !list.ranked() || list[0] == unknown ? unknown : list[0] + 1);
  context.result(context.dtype(0), element);
}

/// True if the memory of a list has room for one more row of `row` bytes after the existing ones.
bool has_room(const detail::TensorImpl& list, int64_t count, size_t row) {
  if (!list.buffer || list.data() < list.buffer->data) return false;
  const auto before = static_cast<size_t>(list.data() - list.buffer->data);  // elements that were taken from the front
  return list.buffer->bytes >= before + row * static_cast<size_t>(count + 1);
}

/// If the list has a single owner, its memory is reused. When it grows, its capacity is doubled.
void run_append(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(1);
  const int64_t count = context.input(0).shape[0];
  Shape shape = x.shape;
  shape.insert(0, count + 1);
  if (count != 0 && !std::ranges::equal(context.input(0).shape.dims().subspan(1), x.shape.dims())) {
    context.fail(ErrorKind::shape_error, "the elements of a list have one shape");
  }
  const size_t item = item_size(x.dtype);
  const size_t row = static_cast<size_t>(x.shape.element_count()) * item;
  if (!context.output_defined(0) || !has_room(context.output(0), count, row)) {
    constexpr size_t kLeast = 256;  // bytes: more than the inline storage of a tensor
    const int64_t room = std::max<int64_t>(2 * count, static_cast<int64_t>(kLeast / std::max<size_t>(row, 1)) + 1);
    Shape roomy = shape;
    roomy[0] = room;
    Tensor grown = detail::allocate(x.dtype, roomy);
    const Tensor old = detail::make_contiguous(context.input_tensor(0));
    if (count) std::memcpy(grown.impl()->data(), old.impl()->data(), row * static_cast<size_t>(count));
    context.set_output(0, std::move(grown));
  }
  detail::TensorImpl& list = context.output(0);
  list.shape = shape;
  list.strides = detail::contiguous_strides(shape.dims());
  const Tensor element = detail::make_contiguous(context.input_tensor(1));
  if (row) std::memcpy(list.data() + row * static_cast<size_t>(count), element.impl()->data(), row);
}

/// The fast path of nearly all iterations of a loop: the list has room, and elements of that type.
bool append_in_place(detail::TensorImpl& list, std::span<detail::TensorImpl* const> inputs) {
  const detail::TensorImpl& x = *inputs[1];
  if (list.dtype != x.dtype || list.shape.size() != x.shape.size() + 1 || list.shape[0] == 0) return false;
  if (!std::ranges::equal(list.shape.dims().subspan(1), x.shape.dims())) return false;
  const size_t row = static_cast<size_t>(x.shape.element_count()) * item_size(x.dtype);
  if (!has_room(list, list.shape[0], row) || !detail::is_contiguous(list) || !detail::is_contiguous(x)) return false;
  if (row) std::memcpy(list.data() + row * static_cast<size_t>(list.shape[0]), x.data(), row);
  ++list.shape[0];
  return true;
}

}  // namespace

const ir::OpBlock block_append{.traits = ir::kView | ir::kOverwritesFirst,
                               .infer = &infer_append,
                               .kernel = &run_append,
                               .in_place = &append_in_place};
const ir::OpBlock block_concat{
    .operands = ir::Operands::Common, .infer = &infer_concat, .kernel = &run_concat, .kind = ir::OpKind::Concat};
const ir::OpBlock block_stack{
    .operands = ir::Operands::Common, .infer = &infer_stack, .kernel = &run_stack, .kind = ir::OpKind::Stack};

}  // namespace ag::ops

namespace ag {

Tensor concat(const TensorList& xs, int axis) { return ops::join(ops::Op::concat, xs, axis); }
Tensor stack(const TensorList& xs, int axis) { return ops::join(ops::Op::stack, xs, axis); }

std::vector<Tensor> unstack(const TensorArg& x, int axis) {
  const Tensor value = x.value();
  const ops::Axis along = ops::known_axis("unstack", *value.impl(), axis, x.location());
  std::vector<Tensor> parts;
  for (int64_t i = 0; i < along.length; ++i) {
    parts.push_back(ops::part(value, along.at, Index(i, x.location()), x.location()));
  }
  return parts;
}

std::vector<Tensor> split(const TensorArg& x, int64_t sections, int axis) {
  const Tensor value = x.value();
  const ops::Axis along = ops::known_axis("split", *value.impl(), axis, x.location());
  if (sections <= 0 || along.length % sections != 0) {
    throw Error(ErrorKind::invalid_argument,
                "split: axis " + std::to_string(axis) + " of length " + std::to_string(along.length) +
                    " cannot be cut into " + std::to_string(sections) + " equal parts" +
                    ir::operands_text({{value.impl()->dtype, value.impl()->shape}}),
                x.location());
  }
  const int64_t length = along.length / sections;
  std::vector<Tensor> parts;
  for (int64_t k = 0; k < sections; ++k) {
    const Index range(slice(k * length, (k + 1) * length, 1, x.location()));
    parts.push_back(ops::part(value, along.at, range, x.location()));
  }
  return parts;
}

}  // namespace ag
