#pragma once
/// The functions of a file by what names them: calls are many, and each asks for its callee.
#include <unordered_map>
#include <vector>

#include "model/function.h"

namespace agc {

class FunctionTable {
 public:
  /// `functions` stay where they are.
  explicit FunctionTable(std::vector<model::Function>& functions);

  /// None where the file does not show it.
  model::Function* find(const void* identity) const;

  /// The function that a lambda stands in; none where that is not converted.
  const model::Function* around(const model::Function& lambda) const { return around_.at(&lambda); }

  /// What names the methods that a virtual call may come to.
  const std::vector<const void*>& of_slot(const void* slot) const { return by_slot_.at(slot); }

 private:
  std::unordered_map<const void*, model::Function*> by_identity_;
  std::unordered_map<const void*, std::vector<const void*>> by_slot_;
  std::unordered_map<const model::Function*, const model::Function*> around_;
};

}  // namespace agc
