#pragma once
/// Derivatives of functions with many results, and products of derivatives with vectors.
///
///     Tensor j = ag::jacobian(f)(x);              // of shape y.shape + x.shape
///     auto [jx, jw] = ag::jacobian(f, 0, 1)(x, w);
///     Tensor h = ag::hessian(loss)(x);            // of shape x.shape + x.shape
///     Tensor w = ag::hvp(loss)(x, v);             // the product of h and v, without forming h
///     auto [y, dy] = ag::jvp(f)(x, v);            // f(x), and its derivative in the direction v
///     auto [y, back] = ag::vjp(f, x);             // f(x), and back(dy): the gradient of sum(y * dy)
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "ag/gradient.h"
#include "ag/ops.h"

namespace ag {

namespace detail {

/// Returns the derivatives of all elements of y with respect to all elements of the source: of shape y.shape + x.shape.
AG_API Tensor jacobian_of(GradientScope& scope, const Tensor& y, const GradientScope::Source& source,
                          SourceLocation location);

/// The derivatives that ag::jacobian computes: one of shape y.shape + x.shape for each source x.
struct JacobianDerivatives {
  static constexpr bool kPersistent = true;
  static std::vector<Tensor> of(GradientScope& scope, const Tensor& y, std::span<const GradientScope::Source> sources,
                                SourceLocation location) {
    scope.stop();
    std::vector<Tensor> result;
    for (const GradientScope::Source& source : sources) result.push_back(jacobian_of(scope, y, source, location));
    return result;
  }
};

}  // namespace detail

/// Returns the derivatives of all elements of f(x, …) with respect to all elements of the first argument, a tensor or a
/// structure of tensors. The result has the structure of the argument.
template <class F>
auto jacobian(F function, SourceLocation location = SourceLocation::current()) {
  return detail::GradientFunction<F, 0, false, detail::JacobianDerivatives>(std::move(function), {}, location);
}
/// Returns the Jacobian with respect to the tensor arguments with these indices, counted from 0: one tensor, or an
/// array for several.
template <class F, class... I>
  requires(std::is_integral_v<I> && ...)
auto jacobian(F function, detail::ArgumentNumber first, I... more) {
  return detail::GradientFunction<F, sizeof...(I) + 1, false, detail::JacobianDerivatives>(
      std::move(function), {first.number, static_cast<int>(more)...}, first.location);
}

inline Tensor GradientTape::jacobian(const Tensor& y, const Tensor& x, SourceLocation location) {
  const detail::GradientScope::Question question(scope_, location);
  return detail::jacobian_of(scope_, y, x, location);
}
inline Tensor GradientTape::jacobian(const Tensor& y, const Variable& x, SourceLocation location) {
  const detail::GradientScope::Question question(scope_, location);
  return detail::jacobian_of(scope_, y, x, location);
}
template <class... X>
  requires(sizeof...(X) > 1 && ((std::is_convertible_v<const X&, Tensor>) && ...))
std::array<Tensor, sizeof...(X)> GradientTape::jacobian(const Tensor& y, const X&... x) {
  const SourceLocation location = SourceLocation::current();
  const detail::GradientScope::Question question(scope_, location);
  return {detail::jacobian_of(scope_, y, source(x), location)...};
}

/// Returns the second derivatives of a function with a scalar result.
template <class F>
auto hessian(F function, SourceLocation location = SourceLocation::current()) {
  return jacobian(gradient(std::move(function), location), location);
}

/// Returns the Hessian-vector product, of the shape of x.
template <class F>
auto hvp(F function, SourceLocation location = SourceLocation::current()) {
  return [slope = gradient(std::move(function), location), location](const Tensor& x, const Tensor& v) {
    const auto along = [&](const Tensor& at) { return sum(slope(at) * v); };
    return gradient(along, location)(x);
  };
}

/// Returns the value of a function and its directional derivative along v, which has the shape of the value.
template <class F>
auto jvp(F function, SourceLocation location = SourceLocation::current()) {
  return [function = std::move(function), location](const Tensor& x, const Tensor& v) {
    F f = function;
    // Forward mode by two reverse passes: the gradient is linear in the weights of the elements of y, and its matrix is
    // the transposed Jacobian.
    detail::GradientScope outer(false, location), inner(false, location);
    const Tensor argument = inner.argument(x);
    const Tensor y = std::invoke(f, argument);
    const Tensor weights = outer.argument(ones_like(y));
    const detail::GradientScope::Source of_x(argument), of_weights(weights);
    const Tensor slope = inner.gradients(y, std::span(&of_x, 1), location, weights)[0];
    return std::pair(y, outer.gradients(sum(slope * v), std::span(&of_weights, 1), location)[0]);
  };
}

/// Returns f(x) and its pullback: a function that maps dy to the gradient of sum(y * dy).
template <class F>
auto vjp(F function, const Tensor& x, SourceLocation location = SourceLocation::current()) {
  const auto scope = std::make_shared<detail::GradientScope>(true, location);
  const Tensor argument = scope->argument(x);
  Tensor y = std::invoke(function, argument);
  scope->stop();
  const auto back = [scope, y, argument, location](const Tensor& dy) {
    const detail::GradientScope::Source source(argument);
    return scope->gradients(y, std::span(&source, 1), location, dy)[0];
  };
  return std::pair(y, back);
}

}  // namespace ag
