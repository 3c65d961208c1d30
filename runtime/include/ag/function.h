#pragma once
/// Handles of traced functions: the result of ag::function_of for an AG_FUNCTION.
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/concrete_function.h"
#include "ag/detail/traced_function.h"
#include "ag/graph.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

/// Queries on the traces of a function. A plain build has no traces.
class AG_API FunctionInfo {
 public:
  /// Returns the number of traces made.
  int tracing_count() const;
  /// Returns a block of lines per trace: the types of its arguments and results, and its captures.
  std::string pretty_printed_concrete_signatures() const;
  /// Returns the reason of each retrace, in the order of the traces after the first.
  std::vector<Retrace> retraces() const;
  /// Returns the calls that run eagerly because they cannot be staged, with the reasons. Empty in a plain build.
  std::vector<EagerCall> eager_calls() const;
  /// Runs the function eagerly, as a plain build does, if `eager` is true.
  void set_eager(bool eager);
  /// Discards all traces.
  void clear();

 protected:
  explicit FunctionInfo(TracedFunction* function, LeftEager left = {}) : traced_(function), left_(left) {}
  TracedFunction* traced() const { return traced_; }
  /// Returns the trace for the arguments of a call, which does not run.
  template <class F>
  TracePointer trace_for(const F& call) const {
    if (left_.reason) throw_left_eager();
    return traced_ ? Asked::trace(traced_, call) : nullptr;
  }
  /// Returns the graph of a trace; throws if there is none.
  Graph graph_of(const TracePointer& trace, SourceLocation location) const;

 private:
  friend struct FunctionAccess;
  /// Throws because the converter left the function unconverted and it has no graph.
  [[noreturn]] void throw_left_eager() const;

  TracedFunction* traced_;
  LeftEager left_;
};

template <class M>
struct SignatureOfMethod;
#define AG_SIGNATURE(...)                                \
  template <class R, class C, class... A>                \
  struct SignatureOfMethod<R (C::*)(A...) __VA_ARGS__> { \
    using type = R(A...);                                \
  };
AG_SIGNATURE()
AG_SIGNATURE(const)
AG_SIGNATURE(&)
AG_SIGNATURE(const&)
AG_SIGNATURE(noexcept)
AG_SIGNATURE(const noexcept)
#undef AG_SIGNATURE

/// A method bound to its object.
template <class M, class Object, class Signature = typename SignatureOfMethod<M>::type>
struct MethodOfObject;
template <class M, class Object, class R, class... A>
struct MethodOfObject<M, Object, R(A...)> {
  M method;
  Object* object;
  R operator()(A... arguments) const { return (object->*method)(std::forward<A>(arguments)...); }
};

}  // namespace detail

/// The traced function of an AG_FUNCTION, as returned by ag::function_of. In a plain build nothing is traced: counts
/// are 0 and calls are plain calls.
template <class Signature>
class Function;

template <class R, class... A>
class Function<R(A...)> : public detail::FunctionInfo {
 public:
  explicit Function(R (*function)(A...))
      : Function(function, detail::find_function(reinterpret_cast<const void*>(function))) {}

  R operator()(A... arguments) const { return function_(std::forward<A>(arguments)...); }
  /// Returns the function for arguments of these types, tracing it if necessary. A TensorSpec stands for a tensor.
  ConcreteFunction<R (*)(A...), R(A...)> concrete(detail::kept_t<A>... arguments) const {
    std::tuple<detail::kept_t<A>...> kept(arguments...);
    detail::TracePointer trace = trace_for([&] { function_(static_cast<A>(static_cast<A&&>(arguments))...); });
    return {function_, traced(), std::move(trace), std::move(kept)};
  }
  /// Returns the graph for these arguments, tracing the function if there is no trace for their types.
  Graph graph(detail::kept_t<A>... arguments, SourceLocation location = SourceLocation::current()) const {
    return graph_of(trace_for([&] { function_(static_cast<A>(static_cast<A&&>(arguments))...); }), location);
  }
  /// Returns the converted source; empty in a plain build.
  std::string to_code() const { return code_; }

 private:
  Function(R (*function)(A...), detail::Registered entry)
      : FunctionInfo(entry.function, entry.left), function_(function), code_(std::move(entry.code)) {}

  R (*function_)(A...);
  std::string code_;
};

/// Returns the traced function of an AG_FUNCTION.
template <class R, class... A>
Function<R(A...)> function_of(R (*function)(A...)) {
  return Function<R(A...)>(function);
}

/// The traced function of a method, for all objects of its class.
template <class M, class Signature = typename detail::SignatureOfMethod<M>::type>
class Method;

template <class M, class R, class... A>
class Method<M, R(A...)> : public detail::FunctionInfo {
 public:
  explicit Method(M method) : Method(method, detail::find_function(detail::method_key(method))) {}

  template <class Object, class... G>
  decltype(auto) operator()(Object& object, G&&... arguments) const {
    return (object.*method_)(std::forward<G>(arguments)...);
  }
  /// Returns the method of `object` for arguments of these types.
  template <class Object>
  ConcreteFunction<detail::MethodOfObject<M, Object>, R(A...)> concrete(Object& object,
                                                                        detail::kept_t<A>... arguments) const {
    std::tuple<detail::kept_t<A>...> kept(arguments...);
    detail::TracePointer trace = trace_for([&] { (object.*method_)(static_cast<A>(static_cast<A&&>(arguments))...); });
    return {{method_, &object}, traced(), std::move(trace), std::move(kept)};
  }
  /// Returns its graph for these arguments.
  template <class Object>
  Graph graph(Object& object, detail::kept_t<A>... arguments,
              SourceLocation location = SourceLocation::current()) const {
    return graph_of(trace_for([&] { (object.*method_)(static_cast<A>(static_cast<A&&>(arguments))...); }), location);
  }
  /// Returns the converted source; empty in a plain build.
  std::string to_code() const { return code_; }

 private:
  Method(M method, detail::Registered entry)
      : FunctionInfo(entry.function, entry.left), method_(method), code_(std::move(entry.code)) {}

  M method_;
  std::string code_;
};

template <class M>
  requires std::is_member_function_pointer_v<M>
Method<M> function_of(M method) {
  return Method<M>(method);
}

/// Returns the converted source of a function; empty in a plain build.
template <class R, class... A>
std::string to_code(R (*function)(A...)) {
  return function_of(function).to_code();
}

}  // namespace ag
