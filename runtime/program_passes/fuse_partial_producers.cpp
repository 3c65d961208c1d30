#include "program_passes/fuse_partial_producers.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/clone.h"
#include "program/def_use.h"
#include "program/walk.h"
#include "program_passes/fuse_reductions.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr size_t kMaxStatements = 64;  // of the reader in all copies
constexpr ArrayUses kAccesses = ArrayUse::Load | ArrayUse::Store, kAnyUse = ~ArrayUses{0};

/// The range of elements that one loop fills: element first + i in iteration i.
struct Piece {
  size_t loop;  // index of the loop in the block
  int64_t first;
  Register value;
};

class PieceFusion {
 public:
  explicit PieceFusion(Program& program) : program_(program) {}

  void run(Block& block) {
    for (size_t k = 0; k < block.size(); ++k) {
      for (Block& inner : block[k].blocks) run(inner);
      if (block[k].kind != Kind::Loop || block[k].extent < kManyElements || is_counted(block[k])) continue;
      if (!is_simple(block[k])) continue;
      for (const Statement& load : block[k].blocks[0]) {
        if (load.kind != Kind::Load) continue;
        const std::optional<std::vector<Piece>> pieces = pieces_of(block, k, load.array);
        if (!pieces || !may_move(block, k, load.array, *pieces)) continue;
        k = fuse(block, k, load.array, *pieces);
        break;
      }
    }
  }

 private:
  /// True if the loop consists of plain statements and does not compute with its induction variable.
  static bool is_simple(const Statement& loop) {
    return std::ranges::all_of(loop.blocks[0], [&](const Statement& one) {
      return is_plain(one) && std::ranges::find(one.operands, loop.result) == one.operands.end();
    });
  }

  /// Returns the pieces that together fill the array read by the loop at `user`, in the order of their elements.
  /// Returns nullopt if the array is used in any other way, or if copies would be too long.
  std::optional<std::vector<Piece>> pieces_of(const Block& block, size_t user, ArrayId array) const {
    const Statement& loop = block[user];
    for (const Statement& one : loop.blocks[0]) {
      if (one.array == array && (one.kind != Kind::Load || !is_at(one.index, loop.result))) return std::nullopt;
    }
    std::vector<Piece> pieces;
    int64_t filled = 0;
    for (size_t k = user; k-- > 0 && filled < loop.extent;) {
      const ArrayUses uses = DefUse(program_, block[k]).uses(array);
      if (uses == 0) continue;
      if (uses != ArrayUse::Store || block[k].kind != Kind::Loop || is_counted(block[k]) || !is_plain_nest(block[k]))
        return std::nullopt;
      for (const Statement& one : block[k].blocks[0]) {
        if (one.array != array) continue;
        if (!is_at(one.index, block[k].result, one.index.offset)) return std::nullopt;
        pieces.push_back({k, one.index.offset, one.operands[0]});
        filled += block[k].extent;
      }
    }
    std::ranges::sort(pieces, {}, &Piece::first);
    int64_t end = 0;
    for (const Piece& piece : pieces) {
      if (piece.first != end) return std::nullopt;
      end += block[piece.loop].extent;
    }
    if (end != loop.extent || loop.blocks[0].size() * pieces.size() > kMaxStatements) return std::nullopt;
    return pieces;
  }

  /// True if the producers can move down to the consumer, and the consumer can read each element when it is produced.
  bool may_move(const Block& block, size_t user, ArrayId array, const std::vector<Piece>& pieces) const {
    const DefUse reader(program_, block[user]);
    const auto is_filler = [&](size_t k) {
      return std::ranges::any_of(pieces, [&](const Piece& piece) { return piece.loop == k; });
    };
    for (const Piece& piece : pieces) {
      const DefUse filler(program_, block[piece.loop]);
      for (const auto& [id, facts] : filler.arrays()) {
        const bool fills = (facts.uses & ArrayUse::Store) != 0;
        if (id != array && (reader.uses(id) & (fills ? kAccesses : ArrayUse::Store)) != 0) return false;
      }
      for (size_t k = piece.loop + 1; k < user; ++k) {
        if (is_filler(k)) continue;
        const DefUse between(program_, block[k]);
        if (between.feeds(filler)) return false;
        for (const auto& [id, facts] : filler.arrays()) {
          const bool fills = (facts.uses & ArrayUse::Store) != 0;
          if ((between.uses(id) & (fills ? kAnyUse : kAnyUse & ~ArrayUse::Load)) != 0) return false;
        }
      }
    }
    return true;
  }

  /// Moves the producers to the consumer and appends a copy of the consumer's body to each. Returns the index of the
  /// last of these loops.
  size_t fuse(Block& block, size_t user, ArrayId array, const std::vector<Piece>& pieces) {
    const Statement reader = std::move(block[user]);
    std::set<size_t> fillers;
    for (const Piece& piece : pieces) {
      Statement& loop = block[piece.loop];
      StatementCloner renaming(program_);
      renaming.name(reader.result, loop.result);
      for (Statement one : reader.blocks[0]) {
        if (one.kind == Kind::Load && one.array == array) {
          renaming.name(one.result, piece.value);
          continue;
        }
        one.index.offset += step_along(one.index, reader.result) * piece.first;
        loop.blocks[0].push_back(renaming.copy(one));
      }
      fillers.insert(piece.loop);
    }
    Block moved;
    for (size_t k : fillers) moved.push_back(std::move(block[k]));
    block[user] = std::move(moved.back());
    moved.pop_back();
    const auto at = block.insert(block.begin() + static_cast<int64_t>(user), std::make_move_iterator(moved.begin()),
                                 std::make_move_iterator(moved.end()));
    const size_t last = static_cast<size_t>(at - block.begin()) + fillers.size() - 1;
    for (auto k = fillers.rbegin(); k != fillers.rend(); ++k) block.erase(block.begin() + static_cast<int64_t>(*k));
    return last - fillers.size();
  }

  Program& program_;
};

}  // namespace

void fuse_partial_producers(Program& program) {
  PieceFusion fusion(program);
  for_each_body(program, [&](Block& body) { fusion.run(body); });
}

}  // namespace ag::codegen
