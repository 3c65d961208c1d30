#pragma once
/// A traced function for arguments of specific types: one graph.
///
///     ag::ConcreteFunction c = ag::function_of(f).concrete(TensorSpec({ag::unknown}), 2);
///     c(x, 2);  c(x);  c(ag::arg("x", x));
///     std::cout << c;
#include <array>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/traced_function.h"

namespace ag {

/// An argument passed by the name of its parameter.
template <class T>
struct NamedArgument {
  std::string_view name;
  T value;
  SourceLocation location;
};
template <class T>
NamedArgument<std::decay_t<T>> arg(std::string_view name, T&& value,
                                   SourceLocation location = SourceLocation::current()) {
  return {name, std::forward<T>(value), location};
}

namespace detail {

template <class T>
inline constexpr bool is_named_argument = false;
template <class T>
inline constexpr bool is_named_argument<NamedArgument<T>> = true;
/// Parameters whose value is a part of the trace.
template <class T>
inline constexpr bool is_fixed_parameter =
    HostArgument<T> || FunctionValue<T> || std::is_convertible_v<const T&, std::string_view>;

/// A type for which the user's ag_cast(const T&, type) converts an object to one with the given ag_trace_type.
template <class T>
concept HasCast = HasTraceType<T> && requires(const T& value) {
  { ag_cast(value, ag_trace_type(value)) } -> std::convertible_to<T>;
};

/// Converts an argument of parameter type A to the trace type of `kept`, for which the trace was made.
template <class A, class Kept>
decltype(auto) cast_argument(const Kept& kept, std::remove_reference_t<A>& given) {
  if constexpr (HasCast<Kept> && (!std::is_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>)) {
    const auto wanted = ag_trace_type(kept);
    return wanted == ag_trace_type(std::as_const(given)) ? Kept(given) : Kept(ag_cast(std::as_const(given), wanted));
  } else {
    return static_cast<A&&>(given);
  }
}

/// The part of a ConcreteFunction that does not depend on its argument types.
class AG_API ConcreteFunctionBase {
 public:
  /// Returns the name of the function.
  std::string name() const;
  /// Returns the types of its arguments, part by part, including the values of fixed ones.
  std::vector<ArgumentType> inputs() const;
  /// Returns the types of its results.
  std::vector<ArgumentType> outputs() const;
  /// Returns the types of the values that it reads besides its arguments.
  std::vector<ArgumentType> captures() const;
  Graph graph(SourceLocation location = SourceLocation::current()) const;
  /// Returns text such as "power(x: float32[?], n: int 2) -> float32[?]".
  std::string str() const;

 protected:
  ConcreteFunctionBase(const TracedFunction* function, TracePointer trace);

  /// While an object of this class lives, the next call of the function on this thread runs the trace.
  class AG_API Asking {
   public:
    explicit Asking(const ConcreteFunctionBase& concrete);
    /// The next call finds or makes a trace and does not run it.
    explicit Asking(const TracedFunction* function);
    ~Asking();
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;
    TracePointer trace() const;

   private:
    AskedCall outer_;
  };
  friend struct Asked;
  friend struct FunctionAccess;
  friend AG_API std::ostream& operator<<(std::ostream& stream, const ConcreteFunctionBase& function);

  /// Returns the index of the parameter with this name; throws if there is none.
  size_t parameter(std::string_view name, SourceLocation location) const;
  [[noreturn]] void refuse(const std::string& what, SourceLocation location) const;
  void check_given(const bool* given, const bool* fixed, size_t count, SourceLocation location) const;

  const TracedFunction* function_;
  TracePointer trace_;
  std::vector<std::string> parameters_;
};
AG_API std::ostream& operator<<(std::ostream& stream, const ConcreteFunctionBase& function);

/// Makes a call that only finds or makes a trace.
struct Asked {
  template <class F>
  static TracePointer trace(const TracedFunction* function, const F& call) {
    const ConcreteFunctionBase::Asking asking(function);
    try {
      call();
    } catch (const Answered&) {  // thrown where the result type has no default constructor
    }
    return asking.trace();
  }
};

}  // namespace detail

/// One trace of a function. Host numbers, enums and strings are fixed: a call may omit them. In a plain build a call
/// goes to the function.
template <class F, class Signature>
class ConcreteFunction;

template <class F, class R, class... A>
class ConcreteFunction<F, R(A...)> : public detail::ConcreteFunctionBase {
  using Values = std::tuple<std::optional<detail::kept_t<A>>...>;
  static constexpr size_t kCount = sizeof...(A);
  static constexpr std::array<bool, kCount + 1> kFixed{detail::is_fixed_parameter<std::remove_cvref_t<A>>..., false};
  static constexpr size_t kFree = kCount - (size_t{0} + ... + detail::is_fixed_parameter<std::remove_cvref_t<A>>);

