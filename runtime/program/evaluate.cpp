#include "program/evaluate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/check.h"
#include "kernel/reduce/reduce.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// The lanes of kernel/reduce/reduce.h, for values that arrive individually.
class Lanes {
 public:
  Lanes(ir::ReductionKind fold, DType dtype) : fold_(fold), dtype_(dtype), identity_(reduction_identity(fold, dtype)) {
    block_.fill(identity_);
    all_.fill(identity_);
  }

  void add(uint64_t value) { take(combine(lane(), value)); }
  void add_product(uint64_t a, uint64_t b) {
    const uint64_t operands[] = {a, b, lane()};
    if (is_floating(dtype_)) return take(compute(Primitive::Fma, dtype_, dtype_, operands));
    take(combine(lane(), compute(Primitive::Multiply, dtype_, dtype_, operands)));
  }
  uint64_t value() {
    if (blocks_ == 0) return halve(block_);  // a row of one incomplete block
    if (count_ > 0) close_block();
    return blocks_ == 1 ? only_ : halve(all_);
  }

 private:
  using Array = std::array<uint64_t, kernel::kLanes>;

  uint64_t& lane() { return block_[static_cast<size_t>(count_ % kernel::kLanes)]; }
  void take(uint64_t sum) {
    lane() = sum;
    if (++count_ == kernel::kBlock) close_block();
  }
  uint64_t combine(uint64_t a, uint64_t b) const {
    const uint64_t operands[] = {a, b};
    auto boolean = [&](Primitive primitive, const uint64_t* x) {
      return compute(primitive, dtype_, DType::boolean, x);
    };
    switch (fold_) {
      case ir::ReductionKind::Product:
        return compute(Primitive::Multiply, dtype_, dtype_, operands);
      case ir::ReductionKind::All:
        return compute(Primitive::And, dtype_, dtype_, operands);
      case ir::ReductionKind::Any:
        return compute(Primitive::Or, dtype_, dtype_, operands);
      case ir::ReductionKind::Max:
      case ir::ReductionKind::Min: {
        const uint64_t turned[] = {b, a}, same[] = {b, b};
        const Primitive better = fold_ == ir::ReductionKind::Max ? Primitive::Greater : Primitive::Less;
        return boolean(better, turned) || boolean(Primitive::NotEqual, same) ? b : a;
      }
      default:
        return compute(Primitive::Add, dtype_, dtype_, operands);
    }
  }

  uint64_t halve(Array& lanes) const {
    for (size_t half = kernel::kLanes / 2; half > 0; half /= 2) {
      for (size_t lane = 0; lane < half; ++lane) lanes[lane] = combine(lanes[lane], lanes[lane + half]);
    }
    return lanes[0];
  }

  void close_block() {
    only_ = halve(block_);
    uint64_t& lane = all_[static_cast<size_t>(blocks_++ % kernel::kLanes)];
    lane = combine(lane, only_);
    block_.fill(identity_);
    count_ = 0;
  }

  ir::ReductionKind fold_;
  DType dtype_;
  uint64_t identity_;
  Array block_{}, all_{};
  uint64_t only_ = 0;  // the value of the last block
  int64_t count_ = 0, blocks_ = 0;
};

class Evaluator {
 public:
  Evaluator(const Program& program, Context* context, const RuntimeCalls& calls)
      : program_(program),
        context_(context),
        calls_(calls),
        registers_(program.registers.size()),
        local_(program.arrays.size()),
        given_(program.arrays.size()) {
    for (size_t id = 0; id < program.arrays.size(); ++id) {
      const ArrayInfo& array = program.arrays[id];
      if (array.storage != Storage::Stack) continue;
      local_[id] = std::make_unique<std::byte[]>(bytes_of(array));
    }
  }

  /// Returns false if the program ended with an error.
  bool run(const Block& block) {
    for (const Statement& statement : block) {
      if (!run(statement)) return false;
    }
    return true;
  }

 private:
  static size_t bytes_of(const ArrayInfo& array) {
    return static_cast<size_t>(array.type.shape.element_count()) * item_size(array.type.dtype);
  }
  uint64_t& at(Register id) { return registers_[static_cast<size_t>(id)]; }
  std::byte* data(ArrayId id) const {
    const auto& local = local_[static_cast<size_t>(id)];
    if (local) return local.get();
    return program_.array(id).storage == Storage::Parameter ? given_[static_cast<size_t>(id)] : context_->data[id];
  }
  std::byte* element(const Statement& statement) {
    int64_t index = statement.index.offset;
    for (const auto& [id, factor] : statement.index.terms) index += factor * static_cast<int64_t>(at(id));
    return data(statement.array) + index * static_cast<int64_t>(item_size(program_.array(statement.array).type.dtype));
  }

