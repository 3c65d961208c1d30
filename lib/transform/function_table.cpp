#include "transform/function_table.h"

#include <algorithm>

namespace agc {

FunctionTable::FunctionTable(std::vector<model::Function>& functions) {
  for (model::Function& function : functions) {
    by_identity_.emplace(function.identity, &function);
    if (function.staged_method.slot) by_slot_[function.staged_method.slot].push_back(function.identity);
    if (!function.is_lambda()) continue;
    const auto around = std::ranges::find_if(functions, [&](const auto& one) { return one.encloses(function); });
    around_.emplace(&function, around == functions.end() ? nullptr : &*around);
  }
}

model::Function* FunctionTable::find(model::FunctionId identity) const {
  const auto found = by_identity_.find(identity);
  return found == by_identity_.end() ? nullptr : found->second;
}

}  // namespace agc
