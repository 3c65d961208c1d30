#pragma once
/// ag::function: a traced function made of a lambda, a function object, a pointer to a function, or a method and its
/// object. Each has traces of its own, which copies of it share.
///
///     double rate = 0.1;
///     auto step = ag::function([&](Tensor w, Tensor x) { return w - rate * x; });
///     w = step(w, x);
///
/// What it captures by value is a part of it; what it captures by reference is read and written in its place by every
/// call. In a plain build it calls what it was given.
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "ag/annotations.h"
#include "ag/function.h"

namespace ag {

/// What ag::function gives. `kTraced`: made by converted code.
template <class F, bool kTraced>
class Callable;

namespace detail {

/// The type of a parameter for which `G` is given.
template <class G>
using given_t = std::conditional_t<std::is_same_v<G, TensorSpec>, Tensor, G>;

/// What `function` is for arguments of the types A, made of those that are given.
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

/// The source that the converter made of a callable, where it is a function or a method.
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

/// The name in the source of a function or a method that was converted; "function" for anything else.
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
  /// Calls it: nothing is traced in a plain build.
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
#include "ag/traced_callable.h"
#endif

namespace ag {

/// A traced function that calls `callable`. The second template argument keeps plain and converted code apart.
template <class F, bool kTraced = AG_CONVERTED != 0>
  requires(!std::is_member_function_pointer_v<F>)
Callable<std::decay_t<F>, kTraced> function(F&& callable, const FunctionOptions& options = {},
                                            SourceLocation location = SourceLocation::current()) {
  return {std::forward<F>(callable), options, location};
}

/// A traced function that calls a method of `object`, which has to live as long.
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
