#include "llvm/device/team_reductions.h"

#include <algorithm>

namespace ag::codegen {

void TeamReductions::emit(const Statement& row, bool is_shared, Body body) {
  is_shared_ = is_shared;
  location_ = row.location;
  llvm::Value* const count = context_.trip_count(row);
  const auto& whole = context_.kernel->whole_rows;
  const bool is_whole = std::ranges::find(whole, row.result) != whole.end();
  if (row.extent > kernel::kBlock && !is_whole) return reduce_blocks(row, count, body);
  const Values values = reduce_block(row, context_.int64(0), count, body);
  for (size_t k = 0; k < values.size(); ++k) context_.define(row.reductions[k].result, values[k]);
}

/// Reduces the elements `first` … `last` - 1 in lanes.
TeamReductions::Values TeamReductions::reduce_block(const Statement& row, llvm::Value* first, llvm::Value* last,
                                                    Body body) {
  llvm::IRBuilder<>& ir = context_.ir;
  Values lanes, values;
  for (const RowReduction& one : row.reductions) {
    lanes.push_back(make_lanes(one));
    clear(one, lanes.back());
  }
  const auto element = [&](llvm::Value* index) {
    body(index);
    for (size_t k = 0; k < lanes.size(); ++k) {
      const RowReduction& one = row.reductions[k];
      llvm::Value* const lane = ir.CreateAnd(ir.CreateSub(index, first), context_.int64(kernel::kLanes - 1));
      take(one, lane_place(one, lanes[k], lane),
           {context_.use(one.value), one.factor == kNone ? nullptr : context_.use(one.factor)});
    }
  };
  if (is_shared_)
    context_.counted(ir.CreateAdd(first, context_.lane), last, context_.int64(kernel::kLanes), element);
  else
    context_.counted(first, last, context_.int64(1), element);
  for (size_t k = 0; k < lanes.size(); ++k) values.push_back(halve(row.reductions[k], lanes[k]));
  return values;
}

/// Reduces a row of more than one block: the values of the blocks are taken in lanes of their own.
void TeamReductions::reduce_blocks(const Statement& row, llvm::Value* count, Body body) {
  llvm::IRBuilder<>& ir = context_.ir;
  llvm::ConstantInt* const length = context_.int64(kernel::kBlock);
  Values totals, only;
  for (const RowReduction& one : row.reductions) {
    totals.push_back(make_lanes(one));
    clear(one, totals.back());
    only.push_back(context_.stack(type(one), "only"));
    store(one, arithmetic_.identity(one), only.back());
  }
  context_.counted(context_.int64(0), count, length, [&](llvm::Value* first) {
    llvm::Value* const rest = ir.CreateSub(count, first);
    llvm::Value* const last = ir.CreateAdd(first, ir.CreateSelect(ir.CreateICmpSLT(rest, length), rest, length));
    const Values values = reduce_block(row, first, last, body);
    llvm::Value* const lane = ir.CreateAnd(ir.CreateUDiv(first, length), context_.int64(kernel::kLanes - 1));
    for (size_t k = 0; k < values.size(); ++k) {
      const RowReduction& one = row.reductions[k];
      store(one, values[k], only[k]);
      RowReduction plain = one;
      plain.factor = kNone;
      const auto combine = [&] { take(plain, lane_place(one, totals[k], lane), {values[k], nullptr}); };
      if (is_shared_)
        context_.when(ir.CreateICmpEQ(context_.lane, lane), combine);
      else
        combine();
    }
  });
  for (size_t k = 0; k < totals.size(); ++k) {
    const RowReduction& one = row.reductions[k];
    llvm::Value* const of_blocks = halve(one, totals[k]);
    context_.define(one.result, ir.CreateSelect(ir.CreateICmpSLE(count, length), load(one, only[k]), of_blocks));
  }
}

void TeamReductions::take(const RowReduction& one, llvm::Value* place, const ReductionOperand& operand) {
  store(one, arithmetic_.take(one, load(one, place), operand), place);
}

llvm::Value* TeamReductions::halve(const RowReduction& one, llvm::Value* lanes) {
  if (is_shared_) return halve_shared(one, load(one, lanes));
  Values values;
  for (int64_t lane = 0; lane < kernel::kLanes; ++lane)
    values.push_back(load(one, lane_place(one, lanes, context_.int64(lane))));
  for (size_t half = values.size() / 2; half > 0; half /= 2) {
    for (size_t lane = 0; lane < half; ++lane)
      values[lane] = arithmetic_.combine(one, values[lane], values[lane + half]);
  }
  return values[0];
}

/// Each pair of lanes computes the same combination of the lower and the upper lane, so all threads have the result.
llvm::Value* TeamReductions::halve_shared(const RowReduction& one, llvm::Value* value) {
  llvm::IRBuilder<>& ir = context_.ir;
  for (int64_t half = kernel::kLanes / 2; half > 0; half /= 2) {
    llvm::Value* const other = other_lane(value, static_cast<uint32_t>(half));
    llvm::Value* const is_upper = ir.CreateIsNotNull(ir.CreateAnd(context_.lane, context_.int64(half)));
    llvm::Value* const low = ir.CreateSelect(is_upper, other, value);
    llvm::Value* const high = ir.CreateSelect(is_upper, value, other);
    value = arithmetic_.combine(one, low, high);
  }
  return value;
}

/// Exchanges a value in pieces of 32 bits.
llvm::Value* TeamReductions::other_lane(llvm::Value* value, uint32_t lanes) {
  llvm::IRBuilder<>& ir = context_.ir;
  llvm::Type* const type = value->getType();
  const unsigned bits = type->getPrimitiveSizeInBits();
  const TableIndex place = context_.device.statement(location_);
  llvm::Value* const whole = ir.CreateBitCast(value, ir.getIntNTy(bits));
  const auto exchange = [&](llvm::Value* word) {
    return context_.device.shuffle_xor(context_.mask, word, lanes, place);
  };
  llvm::Value* result = nullptr;
  if (bits <= 32) {
    result = ir.CreateTrunc(exchange(ir.CreateZExt(whole, ir.getInt32Ty())), ir.getIntNTy(bits));
  } else {
    llvm::Value* const low = exchange(ir.CreateTrunc(whole, ir.getInt32Ty()));
    llvm::Value* const high = exchange(ir.CreateTrunc(ir.CreateLShr(whole, 32), ir.getInt32Ty()));
    result = ir.CreateOr(ir.CreateShl(ir.CreateZExt(high, ir.getInt64Ty()), 32), ir.CreateZExt(low, ir.getInt64Ty()));
  }
  return ir.CreateBitCast(result, type);
}

llvm::Value* TeamReductions::make_lanes(const RowReduction& one) {
  if (is_shared_) return context_.stack(type(one), "lane");
  return context_.stack(llvm::ArrayType::get(type(one), kWidth), "lanes");
}

void TeamReductions::clear(const RowReduction& one, llvm::Value* lanes) {
  llvm::Value* const identity = arithmetic_.identity(one);
  for (int64_t lane = 0; lane < (is_shared_ ? 1 : kernel::kLanes); ++lane)
    store(one, identity, context_.ir.CreateConstInBoundsGEP1_64(type(one), lanes, static_cast<uint64_t>(lane)));
}

/// Returns the memory of a lane; in a team, that of the thread's own lane.
llvm::Value* TeamReductions::lane_place(const RowReduction& one, llvm::Value* lanes, llvm::Value* lane) {
  return is_shared_ ? lanes : context_.ir.CreateInBoundsGEP(type(one), lanes, lane);
}

llvm::Value* TeamReductions::load(const RowReduction& one, llvm::Value* place) {
  return context_.scalars.from_memory(context_.program.dtype(one.result), context_.ir.CreateLoad(type(one), place));
}

void TeamReductions::store(const RowReduction& one, llvm::Value* value, llvm::Value* place) {
  context_.ir.CreateStore(context_.scalars.to_memory(context_.program.dtype(one.result), value), place);
}

}  // namespace ag::codegen