 public:
  /// For internal use by the runtime.
  ConcreteFunction(F function, const detail::TracedFunction* traced, detail::TracePointer trace,
                   std::tuple<detail::kept_t<A>...> arguments)
      : ConcreteFunctionBase(traced, std::move(trace)),
        function_(std::move(function)),
        arguments_(std::move(arguments)) {}

  /// Calls with all arguments.
  R operator()(A... arguments) const { return run(std::forward<A>(arguments)...); }
  /// Calls without the fixed arguments.
  template <class... G>
    requires(sizeof...(G) != kCount && sizeof...(G) == kFree && !(detail::is_named_argument<std::decay_t<G>> || ...))
  R operator()(G&&... arguments) const {
    return run_free(std::forward_as_tuple(std::forward<G>(arguments)...), std::index_sequence_for<A...>());
  }
  /// Calls with named arguments after positional ones. Fixed arguments may be omitted.
  template <class... G>
    requires((detail::is_named_argument<std::decay_t<G>> || ...))
  R operator()(const G&... arguments) const {
    Values values;
    std::array<bool, kCount + 1> given{};
    size_t position = 0;
    // replaced by that of a named argument; a call operator with a pack cannot take one
    SourceLocation location = SourceLocation::current();
    (find_location(arguments, location), ...);
    (take(arguments, position, values, given, location), ...);
    check_given(given.data(), kFixed.data(), kCount, location);
    return run_values(values, std::index_sequence_for<A...>());
  }

 private:
  R run(A... arguments) const {
    return [&]<size_t... I>(std::index_sequence<I...>) -> R {
      if (!trace_) return function_(detail::cast_argument<A>(std::get<I>(arguments_), arguments)...);
      const Asking asking(*this);
      return function_(detail::cast_argument<A>(std::get<I>(arguments_), arguments)...);
    }(std::index_sequence_for<A...>());
  }

  /// Returns the index of the k-th parameter among those that are not fixed.
  static constexpr size_t free_position(size_t k) {
    size_t position = 0;
    for (size_t i = 0; i < k; ++i) position += kFixed[i] ? 0 : 1;
    return position;
  }
  template <size_t I, class Given>
  decltype(auto) free_or_fixed(Given& given) const {
    if constexpr (kFixed[I])
      return std::tuple_element_t<I, std::tuple<detail::kept_t<A>...>>(std::get<I>(arguments_));
    else
      return std::get<free_position(I)>(std::move(given));
  }
  template <class Given, size_t... I>
  R run_free(Given given, std::index_sequence<I...>) const {
    return run(free_or_fixed<I>(given)...);
  }

  template <class G>
  static void find_location(const G& argument, SourceLocation& location) {
    if constexpr (detail::is_named_argument<G>) location = argument.location;
  }
  template <class G>
  void take(const G& argument, size_t& position, Values& values, std::array<bool, kCount + 1>& given,
            SourceLocation location) const {
    if constexpr (detail::is_named_argument<G>) {
      position = kCount;
      put(parameter(argument.name, argument.location), argument.value, values, given, argument.location,
          std::index_sequence_for<A...>());
    } else {
      if (position >= kCount) refuse("an argument by position stands after one by name", location);
      put(position++, argument, values, given, location, std::index_sequence_for<A...>());
    }
  }
  template <class G, size_t... I>
  void put(size_t at, const G& value, Values& values, std::array<bool, kCount + 1>& given, SourceLocation location,
           std::index_sequence<I...>) const {
    if (given[at]) refuse("'" + parameters_[at] + "' is given twice", location);
    given[at] = true;
    (put_one<I>(at, value, values, location), ...);
  }
  template <size_t I, class G>
  void put_one(size_t at, const G& value, Values& values, SourceLocation location) const {
    if (at != I) return;
    if constexpr (std::is_convertible_v<const G&, detail::kept_t<std::tuple_element_t<I, std::tuple<A...>>>>)
      std::get<I>(values) = value;
    else
      refuse("'" + parameters_[at] + "' has another type", location);
  }
  template <size_t... I>
  R run_values(Values& values, std::index_sequence<I...>) const {
    std::tuple<detail::kept_t<A>...> all{
        (std::get<I>(values) ? std::move(*std::get<I>(values)) : std::get<I>(arguments_))...};
    return run(static_cast<A>(static_cast<A&&>(std::get<I>(all)))...);
  }

  F function_;
  std::tuple<detail::kept_t<A>...> arguments_;
};

}  // namespace ag
