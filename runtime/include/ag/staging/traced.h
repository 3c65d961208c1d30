#pragma once
/// The entry of a traced function: ag::traced<&f>(AG_STATE(x, n), [](Tensor x, int n) -> Tensor { … }).
///
/// A program has many traced functions but few parameter lists. The code of a call is therefore instantiated once per
/// list of types, on a pointer to the body. Only the TracedFunction exists once per function.
#include <atomic>
#include <functional>
#include <optional>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>

#include "ag/detail/called_object.h"
#include "ag/detail/tensor_only.h"
#include "ag/detail/traced_function.h"
#include "ag/detail/untyped_call.h"
#include "ag/module.h"
#include "ag/staging/plain.h"
#include "ag/staging/state.h"

/// The options of a function, evaluated by its first call: ag::traced<&f>(AG_OPTIONS(.name = "f"), AG_STATE(x), …).
#define AG_OPTIONS(...) [] { return ::ag::FunctionOptions{__VA_ARGS__}; }

namespace ag {

namespace detail {

/// The object of function F, created at its first use, which also sets `made_object`.
template <auto F>
inline constinit std::atomic<TracedFunction*> made_object = nullptr;
template <auto F>
[[gnu::noinline]] TracedFunction& make_object() {
  static TracedFunction function;
  made_object<F>.store(&function, std::memory_order_release);
  return function;
}
template <auto F>
TracedFunction& function_object() {
  TracedFunction* made = made_object<F>.load(std::memory_order_acquire);
  return made ? *made : make_object<F>();
}

/// The result type declared by the user, or that of the body if F does not declare one.
template <class F>
struct DeclaredResult {
  template <class Result>
  using type = Result;
};
template <class R>
struct Declared {
  template <class>
  using type = R;
};
template <class R, class... A>
struct DeclaredResult<R (*)(A...)> : Declared<R> {};
template <class R, class... A>
struct DeclaredResult<R (*)(A...) noexcept> : Declared<R> {};
#define AG_METHOD_RESULT(...)             \
  template <class R, class C, class... A> \
  struct DeclaredResult<R (C::*)(A...) __VA_ARGS__> : Declared<R> {};
AG_METHOD_RESULT()
AG_METHOD_RESULT(const)
AG_METHOD_RESULT(&)
AG_METHOD_RESULT(const&)
AG_METHOD_RESULT(noexcept)
AG_METHOD_RESULT(const noexcept)
#undef AG_METHOD_RESULT

/// Stores a result as the prototype of later results, and its leaves.
template <class R>
std::shared_ptr<const void> keep_result(R&& result, Leaves& leaves) {
  save(result, "result", leaves);
  return keep(std::forward<R>(result));
}

/// Traces the body of a call, or finds the trace for its signature. `values` are the arguments that `run` passes to the
/// body; their tensors are replaced by symbols.
AG_API const ConcreteTrace& trace_body(const UntypedCall& call, SignatureBuilder& signature,
                                       std::span<const Variable> values,
                                       FunctionRef<std::shared_ptr<const void>(Leaves& results)> run, Root locals);

/// Returns the trace that `make` produces; null if calls of this signature run eagerly instead.
AG_API const ConcreteTrace* trace_unless_eager(TracedFunction& function, const SignatureBuilder& signature,
                                               FunctionRef<const ConcreteTrace&()> make);

/// The argument used while the body is traced: the user's ag_placeholder(value), or a copy.
template <class T>
decltype(auto) placeholder_of(T& value) {
  if constexpr (requires { ag_placeholder(std::as_const(value)); })
    return ag_placeholder(std::as_const(value));
  else
    return static_cast<T&>(value);
}

/// The arguments that a body receives. (A std::tuple would instantiate many classes for each parameter list.)
template <size_t, class T>
struct HeldValue {
  T value;
};
template <class Indices, class... T>
struct HeldValues;
template <size_t... I, class... T>
struct HeldValues<std::index_sequence<I...>, T...> : HeldValue<I, T>... {};
template <size_t I, class T>
T& held(HeldValue<I, T>& one) {
  return one.value;
}
template <class V>
V& referent(V& value) {
  return value;
}
template <class M>
M& referent(std::reference_wrapper<M>& module) {
  return module.get();
}

/// The body of a method: a closure with its object, with the closure type erased.
template <class Signature>
struct MethodBody;
template <class Result, class... A>
struct MethodBody<Result(A...)> {
  const void* closure;
  Result (*function)(const void* closure, A... arguments);

