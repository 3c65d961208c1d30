#pragma once
/// What a module consists of; shared, so that who looks at it later can tell whether it is still the same one.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ag/module.h"

namespace ag {

struct Module::Parts {
  std::vector<std::pair<std::string, Variable>> variables;
  std::vector<std::pair<std::string, std::shared_ptr<Parts>>> modules;
  uint64_t trace = 0;  // of the function that makes the module; 0: none is traced

  bool has(const std::string& name) const {
    const auto is_it = [&](const auto& entry) { return entry.first == name; };
    return std::ranges::any_of(variables, is_it) || std::ranges::any_of(modules, is_it);
  }
  /// Calls `visit` with the name and the variable, each.
  template <class F>
  void each(const std::string& prefix, const F& visit) const {
    for (const auto& [name, variable] : variables) visit(prefix + name, variable);
    for (const auto& [name, part] : modules) part->each(prefix + name + ".", visit);
  }
  bool contains(const Variable& wanted) const {
    return std::ranges::any_of(variables, [&](const auto& entry) { return entry.second.is(wanted); }) ||
           std::ranges::any_of(modules, [&](const auto& entry) { return entry.second->contains(wanted); });
  }
  bool contains(const Parts* wanted) const {
    return this == wanted ||
           std::ranges::any_of(modules, [&](const auto& entry) { return entry.second->contains(wanted); });
  }
  size_t count() const {
    size_t all = variables.size();
    for (const auto& [name, part] : modules) all += 1 + part->count();
    return all;
  }
};

namespace detail {

/// For the layers that look behind a module.
struct ModuleAccess {
  using Parts = Module::Parts;
  static const std::shared_ptr<Parts>& parts(const Module& module) { return module.parts_; }
};

}  // namespace detail
}  // namespace ag
