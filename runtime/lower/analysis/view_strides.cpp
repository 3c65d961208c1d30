#include "lower/analysis/view_strides.h"

#include <algorithm>

#include "tensor/memory/tensor_impl_pool.h"

namespace ag::codegen {

namespace {

constexpr size_t kMaxViewBytes = size_t{1} << 30;

}  // namespace

/// Runs the kernel of the view on an array with this shape and these strides. Kernels of views only compute strides and
/// ignore the elements.
std::optional<StridedAccess> follow_view(const ir::Node& node, const ir::TensorType& from, const ir::TensorType& to,
                                         const StridedAccess& base) {
  if (!to.shape.known()) return {};
  const std::optional<View> view = run_view(node, from, base);
  if (!view || from.dtype != to.dtype || view->shape != to.shape) return {};
  return view->place;
}

std::optional<View> run_view(const ir::Node& node, const ir::TensorType& from, const StridedAccess& base) {
  if (!from.shape.known() || from.shape.empty() || from.shape.element_count() == 0) return {};
  int64_t low = 0, high = 0;  // offsets of the first and last element in memory
  for (size_t axis = 0; axis < from.shape.size(); ++axis) {
    const int64_t last = (from.shape[axis] - 1) * base.strides[axis];
    low += std::min<int64_t>(last, 0);
    high += std::max<int64_t>(last, 0);
  }
  const auto item = static_cast<int64_t>(item_size(from.dtype));
  const auto count = static_cast<size_t>(high - low + 1);
  if (count > kMaxViewBytes / item_size(from.dtype)) return {};
  detail::TensorImpl* impl = detail::acquire_impl(from.dtype);
  const Tensor operand = Tensor::from_impl(impl);
  impl->shape = from.shape;
  impl->strides = detail::contiguous_strides(from.shape.dims());
  std::ranges::copy(base.strides, impl->strides.begin());
  impl->buffer = detail::allocate_buffer(count * item_size(from.dtype));
  impl->address = impl->buffer->data - low * item;
  std::vector<Tensor> outputs(1);
  try {
    ir::KernelContext context(*node.op, {&impl, 1}, outputs, node.attributes, node.location);
    node.op->block->kernel(context);
  } catch (const Error&) {
    return {};  // the error is raised when the graph runs
  }
  if (!outputs[0].defined()) return {};
  const detail::TensorImpl& result = *outputs[0].impl();
  if (result.buffer != impl->buffer || result.dtype != from.dtype) return {};
  StridedAccess affine;
  affine.offset = base.offset + (result.address - impl->address) / item;
  affine.strides.assign(result.strides.begin(), result.strides.end());
  affine.terms = base.terms;
  return View{result.shape, std::move(affine)};
}

}  // namespace ag::codegen
