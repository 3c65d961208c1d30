#pragma once
/// Traced functions: what ag::function_of gives for the name of an AG_FUNCTION.
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/concrete_function.h"
#include "ag/graph.h"
#include "ag/tensor.h"
#include "ag/traced_function.h"

namespace ag {

namespace detail {

/// What every traced function can tell of its traces. In a plain build there are none.
class AG_API FunctionInfo {
 public:
  /// How often it has been traced.
  int tracing_count() const;
  /// A block of lines for each trace: the types of its arguments, of its results, and what it captures.
  std::string pretty_printed_concrete_signatures() const;
  /// Why it was traced again, in the order of the traces behind the first.
  std::vector<Retrace> retraces() const;
  /// Which of its calls run eagerly, because they cannot be staged, and why. Empty in a plain build.
  std::vector<EagerCall> eager_calls() const;
  /// Runs it eagerly, as a plain build does.
  void set_eager(bool eager);
  /// Forgets every trace.
  void clear();

 protected:
  explicit FunctionInfo(TracedFunction* function, LeftEager left = {}) : traced_(function), left_(left) {}
  TracedFunction* traced() const { return traced_; }
  /// The trace for the arguments of a call, which is not made.
  template <class F>
  TracePointer trace_for(const F& call) const {
    if (left_.reason) throw_left_eager();
    return traced_ ? Asked::trace(traced_, call) : nullptr;
  }
  /// The graph of a trace; throws where there is none.
  Graph graph_of(const TracePointer& trace, SourceLocation location) const;

 private:
  friend struct FunctionAccess;
  /// A graph is asked for of a function that the converter left as it was written.
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

/// A method and the object that it is called on.
template <class M, class Object, class Signature = typename SignatureOfMethod<M>::type>
struct MethodOfObject;
template <class M, class Object, class R, class... A>
struct MethodOfObject<M, Object, R(A...)> {
  M method;
  Object* object;
  R operator()(A... arguments) const { return (object->*method)(std::forward<A>(arguments)...); }
};

}  // namespace detail

/// The traced function behind the name of an AG_FUNCTION, as ag::function_of gives it. In a plain build nothing is
/// traced: counts are 0 and calls are plain calls.
template <class Signature>
class Function;

template <class R, class... A>
class Function<R(A...)> : public detail::FunctionInfo {
 public:
  explicit Function(R (*function)(A...))
      : Function(function, detail::find_function(reinterpret_cast<const void*>(function))) {}

  R operator()(A... arguments) const { return function_(std::forward<A>(arguments)...); }
  /// The function for arguments of these types; it is traced if it has not been. A TensorSpec stands for a tensor.
  ConcreteFunction<R (*)(A...), R(A...)> concrete(detail::kept_t<A>... arguments) const {
    std::tuple<detail::kept_t<A>...> kept(arguments...);
    detail::TracePointer trace = trace_for([&] { function_(static_cast<A>(static_cast<A&&>(arguments))...); });
    return {function_, traced(), std::move(trace), std::move(kept)};
  }
  /// The graph for these arguments; the function is traced if it has not been with arguments of these types.
  Graph graph(detail::kept_t<A>... arguments, SourceLocation location = SourceLocation::current()) const {
    return graph_of(trace_for([&] { function_(static_cast<A>(static_cast<A&&>(arguments))...); }), location);
  }
  /// The source that the converter made of it; empty in a plain build.
  std::string to_code() const { return code_; }

 private:
  Function(R (*function)(A...), detail::Registered entry)
      : FunctionInfo(entry.function, entry.left), function_(function), code_(std::move(entry.code)) {}

  R (*function_)(A...);
  std::string code_;
};

/// The traced function behind a name.
template <class R, class... A>
Function<R(A...)> function_of(R (*function)(A...)) {
  return Function<R(A...)>(function);
}

/// The traced function behind a method, for all objects of its class.
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
  /// The method of `object` for arguments of these types.
  template <class Object>
  ConcreteFunction<detail::MethodOfObject<M, Object>, R(A...)> concrete(Object& object,
                                                                        detail::kept_t<A>... arguments) const {
    std::tuple<detail::kept_t<A>...> kept(arguments...);
    detail::TracePointer trace = trace_for([&] { (object.*method_)(static_cast<A>(static_cast<A&&>(arguments))...); });
    return {{method_, &object}, traced(), std::move(trace), std::move(kept)};
  }
  /// Its graph for these arguments.
  template <class Object>
  Graph graph(Object& object, detail::kept_t<A>... arguments,
              SourceLocation location = SourceLocation::current()) const {
    return graph_of(trace_for([&] { (object.*method_)(static_cast<A>(static_cast<A&&>(arguments))...); }), location);
  }
  /// The source that the converter made of it; empty in a plain build.
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

/// The source that the converter made of a function; empty in a plain build.
template <class R, class... A>
std::string to_code(R (*function)(A...)) {
  return function_of(function).to_code();
}

}  // namespace ag
