#include "kernel/elementwise.h"

#include "base/thread_pool.h"
#include "tensor/strided.h"

namespace ag::kernel {

namespace {

/// The arity is bounded, so that strides need no allocation.
constexpr size_t kMaxInputs = 3;

// The least length of a row that threads share, and the length of a range that one thread takes, in elements. An
// element takes at least a quarter of a nanosecond.
constexpr int64_t kMinSharedRow = int64_t{1} << 18, kRange = int64_t{1} << 15;
constexpr int64_t kElementsPerNanosecond = 4;

template <size_t N>
void run_rows(ir::KernelContext& context, ir::ElementwiseLoop loop) {
  detail::TensorImpl& out = context.output(0);
  std::array<detail::Strides, N> strides;
  std::array<const int64_t*, N + 1> pointers;
  std::array<size_t, N> item;
  for (size_t k = 0; k < N; ++k) {
    strides[k] = detail::broadcast_strides(context.input(k), out.shape);
    pointers[k] = strides[k].data();
    item[k] = item_size(context.input(k).dtype);
  }
  pointers[N] = out.strides.data();
  const size_t out_item = item_size(out.dtype);
  detail::for_each_row<N + 1>(out.shape.dims(), pointers, [&](const auto& offsets, const auto& row, int64_t length) {
    std::array<const std::byte*, N> in;
    for (size_t k = 0; k < N; ++k) in[k] = context.input(k).data() + offsets[k] * static_cast<int64_t>(item[k]);
    std::byte* const to = out.data() + offsets[N] * static_cast<int64_t>(out_item);
    if (length < kMinSharedRow) return loop(to, in.data(), row.data(), length);
    detail::for_ranges(length, kRange, length / kElementsPerNanosecond, [&](int64_t begin, int64_t end) {
      std::array<const std::byte*, N> part;
      for (size_t k = 0; k < N; ++k) part[k] = in[k] + begin * row[k] * static_cast<int64_t>(item[k]);
      loop(to + begin * static_cast<int64_t>(out_item), part.data(), row.data(), end - begin);
    });
  });
}

/// Checks that operands have one dtype, for which the operation is defined. The operands before `first` must be
/// boolean.
void check_dtypes(ir::InferContext& context, size_t first) {
  const DType dtype = context.dtype(context.operand_count() - 1);
  if (!context.op().block->loops[static_cast<size_t>(dtype)]) {
    context.fail(ErrorKind::type_error, "not defined for " + std::string(name(dtype)) + " elements");
  }
  for (size_t k = 0; k < context.operand_count(); ++k) {
    const DType wanted = k < first ? DType::boolean : dtype;
    if (context.dtype(k) != wanted) {
      context.fail(ErrorKind::type_error, "operand " + std::to_string(k) + " is " +
                                              std::string(name(context.dtype(k))) + " where " +
                                              std::string(name(wanted)) + " is needed");
    }
  }
}

void infer_broadcast(ir::InferContext& context, bool boolean) {
  const size_t first = context.op().block->operands == ir::Operands::CommonButFirst ? 1 : 0;
  check_dtypes(context, first);
  Shape shape = context.shape(0);
  bool weak = first == 1 || context.operand(0).weak;
  for (size_t k = 1; k < context.operand_count(); ++k) {
    Shape joined;
    if (!broadcast_shapes(shape, context.shape(k), joined)) {
      context.fail(ErrorKind::shape_error, "the shapes do not broadcast");
    }
    shape = std::move(joined);
    weak = weak && context.operand(k).weak;
  }
  const DType dtype = context.dtype(context.operand_count() - 1);
  context.result(boolean ? DType::boolean : dtype, std::move(shape), weak && !boolean);
}

}  // namespace

bool broadcast_shapes(const Shape& a, const Shape& b, Shape& result) {
  if (!a.ranked() || !b.ranked()) {
    result = Shape::unknown_rank();
    return true;
  }
  const Shape& longer = a.size() >= b.size() ? a : b;
  const Shape& shorter = a.size() >= b.size() ? b : a;
  result = longer;
  const size_t lead = longer.size() - shorter.size();
  for (size_t axis = 0; axis < shorter.size(); ++axis) {
    int64_t& dim = result[lead + axis];
    const int64_t other = shorter[axis];
    if (dim == other || other == 1) continue;
    if (dim == 1)
      dim = other;
    else if (dim == unknown)
      dim = other;  // if it is 0 or > 1, it is the extent; at run time the unknown one equals it or is 1
    else if (other != unknown)
      return false;
  }
  return true;
}

void run_elementwise(ir::KernelContext& context) {
  const size_t inputs = context.input_count();
  const ir::ElementwiseLoop loop = context.op().block->loops[static_cast<size_t>(context.input(inputs - 1).dtype)];
  try {
    const detail::TensorImpl& out = context.output(0);
    if (out.shape.empty()) {
      std::array<const std::byte*, kMaxInputs> in{};
      const std::array<int64_t, kMaxInputs> strides{};
      for (size_t k = 0; k < inputs; ++k) in[k] = context.input(k).data();
      loop(out.data(), in.data(), strides.data(), 1);
    } else if (inputs == 1) {
      run_rows<1>(context, loop);
    } else if (inputs == 2) {
      run_rows<2>(context, loop);
    } else {
      run_rows<3>(context, loop);
    }
  } catch (const ir::KernelFault& fault) {
    context.fail(fault.kind, fault.message);
  }
}

void infer_elementwise(ir::InferContext& context) { infer_broadcast(context, false); }
void infer_elementwise_boolean(ir::InferContext& context) { infer_broadcast(context, true); }

}  // namespace ag::kernel
