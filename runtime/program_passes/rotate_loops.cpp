#include "program_passes/rotate_loops.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "program/clone.h"
#include "program/def_use.h"
#include "program/walk.h"
#include "program_passes/fuse_reductions.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

// Smaller arrays stay in registers or in the first-level cache between two loops.
constexpr int64_t kManyTestedElements = 256;

bool is_number_statement(const Statement& statement) {
  return statement.kind == Kind::Constant || statement.kind == Kind::Let || statement.kind == Kind::Set;
}

/// True if a test consists only of numbers, loads and reductions.
bool only_asks(const Block& test) {
  return std::ranges::all_of(test, [](const Statement& statement) {
    const bool nests = statement.kind == Kind::If || statement.kind == Kind::Switch || statement.kind == Kind::Reduce;
    const bool plain = is_number_statement(statement) || statement.kind == Kind::Load;
    return (plain || nests) && std::ranges::all_of(statement.blocks, only_asks);
  });
}

class LoopRotation {
 public:
  explicit LoopRotation(Program& program) : program_(program), whole_(DefUse::of_program(program)) {}

  void run(Block& block) {
    for (size_t k = 0; k < block.size(); ++k) {
      for (Block& inner : block[k].blocks) run(inner);
      if (block[k].kind != Kind::While) continue;
      const std::optional<Place> place = find(block[k]);
      if (!place) continue;
      Block before = invert(block[k], *place);
      k -= fill_on_the_way(block, k, before, before[place->fold]);
      block.insert(block.begin() + static_cast<int64_t>(k), std::make_move_iterator(before.begin()),
                   std::make_move_iterator(before.end()));
      k += before.size();
    }
  }

 private:
  /// The reduction of the test, and the loop of the body into which it can be fused.
  struct Place {
    size_t fold = 0, loop = 0;
    Block block;  // the body of the reduction, with loads replaced by registers of the loop
  };

  std::optional<Place> find(const Statement& loop) const {
    const Block &test = loop.blocks[0], &body = loop.blocks[1];
    if (!only_asks(test) || !keeps_variables(test)) return std::nullopt;
    Place place;
    const auto fold = std::ranges::find(test, Kind::Reduce, &Statement::kind);
    if (fold == test.end() || fold->extent < kManyTestedElements || is_counted(*fold) ||
        !std::ranges::all_of(fold->blocks[0], is_plain)) {
      return std::nullopt;
    }
    place.fold = static_cast<size_t>(fold - test.begin());
    const DefUse elsewhere(program_, loop.blocks);  // registers of the test and of the body that the loop cannot use
    // After the loop that fills the operand, only numbers, other plain loops, allocations and swaps may follow.
    std::vector<const Statement*> exchanges;
    Statement renamed = *fold;
    for (size_t at = body.size(); at-- > 0;) {
      const Statement& one = body[at];
      if (one.kind == Kind::Swap) {
        exchanges.push_back(&one);
        for (size_t k = 0; k < renamed.blocks[0].size(); ++k) {
          Statement& load = renamed.blocks[0][k];
          if (load.kind == Kind::Load) load.array = before(fold->blocks[0][k].array, exchanges);
        }
      } else if (is_plain_nest(one)) {
        if (!stores_operand(one, renamed)) continue;
        std::optional<Block> block = reduction_in_loop(renamed, one, elsewhere);
        if (!block) break;
        place.loop = at;
        place.block = std::move(*block);
        return place;
      } else if (!is_number_statement(one) && one.kind != Kind::Allocate) {
        break;
      }
    }
    return std::nullopt;
  }

  /// True if the variables that the test sets are used only in the test.
  bool keeps_variables(const Block& test) const {
    const DefUse inside(program_, test);
    return std::ranges::all_of(inside.registers(), [&](const auto& one) {
      return !one.second.set || inside.is_private_register(one.first, whole_);
    });
  }

  /// Returns the array that held the elements of `array` before the swaps, which are listed last to first.
  static ArrayId before(ArrayId array, const std::vector<const Statement*>& exchanges) {
    for (const Statement* one : exchanges) {
      if (one->array == array)
        array = one->source;
      else if (one->source == array)
        array = one->array;
    }
    return array;
  }