  Result operator()(A... arguments) const { return function(closure, std::forward<A>(arguments)...); }
};
template <class Closure, class Result, class... A>
MethodBody<Result(A...)> method_body(const Closure& closure, Result (Closure::*)(A...) const) {
  return {&closure, [](const void* object, A... arguments) -> Result {
            return (*static_cast<const Closure*>(object))(std::forward<A>(arguments)...);
          }};
}

/// Calls of functions with result R, whose parameters are variables of the types T and whose body returns Result.
template <class R, class Body, class Result, class... T>
class TracedCall {
  /// True if the parameters of the body have the user's types, false if they are staged counterparts.
  static constexpr bool kPlain = requires(Body body, T&... arguments) { body(arguments...); };
  template <class U>
  using Argument = typename std::conditional_t<kPlain, std::type_identity<U>, StagedType<U>>::type;
  using All = std::index_sequence_for<T...>;
  using Values = HeldValues<All, kept_t<Argument<T>>...>;
  using Kept = std::remove_cvref_t<Result>;
  /// The number of result tensors if the arguments and the result consist only of tensors; otherwise 0.
  static constexpr size_t kTensors = [] {
    if constexpr (!std::is_same_v<R, Kept> || !(std::is_same_v<std::remove_const_t<T>, Tensor> && ...))
      return size_t{0};
    else
      return sizeof...(T) > 0 ? tensors_in<Kept>() : 0;
  }();
  static constexpr const ArgumentCode* kCodes[] = {&kArgumentCode<std::remove_const_t<T>>..., nullptr};

  /// Returns an argument of the pack.
  template <class U>
  static U& argument(const Pack& pack, size_t k) {
    return *static_cast<U*>(pack.variable(k).address);
  }
  /// Converts an argument to the parameter type of the body.
  template <class U, class V>
  static kept_t<Argument<U>> value_of(V&& given) {
    if constexpr (kPlain || ModuleObject<U>)
      return static_cast<kept_t<Argument<U>>>(std::forward<V>(given));
    else
      return ToStaged<std::remove_cv_t<U>>::convert(given);
  }

  template <size_t... I>
  static Result call_with(Body body, Values& values, std::index_sequence<I...>) {
    return body(static_cast<Argument<T>&>(held<I>(values))...);
  }

  /// Writes the final `values` of a call back to the caller's variables.
  template <size_t... I>
  static void write_back(Values& values, const Pack& pack, std::index_sequence<I...>) {
    (write_back_one(held<I>(values), argument<T>(pack, I), pack.location()), ...);
  }
  template <class V, class U>
  static void write_back_one(V& value, U& argument, SourceLocation location) {
    if constexpr (!std::is_const_v<U> && std::is_copy_assignable_v<U> && !ModuleObject<U> && !std::is_pointer_v<U>)
      argument = plain<U>(value, location);
  }

  // (Code that runs once for many calls is marked cold, so that it is compiled for size and quickly.)
  [[gnu::cold, gnu::noinline]] static const ConcreteTrace& trace(const UntypedCall& call, SignatureBuilder& signature) {
    return trace(call, signature, All());
  }
  template <size_t... I>
  static const ConcreteTrace& trace(const UntypedCall& call, SignatureBuilder& signature, std::index_sequence<I...>) {
    Values values{{value_of<T>(placeholder_of(argument<T>(call.pack, I)))}...};
    const Variable variables[] = {variable_of(referent(held<I>(values)))..., {}};
    const auto run = [&](Leaves& results) -> std::shared_ptr<const void> {
      const Body body = *static_cast<const Body*>(call.body);
      if constexpr (std::is_void_v<Result>) {
        call_with(body, values, All());
        return nullptr;
      } else {
        return keep_result(call_with(body, values, All()), results);
      }
    };
    return trace_body(call, signature, {variables, sizeof...(T)}, run, {&values, sizeof(values)});
  }

