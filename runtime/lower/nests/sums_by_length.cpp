/// Products of vectors, and of a matrix and a vector, whose number of terms is known only at run time. The number of
/// terms determines the order of operations (kernel/matmul/matmul.h).
#include "kernel/matmul/matmul.h"
#include "lower/nests/reduction_nest.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// Least number of terms for which the sums of a matrix times a vector have the order of rows.
constexpr int64_t kMinRowTerms = [] {
  int64_t terms = 1;
  while (kernel::order_of(1, 1, terms) != kernel::Order::Row) ++terms;
  return terms;
}();

}  // namespace

/// True if the only reduction is a product of floating-point numbers of which an extent is not static.
bool ReductionNest::is_sum_by_length() const {
  const std::vector<const ir::Node*> list = reductions();
  if (list.size() != 1 || cluster_.extents.empty()) return false;
  const Reduction reduction = reduction_of(graph_, *list[0]);
  if (!reduction.products || !is_floating(reduction.accumulator)) return false;
  return is_counted(cluster_.extents, cluster_.domain.size() - 1) || cluster_.domain.back() < kMinRowTerms;
}

/// Emits the sums of a row in the order of its length.
Register ReductionNest::emit_sum_by_length(std::vector<Level>& row, const std::vector<Level>& kept) {
  const std::vector<const ir::Node*> list = reductions();
  const SourceLocation at = list[0]->location;
  const auto int64 = [&](int64_t value) { return builder_.integer(value, DType::int64, at); };
  const Register count = row[0].count == kNone ? int64(row[0].extent) : row[0].count;
  const Register total = builder_.add_register(reduction_of(graph_, *list[0]).accumulator, true);
  std::vector<Block> blocks(2);
  builder_.inside(blocks[0], [&] {
    values_.clear();
    builder_.set(total, fold_row(list, row, kept, {}).front().result, at);
  });
  builder_.inside(blocks[1], [&] {
    static_assert(kernel::first_terms(2) == 2 && kernel::first_terms(3) == 2 && kernel::first_terms(4) == 2 &&
                  kernel::first_terms(5) == 5);
    const auto is = [&](int64_t terms) {
      return builder_.let(Primitive::Equal, DType::int64, {count, int64(terms)}, at);
    };
    const Register is_split = builder_.let(Primitive::Or, DType::boolean, {is(3), is(4)}, at);
    const Register first = builder_.let(Primitive::Select, DType::int64, {is_split, int64(2), count}, at);
    const Register zero = int64(0), rest = builder_.let(Primitive::Subtract, DType::int64, {count, first}, at);
    const Register sum = emit_chain(row[0], kept, zero, first), further = emit_chain(row[0], kept, first, rest);
    const DType dtype = program_.dtype(sum);
    const Register both = builder_.let(Primitive::Add, dtype, {sum, further}, at);
    builder_.set(total, builder_.let(Primitive::Select, dtype, {is_split, both, sum}, at), at);
  });
  values_.clear();
  const Register is_row = builder_.let(Primitive::GreaterEqual, DType::int64, {count, int64(kMinRowTerms)}, at);
  Statement& choice = builder_.add(Kind::If, at);
  choice.operands = {is_row};
  choice.blocks = std::move(blocks);
  return builder_.let(Primitive::Copy, program_.dtype(total), {total}, at);
}

/// Emits the sum of fewer than kMinRowTerms products in sequence, from term `first` on.
Register ReductionNest::emit_chain(Level& row, const std::vector<Level>& kept, Register first, Register count) {
  const ir::Node& of = *reductions().front();
  const DType dtype = reduction_of(graph_, of).accumulator;
  const Register sum = builder_.add_register(dtype, true), index = builder_.add_register(DType::int64);
  builder_.set(sum, builder_.constant(dtype, 0, of.location), of.location);
  Block block;
  builder_.inside(block, [&] {
    values_.clear();
    std::vector<Level> term{row};
    term[0].index = builder_.let(Primitive::Add, DType::int64, {first, index}, of.location);
    const ReductionOperand factors = elements({&kept, &term}).front();
    const Register next = builder_.let(Primitive::Fma, dtype, {factors.value, factors.factor, sum}, of.location);
    builder_.set(sum, next, of.location);
  });
  values_.clear();
  Statement& loop = builder_.add(Kind::Loop, of.location);
  loop.result = index;
  loop.extent = std::min(row.extent, kMinRowTerms - 1);
  loop.count = count;
  loop.blocks.push_back(std::move(block));
  return builder_.let(Primitive::Copy, dtype, {sum}, of.location);
}

}  // namespace ag::codegen
