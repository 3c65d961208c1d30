#pragma once
/// Host functions inside a graph: they run on values when the graph reaches the call.
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

#include "ag/detail/arg.h"
#include "ag/detail/call_type.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

/// A function from values to values.
using HostFunction = std::function<std::vector<Tensor>(std::span<const Tensor> arguments)>;

/// Calls the function immediately, or when the graph reaches the call. A pure call may run less often than the program
/// specifies. `gradient`: computes the gradients of the floating-point arguments from the arguments, the results, and
/// the gradients of the floating-point results; may be null.
AG_API std::vector<Tensor> call_host(HostFunction function, std::vector<TensorSpec> results,
                                     std::vector<Tensor> arguments, bool pure, SourceLocation location,
                                     HostFunction gradient = nullptr);

/// A host function with a gradient.
template <class F, class G>
struct WithGradient {
  F function;
  G gradient;
};
template <class T>
inline constexpr bool is_with_gradient = false;
template <class F, class G>
inline constexpr bool is_with_gradient<WithGradient<F, G>> = true;

/// An argument for a parameter of type tensor or number.
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

/// True if a gradient accepts as many tensors as the index sequence has.
template <class G, size_t... I>
constexpr bool takes_tensors(std::index_sequence<I...>) {
  return std::is_invocable_v<G&, decltype((void(I), std::declval<const Tensor&>()))...>;
}
template <class G, size_t N>
constexpr size_t tensor_count() {
  constexpr size_t kMax = 24;
  if constexpr (takes_tensors<G>(std::make_index_sequence<N>()))
    return N;
  else if constexpr (N < kMax)
    return tensor_count<G, N + 1>();
  else
    return 0;
}
AG_API void check_gradient_call(size_t given, size_t taken);

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

/// The types of the results of a host call, with its source location.
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

/// Wraps the gradient of a call with `kArguments` arguments.
template <class G, size_t kArguments>
HostFunction host_gradient(G gradient) {
  constexpr size_t count = tensor_count<G, kArguments>();
  static_assert(count > 0, "a gradient takes the arguments, the results and the gradients of the results, as tensors");
  return [call = host_function(std::move(gradient), std::make_index_sequence<count>())](std::span<const Tensor> given) {
    check_gradient_call(given.size(), count);
    return call(given);
  };
}

template <class F, class... A>
std::vector<Tensor> call_host_with(F&& function, std::vector<TensorSpec> results, bool pure, SourceLocation location,
                                   const A&... arguments) {
  constexpr auto all = std::index_sequence_for<A...>();
  std::vector<Tensor> tensors{TensorArg(arguments, location).value()...};
  if constexpr (is_with_gradient<std::decay_t<F>>) {
    auto gradient = host_gradient<decltype(function.gradient), sizeof...(A)>(function.gradient);
    return call_host(host_function(function.function, all), std::move(results), std::move(tensors), pure, location,
                     std::move(gradient));
  } else {
    return call_host(host_function<std::decay_t<F>>(std::forward<F>(function), all), std::move(results),
                     std::move(tensors), pure, location);
  }
}

}  // namespace detail

/// Attaches a gradient to a function for ag::host_call. The gradient is a function of the arguments, the results, and
/// the gradients of the floating-point results; it returns the gradients of the floating-point arguments.
///
///     Tensor y = ag::host_call(ag::with_gradient(&cube, [](Tensor x, Tensor, Tensor dy) { return 3 * x * x * dy; }),
///                              TensorSpec({3}, float32), x);
template <class F, class G>
auto with_gradient(F function, G gradient) {
  return detail::WithGradient<F, G>{std::move(function), std::move(gradient)};
}

/// Calls a host function with the values of the arguments, exactly as often and in the order as the program specifies.
/// It accepts tensors or numbers and returns the results declared by `results`, as a tensor, a number, a vector, a pair
/// or a tuple. An exception of the function propagates from the call of the graph.
template <class F, class... A>
std::vector<Tensor> host_call(F&& function, const detail::HostResults& results, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), results.specs, false, results.location, arguments...);
}
template <class F, class... A>
Tensor host_call(F&& function, const detail::HostResult& result, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), {result.spec}, false, result.location, arguments...)[0];
}

/// Like host_call, for a function without side effects: a call without used results is removed, and equal calls are
/// merged.
template <class F, class... A>
std::vector<Tensor> pure_host_call(F&& function, const detail::HostResults& results, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), results.specs, true, results.location, arguments...);
}
template <class F, class... A>
Tensor pure_host_call(F&& function, const detail::HostResult& result, const A&... arguments) {
  return detail::call_host_with(std::forward<F>(function), {result.spec}, true, result.location, arguments...)[0];
}

}  // namespace ag
