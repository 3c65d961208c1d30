#pragma once
/// Sums of products in the order of kernel/matmul/matmul.h.
#include <vector>

#include "kernel/matmul/matmul.h"
#include "lower/program_builder.h"

namespace ag::codegen {

/// The shape of the sums of a matrix product.
struct SumsOfProducts {
  DType dtype;
  int64_t terms;
  int64_t elements;  // elements of the product
  bool begin;        // start from 0, which matters if all terms are -0.0
};
/// True if the terms are added in kernel::kSums lanes.
inline bool has_lanes(const SumsOfProducts& of) {
  return is_floating(of.dtype) && kernel::order_of(1, of.elements, of.terms) == kernel::Order::Sums;
}

/// Adds a product to a sum. Returns the product if `sum` is kNone.
inline Register add_product(ProgramBuilder& builder, DType dtype, Register sum, Register x, Register y,
                            SourceLocation location) {
  if (sum != kNone && is_floating(dtype)) return builder.let(Primitive::Fma, dtype, {x, y, sum}, location);
  const Register product = builder.let(Primitive::Multiply, dtype, {x, y}, location);
  return sum == kNone ? product : builder.let(Primitive::Add, dtype, {sum, product}, location);
}

/// Emits one such sum in the order of kernel/matmul/matmul.h. `factors(k)` returns the two factors of term k.
template <class Factors>
Register sum_of_products(ProgramBuilder& builder, const SumsOfProducts& of, SourceLocation location,
                         Factors&& factors) {
  const auto sum_of = [&](int64_t from, int64_t to, int64_t step) {
    Register sum = of.begin && is_floating(of.dtype) ? builder.constant(of.dtype, 0, location) : kNone;
    for (int64_t k = from; k < to; k += step) {
      const auto [x, y] = factors(k);
      sum = add_product(builder, of.dtype, sum, x, y, location);
    }
    return sum;
  };
  const auto both = [&](Register a, Register b) { return builder.let(Primitive::Add, of.dtype, {a, b}, location); };
  if (has_lanes(of)) {
    std::vector<Register> sums;
    for (int64_t l = 0; l < kernel::kSums; ++l) sums.push_back(sum_of(l, of.terms, kernel::kSums));
    for (size_t half = sums.size() / 2; half > 0; half /= 2) {
      for (size_t l = 0; l < half; ++l) sums[l] = both(sums[l], sums[l + half]);
    }
    return sums[0];
  }
  const int64_t first = kernel::first_terms(of.terms);
  const Register sum = sum_of(0, first, 1);
  return first == of.terms ? sum : both(sum, sum_of(first, of.terms, 1));
}

}  // namespace ag::codegen
