#pragma once
/// The operands of staged statements: conditions, the state (the variables that a statement writes), and pending return
/// values.
#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "ag/detail/function_ref.h"
#include "ag/detail/structure.h"
#include "ag/effects.h"
#include "ag/loop_options.h"
#include "ag/range.h"
#include "ag/staging/staged.h"

namespace ag {

/// True if a function is being traced on this thread.
AG_API bool is_tracing();

/// The parameter type of every condition: bool, numbers, tensors, staged values, and any type that converts to bool.
class AG_API Predicate {
 public:
  Predicate(const Tensor& tensor, SourceLocation location = SourceLocation::current());
  Predicate(const Variable& variable, SourceLocation location = SourceLocation::current());
  Predicate(const Staged<bool>& staged, SourceLocation location = SourceLocation::current())
      : value_(settled(staged, location)), location_(location) {}
  /// True if the number is not zero.
  template <class T>
    requires(!std::is_same_v<T, bool> && std::is_convertible_v<T, bool>)
  Predicate(const Staged<T>& staged, SourceLocation location = SourceLocation::current())
      : value_(settled(cast<bool>(staged, location), location)), location_(location) {}
  template <class T>
    requires(!std::is_base_of_v<Tensor, T> && !detail::is_staged<T> && std::is_constructible_v<bool, const T&>)
  Predicate(const T& value, SourceLocation location = SourceLocation::current())
      : value_(static_cast<bool>(value)), location_(location) {}

  /// An optional or a pointer of converted code: true if it has a value.
  template <class T>
    requires requires(const T& value) {
      { value.has_value() } -> std::convertible_to<const Staged<bool>&>;
    } && (!std::is_constructible_v<bool, const T&>)
  Predicate(const T& value, SourceLocation location = SourceLocation::current())
      : Predicate(value.has_value(), location) {}
  /// A function value of converted code: true if it holds a function.
  template <class T>
    requires detail::ChoosesFunction<T>
  Predicate(const T& value, SourceLocation location = SourceLocation::current())
      : Predicate(value.has_function(location), location) {}

  /// A predicate keeps its own location.
  Predicate(const Predicate& other, SourceLocation) : Predicate(other) {}
  Predicate(const Predicate&) = default;

  bool is_host() const { return value_.is_host(); }
  bool host() const { return value_.value(); }
  const Staged<bool>& value() const { return value_; }
  SourceLocation location() const { return location_; }

 private:
  /// A number that is known as well as symbolic is decided on the host.
  static Staged<bool> settled(const Staged<bool>& staged, SourceLocation location) {
    if (!detail::is_live(staged.number())) [[likely]]
      return staged;
    return Staged<bool>(ag::host(staged, location));
  }

  Staged<bool> value_;
  SourceLocation location_;
};

// ---- state ----

namespace detail {

/// The names of a state pack as AG_STATE writes them, with its source location and the options of the loop.
struct Names {
  const char* text;
  SourceLocation location;
  const LoopOptions* options = nullptr;
  Names(const char* names, SourceLocation where = SourceLocation::current()) : text(names), location(where) {}
};

AG_API std::vector<std::string> split_names(const char* text);

/// The type-erased interface of a state pack, for the functions that trace.
class StateBase {
 public:
  explicit StateBase(SourceLocation location, const LoopOptions* options = nullptr)
      : location_(location), options_(options) {}
  const SourceLocation& location() const { return location_; }
  /// The options of the loop; null if it has none.
  const LoopOptions* options() const { return options_; }
  virtual void save_variables(Leaves& out) const = 0;
  virtual void save_exits(Leaves& out) const = 0;
  virtual void load_variables(LeafReader& in) const = 0;
  virtual void load_exits(LeafReader& in) const = 0;
  /// True if one of the exits was taken.
  virtual Flag stopped() const = 0;

 protected:
  ~StateBase() = default;

 private:
  SourceLocation location_;
  const LoopOptions* options_;
};

/// The operations on a variable of one type; instantiated once per type instead of once per pack.
struct VariableType {
  void (*save)(void* variable, const std::string& name, Leaves& out);
  void (*load)(void* variable, LeafReader& in);
  const Flag* (*flag)(void* variable);  // for an exit
};
template <class T>
void save_variable(void* variable, const std::string& name, Leaves& out) {
  save(*static_cast<T*>(variable), name, out);
}
template <class T>
void load_variable(void* variable, LeafReader& in) {
  load(*static_cast<T*>(variable), in);
}
template <class T>
const Flag* exit_flag_of(void* variable) {
  if constexpr (std::is_convertible_v<T&, const Flag&>)
    return &static_cast<const Flag&>(*static_cast<T*>(variable));
  else
    return nullptr;
}
template <class T>
inline constexpr VariableType kVariableType{&save_variable<T>, &load_variable<T>, &exit_flag_of<T>};

/// One variable of a pack.
struct Variable {
  void* address;
  const VariableType* type;
};
template <class T>
Variable variable_of(T& variable) {
  return {const_cast<void*>(static_cast<const void*>(__builtin_addressof(variable))), &kVariableType<T>};
}

/// The type-erased variables of a state pack.
class AG_API Pack : public StateBase {
 public:
  Pack(const Pack&) = delete;
  Pack& operator=(const Pack&) = delete;
  const Names& names() const { return names_; }
  const Variable& variable(size_t k) const { return all_[k]; }
  void save_variables(Leaves& out) const override;
  void save_exits(Leaves& out) const override;
  void load_variables(LeafReader& in) const override;
  void load_exits(LeafReader& in) const override;
  Flag stopped() const override;

