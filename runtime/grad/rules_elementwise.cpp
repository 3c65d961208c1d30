/// The derivatives of elementwise operations. Where a derivative is not unique, at a kink or for equal operands,
/// TensorFlow's choice is used.
#include <cmath>
#include <numbers>

#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;

constexpr double kPi = std::numbers::pi, kLn2 = std::numbers::ln2, kLn10 = std::numbers::ln10;

/// No gradient: for step functions, whose derivative is 0 wherever it exists, and for stop_gradient.
void nothing(Pullback&) {}

/// The derivative of lgamma: ten steps of the recurrence, then the asymptotic series; the reflection formula below 1/2.
Tensor digamma(const Tensor& x) {
  const Tensor small = x < 0.5;
  const Tensor z = where(small, 1.0 - x, x);
  Tensor steps = 1.0 / z;
  for (int k = 1; k < 10; ++k) steps = steps + 1.0 / (z + k);
  const Tensor w = z + 10, v = 1.0 / (w * w);
  const Tensor series =
      v * (1.0 / 12 - v * (1.0 / 120 - v * (1.0 / 252 - v * (1.0 / 240 - v * (1.0 / 132 - v * (691.0 / 32760))))));
  const Tensor above = log(w) - 0.5 / w - series - steps;
  return where(small, above - kPi / tan(kPi * x), above);
}

Tensor standard_normal(const Tensor& x) { return exp(-0.5 * x * x) * (1 / std::sqrt(2 * kPi)); }
Tensor standard_normal_below(const Tensor& x) { return 0.5 * (1.0 + erf(x * (1 / std::numbers::sqrt2))); }

