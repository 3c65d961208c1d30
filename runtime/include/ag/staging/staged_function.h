#pragma once
/// Function values on numbers: the staged counterparts of std::function<double(double)> and double (*)(double).
#include <cstring>
#include <functional>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>

#include "ag/detail/function_ref.h"
#include "ag/staging/function_choice.h"
#include "ag/staging/plain.h"
#include "ag/staging/staged_variant.h"

namespace ag {

namespace detail {

[[noreturn]] inline void refuse_symbolic_argument() {
  throw Error(ErrorKind::staging_error,
              "a function that is not converted is called with a number that is known only when the graph runs",
              std::source_location(), {"give what calls it a lambda, or a function whose definition agc sees"});
}

/// Passes an argument of converted code to a host function with parameter type P. Modifications are copied back at the
/// end of the call.
template <class P>
class ArgumentForHost {
  using T = std::remove_cvref_t<P>;
  using Given = staged_t<T>;
  static constexpr bool changes = std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;

 public:
  explicit ArgumentForHost(std::conditional_t<changes, Given&, const Given&> given)
      : given_(given), value_(known(given)) {}
  ArgumentForHost(const ArgumentForHost&) = delete;
  ArgumentForHost& operator=(const ArgumentForHost&) = delete;
  ~ArgumentForHost() noexcept(false) {
    if constexpr (changes) {
      if (std::uncaught_exceptions() == exceptions_) given_ = ToStaged<T>::convert(value_);
    }
  }
  operator P() && { return static_cast<P>(value_); }

 private:
  static T known(const Given& given) {
    try {
      return ToPlain<T>::convert(given, std::source_location());
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::staging_error) throw;
      refuse_symbolic_argument();
    }
  }

  std::conditional_t<changes, Given&, const Given&> given_;
  T value_;
  int exceptions_ = std::uncaught_exceptions();
};

/// Calls a function that is not converted. Its numeric arguments must be known.
template <class F, class Signature>
class UnconvertedFunction;
template <class F, class R, class... A>
class UnconvertedFunction<F, R(A...)> {
 public:
  explicit UnconvertedFunction(F function) : function_(std::move(function)) {}

  staged_t<R> operator()(staged_t<A>... given) const {
    if constexpr (std::is_void_v<R>)
      function_(ArgumentForHost<A>(given)...);
    else
      return ToStaged<std::remove_cvref_t<R>>::convert(function_(ArgumentForHost<A>(given)...));
  }
  bool ag_same(const UnconvertedFunction& other) const
    requires is_compared_as_bytes<F>
  {
    return std::is_empty_v<F> || std::memcmp(&function_, &other.function_, sizeof(F)) == 0;
  }

 private:
  mutable F function_;
};

/// An argument that several functions are called with: one that is passed by value is copied for each.
template <class P>
inline constexpr bool can_pass_again = std::is_lvalue_reference_v<P> || std::is_copy_constructible_v<P>;
template <class P>
std::conditional_t<std::is_lvalue_reference_v<P>, P, std::remove_cvref_t<P>> passed_again(
    std::remove_reference_t<P>& argument) {
  return argument;
}
/// Adds an argument that the function may change.
template <class P>
void add_changed(std::remove_reference_t<P>& argument, std::vector<NamedVariable>& out) {
  if constexpr (std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>)
    out.push_back({variable_of(argument), "argument"});
}

/// Converts a host argument to the staged counterpart of parameter type P.
template <class P>
decltype(auto) staged_argument(P& given) {
  using T = std::remove_cvref_t<P>;
  constexpr bool changes = std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>;
  if constexpr (std::is_same_v<staged_t<T>, T>)
    return static_cast<P&&>(given);
  else if constexpr (changes)
    return Inout<T>(given, std::source_location());
  else
    return ToStaged<T>::convert(given);
}

}  // namespace detail

/// A function value of converted code: its parameters and result are the staged counterparts of the types in its
/// signature. An unconverted function is accepted too; its numeric arguments must be known when it is called.
///
///     ag::staged_t<std::function<double(double)>> f = [](ag::Staged<double> t) { return t * t; };
template <class Signature>
class StagedFunction;

template <class R, class... A>
class StagedFunction<R(A...)> : public detail::FunctionChoice {
  using Function = std::function<staged_t<R>(staged_t<A>...)>;

