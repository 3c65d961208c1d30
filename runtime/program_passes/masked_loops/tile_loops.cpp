#include "program_passes/masked_loops/tile_loops.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "program/statement_builder.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// Iterations of a tile before it stops to see whether a NaN in another tile ends the loop.
constexpr int64_t kRoundsAlone = 64;

class TileLoops : StatementBuilder {
 public:
  TileLoops(Program& program, const Statement& loop, const MaskedLoop& of, int64_t width, Block& result)
      : StatementBuilder(program, loop.location),
        loop_(loop),
        of_(of),
        width_(width),
        rest_(of.extents.back() % width),
        in_row_(of.extents.back() / width + (rest_ != 0 ? 1 : 0)),
        count_(of.count() / of.extents.back() * in_row_),
        result_(result) {}

  void run(const std::map<ArrayId, TileStart>& starts) {
    begin(of_.fold && !of_.variables.empty());
    nest([&](const TilePlace& place, const Index& at) { return first_rounds(place, at); }, starts, result_);
    if (rounds_ == kNone)
      take_variables(result_, Index{});
    else
      take_most();
    end();
  }

  void run_together(const std::map<ArrayId, TileStart>& starts, Block instead) {
    begin(true);
    const bool may_be_odd = of_.is_extreme && is_floating(program_.dtype(of_.fold->reductions[0].result));
    const Register most = add_register(DType::int64, true), differs = add_register(DType::boolean, true);
    Register odd = kNone;
    if (may_be_odd) {
      odd_ = make_array(DType::boolean);
      odd = add_register(DType::boolean, true);
      capped_ = add_register(DType::boolean, true);
      set(result_, limit_ = add_register(DType::int64, true), number(result_, kRoundsAlone));
    }
    nest([&](const TilePlace& place, const Index& at) { return first_rounds(place, at); }, starts, result_);
    compare_tiles(result_, most, differs, odd);
    Statement others = make(Kind::While);
    others.bits = loop_.bits;
    others.blocks.resize(2);
    others.operands = {let(others.blocks[0], Primitive::Copy, {differs})};
    const auto next = [&](const TilePlace& place, const Index& at) { return next_rounds(place, at, most); };
    nest(next, {}, others.blocks[1]);
    compare_tiles(others.blocks[1], most, differs, odd);
    result_.push_back(std::move(others));
    if (!may_be_odd) {
      take_variables(result_, Index{});
      return end();
    }
    Statement choice = make(Kind::If);
    choice.operands = {let(result_, Primitive::Copy, {odd})};
    choice.blocks.resize(2);
    choice.blocks[0] = std::move(instead);
    take_variables(choice.blocks[1], Index{});
    result_.push_back(std::move(choice));
    end();
  }

 private:
  using Fill = std::function<Block(const TilePlace& place, const Index& at)>;

  void begin(bool counts) {
    if (counts) rounds_ = make_array(DType::int64);
    for (Register id : of_.variables) {
      start_.push_back(let(result_, Primitive::Copy, {id}));
      variables_.push_back(make_array(program_.dtype(id)));
    }
  }
  void end() {
    for (ArrayId array : {rounds_, odd_}) {
      if (array != kNone) result_.emplace_back(make(Kind::Free)).array = array;
    }
    for (ArrayId array : variables_) result_.emplace_back(make(Kind::Free)).array = array;
  }

  /// Appends the nest over all tiles. `at`: the linear index of a tile.
  void nest(const Fill& fill, const std::map<ArrayId, TileStart>& starts, Block& into) {
    std::vector<Register> places;
    for (size_t level = 0; level + 1 < of_.extents.size(); ++level) places.push_back(add_register(DType::int64, false));
    places.push_back(add_register(DType::int64, false));
    Index at;
    int64_t step = in_row_;
    for (size_t level = places.size() - 1; level-- > 0; step *= of_.extents[level])
      at.terms.emplace_back(places[level], step);
    Index last = at;
    last.offset = in_row_ - 1;
    at.terms.emplace_back(places.back(), 1);
    const int64_t extent = of_.extents.back();
    Block row;
    repeat(row, places.back(), extent / width_, fill({width_, places, 0, starts}, at));
    places.back() = kNone;
    if (rest_ != 0) std::ranges::move(fill({rest_, places, extent - rest_, starts}, last), std::back_inserter(row));
    for (size_t level = of_.extents.size() - 1; level-- > 0;) {
      Block outer;
      repeat(outer, places[level], of_.extents[level], std::move(row));
      row = std::move(outer);
    }
    std::ranges::move(row, std::back_inserter(into));
  }

  std::map<Register, Register> own_variables() {
    std::map<Register, Register> own;
    for (Register id : of_.variables) own[id] = add_register(program_.dtype(id), true);
    return own;
  }
  void leave(Block& block, const Index& at, const std::map<Register, Register>& variables,
             const TileIterations& counted) {
    if (counted.rounds != kNone) store(block, rounds_, at, counted.rounds);
    if (counted.odd != kNone) store(block, odd_, at, counted.odd);
    for (size_t k = 0; k < of_.variables.size(); ++k) store(block, variables_[k], at, variables.at(of_.variables[k]));
  }