  /// An array that is initialised before the loop as a copy of another one is filled by the first test instead, if the
  /// test reads all of it. Returns the number of statements removed before the loop.
  size_t fill_on_the_way(Block& block, size_t loop, const Block& before, Statement& fold) const {
    size_t gone = 0;
    for (size_t k = loop - gone; k-- > 0 && is_preparation(block[k]);) {
      if (block[k].kind != Kind::MakeUnique) continue;
      const ArrayId array = block[k].array;
      const std::optional<size_t> assign = find_assign(block, k, array);
      if (!assign || !takes_whole(before, fold, array, block[*assign].source)) continue;
      Register element = kNone;
      for (Statement& one : fold.blocks[0]) {
        if (one.kind != Kind::Load || one.array != array) continue;
        one.array = block[*assign].source;
        element = one.result;
      }
      Statement store = number_statement(Kind::Store, kNone, element, fold);
      store.array = array;
      store.index = {0, {{fold.result, 1}}};
      fold.blocks[0].push_back(std::move(store));
      block[k].kind = Kind::Allocate;
      for (size_t i = loop - gone; i-- > *assign;) {
        const bool dense = block[i].kind == Kind::MakeContiguous && block[i].array == array;
        if (!dense && i != *assign) continue;
        block.erase(block.begin() + static_cast<int64_t>(i));
        ++gone;
        if (i < k) --k;
      }
    }
    return gone;
  }

  static bool is_preparation(const Statement& statement) {
    return is_number_statement(statement) || statement.kind == Kind::MakeUnique ||
           statement.kind == Kind::MakeContiguous || statement.kind == Kind::Alias;
  }
  /// Returns the index of the Alias that makes the array a copy, if only preparations stand between it and the
  /// MakeUnique at `own`.
  static std::optional<size_t> find_assign(const Block& block, size_t own, ArrayId array) {
    for (size_t k = own; k-- > 0 && is_preparation(block[k]);) {
      if (block[k].source == array) return std::nullopt;
      if (block[k].kind == Kind::Alias && block[k].array == array) return k;
    }
    return std::nullopt;
  }
  /// True if the reduction is the first to read the array, reads it element by element, and also reads `source`.
  bool takes_whole(const Block& before, const Statement& fold, ArrayId array, ArrayId source) const {
    const ArrayInfo &to = program_.array(array), &from = program_.array(source);
    if (to.storage != Storage::Tensor || from.storage != Storage::Tensor || to.type.dtype != from.type.dtype ||
        !(to.type.shape == from.type.shape) || !to.type.shape.known() || to.type.shape.element_count() != fold.extent)
      return false;
    bool reads = false, whole = true, is_row_major = false;  // loaded arrays are row-major
    for_each(fold.blocks[0], [&](const Statement& one) {
      if (one.kind != Kind::Load) whole = whole && one.kind != Kind::Store;
      if (one.kind == Kind::Load && one.array == source) is_row_major = true;
      if (one.kind != Kind::Load || one.array != array) return;
      reads = true;
      whole = whole && one.index.offset == 0 && one.index.terms.size() == 1 &&
              one.index.terms[0] == std::pair(fold.result, int64_t{1});
    });
    for (const Statement& one : before) {
      if (&one == &fold) break;
      whole = whole && one.array != array && one.blocks.empty();
    }
    return reads && whole && is_row_major;
  }

  Statement number_statement(Kind kind, Register result, Register operand, const Statement& loop) const {
    Statement statement;
    statement.kind = kind;
    statement.result = result;
    statement.operands = {operand};
    statement.location = loop.location;
    return statement;
  }

  /// Rotates the loop. Returns the statements to be placed before it.
  Block invert(Statement& loop, const Place& place) {
    const auto add_register = [&](bool variable) {
      program_.registers.push_back({DType::boolean, variable});
      return static_cast<Register>(program_.registers.size() - 1);
    };
    const Block test = std::move(loop.blocks[0]);
    const Register goes_on = add_register(true), verdict = add_register(false);
    StatementCloner first(program_), again(program_);
    Block before = first.copy(test);
    before.push_back(number_statement(Kind::Set, goes_on, first(loop.operands[0]), loop));

    Statement& filled = loop.blocks[1][place.loop];
    filled.kind = Kind::Reduce;
    again.name(test[place.fold].result, filled.result);
    Statement fold = test[place.fold];
    fold.blocks[0] = place.block;
    fold = again.copy(fold);
    filled.reductions.insert(filled.reductions.end(), fold.reductions.begin(), fold.reductions.end());
    for (Statement& one : fold.blocks[0]) filled.blocks[0].push_back(std::move(one));

    Block& body = loop.blocks[1];
    for (size_t k = 0; k < test.size(); ++k) {
      if (k != place.fold) body.push_back(again.copy(test[k]));
    }
    body.push_back(number_statement(Kind::Set, goes_on, again(loop.operands[0]), loop));
    loop.blocks[0] = {number_statement(Kind::Let, verdict, goes_on, loop)};
    loop.operands = {verdict};
    return before;
  }

  Program& program_;
  const DefUse whole_;
};

}  // namespace

void rotate_loops(Program& program) {
  LoopRotation inversion(program);
  for_each_body(program, [&](Block& body) { inversion.run(body); });
}

}  // namespace ag::codegen
