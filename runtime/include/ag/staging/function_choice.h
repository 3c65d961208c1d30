#pragma once
/// The functions that a function value of converted code may hold. Where a tensor decides which one it holds, a number
/// of the graph selects one of several targets, and a call is a switch over them.
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "ag/detail/export.h"
#include "ag/detail/structure.h"
#include "ag/staging/staged.h"
#include "ag/staging/state.h"

namespace ag::detail {

/// A pointer to a function, without its type.
using AnyFunction = void (*)();

struct NamedVariable {
  Variable variable;
  std::string name;
};

/// A function object that changes variables of the code around it when it is called.
template <class F>
concept ChangesVariables = requires(const F& function, std::vector<NamedVariable>& out) { function.ag_changed(out); };

/// The operations on the function objects of one class, which are targets of std::function objects of one signature.
struct TargetClass {
  bool (*same)(const void* a, const void* b);  // null: two objects cannot be compared
  // Its parts: the values that it holds. Null for a class whose objects are compared as a whole.
  void (*save)(const void* function, const std::string& name, Leaves& out);
  std::shared_ptr<const void> (*load)(const void* function, LeafReader& in);
  void (*changed)(const void* function, std::vector<NamedVariable>& out);  // null: a call changes no variable
};

/// One function that the value may hold.
struct FunctionTarget {
  std::shared_ptr<const void> function;  // a std::function of the staged signature; null: the value holds no function
  AnyFunction identity = nullptr;        // the function that it was made of, the plain one where that is known
  bool is_plain = false;                 // ... which has the signature of the value
  const TargetClass* type = nullptr;     // of a function object
};
using FunctionTargets = std::vector<FunctionTarget>;

/// True if a call of either runs the same code. Their parts may differ, except for values that the host decides.
AG_API bool same_target(const FunctionTarget& a, const FunctionTarget& b);

/// The type-erased part of a function value.
class AG_API FunctionChoice {
 public:
  // Used by the state packs.
  void ag_save_choice(const std::string& name, Leaves& out) const;
  void ag_load_choice(LeafReader& in);

 protected:
  FunctionChoice() : targets_(1) {}
  explicit FunctionChoice(FunctionTarget target) : targets_{std::move(target)} {}

  bool is_known() const { return targets_.size() == 1 || selector_.is_host(); }
  /// The target of a known choice.
  const FunctionTarget& target() const { return targets_[targets_.size() == 1 ? 0 : size_t(selector_.value())]; }
  FunctionTarget& only_target() { return targets_.front(); }
  const FunctionTargets& targets() const { return targets_; }
  const Staged<int>& selector() const { return selector_; }
  /// True if the selected target has this property.
  Staged<bool> selects(FunctionRef<bool(const FunctionTarget&)> property, SourceLocation location) const;
  /// True if both select the same target.
  static Staged<bool> same(const FunctionChoice& a, const FunctionChoice& b, SourceLocation location);
  /// Traces `call` for each target, in a block of its own. `changed`: the arguments that a call may change, and the
  /// result.
  void switch_targets(std::vector<NamedVariable> changed, FunctionRef<void(const FunctionTarget&)> call) const;

 private:
  FunctionTargets targets_;
  Staged<int> selector_ = 0;  // an index of targets_
};

/// Classes whose objects are compared as bytes, such as lambdas that capture by reference. (Their assignment is
/// deleted.)
template <class F>
inline constexpr bool is_compared_as_bytes =
    std::is_trivially_copy_constructible_v<F> && std::is_trivially_destructible_v<F>;

/// Classes whose objects are taken apart: those with fields, except where assigning a part would change a variable.
template <class F>
consteval bool has_target_parts() {
  if constexpr (!std::is_class_v<F> || std::is_empty_v<F> || !std::is_copy_constructible_v<F>)
    return false;
  else if constexpr (HasFields<F>)
    return true;
  else if constexpr (PlainAggregate<F> && std::is_copy_assignable_v<F>)
    return initialiser_count<F>() <= 12;
  else
    return false;
}

template <class Function, class F>
struct TargetClassOf {
  static const F& object(const void* function) { return *static_cast<const Function*>(function)->template target<F>(); }

  static constexpr bool has_parts = has_target_parts<F>();
  static bool same(const void* a, const void* b) {
    if constexpr (std::is_empty_v<F> || has_parts)
      return true;
    else if constexpr (requires(const F& f) { f.ag_same(f); })
      return object(a).ag_same(object(b));
    else
      return std::memcmp(&object(a), &object(b), sizeof(F)) == 0;
  }
  static void save(const void* function, const std::string& name, Leaves& out) {
    detail::save(const_cast<F&>(object(function)), name, out);
  }
  static std::shared_ptr<const void> load(const void* function, LeafReader& in) {
    Function copy = *static_cast<const Function*>(function);
    detail::load(*copy.template target<F>(), in);
    return std::make_shared<const Function>(std::move(copy));
  }
  static void changed(const void* function, std::vector<NamedVariable>& out) { object(function).ag_changed(out); }

  static constexpr TargetClass make() {
    TargetClass result{};
    if constexpr (std::is_empty_v<F> || has_parts || is_compared_as_bytes<F> || requires(const F& f) { f.ag_same(f); })
      result.same = &same;
    if constexpr (has_parts) {
      result.save = &save;
      result.load = &load;
    }
    if constexpr (ChangesVariables<F>) result.changed = &changed;
    return result;
  }
};
template <class Function, class F>
inline constexpr TargetClass kTargetClass = TargetClassOf<Function, F>::make();

}  // namespace ag::detail
