/// Sums of segments as loops: a call of the kernel for each row takes longer than to add it.
#include "codegen/lowering.h"
#include "codegen/strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

/// Whether all ids name a segment is known before the first sum: where one does not, the kernel tells which.
void Lowering::lower_segment_sum(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::ValueId result = node.results[0];
  const ir::TensorType& to = type(result);
  flush_checks();
  const ArrayId all_rows = row_major_array(node.operands[0], at), all_ids = row_major_array(node.operands[1], at);
  const int64_t count = type(node.operands[1]).shape[0], segments = to.shape[0],
                size = to.shape.element_count() / segments;
  const auto id_of = [&](Register row) {
    Statement& load = add(Kind::Load, at);
    load.array = all_ids;
    load.index.terms = {{row, 1}};
    const DType dtype = type(node.operands[1]).dtype;
    const Register loaded = load.result = add_register(dtype);
    return dtype == DType::int64 ? loaded : let(Primitive::Convert, DType::int64, {loaded}, at);
  };
  const auto loop = [&](int64_t extent, auto&& body) {
    const Register index = add_register(DType::int64);
    Block block;
    inside(block, [&] { body(index); });
    Statement& statement = add(Kind::Loop, at);
    statement.result = index;
    statement.extent = extent;
    statement.blocks.push_back(std::move(block));
  };
  const auto load = [&](ArrayId array, Index index) {
    Statement& statement = add(Kind::Load, at);
    statement.array = array;
    statement.index = std::move(index);
    return statement.result = add_register(to.dtype);
  };
  const auto store = [&](ArrayId array, Index index, Register value) {
    Statement& statement = add(Kind::Store, at);
    statement.array = array;
    statement.index = std::move(index);
    statement.operands = {value};
  };

  const Register row = add_register(DType::int64), fits = add_register(DType::boolean);
  Block test;
  Register inside_all = kNone;
  const Register none = integer(0, DType::int64, at), end = integer(segments, DType::int64, at);
  inside(test, [&] {
    const Register segment = id_of(row);
    const Register above = let(Primitive::GreaterEqual, DType::int64, {segment, none}, at),
                   below = let(Primitive::Less, DType::int64, {segment, end}, at);
    inside_all = let(Primitive::And, DType::boolean, {above, below}, at);
  });
  Statement& fold = add(Kind::Fold, at);
  fold.result = row;
  fold.extent = count;
  fold.folds = {{ir::Fold::All, fits, inside_all}};
  fold.blocks.push_back(std::move(test));

  const ArrayId sums = add_array(to);
  std::vector<Block> blocks(2);
  inside(blocks[0], [&] {
    add(Kind::Allocate, at).array = sums;
    loop(to.shape.element_count(), [&](Register k) { store(sums, {0, {{k, 1}}}, constant(to.dtype, 0, at)); });
    loop(count, [&](Register n) {
      const Register segment = id_of(n);
      // A loop also where a row is one element: rows wait for each other, elements of a row do not.
      loop(size, [&](Register k) {
        const Register value = load(all_rows, {0, {{n, size}, {k, 1}}});
        const Index place{0, {{segment, size}, {k, 1}}};
        store(sums, place, let(Primitive::Add, to.dtype, {load(sums, place), value}, at));
      });
    });
  });
  inside(blocks[1], [&] {
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = at;
    site.inputs = {all_rows, all_ids};
    site.outputs = {sums};
    program_.sites.push_back(std::move(site));
    add(Kind::Kernel, at).site = static_cast<int32_t>(program_.sites.size() - 1);
  });
  Statement& choice = add(Kind::If, at);
  choice.operands = {fits};
  choice.blocks = std::move(blocks);
  state(result).array = sums;
}

}  // namespace ag::codegen
