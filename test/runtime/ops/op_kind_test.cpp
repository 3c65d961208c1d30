/// The properties of operations that layers below runtime/ops rely on: kinds, and the traits of rounding and errors.
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "ops/table.h"
#include "support/catch.h"

using namespace ag;
using ir::OpKind;
using Names = std::set<std::string>;

namespace op_kind_test {
namespace {

/// The operation of each kind.
const std::map<OpKind, std::string> kOperations = {
    {OpKind::Constant, "constant"},
    {OpKind::Undefined, "undefined"},
    {OpKind::Cond, "cond"},
    {OpKind::SwitchCase, "switch_case"},
    {OpKind::WhileLoop, "while_loop"},
    {OpKind::CheckDefined, "check_defined"},
    {OpKind::DrawKey, "draw_key"},
    {OpKind::Dim, "dim"},
    {OpKind::Add, "add"},
    {OpKind::Subtract, "subtract"},
    {OpKind::Multiply, "multiply"},
    {OpKind::Divide, "divide"},
    {OpKind::Where, "where"},
    {OpKind::Index, "index"},
    {OpKind::IndexUpdate, "index_update"},
    {OpKind::Take, "take"},
    {OpKind::TakeAlongAxis, "take_along_axis"},
    {OpKind::TakeUpdate, "take_update"},
    {OpKind::ScatterAdd, "scatter_add"},
    {OpKind::ScatterSub, "scatter_sub"},
    {OpKind::ScatterUpdate, "scatter_update"},
    {OpKind::SegmentSum, "segment_sum"},
    {OpKind::OneHot, "one_hot"},
    {OpKind::BooleanMask, "boolean_mask"},
    {OpKind::Concat, "concat"},
    {OpKind::Stack, "stack"},
    {OpKind::Roll, "roll"},
    {OpKind::Sort, "sort"},
    {OpKind::Argsort, "argsort"},
    {OpKind::TopK, "top_k"},
    {OpKind::Argmax, "argmax"},
    {OpKind::Argmin, "argmin"},
    {OpKind::CumulativeSum, "cumulative_sum"},
    {OpKind::CumulativeProd, "cumulative_prod"},
    {OpKind::Matmul, "matmul"},
    {OpKind::Inv, "inv"},
    {OpKind::Solve, "solve"},
    {OpKind::Cholesky, "cholesky"},
    {OpKind::Conv2d, "conv2d"},
};

Names operations_with(ir::Trait trait) {
  Names names;
  for (const ir::OpDef& op : ops::table().ops()) {
    if (op.has(trait)) names.insert(op.name);
  }
  return names;
}

}  // namespace

TEST_CASE("each kind is declared by its operation, and by no other") {
  std::map<OpKind, Names> declared;
  for (const ir::OpDef& op : ops::table().ops()) declared[op.kind()].insert(op.name);
  for (uint8_t k = 1; k < static_cast<uint8_t>(OpKind::count_); ++k) {
    const auto kind = static_cast<OpKind>(k);
    INFO("kind " << int{k});
    REQUIRE(kOperations.contains(kind));
    CHECK(declared[kind] == Names{kOperations.at(kind)});
    CHECK(ops::table().find(kind).name == kOperations.at(kind));
  }
}

TEST_CASE("the traits about signed zeros are those of the operations that have the property") {
  CHECK(operations_with(ir::kNoNegativeZero) == Names{"abs", "exp", "square", "sum"});
  CHECK(operations_with(ir::kAddsNoNegativeZero) ==
        Names{"broadcast_to", "expand_dims", "permute_dims", "reshape", "sqrt", "squeeze", "subtract"});
  CHECK(operations_with(ir::kIgnoresSignsOfZeros) == Names{"abs", "argmax", "argmin", "equal", "exp", "greater",
                                                           "greater_equal", "less", "less_equal", "not_equal", "square",
                                                           "sum"});
  CHECK(operations_with(ir::kConfinesSignsOfZeros) == Names{"add", "broadcast_to", "expand_dims", "max", "min",
                                                            "multiply", "negative", "permute_dims", "reshape",
                                                            "squeeze", "subtract"});
}

TEST_CASE("the traits about errors and conversions are those of the operations that have the property") {
  CHECK(operations_with(ir::kNoThrow) ==
        Names{"astype", "astype_weak", "constant", "print", "read_variable", "store", "undefined"});
  CHECK(operations_with(ir::kThrowsOnIntegers) == Names{"bitwise_left_shift", "bitwise_right_shift", "divide",
                                                        "floor_divide", "fmod", "pow", "remainder", "shift_left",
                                                        "shift_right"});
  CHECK(operations_with(ir::kConverts) == Names{"astype", "astype_weak", "number_as"});
}

}  // namespace op_kind_test
