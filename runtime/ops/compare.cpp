/// Comparisons. Operands of different dtypes are promoted to the common dtype first.
#include "ops/define.h"

namespace ag::ops {

namespace {

using kernel::AnyType;

#define AG_COMPARISON(Name, op)   \
  struct Name : AnyType {         \
    template <class T>            \
    static auto apply(T a, T b) { \
      return a op b;              \
    }                             \
  };
AG_COMPARISON(Equal, ==)
AG_COMPARISON(Greater, >)
AG_COMPARISON(GreaterEqual, >=)
AG_COMPARISON(Less, <)
AG_COMPARISON(LessEqual, <=)
AG_COMPARISON(NotEqual, !=)
#undef AG_COMPARISON

struct SameBits : AnyType {
  template <class T>
  static auto apply(T a, T b) {
    if constexpr (kernel::is_real<T>) {
      return kernel::to_bits(a) == kernel::to_bits(b);
    } else {
      return a == b;
    }
  }
};

using ir::Operands;

}  // namespace

const ir::OpBlock block_equal = binary_predicate<Equal>(Operands::Common, ir::kCommutative | ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_greater = binary_predicate<Greater>(Operands::Common, ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_greater_equal = binary_predicate<GreaterEqual>(Operands::Common, ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_less = binary_predicate<Less>(Operands::Common, ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_less_equal = binary_predicate<LessEqual>(Operands::Common, ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_not_equal =
    binary_predicate<NotEqual>(Operands::Common, ir::kCommutative | ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_same_bits = binary_predicate<SameBits>(Operands::Common, ir::kCommutative);

}  // namespace ag::ops

namespace ag {

#define AG_DEFINE(name) \
  Tensor name(const TensorArg& a, const TensorArg& b) { return ops::call(ops::Op::name, {&a, &b}); }
AG_DEFINE(equal)
AG_DEFINE(greater)
AG_DEFINE(greater_equal)
AG_DEFINE(less)
AG_DEFINE(less_equal)
AG_DEFINE(not_equal)
#undef AG_DEFINE

}  // namespace ag
