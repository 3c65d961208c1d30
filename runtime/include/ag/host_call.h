#pragma once
/// Functions of the host inside of a graph: they run when the graph gets there, with values.
///
///     std::vector<double> log;
///     AG_FUNCTION Tensor step(Tensor x) {
///       ag::host_call(record, {}, x);                                    // void record(Tensor x)
///       return ag::host_call(&smoothed, TensorSpec({3}, float32), x);    // Tensor smoothed(Tensor x)
///     }
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/arg.h"
#include "ag/call_type.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

/// Takes values, gives values.
using HostFunction = std::function<std::vector<Tensor>(std::span<const Tensor> arguments)>;

/// Calls now, or when the graph gets there. A pure one may be called less often than it stands in the program.
AG_API std::vector<Tensor> call_host(HostFunction function, std::vector<TensorSpec> results,
                                     std::vector<Tensor> arguments, bool pure, SourceLocation location);

/// An argument for a parameter that is a tensor or a number.
struct HostValue {
  const Tensor& tensor;
  operator const Tensor&() const { return tensor; }
  template <Arithmetic T>
  operator T() const {
    return tensor.item<T>();
  }
};

template <class R>
void add_host_results(const R& result, std::vector<Tensor>& out) {
  if constexpr (std::is_convertible_v<const R&, Tensor>)
    out.push_back(result);
  else if constexpr (Sequence<R>)
    for (const auto& one : result) add_host_results(one, out);
  else
    std::apply([&](const auto&... one) { (add_host_results(one, out), ...); }, result);
}

template <class F, size_t... I>
HostFunction host_function(F function, std::index_sequence<I...>) {
  return [function = std::move(function)](std::span<const Tensor> arguments) mutable {
    const auto call = [&]() -> decltype(auto) {
      if constexpr (std::is_invocable_v<F&, decltype((void(I), std::declval<const Tensor&>()))...>)
        return function(arguments[I]...);
      else
        return function(HostValue{arguments[I]}...);
    };
    std::vector<Tensor> results;
    if constexpr (std::is_void_v<decltype(call())>)
      call();
    else
      add_host_results(call(), results);
    return results;
  };
}

/// What a host call gives, and where it stands.
struct HostResults {
  std::vector<TensorSpec> specs;
  SourceLocation location;
  HostResults(std::vector<TensorSpec> of, SourceLocation where = SourceLocation::current())
      : specs(std::move(of)), location(where) {}
  HostResults(std::initializer_list<TensorSpec> of, SourceLocation where = SourceLocation::current())
      : specs(of), location(where) {}
};
struct HostResult {
  TensorSpec spec;
  SourceLocation location;
  HostResult(const TensorSpec& of, SourceLocation where = SourceLocation::current()) : spec(of), location(where) {}
};

template <class F, class... A>
std::vector<Tensor> call_host_with(F&& function, std::vector<TensorSpec> results, bool pure, SourceLocation location,
                                   const A&... arguments) {
  return call_host(host_function<std::decay_t<F>>(std::forward<F>(function), std::index_sequence_for<A...>()),
                   std::move(results), {TensorArg(arguments, location).value()...}, pure, location);
}

}  // namespace detail

/// Calls a function of the host with the values of the arguments, in the order of the program, as often as the program
/// says. It takes tensors or numbers, and gives what `results` declares, in a tensor, a number, a vector, a pair or a
/// tuple. What it throws is thrown by the call of the graph.
template <class F, class... A>
std::vector<Tensor> host_call(F&& function, const detail::HostResults& results, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), results.specs, false, results.location, arguments...);
}
template <class F, class... A>
Tensor host_call(F&& function, const detail::HostResult& result, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), {result.spec}, false, result.location, arguments...)[0];
}

/// The same for a function that only computes: a call whose results nobody needs is left out, and equal ones are one.
template <class F, class... A>
std::vector<Tensor> pure_host_call(F&& function, const detail::HostResults& results, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), results.specs, true, results.location, arguments...);
}
template <class F, class... A>
Tensor pure_host_call(F&& function, const detail::HostResult& result, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), {result.spec}, true, result.location, arguments...)[0];
}

}  // namespace ag
