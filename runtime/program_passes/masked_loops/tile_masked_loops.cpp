#include "program_passes/masked_loops/tile_masked_loops.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "program/def_use.h"
#include "program/statement_builder.h"
#include "program_passes/masked_loops/masked_loop.h"
#include "program_passes/masked_loops/tile_loops.h"
#include "tensor/impl.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

// Statements of a long iteration, which outweighs the loads and stores of its elements.
constexpr int64_t kManyStatements = 32;
// Elements of a tile with long iterations. Such a tile is in the cache, and has more instruction-level parallelism.
constexpr int64_t kInCache = 512;

class MaskedLoopTiling : StatementBuilder {
 public:
  MaskedLoopTiling(Program& program, const detail::Machine& machine)
      : StatementBuilder(program, SourceLocation::current()),
        machine_(machine),
        constants_(constants_of(program.body)),
        whole_(program, program.body) {
    needed_.insert(program.results.begin(), program.results.end());
  }

  /// Processes the statements in reverse, so that the arrays needed after a loop are known.
  void run(Block& block, bool repeats) {
    Block result;
    for (size_t k = block.size(); k-- > 0;) {
      Statement& statement = block[k];
      if (removed_.contains(&statement)) continue;
      const bool loops =
          statement.kind == Kind::While || statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
      Block changed;
      if (statement.kind == Kind::While) changed = interchanged({block.data(), k + 1}, repeats);
      if (changed.empty()) {
        for (Block& inner : statement.blocks) run(inner, repeats || loops);
      }
      need(statement);
      for (const Statement& one : changed) need(one);
      for (size_t i = changed.size(); i-- > 0;) result.push_back(std::move(changed[i]));
      if (changed.empty()) result.push_back(std::move(statement));
    }
    std::ranges::reverse(result);
    block = std::move(result);
  }

 private:
  void need(const Statement& statement) {
    const DefUse uses(program_, statement);
    for (const auto& [id, facts] : uses.arrays()) {
      if (facts.mentions > 0) needed_.insert(id);
    }
  }

  LoopUses around(const Statement& loop, bool repeats) {
    LoopUses result{{}, {}, constants_};
    const DefUse inside(program_, loop.blocks);
    for (const auto& [id, facts] : inside.registers()) {
      if (facts.set && !inside.is_private_register(id, whole_)) result.carried.insert(id);
    }
    for (const auto& [id, facts] : inside.arrays()) {
      const bool outside = facts.mentions != whole_.of_array(id).mentions;
      if (needed_.contains(id) || (repeats && outside)) result.needed.insert(id);
    }
    return result;
  }

  /// Returns the number of elements of a tile: as many vectors as fit the registers; 0 if the last axis is shorter than
  /// a vector.
  int64_t width_of(const MaskedLoop& of) const {
    int64_t bytes = 1, vectors = 0;
    const auto add = [&](DType dtype) {
      bytes = std::max(bytes, static_cast<int64_t>(item_size(dtype)));
      if (dtype != DType::boolean) ++vectors;  // booleans are in mask registers
    };
    int64_t carried = 0;
    for (const MaskedLoop::Carried& one : of.carried) {
      const DType dtype = program_.array(one.array).type.dtype;
      carried += static_cast<int64_t>(item_size(dtype));
      add(dtype);
    }
    for (const Statement& statement : of.elements) {
      if (statement.kind == Kind::Load && !of.find(statement.array)) {
        const auto inner = [&](const auto& term) { return term.first == of.indices.back(); };
        if (std::ranges::any_of(statement.index.terms, inner)) add(program_.dtype(statement.result));
      } else if (statement.kind == Kind::Let || statement.kind == Kind::ArgExtremum) {
        bytes = std::max(bytes, static_cast<int64_t>(item_size(program_.dtype(statement.result))));
      }
    }
    const int64_t lanes = machine_.vector_bytes / bytes, extent = of.extents.back();
    if (extent < lanes) return 0;
    if (static_cast<int64_t>(of.elements.size()) > kManyStatements) {
      const int64_t most = std::min(kInCache, machine_.l1_bytes / 3 / carried);
      return std::min(std::max(most / lanes, int64_t{1}) * lanes, extent);
    }
    if (of.is_extreme) vectors += 2;  // for the test
    // A quarter of the registers is for intermediate values.
    const int64_t registers = machine_.vector_registers * 3 / 4;
    const auto fitting = static_cast<uint64_t>(registers / std::max<int64_t>(vectors, 1));
    const auto side_by_side = static_cast<int64_t>(std::bit_floor(std::max<uint64_t>(fitting, 1)));
    // More independent chains of operations would not hide more latency.
    const int64_t most_side_by_side = machine_.fma_latency * machine_.fma_units;
    return std::min(lanes * std::min(side_by_side, most_side_by_side), extent);
  }

