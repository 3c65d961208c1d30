#pragma once
/// Function values on numbers: the staged counterparts of std::function<double(double)> and double (*)(double).
#include <functional>
#include <memory>
#include <source_location>
#include <type_traits>
#include <utility>

#include "ag/function_ref.h"
#include "ag/plain.h"

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
class StagedFunction<R(A...)> {
  using Function = std::function<staged_t<R>(staged_t<A>...)>;

 public:
  StagedFunction() = default;
  StagedFunction(std::nullptr_t) {}
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, StagedFunction> &&
             detail::Calls<staged_t<R>, std::decay_t<F>&, staged_t<A>...>)
  StagedFunction(F&& function) {
    if (is_there(function)) function_ = std::make_shared<const Function>(std::forward<F>(function));
  }
  template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, StagedFunction> &&
             !detail::Calls<staged_t<R>, std::decay_t<F>&, staged_t<A>...> && detail::Calls<R, std::decay_t<F>&, A...>)
  StagedFunction(F&& function) {
    if (!is_there(function)) return;
    function_ = std::make_shared<const Function>(
        [function = std::decay_t<F>(std::forward<F>(function))](staged_t<A>... given) mutable -> staged_t<R> {
          if constexpr (std::is_void_v<R>)
            function(detail::ArgumentForHost<A>(given)...);
          else
            return detail::ToStaged<std::remove_cvref_t<R>>::convert(function(detail::ArgumentForHost<A>(given)...));
        });
  }

  staged_t<R> operator()(staged_t<A>... arguments) const {
    if (!function_) throw std::bad_function_call();
    return (*function_)(static_cast<staged_t<A>&&>(arguments)...);
  }
  /// Dereferenced like a function pointer.
  const StagedFunction& operator*() const { return *this; }
  explicit operator bool() const { return function_ != nullptr; }
  /// True if both are copies of one function value, or both are empty.
  friend bool operator==(const StagedFunction& a, const StagedFunction& b) { return a.function_ == b.function_; }
  friend bool operator==(const StagedFunction& a, std::nullptr_t) { return !a; }

 private:
  template <class F>
  static bool is_there(const F& function) {
    if constexpr (!std::is_function_v<F> && std::is_constructible_v<bool, const F&>)
      return static_cast<bool>(function);
    else
      return true;
  }

  std::shared_ptr<const Function> function_;
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
    if (!function) return nullptr;
    return [function, location](A... given) -> R {
      if constexpr (std::is_void_v<R>)
        function(staged_argument<A>(given)...);
      else
        return ToPlain<std::remove_cvref_t<R>>::convert(function(staged_argument<A>(given)...), location);
    };
  }
};

}  // namespace detail
}  // namespace ag
