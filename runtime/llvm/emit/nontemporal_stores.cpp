#include "llvm/emit/nontemporal_stores.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

void find_allocated(const Block& block, std::vector<bool>& allocated) {
  for (const Statement& statement : block) {
    const auto at = static_cast<size_t>(statement.array);
    if (statement.kind == Kind::Allocate) allocated[at] = true;
    for (const Block& inner : statement.blocks) find_allocated(inner, allocated);
  }
}

/// Marks the arrays that get other memory or other elements.
void find_changed(const Program& program, const Block& block, std::vector<bool>& changed) {
  for (const Statement& statement : block) {
    const Kind kind = statement.kind;
    if (kind == Kind::Kernel || kind == Kind::Call) {
      const Site& site = program.site(statement.site);
      for (ArrayId id : site.outputs) changed[static_cast<size_t>(id)] = true;
      if (site.overwrites_first) changed[static_cast<size_t>(site.inputs[0])] = true;
    } else if (kind != Kind::Load && kind != Kind::MakeContiguous && kind != Kind::Free && kind != Kind::Length) {
      if (statement.array != kNone) changed[static_cast<size_t>(statement.array)] = true;
      if (kind == Kind::Swap) changed[static_cast<size_t>(statement.source)] = true;
    }
    for (const Block& inner : statement.blocks) find_changed(program, inner, changed);
  }
}

/// Unmarks the arrays that may get other memory.
void drop_others(const Block& block, std::vector<bool>& allocated) {
  for (const Statement& statement : block) {
    const Kind kind = statement.kind;
    if (kind == Kind::Alias || kind == Kind::Swap) {
      allocated[static_cast<size_t>(statement.array)] = allocated[static_cast<size_t>(statement.source)] = false;
    }
    for (const Block& inner : statement.blocks) drop_others(inner, allocated);
  }
}

}  // namespace

NontemporalStores::NontemporalStores(const Program& program, const detail::Machine& machine)
    : program_(program), machine_(machine), nontemporal_(program.arrays.size()) {
  find_allocated(program_.body, nontemporal_);  // functions allocate none
  drop_others(program_.body, nontemporal_);
  for (const Site& site : program_.sites) {
    for (ArrayId id : site.outputs) nontemporal_[static_cast<size_t>(id)] = false;
  }
}

std::vector<bool> invariant_arrays(const Program& program) {
  std::vector<bool> changed(program.arrays.size()), invariant(program.arrays.size());
  find_changed(program, program.body, changed);
  const auto add = [&](ArrayId id) { invariant[static_cast<size_t>(id)] = !changed[static_cast<size_t>(id)]; };
  for (ArrayId id : program.inputs) add(id);
  for (const auto& [id, value] : program.constants) add(id);
  return invariant;
}

bool NontemporalStores::passes_by_cache(const Statement& loop) const {
  int64_t bytes = 0;
  for (const Statement& statement : loop.blocks[0]) {
    for (Register operand : statement.operands) {
      if (operand == loop.result) return false;
    }
    if (statement.kind != Kind::Store) continue;
    const bool in_order = statement.index.terms.size() == 1 && statement.index.terms[0].first == loop.result &&
                          statement.index.terms[0].second == 1 && statement.index.offset == 0;
    if (!in_order || !nontemporal_[static_cast<size_t>(statement.array)]) return false;
    bytes += loop.extent * static_cast<int64_t>(item_size(program_.array(statement.array).type.dtype));
    for (const Statement& other : loop.blocks[0]) {
      if (other.kind == Kind::Load && other.array == statement.array) return false;
    }
  }
  return bytes >= machine_.llc_bytes / 3 * 2;
}

}  // namespace ag::codegen