  /// Returns the replacement of the last of these statements, a loop; empty if the loop stays.
  Block interchanged(std::span<Statement> statements, bool repeats) {
    const Statement& loop = statements.back();
    const LoopUses surroundings = around(loop, repeats);
    std::optional<MaskedLoop> of = find_masked_loop(program_, loop, surroundings);
    if (!of) return {};
    const int64_t width = width_of(*of);
    if (width == 0 || of->count() <= width) return {};
    const bool together =
        of->fold && (of->is_extreme || !has_invariant_inactive_lanes(program_, loop, *of, surroundings));
    location_ = loop.location;
    std::map<ArrayId, Start> found = find_starts(statements, *of);
    if (together) {
      if (!pays_together(*of) || needs_test(loop) || (of->is_extreme && !begins_again(*of, found))) return {};
      for (MaskedLoop::Carried& one : of->carried) one.is_needed = true;  // by later iterations of the tile
    }
    Block instead = together && of->is_extreme ? from_beginning(found, loop) : Block();
    Block result;
    const std::map<ArrayId, TileStart> starts = take_starts(found, *of, result);
    std::set<ArrayId> owned;
    for (size_t k = statements.size() - 1; k-- > 0 && statements[k].kind == Kind::MakeUnique;)
      owned.insert(statements[k].array);
    for (const MaskedLoop::Carried& one : of->carried) {
      if (owned.contains(one.array) || starts.contains(one.array)) continue;
      Statement own = make(Kind::MakeUnique);
      own.array = one.array;
      result.push_back(std::move(own));
    }
    // The other arrays must be prepared as the iterations require.
    for (const Statement& statement : loop.blocks[1]) {
      if ((statement.kind == Kind::MakeUnique || statement.kind == Kind::MakeContiguous) &&
          !of->find(statement.array)) {
        result.push_back(statement);
      }
    }
    if (together)
      add_synchronized_tiles(program_, loop, *of, width, starts, std::move(instead), result);
    else
      add_tiles(program_, loop, *of, width, starts, result);
    return result;
  }

  /// True if the arrays are so large and the iterations so short that memory bandwidth limits the loop. Finished
  /// elements run on with the others, so bandwidth is the only gain.
  bool pays_together(const MaskedLoop& of) const {
    const int64_t out_of_cache = machine_.l2_bytes / 5;
    int64_t bytes = 0;
    for (const MaskedLoop::Carried& one : of.carried)
      bytes += static_cast<int64_t>(item_size(program_.array(one.array).type.dtype));
    return bytes * of.count() >= out_of_cache && static_cast<int64_t>(of.elements.size()) <= kManyStatements;
  }

  /// True if iterations use registers of the test, which tiles that catch up do not evaluate.
  bool needs_test(const Statement& loop) const {
    return DefUse(program_, loop.blocks[0]).feeds(DefUse(program_, loop.blocks[1]));
  }

  /// The statement that initialises an array with a constant or with the elements of another array.
  struct Start {
    Statement* statement = nullptr;
    std::vector<Statement*> prepares;  // MakeUnique and MakeContiguous of the array, after that statement
    std::optional<uint64_t> bits;
    Statement* allocates = nullptr;  // the Allocate before an initialising loop; no statement between names the array
    bool seeks = true;               // the search for that Allocate continues
  };

  /// Returns the array that a loop fills with a constant, and the bits of the constant.
  std::optional<std::pair<ArrayId, uint64_t>> filled(const Statement& statement) const {
    if (statement.kind != Kind::Loop) return std::nullopt;
    const Block& body = statement.blocks[0];
    const bool copies = body.size() == 2 && body[0].kind == Kind::Let && body[0].primitive == Primitive::Copy;
    if (!copies || body[1].kind != Kind::Store || body[1].operands[0] != body[0].result) return std::nullopt;
    const auto bits = constants_.find(body[0].operands[0]);
    const Shape& shape = program_.array(body[1].array).type.shape;
    const bool whole = shape.known() && shape.element_count() == statement.extent && body[1].index.offset == 0 &&
                       body[1].index.terms == std::vector{std::pair(statement.result, int64_t{1})};
    if (!whole || bits == constants_.end()) return std::nullopt;
    return std::pair(body[1].array, bits->second);
  }

