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

template <class F>
class Callable<F, false> {
 public:
  Callable(F callable, const FunctionOptions&, SourceLocation) : callable_(std::make_shared<F>(std::move(callable))) {}

  template <class... A>
  decltype(auto) operator()(A&&... arguments) const {
    return std::invoke(*callable_, std::forward<A>(arguments)...);
  }
  /// How often it has been traced.
  int tracing_count() const { return 0; }
  /// Runs it eagerly, as a plain build does.
  void set_eager(bool) {}
  /// Forgets every trace.
  void clear() {}

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

namespace detail {

/// A method and the object that it is called on.
template <class M, class Object>
struct BoundMethod;
#define AG_BOUND_METHOD(...)                                                                        \
  template <class R, class C, class... A, class Object>                                             \
  struct BoundMethod<R (C::*)(A...) __VA_ARGS__, Object> {                                          \
    R (C::*method)(A...) __VA_ARGS__;                                                               \
    Object* object;                                                                                 \
    R operator()(A... arguments) const { return (object->*method)(std::forward<A>(arguments)...); } \
  };
AG_BOUND_METHOD()
AG_BOUND_METHOD(const)
AG_BOUND_METHOD(&)
AG_BOUND_METHOD(const&)
AG_BOUND_METHOD(noexcept)
AG_BOUND_METHOD(const noexcept)
#undef AG_BOUND_METHOD

}  // namespace detail

/// A traced function that calls a method of `object`, which has to live as long.
///
///     auto step = ag::function(&Model::step, model);
template <class M, class Object, bool kTraced = AG_CONVERTED != 0>
  requires std::is_member_function_pointer_v<M>
Callable<detail::BoundMethod<M, Object>, kTraced> function(M method, Object& object,
                                                           const FunctionOptions& options = {},
                                                           SourceLocation location = SourceLocation::current()) {
  return {detail::BoundMethod<M, Object>{method, &object}, options, location};
}

}  // namespace ag
