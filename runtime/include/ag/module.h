#pragma once
/// Objects that own variables and look them up by name.
///
///     struct Dense : ag::Module {
///       ag::Variable w = variable(random_normal({64, 10}, 1), {.name = "w"});
///       AG_FUNCTION Tensor operator()(Tensor x) { return matmul(x, w); }
///     };
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/variable.h"

namespace ag {

namespace detail {
struct ModuleAccess;
}

/// A module has identity: it can be moved but not copied.
class AG_API Module {
 public:
  Module();
  Module(Module&&) noexcept;
  Module& operator=(Module&&) noexcept;
  virtual ~Module();

  /// Returns its variables and those of its submodules, in order of creation.
  std::vector<Variable> parameters() const;
  /// Returns the trainable ones of parameters().
  std::vector<Variable> trainable_parameters() const;
  /// Returns all variables by name; those of a submodule as "part.name".
  std::map<std::string, Variable> state() const;

  /// Creates a variable owned by the module.
  Variable variable(const TensorArg& initial, const VariableOptions& options = {},
                    SourceLocation location = SourceLocation::current());
  template <class F>
    requires std::is_invocable_r_v<Tensor, F&>
  Variable variable(F&& initial, const VariableOptions& options = {},
                    SourceLocation location = SourceLocation::current()) {
    return keep(Variable(std::forward<F>(initial), options, location), location);
  }
  /// Registers another module as a submodule; it is a member or becomes one.
  ///
  ///     Dense hidden = submodule("hidden", Dense(4, 3));
  template <class M>
    requires std::is_base_of_v<Module, std::remove_cvref_t<M>>
  M submodule(const std::string& name, M&& module, SourceLocation location = SourceLocation::current()) {
    add_part(name, module, location);
    return std::forward<M>(module);
  }

 private:
  friend detail::ModuleAccess;
  struct Parts;
  Variable keep(Variable variable, SourceLocation location);
  void add_part(const std::string& name, const Module& module, SourceLocation location);

  std::shared_ptr<Parts> parts_;
};

}  // namespace ag
