#include "program_passes/masked_loops/tile.h"

#include <algorithm>
#include <functional>

#include "program/statement_builder.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// True for statements of an iteration whose effect is described by the carried arrays, and not by numbers.
bool is_about_arrays(Kind kind) {
  return kind == Kind::Loop || kind == Kind::Allocate || kind == Kind::Alias || kind == Kind::Swap ||
         kind == Kind::Free || kind == Kind::MakeUnique || kind == Kind::MakeContiguous;
}

/// Builds the statements of one tile.
class Tile : StatementBuilder {
 public:
  Tile(Program& program, const Statement& loop, const MaskedLoop& of, const TilePlace& place,
       const std::map<Register, Register>& variables, const TileIterations& counted)
      : StatementBuilder(program, loop.location),
        loop_(loop),
        of_(of),
        width_(place.width),
        places_(place.indices),
        first_(place.first),
        starts_(place.starts),
        counted_(counted),
        names_(variables) {
    for (const MaskedLoop::Carried& one : of.carried) {
      const ir::TensorType type{program.array(one.array).type.dtype, Shape({width_})};
      program.arrays.push_back({type, Storage::Stack});
      arrays_[one.array] = static_cast<ArrayId>(program.arrays.size() - 1);
    }
  }

  Block run() {
    Block block;
    block.push_back(move(/*in=*/true));
    Statement rounds = make(Kind::While);
    rounds.bits = loop_.bits;
    rounds.blocks.resize(2);
    rounds.operands = {test(rounds.blocks[0])};
    const Block& body = loop_.blocks[1];
    for (size_t k = 0; k < body.size(); ++k) {
      if (k == of_.nest)
        rounds.blocks[1].push_back(round());
      else if (!is_about_arrays(body[k].kind))
        rounds.blocks[1].push_back(clone(body[k]));
    }
    if (counted_.rounds != kNone) {
      Block& round = rounds.blocks[1];
      set(round, counted_.rounds, let(round, Primitive::Add, {counted_.rounds, number(round, 1)}));
    }
    block.push_back(std::move(rounds));
    block.push_back(move(/*in=*/false));
    if (block.back().blocks[0].empty()) block.pop_back();
    return block;
  }

 private:
  DType dtype(ArrayId array) const { return program_.array(array).type.dtype; }

  Register renamed(Register id) const {
    const auto found = names_.find(id);
    return found == names_.end() ? id : found->second;
  }
  /// Each copy of the loop defines registers of its own.
  Register define(Register id) {
    if (id == kNone) return id;
    const auto [found, is_new] = names_.try_emplace(id, kNone);
    if (is_new) found->second = add_register(program_.registers[static_cast<size_t>(id)]);
    return found->second;
  }

  void add_element(Index& index, size_t level, int64_t factor) const {
    const bool last = level + 1 == places_.size();
    const int64_t step = last ? width_ : 1;
    if (places_[level] != kNone) index.terms.emplace_back(places_[level], factor * step);
    if (!last) return;
    index.terms.emplace_back(lane_, factor);
    index.offset += factor * first_;
  }
  /// Returns the index of the tile's current element in whole arrays.
  Index whole() const {
    Index index;
    const std::vector<int64_t> strides = of_.strides();
    for (size_t level = 0; level < strides.size(); ++level) add_element(index, level, strides[level]);
    return index;
  }
  /// Translates an index in terms of the nest, or of the reduction, to the tile.
  Index placed(const Index& index) const {
    Index result;
    result.offset = index.offset;
    const std::vector<int64_t> strides = of_.strides();
    for (const auto& [id, factor] : index.terms) {
      const auto at = std::ranges::find(of_.indices, id);
      if (at != of_.indices.end()) {
        add_element(result, static_cast<size_t>(at - of_.indices.begin()), factor);
      } else if (of_.fold && id == of_.fold->result) {
        for (size_t level = 0; level < strides.size(); ++level) add_element(result, level, factor * strides[level]);
      } else {
        result.terms.emplace_back(renamed(id), factor);
      }
    }
    return result;
  }

  Statement clone(const Statement& statement) {
    Statement copy = statement;
    const bool folds = &statement == of_.fold;
    if (folds) {
      lane_ = copy.result = add_register({DType::int64, false});
      copy.extent = width_;
    } else {
      for (Register& operand : copy.operands) operand = renamed(operand);
      copy.index = placed(statement.index);
      if (const auto found = arrays_.find(statement.array); found != arrays_.end()) {
        copy.array = found->second;
        copy.index = {0, {{lane_, 1}}};
      }
    }
    for (size_t k = 0; k < copy.blocks.size(); ++k) copy.blocks[k] = clone(statement.blocks[k]);
    if (!folds) copy.result = define(copy.result);
    for (RowReduction& fold : copy.reductions) {
      fold.result = define(fold.result);
      fold.value = renamed(fold.value), fold.factor = renamed(fold.factor);
    }
    return copy;
  }

