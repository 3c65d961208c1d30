/// Compound assignment. The variable keeps its dtype, as in C++, unless it holds a weak number: then it takes the dtype
/// of the other operand.
#include <array>

#include "ops/define.h"

namespace ag {

namespace {

/// `x op= value` for the operation `op`, which is written `sign`.
Tensor& assign(Tensor& x, ops::Op op, const char* sign, const TensorArg& value) {
  const TensorArg self(x, value.location());
  const detail::TensorImpl& impl = detail::used(x, value.location());
  if (!impl.weak) {
    const std::array<const TensorArg*, 2> operands{&self, &value};
    DType result = ops::common_type(operands).dtype;
    if (ops::def(op).block->operands == ir::Operands::Arithmetic && result == DType::boolean) result = DType::int32;
    if (result != impl.dtype) {
      const std::string own(name(impl.dtype)), wider(name(result));
      const std::string other(name(value.is_tensor() ? value.tensor().impl()->dtype : value.literal()));
      throw Error(ErrorKind::type_error,
                  std::string(ops::def(op).name) + ": x " + sign + "= y would turn x from " + own + " into " + wider +
                      " (operands " + own + ", " + other + ")",
                  value.location(),
                  {"make x " + wider + " before, with astype(x, " + wider + "), or convert y: x " + sign +
                   "= astype(y, " + own + ")"});
    }
  }
  x = ops::call(op, {&self, &value}, {}, value.location());
  return x;
}

}  // namespace

#define AG_ASSIGNMENT(sign, function) \
  Tensor& Tensor::operator sign##=(const TensorArg & value)& { return assign(*this, ops::Op::function, #sign, value); }
AG_ASSIGNMENT(+, add)
AG_ASSIGNMENT(-, subtract)
AG_ASSIGNMENT(*, multiply)
AG_ASSIGNMENT(/, divide)
AG_ASSIGNMENT(%, fmod)
AG_ASSIGNMENT(&, bitwise_and)
AG_ASSIGNMENT(|, bitwise_or)
AG_ASSIGNMENT(^, bitwise_xor)
AG_ASSIGNMENT(<<, bitwise_left_shift)
AG_ASSIGNMENT(>>, bitwise_right_shift)
#undef AG_ASSIGNMENT

Tensor& operator++(const TensorRef& x) { return assign(x.tensor(), ops::Op::add, "+", TensorArg(1, x.location())); }
Tensor& operator--(const TensorRef& x) {
  return assign(x.tensor(), ops::Op::subtract, "-", TensorArg(1, x.location()));
}

Tensor operator++(const TensorRef& x, int) {
  const Tensor before = x.tensor();
  ++x;
  return before;
}

Tensor operator--(const TensorRef& x, int) {
  const Tensor before = x.tensor();
  --x;
  return before;
}

}  // namespace ag
