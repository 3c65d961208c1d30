#include "llvm/emit/nontemporal_stores.h"

#include "program/def_use.h"

namespace ag::codegen {

using Kind = StatementKind;

NontemporalStores::NontemporalStores(const Program& program, const detail::Machine& machine)
    : program_(program), machine_(machine), nontemporal_(program.arrays.size()) {
  constexpr ArrayUses kOtherMemory = ArrayUse::AliasTarget | ArrayUse::AliasSource | ArrayUse::Swap;
  const DefUse uses(program, program.body);  // functions allocate none
  for (const auto& [id, facts] : uses.arrays()) {
    nontemporal_[static_cast<size_t>(id)] = (facts.uses & ArrayUse::Allocate) != 0 && (facts.uses & kOtherMemory) == 0;
  }
  for (const Site& site : program_.sites) {
    for (ArrayId id : site.outputs) nontemporal_[static_cast<size_t>(id)] = false;
  }
}

std::vector<bool> invariant_arrays(const Program& program) {
  std::vector<bool> invariant(program.arrays.size());
  const DefUse uses(program, program.body);
  const auto add = [&](ArrayId id) { invariant[static_cast<size_t>(id)] = (uses.uses(id) & kChanges) == 0; };
  for (ArrayId id : program.inputs) add(id);
  for (const auto& [id, value] : program.constants) add(id);
  return invariant;
}

bool NontemporalStores::passes_by_cache(const Statement& loop) const {
  if (is_counted(loop)) return false;
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