  /// Runs the body directly.
  template <size_t... I>
  [[gnu::cold, gnu::noinline]] static R run_body(Body body, const Pack& pack, std::index_sequence<I...> all) {
    if constexpr (kPlain && std::is_same_v<R, Result>) {
      return body(argument<T>(pack, I)...);
    } else if constexpr (kPlain) {
      return plain<R>(body(argument<T>(pack, I)...), pack.location());
    } else {
      Values values{{value_of<T>(argument<T>(pack, I))}...};
      const auto give_back = [&] { write_back(values, pack, all); };
      try {
        if constexpr (std::is_void_v<R>) {
          call_with(body, values, all);
          give_back();
        } else {
          R result = plain<R>(call_with(body, values, all), pack.location());
          give_back();
          return result;
        }
      } catch (...) {
        if (!is_tracing()) give_back();
        throw;
      }
    }
  }

  template <size_t... I>
  static void load_values(Values& values, LeafReader& in, std::index_sequence<I...>) {
    (load(referent(held<I>(values)), in), ...);
  }
  /// Writes the arguments of a finished call, whose values are converted to those of the body.
  template <size_t... I>
  static void load_arguments(const Pack& pack, LeafReader& in, std::index_sequence<I...> all) {
    Values values{{value_of<T>(argument<T>(pack, I))}...};
    load_values(values, in, all);
    write_back(values, pack, all);
  }

  /// A call of a function, not of an object.
  template <size_t... I>
  [[gnu::always_inline]] static R call_function(TracedFunction& function, Body body, const State<T...>& state,
                                                std::index_sequence<I...>) {
    if constexpr (kTensors > 0 && kTensors <= kMaxTensors && sizeof...(T) <= kMaxTensorArguments) {
      const Tensor* const given[] = {static_cast<const Tensor*>(state.address(I))...};
      R result;
      Tensor* results[kTensors];
      Tensor** end = results;
      list_tensors(result, end);
      if (function.run_plain(given, results)) [[likely]]
        return result;
    }
    return call_packed(function, body, state.names(), static_cast<T*>(state.address(I))...);
  }
  /// (Out of line and without `state`, so that the fast path need not store a state in memory.)
  [[gnu::noinline]] static R call_packed(TracedFunction& function, Body body, Names names, T*... variables) {
    const Variable all[] = {variable_of(*variables)..., {}};
    return call(function, body, ArgumentPack(names, all, sizeof...(T)), CalledObject());
  }

  template <size_t... I>
  [[gnu::always_inline]] static R call_on(TracedFunction& function, Body body, const Pack& pack,
                                          const CalledObject& object, std::index_sequence<I...>) {
    const CallMode mode = function.mode();
    if (mode != CallMode::Run) [[unlikely]]
      return call_otherwise(function, mode, body, object, nullptr, pack);
    SignatureBuilder signature;
    if (object.place.address) signature.add_object(object.place, object.type);
    (add_to_signature(std::as_const(argument<T>(pack, I)), signature, pack.location()), ...);
    const ConcreteTrace* found = function.find(signature);
    if (!found) [[unlikely]]
      return call_otherwise(function, mode, body, object, &signature, pack);
    return run(*found, signature, pack);
  }

  /// A call that no existing trace serves. `signature`: null unless the mode is Run.
  [[gnu::cold, gnu::noinline]] static R call_otherwise(TracedFunction& function, CallMode mode, Body body,
                                                       const CalledObject& object, SignatureBuilder* signature,
                                                       const Pack& pack) {
    const UntypedCall untyped{function, &body, object, pack, {kCodes, sizeof...(T)}, &trace};
    const OpenCall call(untyped, mode, signature);
    if (call.next() == OpenCall::Next::Run) return run(call.trace(), call.signature(), pack);
    if (call.next() == OpenCall::Next::Body) return run_body(body, pack, All());
    if constexpr (std::is_void_v<R>)
      return;
    else if constexpr (std::default_initializable<R>)
      return R();
    else
      throw Answered();
  }

