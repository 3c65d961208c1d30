#include "codegen/interchange.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

#include "codegen/array_loop.h"
#include "codegen/fill.h"
#include "codegen/tile.h"
#include "codegen/walk.h"
#include "tensor/impl.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kVectorBytes = 64;
constexpr int64_t kVectors = 24;         // that a tile may take of the registers of a processor with 32
constexpr int64_t kMostSideBySide = 8;   // chains of operations that hide each other's latency
constexpr int64_t kManyStatements = 32;  // of a round: it takes longer than to load and store its elements,
constexpr int64_t kInCache = 512;  // so more of them stay in the cache, among which the processor finds enough to do
constexpr int64_t kCacheBytes = int64_t{16} << 10;  // of a tile

class Interchange {
 public:
  explicit Interchange(Program& program) : program_(program) {
    note(program.body);
    needed_.insert(program.results.begin(), program.results.end());
  }

  /// From the end to the beginning, so that what the statements behind a loop need is known.
  void run(Block& block, bool repeats) {
    Block result;
    for (size_t k = block.size(); k-- > 0;) {
      Statement& statement = block[k];
      if (removed_.contains(&statement)) continue;
      const bool loops = statement.kind == Kind::While || statement.kind == Kind::Loop || statement.kind == Kind::Fold;
      Block changed;
      if (statement.kind == Kind::While) changed = interchanged({block.data(), k + 1}, repeats);
      if (changed.empty()) {
        for (Block& inner : statement.blocks) run(inner, repeats || loops);
      }
      need(statement);
      for (size_t i = changed.size(); i-- > 0;) result.push_back(std::move(changed[i]));
      if (changed.empty()) result.push_back(std::move(statement));
    }
    std::ranges::reverse(result);
    block = std::move(result);
  }

 private:
  void note(const Block& block) {
    for_each(block, [&](const Statement& statement) {
      if (statement.kind == Kind::Constant) constants_[statement.result] = statement.bits;
      count(statement, 1);
    });
  }
  /// How often the program names registers and arrays.
  void count(const Statement& statement, int by) {
    std::vector<Register> registers;
    list_own_operands(statement, registers);
    if (statement.result != kNone) registers.push_back(statement.result);
    for (Register id : registers) numbers_[id] += by;
    if (statement.kind == Kind::Release) return;
    std::vector<ArrayId> arrays;
    list_own_arrays(program_, statement, arrays);
    for (ArrayId id : arrays) arrays_[id] += by;
  }
  void need(const Statement& statement) {
    const auto one = [&](const Statement& inner) {
      if (inner.kind == Kind::Release) return;
      std::vector<ArrayId> arrays;
      list_own_arrays(program_, inner, arrays);
      needed_.insert(arrays.begin(), arrays.end());
    };
    one(statement);
    for (const Block& block : statement.blocks) for_each(block, one);
  }

  Surroundings around(const Statement& loop, bool repeats) {
    Surroundings result{{}, {}, constants_};
    std::vector<ArrayId> named;
    const auto in_loop = [&](auto&& visit) {
      for (const Block& block : loop.blocks) for_each(block, visit);
    };
    in_loop([&](const Statement& inner) { count(inner, -1); });
    in_loop([&](const Statement& inner) {
      if (inner.kind == Kind::Set && numbers_[inner.result] > 0) result.carried.insert(inner.result);
      list_own_arrays(program_, inner, named);
    });
    for (ArrayId id : named) {
      if (needed_.contains(id) || (repeats && arrays_[id] > 0)) result.needed.insert(id);
    }
    in_loop([&](const Statement& inner) { count(inner, 1); });
    return result;
  }

  /// How many elements a tile has: vectors side by side, as many as the registers hold.
  int64_t width_of(const ArrayLoop& of) const {
    int64_t bytes = 1, vectors = 0;
    const auto add = [&](DType dtype) {
      bytes = std::max(bytes, static_cast<int64_t>(item_size(dtype)));
      if (dtype != DType::boolean) ++vectors;  // booleans are masks
    };
    int64_t carried = 0;
    for (const ArrayLoop::Carried& one : of.carried) {
      const DType dtype = program_.array(one.array).type.dtype;
      carried += static_cast<int64_t>(item_size(dtype));
      add(dtype);
    }
    for (const Statement& statement : of.elements) {
      if (statement.kind == Kind::Load && !of.find(statement.array)) {
        const auto inner = [&](const auto& term) { return term.first == of.indices.back(); };
        if (std::ranges::any_of(statement.index.terms, inner)) add(program_.dtype(statement.result));
      } else if (statement.kind == Kind::Let || statement.kind == Kind::Search) {
        bytes = std::max(bytes, static_cast<int64_t>(item_size(program_.dtype(statement.result))));
      }
    }
    const int64_t lanes = kVectorBytes / bytes, extent = of.extents.back();
    if (extent < lanes) return 0;
    if (static_cast<int64_t>(of.elements.size()) > kManyStatements) {
      const int64_t most = std::min(kInCache, kCacheBytes / carried);
      return std::min(std::max(most / lanes, int64_t{1}) * lanes, extent);
    }
    const auto fitting = static_cast<uint64_t>(kVectors / std::max<int64_t>(vectors, 1));
    const auto side_by_side = static_cast<int64_t>(std::bit_floor(std::max<uint64_t>(fitting, 1)));
    return std::min(lanes * std::min(side_by_side, kMostSideBySide), extent);
  }

