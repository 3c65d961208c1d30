#pragma once
/// Matrix products. Every element of the result is computed in one order, whatever the sizes, the layout and the
/// instruction set: sum = 0; for k = 0, 1, …: sum = fma(a[i, k], b[k, j], sum), rounded once. Of three or four terms,
/// the first two are such a sum, the others another one, and the element is what both add up to: small products one
/// behind another, as filters and rotations have them, wait less for each other. Of a product with few elements and
/// many terms, as a layer of a network has it for one example, each element is kSums such sums: sum l takes the terms
/// l, l + kSums, …; then they are halved, as the lanes of kernel/reduce.h are.
#include <cstdint>

namespace ag::kernel {

static inline constexpr int64_t kSums = 8;

/// Whether an element is so many sums: else its terms wait for each other, and there is little else to do.
static inline constexpr bool has_sums(int64_t elements, int64_t k) {
  constexpr int64_t kMostElements = 16, kFewestTerms = 2 * kSums;
  return elements <= kMostElements && k >= kFewestTerms;
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
  T* scratch;                      // scratch_size elements
  bool sums = has_sums(m * n, k);  // of a part, as the whole has it
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
