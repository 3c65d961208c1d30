/// Subscripts of integers, slices, new axes and an ellipsis: reading the elements they select, and replacing them.
#include "ag/index.h"

#include "ops/subscripts/store.h"
#include "ops/subscripts/subscript.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

/// Returns the items of a node whose bounds are the operands from number `first` on, and checks those.
IndexItems checked_items(const ir::InferContext& context, size_t first) {
  const IndexItems items = decode(context.attributes());
  if (context.operand_count() != first + operand_count(items)) {
    throw Fault{ErrorKind::invalid_argument, "the subscript " + str(items) + " needs " +
                                                 std::to_string(operand_count(items)) + " operands for its bounds"};
  }
  for (size_t k = first; k < context.operand_count(); ++k) {
    if (!is_integer(context.dtype(k)) || (context.shape(k).ranked() && !context.shape(k).empty())) {
      throw Fault{ErrorKind::type_error,
                  "an index or bound is an integer of rank 0, not " + ir::str(context.operand(k))};
    }
  }
  return items;
}

std::vector<int64_t> bound_values(const ir::KernelContext& context, size_t first) {
  std::vector<int64_t> values;
  for (size_t k = first; k < context.input_count(); ++k) values.push_back(context.input_integer(k));
  return values;
}

void infer_index(ir::InferContext& context) {
  located(context,
          [&] {
            const IndexItems items = checked_items(context, 1);
            const Shape& shape = context.shape(0);
            context.result(context.dtype(0),
                           shape.ranked() ? select(shape, nullptr, items, nullptr).shape : Shape::unknown_rank());
          },
          {.listed_reading = 1, .listed_storing = 1});
}

void run_index(ir::KernelContext& context) {
  located(context,
          [&] {
            const detail::TensorImpl& x = context.input(0);
            const std::vector<int64_t> values = bound_values(context, 1);
            const Selection selection = select(x.shape, x.strides.data(), decode(context.attributes()), values.data());
            context.set_output(0, selected(context.input_tensor(0), selection));
          },
          {.listed_reading = 1, .listed_storing = 1});
}

void infer_index_update(ir::InferContext& context) {
  located(context,
          [&] {
            const IndexItems items = checked_items(context, 2);
            if (context.dtype(1) != context.dtype(0)) {
              throw Fault{ErrorKind::type_error, "the value must have the dtype of the tensor"};
            }
            const Shape& shape = context.shape(0);
            if (shape.ranked()) {
              const Shape named = select(shape, nullptr, items, nullptr).shape;
              if (!may_broadcast_to(context.shape(1), named)) {
                throw Fault{ErrorKind::shape_error, "a value of shape " + context.shape(1).str() +
                                                        " does not fit into the elements of shape " + named.str() +
                                                        "; it must broadcast to them"};
              }
            }
            context.result(context.dtype(0), shape);
          },
          {.reading = "index", .listed_reading = 1, .listed_storing = 2});
}

void run_index_update(ir::KernelContext& context) {
  located(context,
          [&] {
            const std::vector<int64_t> values = bound_values(context, 2);
            detail::convert_elements(context.output(0), context.input(0));
            Target target(context.output(0));
            target.narrow(decode(context.attributes()), values.data());
            write_all(target, context.input(1));
          },
          {.reading = "index", .listed_reading = 1, .listed_storing = 2});
}

}  // namespace

const ir::OpBlock block_index{
    .traits = ir::kView, .infer = &infer_index, .kernel = &run_index, .kind = ir::OpKind::Index};
const ir::OpBlock block_index_update{.traits = ir::kOverwritesFirst,
                                     .infer = &infer_index_update,
                                     .kernel = &run_index_update,
                                     .kind = ir::OpKind::IndexUpdate};

}  // namespace ag::ops

namespace ag {

Tensor index(const Tensor& tensor, std::span<const Index> indices) {
  return ops::read(tensor, ops::parse_subscript(indices));
}

Tensor index_update(const Tensor& tensor, std::span<const Index> indices, const TensorArg& value) {
  const ops::Subscript subscript = ops::parse_subscript(indices);
  const detail::TensorImpl& impl = detail::used(tensor, subscript.location);
  return ops::updated(tensor, subscript,
                      ops::stored_as(value, impl.dtype, ops::def(ops::Op::index_update), subscript.location));
}

Tensor Tensor::operator[](const Index& a) const& { return index(*this, {&a, 1}); }
Tensor Tensor::operator()(const Index& a) const& { return index(*this, {&a, 1}); }
Tensor Tensor::operator()(const Index& a, const Index& b) const& {
  const Index list[] = {a, b};
  return index(*this, list);
}
Tensor Tensor::operator()(const Index& a, const Index& b, const Index& c) const& {
  const Index list[] = {a, b, c};
  return index(*this, list);
}
Tensor Tensor::operator()(const Index& a, const Index& b, const Index& c, const Index& d) const& {
  const Index list[] = {a, b, c, d};
  return index(*this, list);
}
Tensor Tensor::operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e) const& {
  const Index list[] = {a, b, c, d, e};
  return index(*this, list);
}
Tensor Tensor::operator()(const Index& a, const Index& b, const Index& c, const Index& d, const Index& e,
                          const Index& f) const& {
  const Index list[] = {a, b, c, d, e, f};
  return index(*this, list);
}

RowIterator begin(const Tensor& tensor, SourceLocation location) {
  const detail::TensorImpl& impl = detail::used(tensor, location);
  const std::string type = ir::str(ir::TensorType{impl.dtype, impl.shape, impl.weak});
  if (impl.is_symbol()) {
    throw Error(ErrorKind::staging_error,
                "for: the loop runs over the rows of a tensor of type " + type +
                    " that is known only when the graph runs, and has not been converted",
                location,
                {"mark the function with the loop AG_CONVERT (or AG_FUNCTION) and pass its file through agc"});
  }
  if (impl.shape.empty()) {
    throw Error(ErrorKind::shape_error,
                "for: a tensor of type " + type + " has no rows to loop over; to count up to it, write ag::range(n)",
                location);
  }
  return RowIterator(tensor, 0);
}

RowIterator end(const Tensor& tensor, SourceLocation location) {
  const detail::TensorImpl& impl = detail::used(tensor, location);
  return RowIterator(tensor, impl.shape.empty() ? 0 : impl.shape[0]);
}

Tensor RowIterator::operator*() const { return tensor_[row_]; }

}  // namespace ag