  /// What stands in place of the loop that is the last of these statements; empty where it stays.
  Block interchanged(std::span<Statement> statements, bool repeats) {
    const Statement& loop = statements.back();
    const Surroundings surroundings = around(loop, repeats);
    const std::optional<ArrayLoop> of = find_array_loop(program_, loop, surroundings);
    if (!of) return {};
    const int64_t width = width_of(*of);
    if (width == 0 || of->count() <= width) return {};
    if (of->fold && !is_frozen_when_inactive(program_, loop, *of, surroundings)) return {};
    location_ = loop.location;
    Block result;
    const std::map<ArrayId, TileStart> starts = take_starts(statements, *of, result);
    std::set<ArrayId> owned;
    for (size_t k = statements.size() - 1; k-- > 0 && statements[k].kind == Kind::Own;)
      owned.insert(statements[k].array);
    for (const ArrayLoop::Carried& one : of->carried) {
      if (owned.contains(one.array) || starts.contains(one.array)) continue;
      Statement own = make(Kind::Own);
      own.array = one.array;
      result.push_back(std::move(own));
    }
    // The other arrays keep the order that rounds ask for.
    for (const Statement& statement : loop.blocks[1]) {
      if ((statement.kind == Kind::Own || statement.kind == Kind::Dense) && !of->find(statement.array)) {
        result.push_back(statement);
      }
    }
    tiles(loop, *of, width, starts, result);
    return result;
  }

  /// Arrays that have been filled with a known number before the loop, or been given what another array is, and that
  /// nothing has used since: tiles begin with that, and the array is made without it, or not at all.
  std::map<ArrayId, TileStart> take_starts(std::span<Statement> statements, const ArrayLoop& of, Block& result) {
    std::map<ArrayId, TileStart> starts;
    std::map<ArrayId, std::vector<Statement*>> prepared;
    std::set<ArrayId> used;  // or changed
    std::vector<ArrayId> named;
    for (size_t k = statements.size() - 1; k-- > 0;) {
      Statement& statement = statements[k];
      if (statement.kind == Kind::Own || statement.kind == Kind::Dense) {
        prepared[statement.array].push_back(&statement);
        continue;
      }
      named.clear();
      list_own_arrays(program_, statement, named);
      for (const Block& block : statement.blocks) {
        for_each(block, [&](const Statement& inner) { list_own_arrays(program_, inner, named); });
      }
      const std::optional<uint64_t> bits = fill_of(program_, statement);
      const ArrayId array = bits ? program_.site(statement.site).outputs[0] : statement.array;
      const ArrayLoop::Carried* carried = of.find(array);
      const bool moves = statement.kind == Kind::Assign && !of.find(statement.source) &&
                         !used.contains(statement.source) &&
                         program_.array(statement.source).type.shape == program_.array(array).type.shape;
      if (!carried || used.contains(array) || !(bits || moves)) {
        used.insert(named.begin(), named.end());
        continue;
      }
      used.insert(array);
      if (bits) {
        Statement& number = result.emplace_back(make(Kind::Constant));
        number.bits = *bits;
        starts[array].number = number.result = add_register(program_.array(array).type.dtype, false);
      } else {
        Statement& dense = result.emplace_back(make(Kind::Dense));
        dense.array = starts[array].array = statement.source;
      }
      if (carried->is_needed) {
        statement = make(Kind::Allocate);
        statement.array = array;
      } else {
        removed_.insert(&statement);
      }
      removed_.insert(prepared[array].begin(), prepared[array].end());
    }
    return starts;
  }

