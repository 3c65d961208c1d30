/// Choice between values.
#include <cmath>

#include "ops/cast.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

struct Where : kernel::AnyType {
  template <class T>
  static T apply(bool condition, T a, T b) {
    return condition ? a : b;
  }
};

/// NaN stays, and a bound that is NaN gives NaN. Where the bounds cross the upper one wins.
struct Clip : kernel::NumericTypes {
  template <class T>
  static T apply(T x, T low, T high) {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(x)) return x;
      if (std::isnan(low)) return low;
      if (std::isnan(high)) return high;
    }
    const T raised = x < low ? low : x;
    return raised > high ? high : raised;
  }
};

}  // namespace

const ir::OpBlock block_where = {ir::kElementwise, ir::Operands::CommonButFirst, &kernel::infer_elementwise,
                                 &kernel::run_elementwise, kernel::ternary_loops<Where, bool>.data()};
const ir::OpBlock block_clip = {ir::kElementwise, ir::Operands::Arithmetic, &kernel::infer_elementwise,
                                &kernel::run_elementwise, kernel::ternary_loops<Clip>.data()};

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
