/// Modules: the variables that belong to an object and to its submodules.
#include "ag/module.h"

#include "ag/staging/state.h"
#include "staging/captures/captures.h"
#include "staging/state/module_parts.h"

namespace ag {

namespace {

[[noreturn]] void fail(const std::string& message, SourceLocation location) {
  throw Error(ErrorKind::invalid_argument, message, location);
}

}  // namespace

Module::Module() : parts_(std::make_shared<Parts>()) {
  if (is_tracing()) parts_->trace = tracing::current()->id();
}
Module::Module(Module&&) noexcept = default;
Module& Module::operator=(Module&&) noexcept = default;
Module::~Module() = default;

Variable Module::keep(Variable variable, SourceLocation location) {
  std::string name = variable.name();
  if (name.empty()) name = "variable_" + std::to_string(parts_->variables.size());
  if (parts_->has(name)) fail("a module has two parts of the name '" + name + "'", location);
  parts_->variables.emplace_back(name, variable);
  return variable;
}

Variable Module::variable(const TensorArg& initial, const VariableOptions& options, SourceLocation location) {
  return keep(Variable(initial, options, location), location);
}

void Module::add_part(const std::string& name, const Module& module, SourceLocation location) {
  if (parts_->has(name)) fail("a module has two parts of the name '" + name + "'", location);
  if (module.parts_ == parts_) fail("a module cannot be a part of itself", location);
  parts_->modules.emplace_back(name, module.parts_);
}

std::vector<Variable> Module::parameters() const {
  std::vector<Variable> all;
  tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr;
  if (captures) captures->guard(*this);
  parts_->each({}, [&](const std::string&, const Variable& variable) {
    all.push_back(variable);
    if (captures) captures->fix(all.back());
  });
  return all;
}

std::vector<Variable> Module::trainable_parameters() const {
  std::vector<Variable> all = parameters();
  std::erase_if(all, [](const Variable& variable) { return !variable.trainable(); });
  return all;
}

std::map<std::string, Variable> Module::state() const {
  std::map<std::string, Variable> all;
  tracing::Captures* captures = is_tracing() ? tracing::captures() : nullptr;
  if (captures) captures->guard(*this);
  parts_->each({}, [&](const std::string& name, const Variable& variable) {
    Variable& entry = all.emplace(name, variable).first->second;
    if (captures) captures->fix(entry);
  });
  return all;
}

}  // namespace ag