 protected:
  /// `all`: the variables followed by the exits, stored in the derived object.
  Pack(Names names, const Variable* all, size_t variables, size_t exits)
      : StateBase(names.location, names.options), names_(names), all_(all), variables_(variables), exits_(exits) {}
  ~Pack() = default;

 private:
  Names names_;
  const Variable* all_;
  size_t variables_;
  size_t exits_;
};

}  // namespace detail

namespace detail {

/// A pack of N variables and M exits. The class depends only on these numbers, not on the types of the variables.
template <size_t N, size_t M>
class FixedPack final : public Pack {
 public:
  static constexpr bool can_stop = M > 0;

  FixedPack(Names names, std::initializer_list<Variable> variables, std::initializer_list<Variable> exits)
      : Pack(names, all_, N, M) {
    std::copy(exits.begin(), exits.end(), std::copy(variables.begin(), variables.end(), all_));
  }
  FixedPack(Names names, void* const* addresses, const VariableType* const* types) : Pack(names, all_, N, M) {
    for (size_t k = 0; k < N; ++k) all_[k] = {addresses[k], types[k]};
  }
  /// Extends a pack by further variables and exits.
  template <size_t K, size_t L>
  FixedPack(const FixedPack<K, L>& pack, std::initializer_list<Variable> variables,
            std::initializer_list<Variable> exits)
      : FixedPack(pack.names(), pack, variables, exits) {}
  template <size_t K, size_t L>
  FixedPack(const Names& names, const FixedPack<K, L>& pack, std::initializer_list<Variable> variables,
            std::initializer_list<Variable> exits)
      : Pack(names, all_, N, M) {
    Variable* end = std::copy_n(&pack.variable(0), K, all_);
    end = std::copy_n(&pack.variable(0) + K, L, std::copy(variables.begin(), variables.end(), end));
    std::copy(exits.begin(), exits.end(), end);
  }

  /// Returns the pack with one more variable, which the operator itself carries.
  template <class V>
  FixedPack<N + 1, M> with(V& variable) const {
    return {*this, {variable_of(variable)}, {}};
  }
  template <class V>
  FixedPack<N + 1, M> with(V& variable, const LoopOptions& options) const {
    Names stated = names();
    stated.options = &options;
    return {stated, *this, {variable_of(variable)}, {}};
  }

 private:
  Variable all_[N + M + 1];
};

}  // namespace detail

/// The variables that a staged statement writes and that are live after it, by reference, with their names. The class
/// depends only on their number.
template <size_t N>
class StateOf {
 public:
  using IsStatePack = void;
  static constexpr bool can_stop = false;

  SourceLocation location() const { return names_.location; }
  detail::Names names() const { return names_; }
  /// Returns the address of a variable.
  void* address(size_t k) const { return addresses_[k]; }
  /// Converts to the type that the tracing functions take. (Created on demand: a call of a traced function that only
  /// runs its graph does not need it.)
  [[gnu::always_inline]] operator detail::FixedPack<N, 0>() const { return {names_, addresses_, types_}; }

  /// Adds flags and results that end the loop when one of them is set. They are part of the state.
  template <class... E>
  detail::FixedPack<N, sizeof...(E)> until(E&... exits) const {
    return {detail::FixedPack<N, 0>(*this), {}, {detail::variable_of(exits)...}};
  }

  /// Returns the pack with one more variable, which the operator itself carries.
  template <class V>
  detail::FixedPack<N + 1, 0> with(V& variable) const {
    return detail::FixedPack<N, 0>(*this).with(variable);
  }
  template <class V>
  detail::FixedPack<N + 1, 0> with(V& variable, const LoopOptions& options) const {
    return detail::FixedPack<N, 0>(*this).with(variable, options);
  }

 protected:
  /// `types`: those of the variables, which outlive the state.
  template <class... Address>
  StateOf(detail::Names names, const detail::VariableType* const* types, Address... addresses)
      : names_(names), types_(types), addresses_{addresses...} {}