  void tiles(const Statement& loop, const ArrayLoop& of, int64_t width, const std::map<ArrayId, TileStart>& starts,
             Block& result) {
    std::vector<Register> start, end;
    for (Register id : of.variables) start.push_back(let(result, Primitive::Copy, {id}));
    Register most = kNone;
    if (of.fold && !start.empty()) {  // otherwise all tiles have as many rounds
      for (Register id : of.variables) end.push_back(add_register(program_.dtype(id), true));
      for (size_t k = 0; k < end.size(); ++k) set(result, end[k], start[k]);
      most = add_register(DType::int64, true);
      set(result, most, number(result, -1));
    }
    std::vector<Register> places;
    for (size_t level = 0; level + 1 < of.extents.size(); ++level) places.push_back(add_register(DType::int64, false));
    places.push_back(kNone);
    const auto tile = [&](int64_t size, int64_t first) {
      Block block;
      for (size_t k = 0; k < start.size(); ++k) set(block, of.variables[k], start[k]);
      Block rounds = tile_rounds(program_, loop, of, {size, places, first, starts});
      if (most != kNone) count_rounds(rounds, of, most, end);
      std::ranges::move(rounds, std::back_inserter(block));
      return block;
    };
    Block row;
    const int64_t extent = of.extents.back(), rest = extent % width;
    places.back() = add_register(DType::int64, false);
    nest(row, places.back(), extent / width, tile(width, 0));
    places.back() = kNone;
    if (rest != 0) std::ranges::move(tile(rest, extent - rest), std::back_inserter(row));
    for (size_t level = of.extents.size() - 1; level-- > 0;) {
      Block outer;
      nest(outer, places[level], of.extents[level], std::move(row));
      row = std::move(outer);
    }
    std::ranges::move(row, std::back_inserter(result));
    for (size_t k = 0; k < end.size(); ++k) set(result, of.variables[k], end[k]);
  }

  /// The numbers of the tile that has had the most rounds.
  void count_rounds(Block& tile, const ArrayLoop& of, Register most, const std::vector<Register>& end) {
    const auto loop = std::ranges::find(tile, Kind::While, &Statement::kind);
    const Register rounds = add_register(DType::int64, true);
    Block& body = loop->blocks[1];
    const Register one = number(body, 1);
    set(body, rounds, let(body, Primitive::Add, {rounds, one}));
    Block before;
    set(before, rounds, number(before, 0));
    tile.insert(loop, std::make_move_iterator(before.begin()), std::make_move_iterator(before.end()));
    const Register more = let(tile, Primitive::Greater, {rounds, most});
    Statement choice = make(Kind::If);
    choice.operands = {more};
    choice.blocks.resize(2);
    set(choice.blocks[0], most, rounds);
    for (size_t k = 0; k < end.size(); ++k) set(choice.blocks[0], end[k], of.variables[k]);
    tile.push_back(std::move(choice));
  }

  void nest(Block& into, Register index, int64_t extent, Block inside) {
    Statement& loop = into.emplace_back(make(Kind::Loop));
    loop.result = index;
    loop.extent = extent;
    loop.blocks.push_back(std::move(inside));
  }
  Statement make(Kind kind) const {
    Statement statement;
    statement.kind = kind;
    statement.location = location_;
    return statement;
  }
  Register add_register(DType dtype, bool variable) {
    program_.registers.push_back({dtype, variable});
    return static_cast<Register>(program_.registers.size() - 1);
  }
  Register number(Block& block, int64_t value) {
    Statement& statement = block.emplace_back(make(Kind::Constant));
    statement.bits = static_cast<uint64_t>(value);
    return statement.result = add_register(DType::int64, false);
  }
  Register let(Block& block, Primitive primitive, std::vector<Register> operands) {
    const DType dtype = is_comparison(primitive) ? DType::boolean : program_.dtype(operands[0]);
    Statement& statement = block.emplace_back(make(Kind::Let));
    statement.primitive = primitive;
    statement.operands = std::move(operands);
    return statement.result = add_register(dtype, false);
  }
  void set(Block& block, Register variable, Register value) {
    Statement& statement = block.emplace_back(make(Kind::Set));
    statement.result = variable;
    statement.operands = {value};
  }

  Program& program_;
  SourceLocation location_ = SourceLocation::current();
  std::map<Register, uint64_t> constants_;
  std::map<Register, int> numbers_;
  std::map<ArrayId, int> arrays_;
  std::set<ArrayId> needed_;  // by what stands behind
  std::set<const Statement*> removed_;
};

}  // namespace

void interchange_loops(Program& program) { Interchange(program).run(program.body, false); }

}  // namespace ag::codegen
