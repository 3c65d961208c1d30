#pragma once
/// The only header that converted code includes by itself: the staging operators and the entry of traced functions.
///
/// A converted AG_FUNCTION is
///
///     AG_FUNCTION Tensor collatz(Tensor n) { return ag::traced<&collatz>(AG_STATE(n), [](Tensor n) -> Tensor {
///       …
///     }); }
///
/// and, after the last line of the file, ag::GeneratedCode keeps its text for ag::to_code.
#undef AG_CONVERTED
#define AG_CONVERTED 1

#include "ag/ag.h"
#include "ag/cxx.h"
#include "ag/element.h"
#include "ag/item.h"
#include "ag/list.h"
#include "ag/loops.h"
#include "ag/plain.h"
#include "ag/staged_range.h"
#include "ag/staging.h"
#include "ag/switch.h"

namespace ag {

namespace detail {

template <class... T>
void Placeholders<T...>::save(const char* names, Leaves& out) const {
  if constexpr (sizeof...(T) > 0) {
    const std::vector<std::string> list = split_names(names);
    size_t k = 0;
    std::apply([&](auto&... value) { (detail::save(value, list[k + 1 < list.size() ? k++ : k], out), ...); }, values_);
  }
}

/// What the parameters of a body refer to: the types that the user wrote, or those of converted code.
template <class Body, class... T>
struct BodyOf {
  static constexpr bool is_plain = std::is_invocable_v<Body&, T&...>;
  template <class U>
  using Argument = std::conditional_t<is_plain, U, staged_t<U>>;
  using Values = std::tuple<std::remove_cv_t<Argument<T>>...>;
  using Result = std::invoke_result_t<Body&, Argument<T>&...>;
  using Placeholders = detail::Placeholders<Argument<T>...>;

  static Values values(const std::tuple<T&...>& arguments) {
    return std::apply(
        [](auto&... argument) {
          if constexpr (is_plain)
            return Values(argument...);
          else
            return Values(ToStaged<std::remove_cvref_t<decltype(argument)>>::convert(argument)...);
        },
        arguments);
  }
  /// Writes what a call left in `values` to the caller's variables.
  static void write_back(Values& values, const std::tuple<T&...>& arguments, SourceLocation location) {
    [&]<size_t... I>(std::index_sequence<I...>) {
      (assign_plain(std::get<I>(values), std::get<I>(arguments), location), ...);
    }(std::index_sequence_for<T...>());
  }