  static R run(const ConcreteTrace& found, const SignatureBuilder& signature, const Pack& pack) {
    if constexpr (std::is_same_v<Result, Tensor>) {
      if (is_single(found)) return run_trace_single(found, signature);
    }
    CallResults results(found, signature);
    if (results.writes_arguments()) {
      LeafReader in = results.arguments();
      if constexpr (kPlain)
        pack.load_variables(in);
      else
        load_arguments(pack, in, All());
    }
    results.rethrow();
    if constexpr (!std::is_void_v<R>) {
      Kept result = *static_cast<const Kept*>(results.prototype());
      LeafReader in = results.results();
      load(result, in);
      return plain<R>(std::move(result), pack.location());
    }
  }

  using Given = std::conditional_t<std::is_void_v<R>, std::monostate, std::remove_cv_t<R>>;

  /// Returns the result of a graph node for the call; nullopt if the call is inlined into this graph.
  template <size_t... I>
  [[gnu::cold, gnu::noinline]] static std::optional<Given> call_node(InlinedCall& inlined, TracedFunction& function,
                                                                     Body body, const Pack& pack,
                                                                     std::index_sequence<I...> all) {
    const auto given = [&](const ConcreteTrace& trace, const SignatureBuilder& signature) -> Given {
      if constexpr (std::is_void_v<R>)
        return run(trace, signature, pack), std::monostate();
      else
        return run(trace, signature, pack);
    };
    const CalledObject no_object;
    const std::span<const ArgumentCode* const> codes(kCodes, sizeof...(T));
    const UntypedCall call{function, &body, no_object, pack, codes, &trace};
    SignatureBuilder signature;
    signature.allow_symbols(pack.location());
    call.sign(signature);
    if (inlined.repeats(signature)) return given(trace(call, signature), signature);
    Leaves leaves;
    if (!inlined.counts(pack, leaves)) return std::nullopt;
    Values values{{value_of<T>(argument<T>(pack, I))}...};
    LeafReader in(leaves);
    load_values(values, in, all);
    const Variable variables[] = {variable_of(referent(held<I>(values)))..., {}};
    const ArgumentPack symbols(pack.names(), variables, sizeof...(T));
    const UntypedCall symbolic{function, &body, no_object, symbols, codes, &trace};
    SignatureBuilder general;
    general.allow_symbols(pack.location());
    symbolic.sign(general);
    const auto make = [&]() -> const ConcreteTrace& { return trace(symbolic, general); };
    const ConcreteTrace* found = inlined.general_trace(general, make);
    if (!found) return std::nullopt;
    return given(*found, general);
  }

  /// A call while another function is traced. (The data for finding a node is not on the stack while the body runs,
  /// because the host may recurse thousands of times.)
  template <size_t... I>
  [[gnu::cold, gnu::noinline]] static R call_recursively(TracedFunction& function, Body body, const Pack& pack,
                                                         std::index_sequence<I...> all) {
    InlinedCall inlined(function, pack.location(), /*unbounded=*/true);
    if (std::optional<Given> given = call_node(inlined, function, body, pack, all)) {
      if constexpr (std::is_void_v<R>)
        return;
      else
        return std::move(*given);
    }
    return body(argument<T>(pack, I)...);
  }
  template <size_t... I>
  static R call_inside(TracedFunction& function, Body body, const Pack& pack, std::index_sequence<I...> all) {
    if (!is_tracing()) [[likely]]
      return body(argument<T>(pack, I)...);
    return call_recursively(function, body, pack, all);
  }

