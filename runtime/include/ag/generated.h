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
#include "ag/item.h"
#include "ag/loops.h"
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

/// Traces the body, or finds the trace of this signature.
template <auto F, class Body, class... T>
const ConcreteTrace& trace_for_arguments(const SignatureBuilder& signature, const std::tuple<T&...>& arguments,
                                         const char* names, SourceLocation location) {
  using R = std::invoke_result_t<Body&, T&...>;
  TracedFunction& function = FunctionHolder<F, Body, T...>::get();
  Placeholders<T...> placeholders(arguments);
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
std::invoke_result_t<Body&, T&...> traced(const State<std::tuple<T&...>, std::tuple<>>& arguments, Body body) {
  using R = std::invoke_result_t<Body&, T&...>;
  static_assert(std::is_empty_v<Body>, "the body of a traced function captures nothing");
  (void)&detail::registered<F, Body, T...>;
  detail::TracedFunction& function = detail::FunctionHolder<F, Body, T...>::get();
  const SourceLocation location = arguments.location();
  if (is_tracing() || function.runs_eagerly()) [[unlikely]] {
    const detail::InliningGuard guard(location.function_name(), location);
    return std::apply([&](auto&... argument) -> R { return body(argument...); }, arguments.variables());
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
  if constexpr (std::is_same_v<R, Tensor>) {
    if (detail::is_single(*trace)) return detail::run_trace_single(*trace, signature.inputs());
  }
  detail::Leaves results, changed;
  detail::run_trace(*trace, signature.inputs(), results, changed);
  if (!changed.empty()) {
    detail::LeafReader in(changed);
    arguments.load_variables(in);
  }
  if constexpr (!std::is_void_v<R>) return detail::unpack_result<std::remove_cv_t<R>>(*trace, results);
}
/// The same with options: ag::traced<&f>({.name = "f"}, AG_STATE(x), …).
template <auto F, class... T, class Body>
std::invoke_result_t<Body&, T&...> traced(const FunctionOptions& options,
                                          const State<std::tuple<T&...>, std::tuple<>>& arguments, Body body) {
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