constexpr RuleRow kElementwiseRules[] = {
    // One operand.
    {Op::abs, [](Pullback& p) { p.give(0, p.g() * sign(p.x())); }},
    {Op::acos, [](Pullback& p) { p.give(0, -p.g() * rsqrt(1.0 - square(p.x()))); }},
    {Op::acosh, [](Pullback& p) { p.give(0, p.g() / sinh(p.y())); }},
    {Op::asin, [](Pullback& p) { p.give(0, p.g() * rsqrt(1.0 - square(p.x()))); }},
    {Op::asinh, [](Pullback& p) { p.give(0, p.g() / cosh(p.y())); }},
    {Op::atan, [](Pullback& p) { p.give(0, p.g() / (1.0 + square(p.x()))); }},
    {Op::atanh, [](Pullback& p) { p.give(0, p.g() / (1.0 - square(p.x()))); }},
    {Op::ceil, nothing},
    {Op::cos, [](Pullback& p) { p.give(0, -p.g() * sin(p.x())); }},
    {Op::cosh, [](Pullback& p) { p.give(0, p.g() * sinh(p.x())); }},
    {Op::erf, [](Pullback& p) { p.give(0, p.g() * (std::numbers::inv_sqrtpi * 2) * exp(-square(p.x()))); }},
    {Op::erfc, [](Pullback& p) { p.give(0, p.g() * (std::numbers::inv_sqrtpi * -2) * exp(-square(p.x()))); }},
    {Op::exp, [](Pullback& p) { p.give(0, p.g() * p.y()); }},
    {Op::expm1, [](Pullback& p) { p.give(0, p.g() * (p.y() + 1.0)); }},
    {Op::floor, nothing},
    {Op::gelu, [](Pullback& p) { p.give(0, p.g() * (standard_normal_below(p.x()) + p.x() * standard_normal(p.x()))); }},
    {Op::lgamma, [](Pullback& p) { p.give(0, p.g() * digamma(p.x())); }},
    {Op::log, [](Pullback& p) { p.give(0, p.g() / p.x()); }},
    {Op::log10, [](Pullback& p) { p.give(0, p.g() / (p.x() * kLn10)); }},
    {Op::log1p, [](Pullback& p) { p.give(0, p.g() / (1.0 + p.x())); }},
    {Op::log2, [](Pullback& p) { p.give(0, p.g() / (p.x() * kLn2)); }},
    {Op::negative, [](Pullback& p) { p.give(0, -p.g()); }},
    {Op::relu, [](Pullback& p) { p.give(0, where(p.y() > 0, p.g(), 0.0)); }},
    {Op::round, nothing},
    {Op::rsqrt, [](Pullback& p) { p.give(0, p.g() * (-0.5 * p.y() * square(p.y()))); }},
    {Op::sigmoid, [](Pullback& p) { p.give(0, p.g() * (p.y() * (1.0 - p.y()))); }},
    {Op::sign, nothing},
    {Op::silu,
     [](Pullback& p) {
       const Tensor s = sigmoid(p.x());
       p.give(0, p.g() * (s * (1.0 + p.x() * (1.0 - s))));
     }},
    {Op::sin, [](Pullback& p) { p.give(0, p.g() * cos(p.x())); }},
    {Op::sinh, [](Pullback& p) { p.give(0, p.g() * cosh(p.x())); }},
    {Op::softplus, [](Pullback& p) { p.give(0, p.g() * sigmoid(p.x())); }},
    {Op::sqrt, [](Pullback& p) { p.give(0, p.g() * 0.5 / p.y()); }},
    {Op::square, [](Pullback& p) { p.give(0, p.g() * (2.0 * p.x())); }},
    {Op::tan, [](Pullback& p) { p.give(0, p.g() * (1.0 + square(p.y()))); }},
    {Op::tanh, [](Pullback& p) { p.give(0, p.g() * (1.0 - square(p.y()))); }},
    {Op::trunc, nothing},
    {Op::identity, [](Pullback& p) { p.give(0, p.g()); }},
    {Op::stop_gradient, nothing},
    {Op::astype, [](Pullback& p) { p.give(0, p.g()); }},  // `give` converts to the dtype of the operand
    {Op::astype_weak, [](Pullback& p) { p.give(0, p.g()); }},
    {Op::number_as, [](Pullback& p) { p.give(0, p.g()); }},
    // Two operands.
    {Op::add, [](Pullback& p) { p.give(0, p.g()), p.give(1, p.g()); }},
    {Op::atan2,
     [](Pullback& p) {
       const Tensor scaled = p.g() / (square(p.x(0)) + square(p.x(1)));
       if (p.wants(0)) p.give(0, scaled * p.x(1));
       if (p.wants(1)) p.give(1, -scaled * p.x(0));
     }},
    {Op::divide,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, p.g() / p.x(1));
       if (p.wants(1)) p.give(1, p.g() * (-p.y() / p.x(1)));
     }},
    {Op::floor_divide, nothing},
    {Op::fmod,
     [](Pullback& p) {
       p.give(0, p.g());
       if (p.wants(1)) p.give(1, -p.g() * trunc(p.x(0) / p.x(1)));
     }},
    {Op::hypot,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, p.g() * (p.x(0) / p.y()));
       if (p.wants(1)) p.give(1, p.g() * (p.x(1) / p.y()));
     }},
    {Op::logaddexp,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, p.g() * sigmoid(p.x(0) - p.x(1)));
       if (p.wants(1)) p.give(1, p.g() * sigmoid(p.x(1) - p.x(0)));
     }},
    {Op::maximum,
     [](Pullback& p) {
       const Tensor first = p.x(0) >= p.x(1);  // the first operand on ties
       if (p.wants(0)) p.give(0, where(first, p.g(), 0.0));
       if (p.wants(1)) p.give(1, where(first, 0.0, p.g()));
     }},
    {Op::minimum,
     [](Pullback& p) {
       const Tensor first = p.x(0) <= p.x(1);
       if (p.wants(0)) p.give(0, where(first, p.g(), 0.0));
       if (p.wants(1)) p.give(1, where(first, 0.0, p.g()));
     }},
    {Op::multiply,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, p.g() * p.x(1));
       if (p.wants(1)) p.give(1, p.g() * p.x(0));
     }},
    {Op::pow,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, p.g() * (p.x(1) * pow(p.x(0), p.x(1) - 1.0)));
       if (p.wants(1)) {
         const Tensor positive = p.x(0) > 0;
         p.give(1, p.g() * where(positive, p.y() * log(where(positive, p.x(0), 1.0)), 0.0));
       }
     }},
    {Op::remainder,
     [](Pullback& p) {
       p.give(0, p.g());
       if (p.wants(1)) p.give(1, -p.g() * floor_divide(p.x(0), p.x(1)));
     }},
    {Op::subtract,
     [](Pullback& p) {
       p.give(0, p.g());
       if (p.wants(1)) p.give(1, -p.g());
     }},
    // Selections.
    {Op::where,
     [](Pullback& p) {
       if (p.wants(1)) p.give(1, where(p.x(0), p.g(), 0.0));
       if (p.wants(2)) p.give(2, where(p.x(0), 0.0, p.g()));
     }},
    {Op::clip,
     [](Pullback& p) {
       const Tensor below = p.x(0)<p.x(1), above = p.x(0)> p.x(2);
       if (p.wants(0)) p.give(0, where(logical_or(below, above), 0.0, p.g()));
       if (p.wants(1)) p.give(1, where(below, p.g(), 0.0));
       if (p.wants(2)) p.give(2, where(above, p.g(), 0.0));
     }},
};

}  // namespace

std::span<const RuleRow> elementwise_rules() { return kElementwiseRules; }

}  // namespace ag::grad
