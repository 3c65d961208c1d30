#pragma once
/// The result of ag::function in converted code; see callable.h.
#include <array>
#include <string>
#include <string_view>

#include "ag/callable.h"
#include "ag/staging/traced.h"

namespace ag {

namespace detail {

/// The user's type for a type that converted code may have made from it.
template <class T>
struct UserType {
  using type = T;
};
template <class T>
struct UserType<Staged<T>> {
  using type = T;
};
template <class T>
struct UserType<const T> {
  using type = const typename UserType<T>::type;
};
template <class T>
struct UserType<T&> {
  using type = typename UserType<T>::type&;
};
template <class T>
struct UserType<T&&> {
  using type = typename UserType<T>::type&&;
};
template <class A, class B>
struct UserType<std::pair<A, B>> {
  using type = std::pair<typename UserType<A>::type, typename UserType<B>::type>;
};
template <class... T>
struct UserType<std::tuple<T...>> {
  using type = std::tuple<typename UserType<T>::type...>;
};
template <class T, size_t N>
struct UserType<std::array<T, N>> {
  using type = std::array<typename UserType<T>::type, N>;
};
template <class T>
struct UserType<std::vector<T>> {
  using type = std::vector<typename UserType<T>::type>;
};
template <class T>
struct UserType<Optional<T>> {
  using type = std::optional<typename UserType<T>::type>;
};
template <class T>
using user_t = typename UserType<T>::type;

inline constexpr std::array<const char*, 9> kArgumentNames{"",
                                                           "arg0",
                                                           "arg0, arg1",
                                                           "arg0, arg1, arg2",
                                                           "arg0, arg1, arg2, arg3",
                                                           "arg0, arg1, arg2, arg3, arg4",
                                                           "arg0, arg1, arg2, arg3, arg4, arg5",
                                                           "arg0, arg1, arg2, arg3, arg4, arg5, arg6",
                                                           "arg0, arg1, arg2, arg3, arg4, arg5, arg6, arg7"};

/// Identifies an object of ag::function by a unique number: addresses are reused, numbers are not.
struct FunctionIdentity {
  uint64_t number;
  SourceLocation made_at;
};

/// A callable with its traces.
template <class F>
struct CallableState {
  const uint64_t number = next_function_number();
  F callable;
  TracedFunction function;
  SourceLocation location;
  std::string parameters;  // their names, if known

  CallableState(F&& given, const FunctionOptions& options, SourceLocation where, std::string names)
      : callable(std::move(given)), location(where), parameters(std::move(names)) {
    FunctionOptions named = options;
    if (named.name.empty()) named.name = name_in_code(code_of(callable));
    function.configure(named, where);
    function.made_at(where);
  }
};

/// The reference of an ag::function object to its state. A trace in which the object is called is restricted to this
/// state.
template <class F>
class CallableHandle {
 public:
  explicit CallableHandle(std::shared_ptr<CallableState<F>> state) : owner_(std::move(state)), handle_{owner_.get()} {}
  CallableHandle(const CallableHandle& other) : owner_(other.owner_), handle_(other.copied(&handle_)) {}
  CallableHandle(CallableHandle&& other) : CallableHandle(static_cast<const CallableHandle&>(other)) {}
  CallableHandle& operator=(const CallableHandle& other) {
    handle_ = other.copied(&handle_);
    owner_ = other.owner_;
    return *this;
  }
  CallableState<F>& operator*() const { return *owner_; }
  CallableState<F>* operator->() const { return owner_.get(); }
  /// The place from which a later call reads the identity of the object.
  const FunctionHandle* handle() const { return &handle_; }

 private:
  FunctionHandle copied(const FunctionHandle* to) const {
    if (is_tracing()) return copied_handle(handle_, to, owner_->location);
    return {handle_.state};
  }

  std::shared_ptr<CallableState<F>> owner_;
  FunctionHandle handle_;
};

/// One call, with parameters of the types P.
template <class F, class... P>
struct CallableCall {
  using Result = std::invoke_result_t<F&, P...>;
  using Body = MethodBody<Result(P...)>;
  using R = std::conditional_t<std::is_void_v<Result>, void, user_t<std::remove_cvref_t<Result>>>;