 public:
  /// The call of a recursive converted function, on variables that its body may modify.
  static R call_inside(TracedFunction& function, Body body, const Pack& pack) {
    return call_inside(function, body, pack, All());
  }
  /// `pack`: the arguments, variables of the types T.
  [[gnu::noinline]] static R call(TracedFunction& function, Body body, const Pack& pack, const CalledObject& object) {
    return call_on(function, body, pack, object, All());
  }
  [[gnu::always_inline]] static R call(TracedFunction& function, Body body, const State<T...>& state) {
    return call_function(function, body, state, All());
  }
};

template <class Declared, class Body, class... T>
struct CallOfBody;
template <class Declared, class Result, class... A, class... T>
struct CallOfBody<Declared, Result (*)(A...), T...> {
  using type = TracedCall<typename Declared::template type<Result>, Result (*)(A...), Result, T...>;
};
template <class Declared, class Result, class... A, class... T>
struct CallOfBody<Declared, MethodBody<Result(A...)>, T...> {
  using type = TracedCall<typename Declared::template type<Result>, MethodBody<Result(A...)>, Result, T...>;
};
template <class Declared, class Body, class... T>
using CallOf = typename CallOfBody<Declared, Body, T...>::type;

/// Registers a function at program start, so that function_of finds it before its first call.
template <auto F>
inline const bool registered = (register_function(reinterpret_cast<const void*>(F), &function_object<F>()), true);
template <auto F>
inline const bool registered_method = (register_function(method_key(F), &function_object<F>()), true);

}  // namespace detail

/// Calls the traced function F with body `body`: runs the graph traced for arguments of these types. While another
/// function is traced, or if functions run eagerly, the body runs directly. (Inlined, so that `arguments` is not stored
/// and reloaded at once with other widths, which would stall.)
template <auto F, class... T, class Body>
[[gnu::always_inline]] inline decltype(auto) traced(const State<T...>& arguments, Body body) {
  static_assert(std::is_empty_v<Body>, "the body of a traced function captures nothing");
  using Call = detail::CallOf<detail::DeclaredResult<decltype(F)>, decltype(+body), T...>;
  (void)&detail::registered<F>;
  return Call::call(detail::function_object<F>(), +body, arguments);
}
/// Calls the traced method F of an object. Members are located relative to the object of each call, so that one trace
/// serves all objects.
template <auto F, class Object, class... T, class Body>
  requires std::is_member_function_pointer_v<decltype(F)>
decltype(auto) traced(Object& object, const State<T...>& arguments, const Body& body) {
  const auto erased = detail::method_body(body, &Body::operator());
  using Call = detail::CallOf<detail::DeclaredResult<decltype(F)>, std::remove_const_t<decltype(erased)>, T...>;
  (void)&detail::registered_method<F>;
  return Call::call(detail::function_object<F>(), erased, arguments, detail::called_object(object));
}
/// With AG_OPTIONS: the first call evaluates the options.
template <auto F, class Options, class Object, class... T, class Body>
  requires(std::is_member_function_pointer_v<decltype(F)> && std::is_invocable_r_v<FunctionOptions, Options>)
decltype(auto) traced(const Options& options, Object& object, const State<T...>& arguments, const Body& body) {
  detail::TracedFunction& function = detail::function_object<F>();
  if (!function.is_configured()) [[unlikely]]
    function.configure(options(), arguments.location());
  return traced<F>(object, arguments, body);
}
template <auto F, class Options, class... T, class Body>
  requires std::is_invocable_r_v<FunctionOptions, Options>
[[gnu::always_inline]] inline decltype(auto) traced(const Options& options, const State<T...>& arguments, Body body) {
  detail::TracedFunction& function = detail::function_object<F>();
  if (!function.is_configured()) [[unlikely]]
    function.configure(options(), arguments.location());
  return traced<F>(arguments, body);
}
template <auto F, class Object, class... T, class Body>
  requires std::is_member_function_pointer_v<decltype(F)>
decltype(auto) traced(const FunctionOptions& options, Object& object, const State<T...>& arguments, const Body& body) {
  detail::function_object<F>().configure(options, arguments.location());
  return traced<F>(object, arguments, body);
}
/// With options passed directly: ag::traced<&f>({.name = "f"}, AG_STATE(x), …).
template <auto F, class... T, class Body>
[[gnu::always_inline]] inline decltype(auto) traced(const FunctionOptions& options, const State<T...>& arguments,
                                                    Body body) {
  detail::function_object<F>().configure(options, arguments.location());
  return traced<F>(arguments, body);
}

}  // namespace ag