  void search(const Statement& statement) {
    const std::vector<Register>& row = statement.operands;
    const DType dtype = program_.dtype(row[0]);
    const auto holds = [&](Primitive primitive, Register a, Register b) {
      const uint64_t operands[] = {at(a), at(b), 0};
      return compute(primitive, dtype, DType::boolean, operands) != 0;
    };
    size_t best = 0;
    for (size_t k = 1; k < row.size(); ++k) {
      const bool is_nan = holds(Primitive::NotEqual, row[k], row[k]),
                 was_nan = holds(Primitive::NotEqual, row[best], row[best]);
      if (!was_nan && (is_nan || holds(statement.primitive, row[k], row[best]))) best = k;
    }
    at(statement.result) = statement.bits != 0 ? best : at(row[best]);
  }

  void let(const Statement& statement) {
    std::array<uint64_t, 3> operands{};
    for (size_t k = 0; k < statement.operands.size(); ++k) operands[k] = at(statement.operands[k]);
    at(statement.result) = compute(statement.primitive, program_.dtype(statement.operands.back()),
                                   program_.dtype(statement.result), operands.data());
  }

  bool apply(const Statement& statement) {
    std::array<const std::byte*, 3> operands{};
    for (size_t k = 0; k < statement.operands.size(); ++k) {
      operands[k] = reinterpret_cast<const std::byte*>(&at(statement.operands[k]));
    }
    at(statement.result) = 0;
    return calls_.apply(context_, statement.site, reinterpret_cast<std::byte*>(&at(statement.result)),
                        operands.data()) == 0;
  }

  bool fail(const Statement& statement) {
    std::vector<uint64_t> numbers;
    for (size_t k = 1; k < statement.operands.size(); ++k) numbers.push_back(at(statement.operands[k]));
    return calls_.fail(context_, statement.site, numbers.data()) == 0;
  }

  bool loop(const Statement& statement) {
    std::vector<Lanes> lanes;
    for (const RowReduction& fold : statement.reductions) lanes.emplace_back(fold.kind, program_.dtype(fold.result));
    const int64_t count = is_counted(statement) ? static_cast<int64_t>(at(statement.count)) : statement.extent;
    AG_CHECK(count >= 0 && count <= statement.extent, "a trip count exceeds the extent of its loop");
    for (int64_t i = 0; i < count; ++i) {
      at(statement.result) = static_cast<uint64_t>(i);
      if (!run(statement.blocks[0])) return false;
      for (size_t k = 0; k < lanes.size(); ++k) {
        const RowReduction& fold = statement.reductions[k];
        fold.factor == kNone ? lanes[k].add(at(fold.value)) : lanes[k].add_product(at(fold.value), at(fold.factor));
      }
    }
    for (size_t k = 0; k < lanes.size(); ++k) at(statement.reductions[k].result) = lanes[k].value();
    return true;
  }

  bool goes_on(const Statement& statement, int64_t iterations) {
    if (!program_.can_stop || --context_->until_poll >= 0) return true;
    return calls_.poll(context_, static_cast<int32_t>(statement.bits), iterations) == 0;
  }

  bool run_while(const Statement& statement) {
    if (program_.can_stop) context_->until_poll = std::min(context_->until_poll, kIterationsUntilPoll);
    for (int64_t iterations = 0;; ++iterations) {
      const bool tested = run(statement.blocks[0]);
      if (tested && !at(statement.operands[0])) return true;
      if (tested && goes_on(statement, iterations) && run(statement.blocks[1])) continue;
      calls_.unwind(context_, static_cast<int32_t>(statement.bits), iterations);
      return false;
    }
  }

  bool assign(const Statement& statement) {
    const ArrayInfo& array = program_.array(statement.array);
    if (array.storage == Storage::Tensor) return calls_.assign(context_, statement.array, statement.source) == 0;
    std::memcpy(data(statement.array), data(statement.source), bytes_of(array));
    return true;
  }