 private:
  template <class V, class U>
  static void assign_plain(V& value, U& argument, SourceLocation location) {
    if constexpr (!std::is_const_v<U> && std::is_copy_assignable_v<U>) argument = plain<U>(value, location);
  }
};

/// The result that the user declared; that of the body where F says nothing.
template <class F, class Result>
struct DeclaredResult {
  using type = Result;
};
template <class R, class... A, class Result>
struct DeclaredResult<R (*)(A...), Result> {
  using type = R;
};
template <class R, class... A, class Result>
struct DeclaredResult<R (*)(A...) noexcept, Result> {
  using type = R;
};
template <class R, class C, class... A, class Result>
struct DeclaredResult<R (C::*)(A...), Result> {
  using type = R;
};
template <class R, class C, class... A, class Result>
struct DeclaredResult<R (C::*)(A...) const, Result> {
  using type = R;
};

/// Traces the body, or finds the trace of this signature.
template <auto F, class Body, class... T>
const ConcreteTrace& trace_for_arguments(const SignatureBuilder& signature, const std::tuple<T&...>& arguments,
                                         const char* names, SourceLocation location) {
  using Of = BodyOf<Body, T...>;
  using R = typename Of::Result;
  TracedFunction& function = FunctionHolder<F, Body, T...>::get();
  typename Of::Placeholders placeholders(Of::values(arguments));
  Body body{};
  std::shared_ptr<const void> prototype;
  Leaves results;
  // Named, because the request only refers to them.
  auto run = [&](const Leaves& leaves) {
    placeholders.load(leaves);
    if constexpr (std::is_void_v<R>) {
      placeholders.call(body);
    } else {
      auto result = std::make_shared<std::remove_cvref_t<R>>(placeholders.call(body));
      save(*result, "result", results);
      prototype = result;
    }
  };
  auto finish = [&](Leaves& out, Leaves& changed, std::shared_ptr<const void>& copy) {
    out = std::move(results);
    placeholders.save(names, changed);
    copy = std::move(prototype);
  };
  TraceRequest request{{}, run, finish, location};
  placeholders.save(names, request.arguments);
  return function.find_or_trace(signature, request);
}

template <class R>
R unpack_result(const ConcreteTrace& trace, const Leaves& leaves) {
  R result = *static_cast<const R*>(result_prototype(trace));
  LeafReader in(leaves);
  load(result, in);
  return result;
}

/// Runs the body as it is.
template <class R, class Of, class Body, class... T>
R run_body(Body& body, const std::tuple<T&...>& arguments, SourceLocation location) {
  if constexpr (Of::is_plain) {
    return std::apply(
        [&](auto&... argument) -> R {
          if constexpr (std::is_same_v<R, typename Of::Result>)
            return body(argument...);
          else
            return plain<R>(body(argument...), location);
        },
        arguments);
  } else {
    typename Of::Values values = Of::values(arguments);
    auto call = [&]() -> typename Of::Result {
      return std::apply([&](auto&... value) -> typename Of::Result { return body(value...); }, values);
    };
    if constexpr (std::is_void_v<R>) {
      call();
      Of::write_back(values, arguments, location);
    } else {
      R result = plain<R>(call(), location);
      Of::write_back(values, arguments, location);
      return result;
    }
  }
}

/// Registers a function when the program starts, so that function_of finds it before its first call.
template <auto F, class Body, class... T>
const ConcreteTrace& trace_with_pointers(void* const* pointers, SourceLocation location) {
  return [&]<size_t... I>(std::index_sequence<I...>) -> const ConcreteTrace& {
    const std::tuple<T&...> arguments(*static_cast<std::remove_cv_t<T>*>(pointers[I])...);
    SignatureBuilder signature;
    (add_to_signature(std::get<I>(arguments), signature, location), ...);
    std::string names;
    ((names += (I ? ", arg" : "arg") + std::to_string(I)), ...);
    return trace_for_arguments<F, Body, T...>(signature, arguments, names.c_str(), location);
  }(std::index_sequence_for<T...>());
}

template <auto F, class Body, class... T>
inline const bool registered =
    (register_function(reinterpret_cast<const void*>(F), &FunctionHolder<F, Body, T...>::get(),
                       &trace_with_pointers<F, Body, T...>),
     true);

}  // namespace detail

/// A call of the traced function F, whose body is `body`: runs the graph that was traced for arguments of these types.
/// While another function is traced, or where functions run eagerly, the body runs as it is.
template <auto F, class... T, class Body>
auto traced(const State<std::tuple<T&...>, std::tuple<>>& arguments, Body body) ->
    typename detail::DeclaredResult<decltype(F), typename detail::BodyOf<Body, T...>::Result>::type {
  using Of = detail::BodyOf<Body, T...>;
  using Result = typename Of::Result;
  using R = typename detail::DeclaredResult<decltype(F), Result>::type;
  static_assert(std::is_empty_v<Body>, "the body of a traced function captures nothing");
  (void)&detail::registered<F, Body, T...>;
  detail::TracedFunction& function = detail::FunctionHolder<F, Body, T...>::get();
  const SourceLocation location = arguments.location();
  if (is_tracing() || function.runs_eagerly()) [[unlikely]] {
    const detail::InliningGuard guard(location.function_name(), location);
    return detail::run_body<R, Of>(body, arguments.variables(), location);
  }
  detail::SignatureBuilder signature;
  std::apply([&](auto&... argument) { (detail::add_to_signature(argument, signature, location), ...); },
             arguments.variables());
  const detail::ConcreteTrace* trace = function.find(signature);
  if (!trace) [[unlikely]] {
    function.set_name_if_empty(location.function_name());
    trace =
        &detail::trace_for_arguments<F, Body, T...>(signature, arguments.variables(), arguments.names().text, location);
  }
  if constexpr (std::is_same_v<Result, Tensor>) {
    if (detail::is_single(*trace)) return detail::run_trace_single(*trace, signature.inputs());
  }
  detail::Leaves results, changed;
  detail::run_trace(*trace, signature.inputs(), results, changed);
  if (!changed.empty()) {
    detail::LeafReader in(changed);
    if constexpr (Of::is_plain) {
      arguments.load_variables(in);
    } else {
      typename Of::Values values = Of::values(arguments.variables());
      std::apply([&](auto&... value) { (detail::load(value, in), ...); }, values);
      Of::write_back(values, arguments.variables(), location);
    }
  }
  if constexpr (!std::is_void_v<R>) {
    return plain<R>(detail::unpack_result<std::remove_cvref_t<Result>>(*trace, results), location);
  }
}
/// The same with options: ag::traced<&f>({.name = "f"}, AG_STATE(x), …).
template <auto F, class... T, class Body>
decltype(auto) traced(const FunctionOptions& options, const State<std::tuple<T&...>, std::tuple<>>& arguments,
                      Body body) {
  detail::FunctionHolder<F, Body, T...>::get().configure(options, arguments.location());
  return traced<F>(arguments, body);
}

/// The rewritten text of a function, kept for ag::to_code.
class GeneratedCode {
 public:
  template <class R, class... A>
  GeneratedCode(R (*function)(A...), const char* code) {
    detail::register_code(reinterpret_cast<const void*>(function), code);
  }
};

}  // namespace ag