 public:
  StagedFunction() = default;
  StagedFunction(std::nullptr_t) {}
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, StagedFunction> &&
             detail::Calls<staged_t<R>, std::decay_t<F>&, staged_t<A>...>)
  StagedFunction(F&& function) {
    if (is_there(function) && !take_variant(function)) hold(std::forward<F>(function));
  }
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, StagedFunction> &&
             !detail::Calls<staged_t<R>, std::decay_t<F>&, staged_t<A>...> && detail::Calls<R, std::decay_t<F>&, A...>)
  StagedFunction(F&& function) {
    if (is_there(function) && !take_variant(function))
      hold(detail::UnconvertedFunction<std::decay_t<F>, R(A...)>(std::forward<F>(function)));
  }

  staged_t<R> operator()(staged_t<A>... arguments) const {
    if (is_known()) return call(target(), static_cast<staged_t<A>&&>(arguments)...);
    constexpr bool copied = (detail::can_pass_again<staged_t<A>> && ...);
    if constexpr (!copied) {
      throw Error(ErrorKind::staging_error,
                  "a tensor decides which function is called with an argument that can only be moved",
                  std::source_location(), {"pass the argument by reference"});
    } else {
      std::vector<detail::NamedVariable> changed;
      (detail::add_changed<staged_t<A>>(arguments, changed), ...);
      Return<staged_t<R>> result;
      changed.push_back({detail::variable_of(result), {}});
      switch_targets(std::move(changed), [&](const detail::FunctionTarget& target) {
        if constexpr (std::is_void_v<R>) {
          call(target, detail::passed_again<staged_t<A>>(arguments)...);
          result.set();
        } else {
          result = call(target, detail::passed_again<staged_t<A>>(arguments)...);
        }
      });
      return result.value();
    }
  }
  /// Dereferenced like a function pointer.
  const StagedFunction& operator*() const { return *this; }
  Staged<bool> has_function(SourceLocation location = SourceLocation::current()) const {
    return selects([](const detail::FunctionTarget& target) { return target.function != nullptr; }, location);
  }
  explicit operator Staged<bool>() const { return has_function(); }
  friend Staged<bool> operator!(const StagedFunction& a) { return !a.has_function(); }
  /// True if both hold a pointer to one function, both are copies of one function value, or both are empty.
  friend Staged<bool> operator==(const StagedFunction& a, const StagedFunction& b) {
    return same(a, b, SourceLocation::current());
  }
  friend Staged<bool> operator==(const StagedFunction& a, std::nullptr_t) { return !a; }
  friend Staged<bool> operator!=(const StagedFunction& a, const StagedFunction& b) { return !(a == b); }
  friend Staged<bool> operator!=(const StagedFunction& a, std::nullptr_t) { return a.has_function(); }
  /// True if it holds no function, which is known.
  bool is_empty() const { return is_known() && !target().function; }
  /// The pointer that it was made of; null where there is none of this type.
  R (*pointer() const)(A...) {
    const bool points = is_known() && target().is_plain;
    return points ? reinterpret_cast<R (*)(A...)>(target().identity) : nullptr;
  }

 private:
  friend class StagedVariant;
  template <class Other>
  friend class StagedFunction;

  static staged_t<R> call(const detail::FunctionTarget& target, staged_t<A>... arguments) {
    if (!target.function) raise(std::bad_function_call(), std::source_location());
    const auto& function = *static_cast<const Function*>(target.function.get());
    return function(static_cast<staged_t<A>&&>(arguments)...);
  }

  template <class F>
  static bool is_there(const F& function) {
    if constexpr (requires { function.is_empty(); } && std::is_base_of_v<detail::FunctionChoice, F>)
      return !function.is_empty();
    else if constexpr (!std::is_function_v<F> && std::is_constructible_v<bool, const F&>)
      return static_cast<bool>(function);
    else
      return true;
  }

  template <class F>
  void hold(F&& function) {
    only_target().function = std::make_shared<const Function>(std::forward<F>(function));
    only_target().type = &detail::kTargetClass<Function, std::decay_t<F>>;
  }

  /// Of a pointer to a function, the staged variant that converted code has entered, if there is one.
  template <class F>
  bool take_variant(const F& function) {
    if constexpr (requires { function.target_type(); }) {
      using Pointer = typename detail::CalledSignature<F>::pointer;
      if (const Pointer* target = function.template target<Pointer>()) return take_variant(*target);
      using Noexcept = typename detail::CalledSignature<F>::noexcept_pointer;
      const Noexcept* target = function.template target<Noexcept>();
      return target && take_variant(*target);
    } else if constexpr (requires { typename detail::CalledSignature<std::decay_t<F>>::pointer; }) {
      using Signature = typename detail::CalledSignature<std::decay_t<F>>::type;
      const auto address = reinterpret_cast<detail::AnyFunction>(static_cast<std::decay_t<F>>(function));
      detail::FunctionTarget& made = only_target();
      if constexpr (std::is_same_v<Signature, R(A...)>) {
        made.identity = address;
        made.is_plain = true;
        made.function = detail::staged_variant(address, typeid(Signature));
        return made.function != nullptr;
      } else if (const detail::AnyFunction plain = detail::plain_variant(address, typeid(R(A...)))) {
        made.identity = plain;
        made.is_plain = true;
      } else {
        made.identity = address;
        return take_variant_of_type<Signature>(address);
      }
    }
    return false;
  }
  /// `Signature` has other types.
  template <class Signature>
  bool take_variant_of_type(detail::AnyFunction address) {
    if constexpr (detail::is_plain_signature<Signature>) {
      using Other = StagedFunction<Signature>;
      if constexpr (detail::Calls<staged_t<R>, const Other&, staged_t<A>...>) {
        Other other;
        other.only_target().function = detail::staged_variant(address, typeid(Signature));
        if (!other.is_empty()) hold(std::move(other));
      }
    }
    return only_target().function != nullptr;
  }
};

