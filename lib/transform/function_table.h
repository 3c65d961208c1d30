#pragma once
/// An index of the functions of a file by identity, for the look-up of callees.
#include <map>
#include <unordered_map>
#include <vector>

#include "model/function.h"

namespace agc {

class FunctionTable {
 public:
  /// `functions` must not move.
  explicit FunctionTable(std::vector<model::Function>& functions);

  /// Returns null if the file does not contain the function.
  model::Function* find(model::FunctionId identity) const;

  /// The function that encloses a lambda; null if it is not converted.
  const model::Function* around(const model::Function& lambda) const { return around_.at(&lambda); }

  /// The identities of the methods that a virtual call may reach.
  const std::vector<model::FunctionId>& of_slot(const void* slot) const { return by_slot_.at(slot); }

 private:
  std::map<model::FunctionId, model::Function*> by_identity_;
  std::unordered_map<const void*, std::vector<model::FunctionId>> by_slot_;
  std::unordered_map<const model::Function*, const model::Function*> around_;
};

}  // namespace agc