 private:
  detail::Names names_;
  const detail::VariableType* const* types_;
  void* addresses_[N + 1];
};

template <class... T>
class State : public StateOf<sizeof...(T)> {
 public:
  // (The built-in function, because each type would instantiate std::addressof.)
  explicit State(detail::Names names, T&... variables)
      : StateOf<sizeof...(T)>(names, kTypes,
                              const_cast<void*>(static_cast<const void*>(__builtin_addressof(variables)))...) {}

 private:
  static constexpr const detail::VariableType* kTypes[] = {&detail::kVariableType<T>..., nullptr};
};

template <class... T>
State<T...> state(detail::Names names, T&... variables) {
  return State<T...>(names, variables...);
}
/// A pack of exits without variables.
template <class... E>
detail::FixedPack<0, sizeof...(E)> until(E&... exits) {
  return {detail::Names("", SourceLocation::current()), {}, {detail::variable_of(exits)...}};
}

/// AG_STATE(n, steps): the state pack of a statement, or the arguments of a traced function.
#define AG_STATE(...) ::ag::state(#__VA_ARGS__ __VA_OPT__(, ) __VA_ARGS__)

template <class T>
concept IsState = std::is_base_of_v<detail::StateBase, std::remove_cvref_t<T>> ||
                  requires { typename std::remove_cvref_t<T>::IsStatePack; };

namespace detail {
inline State<> no_state(SourceLocation location) { return State<>(Names("", location)); }
}  // namespace detail

namespace detail {
/// Ends the branch being traced; the graph never reaches its end.
[[noreturn, gnu::cold]] AG_API void end_branch();
}  // namespace detail

// ---- return values ----

/// The value of a function's `return`s, possibly pending. T may lack a default constructor, be a reference, or be void.
template <class T>
class Return {
  using Held = std::conditional_t<std::is_reference_v<T>, std::remove_reference_t<T>*,
                                  std::conditional_t<std::is_void_v<T>, std::monostate, std::remove_const_t<T>>>;

 public:
  template <class U = T>  // the default enables `result = {a, b}`
    requires(!std::is_void_v<T> && !std::is_same_v<std::remove_cvref_t<U>, Return>)
  void operator=(U&& value) {
    done_ = true;
    if constexpr (std::is_reference_v<T>)
      value_ = &value;
    else
      value_.emplace(std::forward<U>(value));
  }
  void set()
    requires(std::is_void_v<T>)
  {
    done_ = true;
    value_.emplace();
  }
  /// True if no value was returned yet.
  Flag pending() const { return !done_; }
  const Flag& done() const { return done_; }
  operator const Flag&() const { return done_; }
  /// Returns the value. Every path has returned one. If none has, a preceding statement always throws.
  T value() {
    if (!value_) detail::end_branch();
    if constexpr (std::is_reference_v<T>)
      return static_cast<T>(**value_);
    else if constexpr (!std::is_void_v<T>)
      return std::move(*value_);
  }
  /// Returns the value, or the result of the rest of the function.
  template <class F>
    requires(!IsState<F>)
  T value_or(F rest, SourceLocation location = SourceLocation::current()) {
    return value_or(detail::no_state(location), rest);
  }
  template <IsState S, class F>
  T value_or(const S& state, F rest);

  // Used by the state packs.
  detail::Leaf ag_save(const std::string& name) const;
  void ag_load(const detail::Leaf& leaf);

 private:
  Flag done_;
  std::optional<Held> value_;
};

template <class T>
detail::Leaf Return<T>::ag_save(const std::string& name) const {
  detail::Leaf leaf;
  leaf.kind = detail::Leaf::Kind::Slot;
  leaf.name = name;
  leaf.flag = done_;
  if (value_) {
    leaf.host = detail::keep(value_);
    if constexpr (std::is_pointer_v<Held>) {
      leaf.same = [](const void* a, const void* b) {
        return *static_cast<const std::optional<Held>*>(a) == *static_cast<const std::optional<Held>*>(b);
      };
    } else if constexpr (!std::is_same_v<Held, std::monostate>) {
      Held held = *value_;
      detail::save(held, name, leaf.inner);
    }
  }
  return leaf;
}

template <class T>
void Return<T>::ag_load(const detail::Leaf& leaf) {
  done_ = Flag(leaf.flag);
  value_.reset();
  if (!leaf.host) return;
  value_.emplace(**static_cast<const std::optional<Held>*>(leaf.host.get()));
  if constexpr (!std::is_pointer_v<Held> && !std::is_same_v<Held, std::monostate>) {
    detail::LeafReader in(leaf.inner);
    detail::load(*value_, in);
  }
}

}  // namespace ag
