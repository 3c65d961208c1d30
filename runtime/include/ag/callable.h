#pragma once
/// ag::function: a traced function made from a lambda, a function object, a function pointer, or a method and its
/// object. Each has its own traces, shared by its copies.
///
///     double rate = 0.1;
///     auto step = ag::function([&](Tensor w, Tensor x) { return w - rate * x; });
///     w = step(w, x);
///
/// A value captured by copy is a part of the function. A variable captured by reference is read and written in its
/// place by every call. In a plain build the call goes to the callable directly.
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "ag/annotations.h"
#include "ag/function.h"

namespace ag {

/// The result of ag::function. `kTraced`: true if converted code made it.
template <class F, bool kTraced>
class Callable;

namespace detail {

/// The parameter type for an argument of type `G`.
template <class G>
using given_t = std::conditional_t<std::is_same_v<G, TensorSpec>, Tensor, G>;

/// Returns the concrete function of `function` for parameters of types A, traced with the given arguments.
template <class F, class... A, class... G>
auto concrete_of(const F& function, const TracedFunction* traced, const G&... given) {
  std::tuple<kept_t<A>...> arguments(given...);
  TracePointer trace;
  if (traced) {
    auto copy = arguments;
    trace = Asked::trace(
        traced, [&] { std::apply([&](auto&... each) { function(static_cast<A>(static_cast<A&&>(each))...); }, copy); });
  }
  using R = std::invoke_result_t<const F&, A...>;
  return ConcreteFunction<F, R(A...)>(function, traced, std::move(trace), std::move(arguments));
}

/// Returns the converted source of a callable, which exists for functions and methods.
template <class F>
std::string code_of(const F&) {
  return {};
}
template <class R, class... A>
std::string code_of(R (*const& function)(A...)) {
  return find_function(reinterpret_cast<const void*>(function)).code;
}
template <class M, class Object>
std::string code_of(const MethodOfObject<M, Object>& method) {
  return find_function(method_key(method.method)).code;
}

/// Returns the source name of a converted function or method, and "function" for any other callable.
AG_API std::string name_in_code(const std::string& code);

}  // namespace detail

template <class F>
class Callable<F, false> : public detail::FunctionInfo {
 public:
  Callable(F callable, const FunctionOptions&, SourceLocation)
      : FunctionInfo(nullptr), callable_(std::make_shared<F>(std::move(callable))) {}

  template <class... A>
  decltype(auto) operator()(A&&... arguments) const {
    return std::invoke(*callable_, std::forward<A>(arguments)...);
  }
  /// In a plain build nothing is traced, and a call of the result calls the callable.
  template <class... G>
  auto concrete(const G&... arguments) const {
    return detail::concrete_of<Callable, detail::given_t<G>...>(*this, nullptr, arguments...);
  }
  template <class... G>
  Graph graph(const G&...) const {
    return graph_of(nullptr, SourceLocation::current());
  }
  std::string to_code() const { return {}; }

 private:
  std::shared_ptr<F> callable_;
};

}  // namespace ag

#if AG_CONVERTED
#include "ag/staging/traced_callable.h"
#endif

namespace ag {

/// Returns a traced function that calls `callable`. The second template argument keeps plain and converted code apart.
template <class F, bool kTraced = AG_CONVERTED != 0>
  requires(!std::is_member_function_pointer_v<F>)
Callable<std::decay_t<F>, kTraced> function(F&& callable, const FunctionOptions& options = {},
                                            SourceLocation location = SourceLocation::current()) {
  return {std::forward<F>(callable), options, location};
}

/// Returns a traced function that calls a method of `object`, which must outlive it.
///
///     auto step = ag::function(&Model::step, model);
template <class M, class Object, bool kTraced = AG_CONVERTED != 0>
  requires std::is_member_function_pointer_v<M>
Callable<detail::MethodOfObject<M, Object>, kTraced> function(M method, Object& object,
                                                              const FunctionOptions& options = {},
                                                              SourceLocation location = SourceLocation::current()) {
  return {detail::MethodOfObject<M, Object>{method, &object}, options, location};
}

}  // namespace ag