/// if (f) as a host decision.
template <class Signature>
bool force(const StagedFunction<Signature>& function, SourceLocation location = SourceLocation::current()) {
  return force(function.has_function(location), location);
}
/// bool(f)
template <class U, class Signature>
  requires std::is_same_v<U, bool>
Staged<bool> cast(const StagedFunction<Signature>& function) {
  return function.has_function();
}

/// Says that converted code calls `staged` where it finds a pointer to the function `plain`.
///
///     static const ag::StagedVariant ag_staged_variant_1(&cost, &cost_staged);
class StagedVariant {
 public:
  template <class R, class... A, class F>
  StagedVariant(R (*plain)(A...), F staged) : plain_(reinterpret_cast<detail::AnyFunction>(plain)) {
    if constexpr (detail::Calls<staged_t<R>, F&, staged_t<A>...>) {
      using Function = typename StagedFunction<R(A...)>::Function;
      detail::AnyFunction address = nullptr;  // a lambda chooses between overloads
      if constexpr (std::is_pointer_v<F>) address = reinterpret_cast<detail::AnyFunction>(staged);
      detail::add_staged_variant(plain_, address, typeid(R(A...)), std::make_shared<const Function>(staged));
    }
  }
  StagedVariant(const StagedVariant&) = delete;
  StagedVariant& operator=(const StagedVariant&) = delete;
  ~StagedVariant() { detail::remove_staged_variant(plain_); }

 private:
  detail::AnyFunction plain_;
};

namespace detail {

template <class R, class... A>
struct StagedType<std::function<R(A...)>> {
  using type = StagedFunction<R(A...)>;
};
template <class R, class... A>
struct StagedType<R (*)(A...)> {
  using type = StagedFunction<R(A...)>;
};
template <class R, class... A>
struct StagedType<R (*)(A...) noexcept> {
  using type = StagedFunction<R(A...)>;
};

template <class R, class... A>
struct ToStaged<std::function<R(A...)>> {
  static StagedFunction<R(A...)> convert(const std::function<R(A...)>& function) { return function; }
};
template <class R, class... A>
struct ToStaged<R (*)(A...)> {
  static StagedFunction<R(A...)> convert(R (*function)(A...)) { return function; }
};
template <class R, class... A>
struct ToStaged<R (*)(A...) noexcept> {
  static StagedFunction<R(A...)> convert(R (*function)(A...)) { return function; }
};

template <class R, class... A>
struct ToPlain<std::function<R(A...)>> {
  static std::function<R(A...)> convert(const StagedFunction<R(A...)>& function, SourceLocation location) {
    if (function.is_empty()) return nullptr;
    if (const auto pointer = function.pointer()) return pointer;
    return [function, location](A... given) -> R {
      if constexpr (std::is_void_v<R>)
        function(staged_argument<A>(given)...);
      else
        return ToPlain<std::remove_cvref_t<R>>::convert(function(staged_argument<A>(given)...), location);
    };
  }
};
template <class R, class... A>
struct ToPlain<R (*)(A...)> {
  static R (*convert(const StagedFunction<R(A...)>& function, SourceLocation location))(A...) {
    if (!function.is_empty() && !function.pointer())
      throw Error(ErrorKind::staging_error, "a function that a tensor decides is needed as a pointer", location,
                  {"give it to a std::function"});
    return function.pointer();
  }
};
template <class R, class... A>
struct ToPlain<R (*)(A...) noexcept> {
  static R (*convert(const StagedFunction<R(A...)>& function, SourceLocation location))(A...) noexcept {
    return reinterpret_cast<R (*)(A...) noexcept>(ToPlain<R (*)(A...)>::convert(function, location));
  }
};

}  // namespace detail
}  // namespace ag
