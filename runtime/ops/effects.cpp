/// Operations that keep program order: printing, checks, exceptions.
#include <cstring>
#include <exception>
#include <iostream>
#include <sstream>

#include "ops/define.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

void no_results(ir::InferContext&) {}

/// Writes the only element as C++ writes a number of the type that the dtype stores.
void write_number(std::ostream& stream, const detail::TensorImpl& number) {
  detail::visit_dtype(number.dtype, [&]<class T>(T) {
    if constexpr (detail::is_half<T>)
      stream << detail::read_scalar(number).floating;
    else
      stream << *reinterpret_cast<const T*>(number.data);
  });
}

/// The texts of `format` with the inputs in the places of empty ones ("#": as a number), separated by spaces.
std::string join(ir::KernelContext& context, size_t first_input, const std::vector<std::string>& format) {
  std::ostringstream text;
  size_t input = first_input;
  for (size_t k = 0; k < format.size(); ++k) {
    if (k) text << ' ';
    if (format[k].starts_with('='))
      text << std::string_view(format[k]).substr(1);
    else if (format[k] == "#")
      write_number(text, context.input(input++));
    else
      text << context.input_tensor(input++);
  }
  return text.str();
}

void run_print(ir::KernelContext& context) {
  // Through std::cout, so that the order with the program's own output is kept.
  std::cout << join(context, 0, context.attribute<std::vector<std::string>>(0)) + "\n";
}

void infer_check(ir::InferContext& context) {
  if (context.shape(0).known() && context.shape(0).element_count() != 1) {
    context.fail(ErrorKind::shape_error, "a condition needs one element; reduce it with ag::all or ag::any");
  }
}

void run_check(ir::KernelContext& context) {
  if (context.input(0).shape.element_count() != 1) {
    context.fail(ErrorKind::shape_error, "a condition needs one element; reduce it with ag::all or ag::any");
  }
  const detail::Scalar value = detail::read_scalar(context.input(0));
  if (value.dtype == DType::float64 ? value.floating != 0 : value.integer != 0) return;
  throw Error(ErrorKind::failed_check, join(context, 1, context.attribute<std::vector<std::string>>(0)),
              context.location());
}

void run_check_defined(ir::KernelContext& context) {
  if (detail::read_scalar(context.input(0)).integer != 0) return;
  const std::string& name = context.attribute<std::string>(0);
  throw Error(ErrorKind::invalid_argument,
              "undefined tensor used" + (name.empty() ? "" : " ('" + name + "')") + ": assign it a value first",
              context.location());
}

void run_raise(ir::KernelContext& context) {
  std::rethrow_exception(*static_cast<const std::exception_ptr*>(context.attribute<ir::Opaque>(0).value.get()));
}

/// The place is the address of the variable: an ag::Tensor, or a number of the dtype.
void run_store(ir::KernelContext& context) {
  void* place = reinterpret_cast<void*>(static_cast<uintptr_t>(context.input_integer(0)));
  if (context.attribute<bool>(0))
    *static_cast<Tensor*>(place) = context.input_tensor(1);
  else
    std::memcpy(place, context.input(1).data, static_cast<size_t>(item_size(context.input(1).dtype)));
}

}  // namespace

const ir::OpBlock block_check = {ir::kEffect | ir::kGuard, ir::Operands::AsIs, &infer_check, &run_check};
const ir::OpBlock block_check_defined = {ir::kEffect | ir::kGuard, ir::Operands::AsIs, &no_results, &run_check_defined};
const ir::OpBlock block_print = {ir::kEffect, ir::Operands::AsIs, &no_results, &run_print};
const ir::OpBlock block_raise = {ir::kEffect, ir::Operands::AsIs, &no_results, &run_raise};
const ir::OpBlock block_store = {ir::kEffect, ir::Operands::AsIs, &no_results, &run_store};

}  // namespace ag::ops
