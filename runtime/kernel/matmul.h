#pragma once
/// Matrix products. Every element of the result is computed in one order, which the sizes alone decide, not the layout
/// and not the instruction set: sum = 0; for k = 0, 1, …: sum = fma(a[i, k], b[k, j], sum), rounded once. Of three or
/// four terms, the first two are such a sum, the others another one, and the element is what both add up to: small
/// products one behind another, as filters and rotations have them, wait less for each other. `order_of` says which
/// elements of more terms are other sums: there one addition would wait for another, and there is little else to do.
#include <cstdint>

namespace ag::kernel {

enum class Order : uint8_t {
  Chain,  // one sum, as above
  Sums,   // kSums of them: sum l takes the terms l, l + kSums, …; then they are halved, as lanes of kernel/reduce.h are
  Row,    // the value of a row of kernel/reduce.h (rule 2), whose lanes take the terms: lane = fma(a[i, k], b[k], lane)
};

static inline constexpr int64_t kSums = 8;
static inline constexpr int64_t kRowLanes = 16, kRowBlock = 4096;  // as kernel/reduce.h has them

/// Those of a matrix, or a vector, times a vector are rows; few elements, as a layer of a network has them for one
/// example, are sums, or rows where these are long.
static inline constexpr Order order_of(int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kFewElements = 16, kFewestTerms = 2 * kSums, kMostTermsOfSums = 64;
  if (k < kFewestTerms || (n > 1 && m * n > kFewElements)) return Order::Chain;
  return n == 1 || k > kMostTermsOfSums ? Order::Row : Order::Sums;
}

/// How many terms the first sum has.
static inline constexpr int64_t first_terms(int64_t k) { return k == 3 || k == 4 ? 2 : k; }

/// One product c = a b. Strides in elements; the elements of a row of `c` are neighbours.
template <class T>
struct Matmul {
  int64_t m, n, k;  // c is m × n, a is m × k, b is k × n
  const T* a;
  int64_t a_row, a_column;
  const T* b;
  int64_t b_row, b_column;
  T* c;
  int64_t c_row;
  T* scratch;                       // scratch_size elements
  Order order = order_of(m, n, k);  // of a part, as the whole has it
};

/// How many elements of scratch memory a product of these sizes needs.
int64_t scratch_size(int64_t m, int64_t n, int64_t k, bool b_contiguous);
template <class T>
int64_t scratch_size(const Matmul<T>& product) {
  return scratch_size(product.m, product.n, product.k, product.b_column == 1);
}

/// Runs it with the widest vectors of this machine. T: float, double, uint32_t (any integer up to 32 bits), uint64_t.
template <class T>
void matmul(const Matmul<T>& product);

/// The same, compiled for instruction sets that matmul() chooses from.
namespace baseline {
template <class T>
void matmul(const Matmul<T>& product);
}
namespace avx2 {
template <class T>
void matmul(const Matmul<T>& product);
}
namespace avx512 {
template <class T>
void matmul(const Matmul<T>& product);
}

}  // namespace ag::kernel