  /// True if the initial elements of all carried arrays that iterations read can be recomputed.
  static bool begins_again(const MaskedLoop& of, const std::map<ArrayId, Start>& found) {
    return std::ranges::all_of(
        of.carried, [&](const MaskedLoop::Carried& one) { return !one.is_read || found.contains(one.array); });
  }
  /// Returns the initialising statements and the original loop.
  static Block from_beginning(const std::map<ArrayId, Start>& found, const Statement& loop) {
    std::vector<const Statement*> first;
    for (const auto& [array, start] : found) {
      first.push_back(start.statement);
      first.insert(first.end(), start.prepares.begin(), start.prepares.end());
    }
    std::ranges::sort(first);  // all point into one block, so this is program order
    Block block;
    for (const Statement* statement : first) block.push_back(*statement);
    block.push_back(loop);
    return block;
  }

  /// Finds the carried arrays that are initialised with a constant, or as an alias of another array, and unused between
  /// that and the loop. Tiles start from the constant or the other array, and the initialisation is dropped.
  std::map<ArrayId, Start> find_starts(std::span<Statement> statements, const MaskedLoop& of) const {
    std::map<ArrayId, Start> found;
    std::map<ArrayId, std::vector<Statement*>> prepares;
    std::set<ArrayId> used;  // or changed
    for (size_t k = statements.size() - 1; k-- > 0;) {
      Statement& statement = statements[k];
      if (statement.kind == Kind::MakeUnique || statement.kind == Kind::MakeContiguous) {
        prepares[statement.array].push_back(&statement);
        continue;
      }
      const DefUse own(program_, statement);
      for (const auto& [id, facts] : own.arrays()) {
        const auto start = found.find(id);
        if (start == found.end() || !std::exchange(start->second.seeks, false)) continue;
        if (statement.kind == Kind::Allocate && start->second.statement->kind == Kind::Loop)
          start->second.allocates = &statement;
      }
      const auto fill = filled(statement);
      const ArrayId array = fill ? fill->first : statement.array;
      const bool moves = statement.kind == Kind::Alias && !of.find(statement.source) &&
                         !used.contains(statement.source) &&
                         program_.array(statement.source).type.shape == program_.array(array).type.shape;
      if (!of.find(array) || used.contains(array) || !(fill || moves)) {
        for (const auto& [id, facts] : own.arrays()) used.insert(id);
        continue;
      }
      used.insert(array);
      Start& start = found[array];
      start.statement = &statement;
      start.prepares = prepares[array];
      if (fill) start.bits = fill->second;
    }
    return found;
  }

  std::map<ArrayId, TileStart> take_starts(const std::map<ArrayId, Start>& found, const MaskedLoop& of, Block& result) {
    std::map<ArrayId, TileStart> starts;
    for (const auto& [array, start] : found) {
      if (start.bits) {
        starts[array].number = constant(result, program_.array(array).type.dtype, *start.bits);
      } else {
        Statement& dense = result.emplace_back(make(Kind::MakeContiguous));
        dense.array = starts[array].array = start.statement->source;
      }
      const bool is_needed = of.find(array)->is_needed;
      if (start.allocates) {
        removed_.insert(start.statement);
        if (!is_needed) removed_.insert(start.allocates);
      } else if (is_needed) {
        *start.statement = make(Kind::Allocate);
        start.statement->array = array;
      } else {
        removed_.insert(start.statement);
      }
      removed_.insert(start.prepares.begin(), start.prepares.end());
    }
    return starts;
  }

  const detail::Machine& machine_;
  const std::map<Register, uint64_t> constants_;
  const DefUse whole_;        // before the pass
  std::set<ArrayId> needed_;  // by the statements after the current one
  std::set<const Statement*> removed_;
};

}  // namespace

void tile_masked_loops(Program& program, const detail::Machine& machine) {
  MaskedLoopTiling(program, machine).run(program.body, false);
}

}  // namespace ag::codegen