  /// The iterations of a tile from the start until it needs no more.
  Block first_rounds(const TilePlace& place, const Index& at) {
    Block block;
    const std::map<Register, Register> variables = own_variables();
    for (size_t k = 0; k < of_.variables.size(); ++k) set(block, variables.at(of_.variables[k]), start_[k]);
    TileIterations counted;
    if (rounds_ != kNone) set(block, counted.rounds = add_register(DType::int64, true), number(block, 0));
    if (odd_ != kNone) set(block, counted.odd = add_register(DType::boolean, true), truth(block, false));
    counted.most = limit_;
    std::ranges::move(tile_iterations(program_, loop_, of_, place, variables, counted), std::back_inserter(block));
    leave(block, at, variables, counted);
    return block;
  }

  /// The further iterations of a tile that has run fewer than `most`.
  Block next_rounds(const TilePlace& place, const Index& at, Register most) {
    Block block;
    const Register had = load(block, rounds_, at);
    Statement choice = make(Kind::If);
    Register goes_on = let(block, Primitive::Less, {had, most});
    if (capped_ != kNone) goes_on = let(block, Primitive::Or, {goes_on, capped_});
    choice.operands = {goes_on};
    choice.blocks.resize(2);
    Block& tile = choice.blocks[0];
    const std::map<Register, Register> variables = own_variables();
    for (size_t k = 0; k < of_.variables.size(); ++k)
      set(tile, variables.at(of_.variables[k]), load(tile, variables_[k], at));
    TileIterations counted;
    set(tile, counted.rounds = add_register(DType::int64, true), had);
    if (odd_ != kNone) set(tile, counted.odd = add_register(DType::boolean, true), truth(tile, false));
    counted.least = most;
    counted.most = limit_;
    std::ranges::move(tile_iterations(program_, loop_, of_, place, variables, counted), std::back_inserter(tile));
    leave(tile, at, variables, counted);
    block.push_back(std::move(choice));
    return block;
  }

  /// Sets `most` to the maximum of the iteration counts of all tiles, and `differs` to true if a tile has fewer
  /// iterations, or as many as the limit. A NaN makes both irrelevant.
  void compare_tiles(Block& block, Register most, Register differs, Register odd) {
    const Register least = add_register(DType::int64, true), tile = add_register(DType::int64, false);
    const Index place{0, {{tile, 1}}};
    set(block, most, number(block, 0));
    set(block, least, number(block, INT64_MAX));
    if (odd != kNone) set(block, odd, truth(block, false));
    Block each;
    const Register rounds = load(each, rounds_, place);
    set(each, most, let(each, Primitive::Select, {let(each, Primitive::Greater, {rounds, most}), rounds, most}));
    set(each, least, let(each, Primitive::Select, {let(each, Primitive::Less, {rounds, least}), rounds, least}));
    if (odd != kNone) set(each, odd, let(each, Primitive::Or, {odd, load(each, odd_, place)}));
    repeat(block, tile, count_, std::move(each));
    Register any = let(block, Primitive::Less, {least, most});
    if (odd != kNone) {
      set(block, capped_, let(block, Primitive::Equal, {most, limit_}));
      const Register more = let(block, Primitive::Add, {limit_, number(block, kRoundsAlone)});
      set(block, limit_, let(block, Primitive::Select, {capped_, more, limit_}));
      any = let(block, Primitive::Or, {any, capped_});
      any = let(block, Primitive::And, {any, let(block, Primitive::Not, {odd})});
    }
    set(block, differs, any);
  }

  void take_variables(Block& block, const Index& tile) {
    for (size_t k = 0; k < of_.variables.size(); ++k) set(block, of_.variables[k], load(block, variables_[k], tile));
  }

  void take_most() {
    const Register most = add_register(DType::int64, true), tile = add_register(DType::int64, false);
    set(result_, most, number(result_, -1));
    const Index place{0, {{tile, 1}}};
    Block each;
    const Register rounds = load(each, rounds_, place);
    Statement choice = make(Kind::If);
    choice.operands = {let(each, Primitive::Greater, {rounds, most})};
    choice.blocks.resize(2);
    set(choice.blocks[0], most, rounds);
    take_variables(choice.blocks[0], place);
    each.push_back(std::move(choice));
    repeat(result_, tile, count_, std::move(each));
  }

  ArrayId make_array(DType dtype) {
    program_.arrays.push_back({{dtype, Shape({count_})}, Storage::Tensor});
    Statement& statement = result_.emplace_back(make(Kind::Allocate));
    return statement.array = static_cast<ArrayId>(program_.arrays.size() - 1);
  }

  const Statement& loop_;
  const MaskedLoop& of_;
  int64_t width_, rest_, in_row_, count_;  // elements per tile, and of the last of a row; tiles per row, and in all
  Block& result_;
  ArrayId rounds_ = kNone, odd_ = kNone;     // per tile
  Register limit_ = kNone, capped_ = kNone;  // variables: iteration limit of a tile; whether a tile has reached it
  std::vector<ArrayId> variables_;
  std::vector<Register> start_;  // initial values of the variables
};

}  // namespace

void add_tiles(Program& program, const Statement& loop, const MaskedLoop& of, int64_t width,
               const std::map<ArrayId, TileStart>& starts, Block& result) {
  TileLoops(program, loop, of, width, result).run(starts);
}

void add_synchronized_tiles(Program& program, const Statement& loop, const MaskedLoop& of, int64_t width,
                            const std::map<ArrayId, TileStart>& starts, Block instead, Block& result) {
  TileLoops(program, loop, of, width, result).run_together(starts, std::move(instead));
}

}  // namespace ag::codegen