  bool exchange(const Statement& statement) {
    auto& target = local_[static_cast<size_t>(statement.array)];
    if (!target) return calls_.swap(context_, statement.array, statement.source) == 0;
    std::swap(target, local_[static_cast<size_t>(statement.source)]);
    return true;
  }

  bool call(const Statement& statement) {
    const Function& function = program_.functions[statement.bits];
    const Site& site = program_.site(statement.site);
    Evaluator callee(program_, context_, calls_);
    for (size_t k = 0; k < function.numbers.size(); ++k) callee.at(function.numbers[k]) = at(statement.operands[k]);
    const auto give = [&](const std::vector<ArrayId>& parameters, const std::vector<ArrayId>& arrays) {
      for (size_t k = 0; k < arrays.size(); ++k) callee.given_[static_cast<size_t>(parameters[k])] = data(arrays[k]);
    };
    give(function.inputs, site.inputs);
    give(function.outputs, site.outputs);
    if (!callee.run(function, static_cast<int32_t>(statement.bits))) {
      calls_.note_call(context_, statement.site);
      return false;
    }
    for (size_t k = 0; k < function.results.size(); ++k) at(statement.results[k]) = callee.at(function.results[k]);
    return true;
  }

  bool run(const Function& function, int32_t id) {
    if (static_cast<std::byte*>(__builtin_frame_address(0)) > context_->stack_limit) return run_here(function);
    struct Record {
      Evaluator& evaluator;
      const Function& function;
    } record{*this, function};
    const CallFunction deeper = [](Context*, void* of) {
      const auto& record = *static_cast<Record*>(of);
      return record.evaluator.run_here(record.function) ? 0 : 1;
    };
    return calls_.grow_stack(context_, id, deeper, &record) == 0;
  }

  bool run_here(const Function& function) {
    if (program_.can_stop && --context_->until_poll < 0 && calls_.poll(context_, function.loop, 0) != 0) return false;
    return run(function.body);
  }

  bool run(const Statement& statement) {
    switch (statement.kind) {
      case Kind::Constant:
        at(statement.result) = statement.bits;
        return true;
      case Kind::Let:
        let(statement);
        return true;
      case Kind::ArgExtremum:
        search(statement);
        return true;
      case Kind::Apply:
        return apply(statement);
      case Kind::Set:
        at(statement.result) = at(statement.operands[0]);
        return true;
      case Kind::Load:
        at(statement.result) = 0;
        std::memcpy(&at(statement.result), element(statement), item_size(program_.dtype(statement.result)));
        return true;
      case Kind::Length:
        at(statement.result) = static_cast<uint64_t>(calls_.length(context_, statement.array));
        return true;
      case Kind::Store:
        std::memcpy(element(statement), &at(statement.operands[0]), item_size(program_.dtype(statement.operands[0])));
        return true;
      case Kind::Check:
        return at(statement.operands[0]) || fail(statement);
      case Kind::Loop:
      case Kind::Reduce:
        return loop(statement);
      case Kind::If:
        return run(statement.blocks[at(statement.operands[0]) ? 0 : 1]);
      case Kind::Switch:
        return run(statement.blocks[static_cast<size_t>(at(statement.operands[0]))]);
      case Kind::While:
        return run_while(statement);
      case Kind::Kernel:
        return calls_.kernel(context_, statement.site) == 0;
      case Kind::Allocate:
        return calls_.allocate(context_, statement.array) == 0;
      case Kind::MakeContiguous:
        return calls_.make_contiguous(context_, statement.array) == 0;
      case Kind::MakeUnique:
        return calls_.make_unique(context_, statement.array) == 0;
      case Kind::Box:
        return calls_.box(context_, statement.array, at(statement.operands[0])) == 0;
      case Kind::Alias:
        return assign(statement);
      case Kind::Swap:
        return exchange(statement);
      case Kind::Free:
        return calls_.release(context_, statement.array) == 0;
      case Kind::Call:
        return call(statement);
    }
    return false;
  }

  const Program& program_;
  Context* context_;
  const RuntimeCalls& calls_;
  std::vector<uint64_t> registers_;
  std::vector<std::unique_ptr<std::byte[]>> local_;
  std::vector<std::byte*> given_;
};

}  // namespace

int evaluate(const Program& program, Context* context, const RuntimeCalls& calls) {
  return Evaluator(program, context, calls).run(program.body) ? 0 : 1;
}

}  // namespace ag::codegen
