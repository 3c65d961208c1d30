/// Results of more than one block of positions. The blocks are independent.
///
/// Programs that profit: sums of narrow columns on several processors: means and deviations of features, gradients of
/// biases and of scales, counts of marked samples.
#include <algorithm>

#include "kernel/reduce/reduce.h"
#include "lower/nests/reduction_nest.h"

namespace ag::codegen {

using kernel::kBlock;

std::optional<ReductionNest::PositionBlocks> ReductionNest::blocks_of(const std::vector<Level>& reduced) {
  PositionBlocks blocks;
  blocks.reduced = reduced;
  int64_t most_positions = 1;
  for (const Level& level : reduced) most_positions *= level.extent;
  if (most_positions <= kBlock) return std::nullopt;
  for (const ir::Node* of : reductions()) {
    const Reduction reduction = reduction_of(graph_, *of);
    if (reduction.position || reduction.products) return std::nullopt;  // they have an order of their own
  }
  const size_t first = reduced.front().axis, end = reduced.back().axis + 1;
  bool adjacent = true;
  for (size_t axis = first; axis < end; ++axis) {
    adjacent = adjacent && (cluster_.domain[axis] == 1 || cluster_.reduction->reduced[axis]);
  }
  if (adjacent) {
    const std::vector<Level> even = even_levels(first, end);
    if (even.size() == 1) blocks.reduced = even;
  }
  blocks.whole = most_positions / kBlock;
  blocks.rest = most_positions % kBlock;
  if (std::ranges::any_of(blocks.reduced, [](const Level& level) { return level.count != kNone; })) {
    Register positions = count_of(blocks.reduced[0]);
    for (size_t k = 1; k < blocks.reduced.size(); ++k) {
      positions = let_integer(Primitive::Multiply, positions, count_of(blocks.reduced[k]));
    }
    const Register length = builder_.integer(kBlock, DType::int64, location_);
    blocks.count = let_integer(Primitive::Divide, positions, length);
    blocks.rest_count = let_integer(Primitive::Remainder, positions, length);
    blocks.rest = kBlock - 1;
  }
  for (const ir::Node* of : reductions()) {
    const Reduction reduction = reduction_of(graph_, *of);
    const int64_t results = analysis_.type(of->results[0]).shape.element_count();
    blocks.totals.push_back(builder_.add_array({reduction.accumulator, {results * blocks.number()}}));
    builder_.add(StatementKind::Allocate, of->location).array = blocks.totals.back();
  }
  return blocks;
}

Register ReductionNest::let_integer(Primitive primitive, Register a, Register b) {
  return builder_.let(primitive, DType::int64, {a, b}, location_);
}

Register ReductionNest::count_of(const Level& level) {
  return level.count != kNone ? level.count : builder_.integer(level.extent, DType::int64, location_);
}

Index ReductionNest::total_index(const PositionBlocks& blocks, size_t k, const Level& block, Loops kept_and_row) const {
  const ir::Node& of = *reductions()[k];
  Access access = result_access(of, reduction_of(graph_, of));
  const size_t row = row_start(cluster_.domain, *cluster_.reduction);
  int64_t row_size = 1;
  for (size_t axis = 0; axis < cluster_.domain.size(); ++axis) {
    if (axis < row)
      access.strides[axis] *= blocks.number();
    else if (!cluster_.reduction->reduced[axis])
      row_size *= cluster_.domain[axis];
  }
  Index place = index(access, kept_and_row);
  if (block.index != kNone)
    place.terms.emplace_back(block.index, row_size);
  else
    place.offset += block.at * row_size;
  return place;
}

void ReductionNest::for_blocks(const PositionBlocks& blocks, const std::function<void(const PositionBlock&)>& body) {
  const size_t axis = blocks.reduced.front().axis;
  if (blocks.whole > 0) {
    Level block{blocks.whole, axis};
    block.count = blocks.count;
    block.step = kBlock;
    loop(block, [&] { body({block, {kBlock, axis}}); });
  }
  if (blocks.rest == 0) return;
  Level block{1, axis}, inside{blocks.rest, axis};
  block.index = blocks.count;
  block.at = blocks.whole;
  block.step = kBlock;
  inside.count = blocks.rest_count;
  body({block, inside});
}

void ReductionNest::add_totals(const PositionBlocks& blocks, const std::function<void(const Level&)>& body) {
  Level block{blocks.number(), blocks.reduced.front().axis};
  if (blocks.count != kNone)
    block.count = let_integer(Primitive::Add, blocks.count, builder_.integer(1, DType::int64, location_));
  loop(block, [&] { body(block); });
}

void ReductionNest::loop_positions(const PositionBlocks& blocks, const PositionBlock& block,
                                   const std::function<void(const std::vector<Level>&)>& body) {
  Level inside = block.inside;
  loop(inside, [&] {
    if (blocks.reduced.size() == 1) return body({block.block, inside});
    const auto integer = [&](int64_t value) { return builder_.integer(value, DType::int64, location_); };
    const Register start = block.block.index == kNone
                               ? integer(block.block.at * kBlock)
                               : let_integer(Primitive::Multiply, block.block.index, integer(kBlock));
    body(levels_at(blocks, let_integer(Primitive::Add, start, inside.index)));
  });
}

std::vector<ReductionNest::Level> ReductionNest::levels_at(const PositionBlocks& blocks, Register position) {
  std::vector<Level> levels = blocks.reduced;
  for (size_t k = levels.size(); k-- > 1;) {
    const Register extent = count_of(levels[k]);
    levels[k].index = let_integer(Primitive::Remainder, position, extent);
    position = let_integer(Primitive::Divide, position, extent);
  }
  levels[0].index = position;
  return levels;
}

void ReductionNest::fill_row_totals(const PositionBlocks& blocks, std::vector<Level>& row,
                                    const std::vector<Level>& kept) {
  const std::vector<const ir::Node*> list = reductions();
  for_blocks(blocks, [&](const PositionBlock& block) {
    values_.clear();
    const std::vector<Register> totals = start_totals();
    loop_positions(blocks, block, [&](const std::vector<Level>& reduced) {
      const std::vector<RowReduction> folds = fold_row(list, row, kept, reduced);
      add_to_totals(totals, [&](size_t k) { return folds[k].result; });
    });
    for (size_t k = 0; k < list.size(); ++k) {
      const Index place = total_index(blocks, k, block.block, {&kept});
      builder_.store_at(blocks.totals[k], place, totals[k], list[k]->location);
    }
  });
}

void ReductionNest::fill_column_totals(const PositionBlocks& blocks, std::vector<Level>& row,
                                       const std::vector<Level>& kept) {
  const std::vector<const ir::Node*> list = reductions();
  for_blocks(blocks, [&](const PositionBlock& block) {
    const auto place = [&](size_t k) { return total_index(blocks, k, block.block, {&kept, &row}); };
    nest(row, 0, [&] {
      for (size_t k = 0; k < list.size(); ++k) {
        const Register start = identity(reduction_of(graph_, *list[k]), list[k]->location);
        builder_.store_at(blocks.totals[k], place(k), start, location_);
      }
    });
    loop_positions(blocks, block, [&](const std::vector<Level>& reduced) {
      nest(row, 0, [&] {
        values_.clear();
        const std::vector<ReductionOperand> values = elements({&kept, &reduced, &row});
        for (size_t k = 0; k < list.size(); ++k) {
          accumulate(*list[k], {blocks.totals[k], kNone, place(k)}, values[k].value, kNone);
        }
      });
    });
  });
}

}  // namespace ag::codegen
