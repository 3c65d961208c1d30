/// Buffer coalescing within the body of a loop.
#include <algorithm>
#include <map>

#include "program/def_use.h"
#include "program/walk.h"
#include "program_passes/buffers.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// The live range of an array that a kernel fills: indices of top-level statements of a loop's body, and the number of
/// mentions in them.
struct Life {
  size_t first = 0, last = 0;
  int mentions = 0;
};

class BufferCoalescing {
 public:
  explicit BufferCoalescing(Program& program) : program_(program), whole_(DefUse::of_program(program)) {}

  void run(Block& block) {
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) run(inner);
      if (statement.kind == Kind::While) merge(statement.blocks[1]);
    }
    // Remove the Free statements after the loop for arrays that were merged into others.
    std::erase_if(block, [&](const Statement& statement) {
      return statement.kind == Kind::Free && names_.contains(statement.array);
    });
  }

 private:
  /// Returns the array that a statement overwrites completely without reading it, or kNone.
  ArrayId filled(const Statement& statement) const {
    if (statement.kind != Kind::Kernel) return kNone;
    const Site& site = program_.site(statement.site);
    const bool alone = site.fills_results && site.outputs.size() == 1;
    return alone && std::ranges::find(site.inputs, site.outputs[0]) == site.inputs.end() ? site.outputs[0] : kNone;
  }

  /// True if a statement only reads the elements of the arrays that it names.
  bool only_reads(const Statement& statement) const {
    if (statement.kind == Kind::Load || statement.kind == Kind::MakeContiguous) return true;
    if (statement.kind != Kind::Kernel) return false;
    const Site& site = program_.site(statement.site);
    return !site.op->has(ir::kView) && !site.overwrites_first;
  }

  void note(const Statement& statement, size_t at, std::map<ArrayId, Life>& lives) const {
    for_each_array(program_, statement, [&](ArrayId id, ArrayUses) {
      const auto life = lives.find(id);
      if (life == lives.end()) return;
      const bool reads = only_reads(statement) && filled(statement) != id;
      if (!reads && life->second.first != at) {
        lives.erase(life);
        return;
      }
      life->second.last = at;
      ++life->second.mentions;
    });
    for (const Block& inner : statement.blocks) {
      for (const Statement& one : inner) note(one, at, lives);
    }
  }

  void merge(Block& body) {
    std::map<ArrayId, Life> lives;
    std::vector<ArrayId> order;
    for (size_t at = 0; at < body.size(); ++at) {
      const ArrayId id = filled(body[at]);
      if (id != kNone && program_.array(id).storage == Storage::Tensor && program_.array(id).type.shape.known() &&
          !lives.contains(id)) {
        lives[id] = {at, at, 0};
        order.push_back(id);
      }
      note(body[at], at, lives);
    }
    std::erase_if(lives, [&](const auto& one) { return one.second.mentions != whole_.of_array(one.first).mentions; });
    std::vector<std::pair<ArrayId, size_t>> kept;  // array and its last mention
    for (ArrayId id : order) {
      const auto life = lives.find(id);
      if (life == lives.end()) continue;
      const auto free = std::ranges::find_if(kept, [&](const auto& one) {
        return one.second < life->second.first && same(program_.array(one.first).type, program_.array(id).type);
      });
      if (free == kept.end()) {
        kept.emplace_back(id, life->second.last);
        continue;
      }
      names_[id] = free->first;
      free->second = life->second.last;
    }
    if (!names_.empty()) rename(body);
  }

  static bool same(const ir::TensorType& a, const ir::TensorType& b) {
    return a.dtype == b.dtype && a.shape == b.shape && a.weak == b.weak;
  }

  void rename(Block& block) {
    const auto change = [&](ArrayId& id) {
      if (const auto name = names_.find(id); name != names_.end()) id = name->second;
    };
    for_each(block, [&](Statement& statement) {
      change(statement.array);
      if (statement.kind != Kind::Kernel) return;
      Site& site = program_.sites[static_cast<size_t>(statement.site)];
      std::ranges::for_each(site.inputs, change);
      std::ranges::for_each(site.outputs, change);
    });
  }

  Program& program_;
  const DefUse whole_;
  std::map<ArrayId, ArrayId> names_;  // from each merged array to the array that replaces it
};

}  // namespace

void coalesce_buffers(Program& program) {
  BufferCoalescing reuse(program);
  for_each_body(program, [&](Block& body) { reuse.run(body); });
}

}  // namespace ag::codegen
