#pragma once
/// The contents of a module; shared, so that a later check can tell if a module is still the same one.
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
  uint64_t trace = 0;  // the id of the trace that creates the module; 0 outside of a trace

  bool has(const std::string& name) const {
    const auto is_it = [&](const auto& entry) { return entry.first == name; };
    return std::ranges::any_of(variables, is_it) || std::ranges::any_of(modules, is_it);
  }
  /// Calls `visit` with the name of each variable and the variable.
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

/// Access to the internals of a module for other layers.
struct ModuleAccess {
  using Parts = Module::Parts;
  static const std::shared_ptr<Parts>& parts(const Module& module) { return module.parts_; }
};

}  // namespace detail
}  // namespace ag
