/// Selection between values: where and clip.
#include "ops/cast.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

using kernel::select;
namespace math = kernel::math;

struct Where : kernel::AnyType {
  template <class B, class T>
  static T apply(B condition, T a, T b) {
    return select(condition, a, b);
  }
};

/// NaN stays, and a NaN bound results in NaN. If the bounds cross, the upper one wins.
struct Clip : kernel::NumericTypes {
  template <class T>
  static T apply(T x, T low, T high) {
    const T raised = select(x < low, low, x);
    const T limited = select(raised > high, high, raised);
    if constexpr (kernel::is_real<T>) {
      return select(math::isnan(x), x, select(math::isnan(low), low, select(math::isnan(high), high, limited)));
    } else {
      return limited;
    }
  }
};

}  // namespace

const ir::OpBlock block_where = {.traits = ir::kElementwise,
                                 .operands = ir::Operands::CommonButFirst,
                                 .infer = &kernel::infer_elementwise,
                                 .kernel = &kernel::run_elementwise,
                                 .loops = kernel::ternary_loops<Where, bool>.data(),
                                 .scalar = &kernel::scalar_rule<Where, 3, true>,
                                 .kind = ir::OpKind::Where};
const ir::OpBlock block_clip = {
    ir::kElementwise,         ir::Operands::Arithmetic,           &kernel::infer_elementwise,
    &kernel::run_elementwise, kernel::ternary_loops<Clip>.data(), &kernel::scalar_rule<Clip, 3>};

}  // namespace ag::ops

namespace ag {

Tensor where(const TensorArg& condition, const TensorArg& a, const TensorArg& b) {
  const Tensor boolean = ops::to_boolean(condition);
  const TensorArg chosen(boolean, condition.location());
  return ops::call(ops::Op::where, {&chosen, &a, &b});
}

Tensor clip(const TensorArg& x, const TensorArg& low, const TensorArg& high) {
  return ops::call(ops::Op::clip, {&x, &low, &high});
}

}  // namespace ag