  static Body body(F& callable) {
    return {std::addressof(callable), [](const void* object, P... arguments) -> Result {
              return std::invoke(*static_cast<F*>(const_cast<void*>(object)), std::forward<P>(arguments)...);
            }};
  }
  template <class... T>
  static R run(const CallableHandle<F>& handle, T&... arguments) {
    static_assert(sizeof...(T) < kArgumentNames.size(), "a function made by ag::function has at most 8 parameters");
    CallableState<F>& state = *handle;
    const char* names = state.parameters.empty() ? kArgumentNames[sizeof...(T)] : state.parameters.c_str();
    return TracedCall<R, Body, Result, T...>::call(state.function, body(state.callable),
                                                   ag::state({names, state.location}, arguments...),
                                                   {{}, 0, handle.handle()});
  }
};

/// The call operator of a callable. For a generic callable it is resolved by the arguments.
template <class F, class Signature>
class CallOperator {
 public:
  template <class... A>
  auto operator()(A&&... arguments) const {
    return call(std::remove_cvref_t<A>(std::forward<A>(arguments))...);
  }
  /// Returns the function for arguments of these types, tracing it if necessary. A TensorSpec stands for a tensor.
  template <class... G>
  auto concrete(const G&... arguments) const {
    return concrete_of<CallOperator, given_t<G>...>(*this, &state_->function, arguments...);
  }

 protected:
  explicit CallOperator(std::shared_ptr<CallableState<F>> state) : state_(std::move(state)) {}
  CallableHandle<F> state_;

 private:
  template <class... T>
  auto call(T... arguments) const {
    return CallableCall<F, T...>::run(state_, arguments...);
  }
};
template <class F, class Result, class... P>
class CallOperator<F, Result(P...)> {
 public:
  typename CallableCall<F, P...>::R operator()(user_t<P>... arguments) const {
    return CallableCall<F, P...>::run(state_, arguments...);
  }
  /// Returns the function for arguments of these types, tracing it if necessary. A TensorSpec stands for a tensor.
  auto concrete(kept_t<user_t<P>>... arguments) const {
    return concrete_of<CallOperator, user_t<P>...>(*this, &state_->function, arguments...);
  }

 protected:
  explicit CallOperator(std::shared_ptr<CallableState<F>> state) : state_(std::move(state)) {}
  CallableHandle<F> state_;
};

/// R(A...), or void if the arguments determine the call.
template <class F>
struct SignatureOf {
  using type = void;
};
template <class F>
  requires requires { &F::operator(); }
struct SignatureOf<F> {
  using type = typename SignatureOfMethod<decltype(&F::operator())>::type;
};
template <class R, class... A>
struct SignatureOf<R (*)(A...)> {
  using type = R(A...);
};
template <class R, class... A>
struct SignatureOf<R (*)(A...) noexcept> {
  using type = R(A...);
};

}  // namespace detail

template <class F>
class Callable<F, true> : public detail::CallOperator<F, typename detail::SignatureOf<F>::type>,
                          public detail::FunctionInfo {
  using Operator = detail::CallOperator<F, typename detail::SignatureOf<F>::type>;

 public:
  Callable(F callable, const FunctionOptions& options, SourceLocation location, std::string parameters = {})
      : Callable(std::make_shared<detail::CallableState<F>>(std::move(callable), options, location,
                                                            std::move(parameters))) {}

  /// Returns the graph for these arguments, tracing the function if there is no trace for their types.
  template <class... G>
  Graph graph(const G&... arguments) const {
    return this->concrete(arguments...).graph();
  }
  /// Returns the converted source of the function or method; empty for a lambda, whose source is part of the enclosing
  /// function's.
  std::string to_code() const { return detail::code_of(this->state_->callable); }
  /// The identity that enters the signature of a call with this object as an argument.
  detail::FunctionIdentity ag_identity() const { return {this->state_->number, this->state_->location}; }

 private:
  explicit Callable(std::shared_ptr<detail::CallableState<F>> state)
      : Operator(state), FunctionInfo(&state->function) {}
};

/// A function or lambda with its name, if it has one, and the names of its parameters, as converted code writes them:
/// "step(x, n)", "x, n".
template <class F>
struct Named {
  std::string_view text;
  F callable;
};
template <class F>
Named<std::decay_t<F>> named(std::string_view text, F&& callable) {
  return {text, std::forward<F>(callable)};
}
template <class F>
Callable<F, true> function(Named<F>&& given, const FunctionOptions& options = {},
                           SourceLocation location = SourceLocation::current()) {
  const size_t open = given.text.find('(');
  if (open == std::string_view::npos) return {std::move(given.callable), options, location, std::string(given.text)};
  FunctionOptions stated = options;
  if (stated.name.empty()) stated.name = given.text.substr(0, open);
  return {std::move(given.callable), stated, location,
          std::string(given.text.substr(open + 1, given.text.size() - open - 2))};
}
/// The result of ag::function inside a converted function: its calls are part of the enclosing function.
template <class F>
std::decay_t<F> function_inside(F&& callable, const FunctionOptions& = {}) {
  return std::forward<F>(callable);
}

}  // namespace ag
