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

  /// What each tile leaves besides elements: its number of rounds, where tiles differ in it, and its variables. So no
  /// tile has to do with another one, and threads may share them.
  struct Left {
    ArrayId rounds = kNone;
    std::vector<ArrayId> variables;
    std::vector<Register> start;  // what the variables begin with
  };

  void tiles(const Statement& loop, const ArrayLoop& of, int64_t width, const std::map<ArrayId, TileStart>& starts,
             Block& result) {
    const int64_t extent = of.extents.back(), rest = extent % width, in_row = extent / width + (rest != 0 ? 1 : 0);
    const int64_t count = of.count() / extent * in_row;
    Left left;
    if (of.fold && !of.variables.empty()) left.rounds = make_array(DType::int64, count, result);
    for (Register id : of.variables) {
      left.start.push_back(let(result, Primitive::Copy, {id}));
      left.variables.push_back(make_array(program_.dtype(id), count, result));
    }
    std::vector<Register> places;
    for (size_t level = 0; level + 1 < of.extents.size(); ++level) places.push_back(add_register(DType::int64, false));
    places.push_back(kNone);
    const auto tile = [&](int64_t size, int64_t first) {
      Index at;  // the number of the tile
      int64_t step = in_row;
      for (size_t level = places.size() - 1; level-- > 0; step *= of.extents[level])
        at.terms.emplace_back(places[level], step);
      if (places.back() != kNone)
        at.terms.emplace_back(places.back(), 1);
      else
        at.offset = in_row - 1;
      return tile_of(loop, of, {size, places, first, starts}, left, at);
    };
    Block row;
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
    take_last(of, left, count, result);
  }

  /// A tile that counts its rounds, and leaves what it has to leave.
  Block tile_of(const Statement& loop, const ArrayLoop& of, const TilePlace& place, const Left& left, const Index& at) {
    std::map<Register, Register> variables;
    for (Register id : of.variables) variables[id] = add_register(program_.dtype(id), true);
    Block block;
    for (size_t k = 0; k < of.variables.size(); ++k) set(block, variables.at(of.variables[k]), left.start[k]);
    Block tile = tile_rounds(program_, loop, of, place, variables);
    if (left.rounds != kNone) {
      const Register rounds = add_register(DType::int64, true);
      set(block, rounds, number(block, 0));
      Block& body = std::ranges::find(tile, Kind::While, &Statement::kind)->blocks[1];
      set(body, rounds, let(body, Primitive::Add, {rounds, number(body, 1)}));
      store(tile, left.rounds, at, rounds);
    }
    for (size_t k = 0; k < of.variables.size(); ++k) store(tile, left.variables[k], at, variables.at(of.variables[k]));
    std::ranges::move(tile, std::back_inserter(block));
    return block;
  }

  /// The numbers of the tile that has had the most rounds, which all of them have where no element decides.
  void take_last(const ArrayLoop& of, const Left& left, int64_t count, Block& result) {
    if (left.variables.empty()) return;
    const auto take = [&](Block& block, const Index& tile) {
      for (size_t k = 0; k < of.variables.size(); ++k)
        set(block, of.variables[k], load(block, left.variables[k], tile));
    };
    if (left.rounds == kNone) {
      take(result, Index{});
    } else {
      const Register most = add_register(DType::int64, true), tile = add_register(DType::int64, false);
      set(result, most, number(result, -1));
      const Index place{0, {{tile, 1}}};
      Block each;
      const Register rounds = load(each, left.rounds, place);
      Statement choice = make(Kind::If);
      choice.operands = {let(each, Primitive::Greater, {rounds, most})};
      choice.blocks.resize(2);
      set(choice.blocks[0], most, rounds);
      take(choice.blocks[0], place);
      each.push_back(std::move(choice));
      nest(result, tile, count, std::move(each));
      release(result, left.rounds);
    }
    for (ArrayId array : left.variables) release(result, array);
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
  ArrayId make_array(DType dtype, int64_t count, Block& block) {
    program_.arrays.push_back({{dtype, Shape({count})}, Storage::Boxed});
    Statement& statement = block.emplace_back(make(Kind::Allocate));
    return statement.array = static_cast<ArrayId>(program_.arrays.size() - 1);
  }
  void release(Block& block, ArrayId array) { block.emplace_back(make(Kind::Release)).array = array; }
  Register load(Block& block, ArrayId array, const Index& index) {
    Statement& statement = block.emplace_back(make(Kind::Load));
    statement.array = array;
    statement.index = index;
    return statement.result = add_register(program_.array(array).type.dtype, false);
  }
  void store(Block& block, ArrayId array, const Index& index, Register value) {
    Statement& statement = block.emplace_back(make(Kind::Store));
    statement.array = array;
    statement.index = index;
    statement.operands = {value};
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
