/// Products with a right matrix that is brought into the order of the kernel beforehand (kernel/matmul.h).
#include <algorithm>

#include "kernel/matmul.h"
#include "ops/define.h"
#include "ops/row_major.h"

namespace ag::ops {

namespace {

int64_t columns_of_panel(DType dtype) {
  return dtype == DType::float32 ? kernel::kPackedColumns<float> : kernel::kPackedColumns<double>;
}

int64_t panels_of(int64_t columns, int64_t width) { return columns / width + (columns % width == 0 ? 0 : 1); }

void check_operand(ir::InferContext& context, size_t number, size_t rank) {
  const DType dtype = context.dtype(number);
  const Shape& shape = context.shape(number);
  if (dtype != DType::float32 && dtype != DType::float64)
    context.fail(ErrorKind::type_error, "the elements are neither float32 nor float64");
  if (shape.ranked() && shape.size() != rank) {
    context.fail(ErrorKind::shape_error, "operand " + std::to_string(number) + " has " + std::to_string(shape.size()) +
                                             " axes, and must have " + std::to_string(rank));
  }
}

void infer_pack_matrix(ir::InferContext& context) {
  const DType dtype = context.dtype(0);
  const Shape& shape = context.shape(0);
  check_operand(context, 0, 2);
  const int64_t width = columns_of_panel(dtype);
  if (!shape.ranked()) return context.result(dtype, Shape{unknown, unknown, width});
  const int64_t panels = shape[1] == unknown ? unknown : panels_of(shape[1], width);
  context.result(dtype, Shape{panels, shape[0], width});
}

template <class T>
void pack(const detail::TensorImpl& from, detail::TensorImpl& to) {
  kernel::pack_matrix(from.shape[0], from.shape[1], reinterpret_cast<const T*>(from.data), from.strides[0],
                      from.strides[1], reinterpret_cast<T*>(to.data));
}

void run_pack_matrix(ir::KernelContext& context) {
  if (context.output(0).dtype == DType::float32)
    pack<float>(context.input(0), context.output(0));
  else
    pack<double>(context.input(0), context.output(0));
}

void infer_matmul_packed(ir::InferContext& context) {
  const DType dtype = context.dtype(0);
  const Shape &a = context.shape(0), &packed = context.shape(1);
  const int64_t columns = context.attribute<int64_t>(0), width = columns_of_panel(dtype);
  check_operand(context, 0, 2);
  check_operand(context, 1, 3);
  if (context.dtype(1) != dtype) context.fail(ErrorKind::type_error, "the operands are of two dtypes");
  const auto differ = [](int64_t one, int64_t other) { return one != unknown && other != unknown && one != other; };
  const bool other = packed.ranked() && (differ(packed[2], width) || differ(packed[0], panels_of(columns, width)));
  if (columns < 0 || other)
    context.fail(ErrorKind::shape_error, "the packed matrix is not one of " + std::to_string(columns) + " columns");
  if (a.ranked() && packed.ranked() && differ(a[1], packed[1]))
    context.fail(ErrorKind::shape_error, "a must have as many columns as the packed matrix has rows");
  context.result(dtype, Shape{a.ranked() ? a[0] : unknown, columns});
}

template <class T>
void multiply(const detail::TensorImpl& a, const detail::TensorImpl& packed, detail::TensorImpl& out) {
  const int64_t m = out.shape[0], n = out.shape[1], k = a.shape[1];
  T* const to = reinterpret_cast<T*>(out.data);
  if (k == 0) return std::fill_n(to, m * n, T(0)), void();
  kernel::matmul_packed<T>({m, n, k, reinterpret_cast<const T*>(a.data), a.strides[0], a.strides[1],
                            reinterpret_cast<const T*>(packed.data), 0, 0, to, n, nullptr});
}

void run_matmul_packed(ir::KernelContext& context) {
  const RowMajor packed(context, 1);
  if (context.output(0).dtype == DType::float32)
    multiply<float>(context.input(0), *packed, context.output(0));
  else
    multiply<double>(context.input(0), *packed, context.output(0));
}

}  // namespace

const ir::OpBlock block_pack_matrix = {0, ir::Operands::AsIs, &infer_pack_matrix, &run_pack_matrix};
const ir::OpBlock block_matmul_packed = {0, ir::Operands::AsIs, &infer_matmul_packed, &run_matmul_packed};

}  // namespace ag::ops
