#include "device_plan/expand_views.h"

#include <optional>

#include "program/statement_builder.h"
#include "tensor/memory/tensor_impl_pool.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr size_t kMostBytes = size_t{1} << 30;

/// The elements of a row-major array that a view has.
struct ViewPlace {
  int64_t offset = 0;
  detail::Strides strides;
};

/// Runs the kernel of a site on an array of this type without elements, which kernels of views do not read. Returns
/// nullopt if the result is not in the memory of the operand, or has another type than the array `to`.
std::optional<ViewPlace> find_view(const Site& site, const ir::TensorType& from, const ir::TensorType& to) {
  const auto count = static_cast<size_t>(from.shape.element_count());
  if (count == 0 || count > kMostBytes / item_size(from.dtype) || item_size(from.dtype) != item_size(to.dtype))
    return {};
  detail::TensorImpl* impl = detail::acquire_impl(from.dtype);
  const Tensor operand = Tensor::from_impl(impl);
  impl->shape = from.shape;
  impl->strides = detail::contiguous_strides(from.shape.dims());
  impl->buffer = detail::allocate_buffer(count * item_size(from.dtype));
  impl->address = impl->buffer->data;
  std::vector<Tensor> outputs(1);
  try {
    ir::KernelContext context(*site.op, {&impl, 1}, outputs, site.attributes, site.location);
    site.op->block->kernel(context);
  } catch (const Error&) {
    return {};  // the error is raised when the plan runs
  }
  if (!outputs[0].defined()) return {};
  const detail::TensorImpl& result = *outputs[0].impl();
  if (result.buffer != impl->buffer || result.dtype != to.dtype || result.shape != to.shape) return {};
  return ViewPlace{(result.address - impl->address) / static_cast<int64_t>(item_size(from.dtype)), result.strides};
}

class ViewExpansion {
 public:
  explicit ViewExpansion(Program& program) : program_(program) {}

  void expand(Block& block) {
    Block result;
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) expand(inner);
      if (!expand_kernel(statement, result)) result.push_back(std::move(statement));
    }
    block = std::move(result);
  }

 private:
  bool expand_kernel(const Statement& kernel, Block& out) {
    if (kernel.kind != Kind::Kernel) return false;
    const Site& site = program_.site(kernel.site);
    const bool is_view = site.op->has(ir::kView) && site.op->block->kernel && !site.op->has(ir::kOverwritesFirst);
    if (!is_view || site.inputs.size() != 1 || site.outputs.size() != 1) return false;
    const ArrayId from = site.inputs[0], to = site.outputs[0];
    const ir::TensorType source = program_.array(from).type, target = program_.array(to).type;
    if (!source.shape.known() || !target.shape.known()) return false;
    const std::optional<ViewPlace> place = find_view(site, source, target);
    if (!place) return false;
    StatementBuilder builder(program_, kernel.location);
    if (is_whole(*place, source.shape, target.shape)) {
      Statement& alias = out.emplace_back(builder.make(Kind::Alias));
      alias.array = to;
      alias.source = from;
      return true;
    }
    if (source.dtype != target.dtype) return false;
    out.emplace_back(builder.make(Kind::Allocate)).array = to;
    copy_elements(builder, from, to, *place, out);
    return true;
  }

  static bool is_whole(const ViewPlace& place, const Shape& from, const Shape& to) {
    if (place.offset != 0 || from.element_count() != to.element_count()) return false;
    const detail::Strides row_major = detail::contiguous_strides(to.dims());
    for (size_t axis = 0; axis < to.size(); ++axis) {
      if (to[axis] != 1 && place.strides[axis] != row_major[axis]) return false;
    }
    return true;
  }

  void copy_elements(StatementBuilder& builder, ArrayId from, ArrayId to, const ViewPlace& place, Block& out) {
    const Shape shape = program_.array(to).type.shape;
    const detail::Strides row_major = detail::contiguous_strides(shape.dims());
    Index source{place.offset, {}}, target;
    std::vector<Register> indices;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      indices.push_back(builder.add_register(DType::int64));
      source.terms.emplace_back(indices.back(), place.strides[axis]);
      target.terms.emplace_back(indices.back(), row_major[axis]);
    }
    Block body;
    builder.store(body, to, target, builder.load(body, from, source));
    for (size_t axis = shape.size(); axis-- > 0;) {
      Block loop;
      builder.repeat(loop, indices[axis], shape[axis], std::move(body));
      body = std::move(loop);
    }
    std::ranges::move(body, std::back_inserter(out));
  }

  Program& program_;
};

}  // namespace

void expand_views(Program& program) { ViewExpansion(program).expand(program.body); }

}  // namespace ag::codegen