  Block clone(const Block& block) {
    Block copy;
    bool ends_odd = false;
    for (const Statement& statement : block) {
      copy.push_back(clone(statement));
      ends_odd = ends_odd || (&statement == of_.fold && counted_.odd != kNone);
    }
    if (ends_odd) {
      const Register extreme = renamed(of_.fold->reductions[0].result);
      const Register nan = let(copy, Primitive::NotEqual, {extreme, extreme});
      set(copy, counted_.odd, let(copy, Primitive::Or, {counted_.odd, nan}));
    }
    return copy;
  }

  /// Emits the condition for the next iteration. A tile that has run fewer iterations than `least` continues without
  /// the test. If a NaN may appear in a single iteration, the test is evaluated in every iteration.
  Register test(Block& block) {
    Block asked = clone(loop_.blocks[0]);
    Register go = renamed(loop_.operands[0]);
    if (counted_.least == kNone && counted_.odd == kNone) {
      block = std::move(asked);
      return go;
    }
    Register behind = kNone;
    if (counted_.least != kNone) behind = let(block, Primitive::Less, {counted_.rounds, counted_.least});
    if (counted_.odd != kNone) {
      std::ranges::move(asked, std::back_inserter(block));
      if (behind != kNone) go = let(block, Primitive::Or, {behind, go});
      const Register even = let(block, Primitive::Not, {counted_.odd}),
                     may = let(block, Primitive::Less, {counted_.rounds, counted_.most});
      return let(block, Primitive::And, {let(block, Primitive::And, {go, even}), may});
    }
    const Register goes_on = add_register({DType::boolean, true});
    Statement choice = make(Kind::If);
    choice.operands = {behind};
    choice.blocks.resize(2);
    set(choice.blocks[0], goes_on, let(choice.blocks[0], Primitive::Copy, {behind}));
    set(asked, goes_on, go);
    choice.blocks[1] = std::move(asked);
    block.push_back(std::move(choice));
    return let(block, Primitive::Copy, {goes_on});
  }

  Statement lanes(const std::function<void(Block&)>& fill) {
    Statement loop = make(Kind::Loop);
    lane_ = loop.result = add_register({DType::int64, false});
    loop.extent = width_;
    fill(loop.blocks.emplace_back());
    return loop;
  }
  Register start(Block& block, ArrayId array) {
    const auto known = starts_.find(array);
    if (known == starts_.end()) return load(block, array, whole());
    return known->second.number != kNone ? known->second.number : load(block, known->second.array, whole());
  }

  /// Loads the tile from the arrays, or stores it to the arrays that are needed.
  Statement move(bool in) {
    return lanes([&](Block& block) {
      for (const MaskedLoop::Carried& one : of_.carried) {
        if (!in && !one.is_needed) continue;
        const Index lane{0, {{lane_, 1}}};
        const ArrayId tile = arrays_.at(one.array);
        const Register value = in ? start(block, one.array) : load(block, tile, lane);
        if (in)
          store(block, tile, lane, value);
        else
          store(block, one.array, whole(), value);
      }
    });
  }

  /// Emits one iteration of a tile. Stores come after all loads.
  Statement round() {
    return lanes([&](Block& block) {
      const Index lane{0, {{lane_, 1}}};
      std::map<ArrayId, Register> moved;
      for (const MaskedLoop::Carried& one : of_.carried) {
        if (one.moved == kNone) continue;
        const auto found = arrays_.find(one.moved);
        moved[one.array] = found != arrays_.end() ? load(block, found->second, lane) : load(block, one.moved, whole());
      }
      for (const Statement& statement : of_.elements) {
        if (statement.kind != Kind::Store) block.push_back(clone(statement));
      }
      for (const MaskedLoop::Carried& one : of_.carried) {
        store(block, arrays_.at(one.array), lane, one.next != kNone ? renamed(one.next) : moved.at(one.array));
      }
    });
  }

  const Statement& loop_;
  const MaskedLoop& of_;
  int64_t width_;
  const std::vector<Register>& places_;
  int64_t first_;
  const std::map<ArrayId, TileStart>& starts_;
  TileIterations counted_;
  Register lane_ = kNone;
  std::map<ArrayId, ArrayId> arrays_;  // from each carried array to the stack array of the tile
  std::map<Register, Register> names_;
};

}  // namespace

Block tile_iterations(Program& program, const Statement& loop, const MaskedLoop& of, const TilePlace& place,
                      const std::map<Register, Register>& variables, const TileIterations& rounds) {
  return Tile(program, loop, of, place, variables, rounds).run();
}

}  // namespace ag::codegen
