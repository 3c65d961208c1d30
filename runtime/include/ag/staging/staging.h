#pragma once
/// The operators that converted code calls instead of if, while, for, ?:, && and ||. Each dispatches on its condition.
/// A host value, or a tensor outside of a trace, runs as ordinary C++. A tensor inside a trace becomes a node of the
/// graph.
///
/// The templates only bind references. All symbolic work is done by the out-of-line functions of ag::detail, which see
/// the state as leaves (structure.h).
#include <concepts>
#include <exception>
#include <type_traits>
#include <utility>

#include "ag/staging/state.h"

namespace ag {

class Variable;

namespace detail {

/// Records a cond whose branches are the two bodies. The state receives the outputs.
AG_API void trace_if(const Predicate& predicate, const StateBase& state, FunctionRef<void()> then,
                     FunctionRef<void()> otherwise);

/// a && b(), or a || b(): b runs unless a decides the result; recorded as a cond if a is symbolic.
AG_API Staged<bool> conjunction(const Predicate& a, const StateBase& state, FunctionRef<Predicate()> b);
AG_API Staged<bool> disjunction(const Predicate& a, const StateBase& state, FunctionRef<Predicate()> b);

/// An absent branch. (A lambda would be a type of its own for each statement.)
struct NoBody {
  void operator()() const {}
};

/// The result type of a body that never returns (it raises); converts to any type.
struct Never {
  template <class T>
  operator T() const {
    throw Error(ErrorKind::internal, "unreachable");
  }
};

template <class T>
struct ValueType {
  using type = std::decay_t<T>;
};
template <>
struct ValueType<ag::Variable> {
  using type = Tensor;
};
template <>
struct ValueType<Element> {
  using type = Tensor;
};

template <class A, class B>
struct CommonValue {
  using type = std::common_type_t<A, B>;
};
template <class A>
struct CommonValue<A, A> {
  using type = A;
};
template <class A>
struct CommonValue<A, Never> {
  using type = A;
};
template <class A>
struct CommonValue<Never, A> {
  using type = A;
};
template <>
struct CommonValue<Never, Never> {
  using type = Never;
};
/// A tensor and a number have the common type tensor.
template <NumberOperand A>
struct CommonValue<Tensor, A> {
  using type = Tensor;
};
template <NumberOperand A>
struct CommonValue<A, Tensor> {
  using type = Tensor;
};
/// Numbers have the common type of C++. At least one is staged, or becomes so by the staged selection.
template <NumberOperand A, NumberOperand B>
  requires(is_staged<A> || is_staged<B>)
struct CommonValue<A, B> {
  using type = Staged<std::common_type_t<host_t<A>, host_t<B>>>;
};
template <NumberOperand A>
  requires is_staged<A>
struct CommonValue<A, A> {
  using type = Staged<host_t<A>>;
};

struct Deduced {};
template <class F, class G>
using common_value_t = typename CommonValue<typename ValueType<nullary_result_t<F>>::type,
                                            typename ValueType<nullary_result_t<G>>::type>::type;
template <class T>
struct Chosen {
  using type = T;
};
template <HostNumber T>
struct Chosen<T> {
  using type = Staged<T>;
};
/// The result type of a conditional expression whose condition may be symbolic.
template <class T, class F, class G>
struct BranchValue {
  using type = T;
};
template <class F, class G>
struct BranchValue<Deduced, F, G> : Chosen<common_value_t<F, G>> {};
/// The result type for a host condition.
template <class T, class F, class G>
struct HostBranchValue {
  using type = T;
};
template <class F, class G>
struct HostBranchValue<Deduced, F, G> {
  using type = common_value_t<F, G>;
};

template <class T, class F>
T call_for(F& body) {
  if constexpr (std::is_same_v<nullary_result_t<F>, Never> && !std::is_same_v<T, Never>) {
    body();
    throw Error(ErrorKind::internal, "unreachable");
  } else {
    return body();
  }
}

/// Stores the result of a body in the slot.
template <class T, class F>
void call_into(Return<T>& slot, F& body) {
  if constexpr (std::is_same_v<nullary_result_t<F>, Never>)
    body();
  else
    slot = body();
}

}  // namespace detail

/// if (predicate) then else otherwise.
template <IsState S, class F, class G>
void if_stmt(const Predicate& predicate, const S& state, F&& then, G&& otherwise) {
  if (predicate.is_host()) {
    if (predicate.host())
      then();
    else
      otherwise();
    return;
  }
  detail::trace_if(predicate, state, then, otherwise);
}
template <IsState S, class F>
void if_stmt(const Predicate& predicate, const S& state, F&& then) {
  if_stmt(predicate, state, then, detail::NoBody());
}
template <class F, class G>
  requires(!IsState<F>)
void if_stmt(const Predicate& predicate, F&& then, G&& otherwise) {
  if_stmt(predicate, detail::no_state(predicate.location()), then, otherwise);
}
template <class F>
  requires(!IsState<F>)
void if_stmt(const Predicate& predicate, F&& then) {
  if_stmt(predicate, detail::no_state(predicate.location()), then, detail::NoBody());
}
/// With a host condition this is an ordinary if.
template <std::same_as<bool> B, IsState S, class F, class G>
void if_stmt(B predicate, const S&, F&& then, G&& otherwise) {
  if (predicate)
    then();
  else
    otherwise();
}

template <class C, class F>
struct ElseIf {
  C test;
  F body;
};
/// A further branch. Its test runs only if it is reached.
template <class C, class F>
ElseIf<C, F> else_if(C test, F body) {
  return {test, body};
}

template <IsState S, class F, class C, class G, class... Rest>
void if_stmt(const Predicate& predicate, const S& state, F&& then, ElseIf<C, G> next, Rest&&... rest) {
  if_stmt(predicate, state, then,
          [&] { if_stmt(Predicate(next.test(), predicate.location()), state, next.body, rest...); });
}
template <class F, class C, class G, class... Rest>
  requires(!IsState<F>)
void if_stmt(const Predicate& predicate, F&& then, ElseIf<C, G> next, Rest&&... rest) {
  if_stmt(predicate, detail::no_state(predicate.location()), then, next, rest...);
}

/// predicate ? then() : otherwise(), also for the `return`s of both branches. Without T the result has the common type
/// of both.
template <class T = detail::Deduced, IsState S, class F, class G>
typename detail::BranchValue<T, F, G>::type if_else(const Predicate& predicate, const S& state, F&& then,
                                                    G&& otherwise) {
  using R = typename detail::BranchValue<T, F, G>::type;
  if (predicate.is_host()) {
    if (predicate.host()) return detail::call_for<R>(then);
    return detail::call_for<R>(otherwise);
  }
  Return<R> result;
  detail::trace_if(
      predicate, state.until(result), [&] { detail::call_into(result, then); },
      [&] { detail::call_into(result, otherwise); });
  return result.value();
}
template <class T = detail::Deduced, class F, class G>
  requires(!IsState<F>)
typename detail::BranchValue<T, F, G>::type if_else(const Predicate& predicate, F&& then, G&& otherwise) {
  return if_else<T>(predicate, detail::no_state(predicate.location()), then, otherwise);
}
/// With a host condition this is an ordinary conditional expression.
template <class T = detail::Deduced, std::same_as<bool> B, IsState S, class F, class G>
typename detail::HostBranchValue<T, F, G>::type if_else(B predicate, const S&, F&& then, G&& otherwise) {
  using R = typename detail::HostBranchValue<T, F, G>::type;
  if (predicate) return detail::call_for<R>(then);
  return detail::call_for<R>(otherwise);
}
template <class T = detail::Deduced, std::same_as<bool> B, class F, class G>
  requires(!IsState<F>)
typename detail::HostBranchValue<T, F, G>::type if_else(B predicate, F&& then, G&& otherwise) {
  return if_else<T>(predicate, detail::no_state(SourceLocation::current()), then, otherwise);
}
template <class T, IsState S, class F, class C, class G, class... Rest>
T if_else(const Predicate& predicate, const S& state, F&& then, ElseIf<C, G> next, Rest&&... rest) {
  return if_else<T>(predicate, state, then, [&]() -> T {
    return if_else<T>(Predicate(next.test(), predicate.location()), state, next.body, rest...);
  });
}
template <class T, class F, class C, class G, class... Rest>
  requires(!IsState<F>)
T if_else(const Predicate& predicate, F&& then, ElseIf<C, G> next, Rest&&... rest) {
  return if_else<T>(predicate, detail::no_state(predicate.location()), then, next, rest...);
}

template <class T>
template <IsState S, class F>
T Return<T>::value_or(const S& state, F rest) {
  if (done_.is_host()) {
    if (done_.value()) return value();
    return rest();
  }
  if constexpr (std::is_void_v<T>) {
    if_stmt(Predicate(pending(), state.location()), state, rest);
  } else if constexpr (std::is_reference_v<T>) {
    throw Error(ErrorKind::unimplemented, "a returned reference cannot depend on a staged condition", state.location());
  } else {
    Return<T> all = *this;
    detail::trace_if(Predicate(pending(), state.location()), state.until(all), [&] { all = rest(); }, [] {});
    return all.value();
  }
}

/// Throws the exception when the graph reaches this point, or immediately outside of every staged branch. The result
/// type converts to any type.
template <class E>
[[noreturn]] detail::Never raise(E exception, SourceLocation location = SourceLocation::current()) {
  const char* text = "exception";
  if constexpr (std::is_base_of_v<std::exception, E>) text = exception.what();
  detail::raise_exception(std::make_exception_ptr(exception), text, location);
}

/// Marks a point after statements that all throw at run time: the code that follows neither runs nor is traced.
[[noreturn]] inline detail::Never unreachable(SourceLocation location = SourceLocation::current()) {
  if (is_tracing()) detail::end_behind_throw(location);  // also outside of every branch, where a preceding loop throws
  raise(Error(ErrorKind::internal, "the code after a statement that throws was reached"), location);
}

/// a && b() && …: each operand runs only if all preceding ones are true.
template <IsState S, class F>
Staged<bool> and_then(const Predicate& a, const S& state, F&& b) {
  return detail::conjunction(a, state, [&] { return Predicate(b(), a.location()); });
}
template <class F, class... More>
  requires(!IsState<F>)
Staged<bool> and_then(const Predicate& a, F&& b, More&&... more) {
  return detail::conjunction(a, detail::no_state(a.location()), [&] {
    if constexpr (sizeof...(More) == 0)
      return Predicate(b(), a.location());
    else
      return Predicate(and_then(Predicate(b(), a.location()), more...), a.location());
  });
}

/// a || b() || …: each operand runs only if all preceding ones are false.
template <IsState S, class F>
Staged<bool> or_else(const Predicate& a, const S& state, F&& b) {
  return detail::disjunction(a, state, [&] { return Predicate(b(), a.location()); });
}
template <class F, class... More>
  requires(!IsState<F>)
Staged<bool> or_else(const Predicate& a, F&& b, More&&... more) {
  return detail::disjunction(a, detail::no_state(a.location()), [&] {
    if constexpr (sizeof...(More) == 0)
      return Predicate(b(), a.location());
    else
      return Predicate(or_else(Predicate(b(), a.location()), more...), a.location());
  });
}

}  // namespace ag
