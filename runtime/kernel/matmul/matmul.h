#pragma once
/// Matrix products. The sizes alone determine the order in which an element is computed, not the layout or the
/// instruction set: sum = 0; for k = 0, 1, …: sum = fma(a[i, k], b[k, j], sum), rounded once. For k of 3 or 4, the
/// first two terms form one such sum and the others a second one, and the element is their sum. This shortens the
/// dependence chain of consecutive small products, such as those of filters and rotations. `order_of` returns the order
/// for elements of more terms: few elements of many terms are split into several sums, which hide the latency of the
/// additions.
#include <cstdint>

namespace ag::kernel {

enum class Order : uint8_t {
  Chain,  // one sum, as above
  Sums,   // kSums of them: sum l takes the terms l, l + kSums, …; then they are halved, like the lanes of
          // kernel/reduce/reduce.h
  Row,  // the value of a row of kernel/reduce/reduce.h (rule 2), whose lanes take the terms: lane = fma(a[i, k], b[k],
        // lane)
};

// These and the limits of order_of define results, so they are the same on every machine (base/machine.h).
static inline constexpr int64_t kSums = 8;
static inline constexpr int64_t kRowLanes = 16, kRowBlock = 4096;  // as in kernel/reduce/reduce.h

/// Products of a matrix, or a vector, with a vector are rows. Few elements, as in a layer of a network for one example,
/// are sums, or rows if these are long.
static inline constexpr Order order_of(int64_t m, int64_t n, int64_t k) {
  constexpr int64_t kFewElements = 16, kMinTerms = 2 * kSums, kMaxTermsOfSums = 64;
  if (k < kMinTerms || (n > 1 && m * n > kFewElements)) return Order::Chain;
  return n == 1 || k > kMaxTermsOfSums ? Order::Row : Order::Sums;
}

/// The number of terms of the first sum.
static inline constexpr int64_t first_terms(int64_t k) { return k == 3 || k == 4 ? 2 : k; }

/// One product c = a b. Strides are in elements; the rows of `c` are contiguous.
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
  Order order = order_of(m, n, k);  // of a part: the order of the whole
};

/// The number of elements of scratch memory that a product of these sizes needs.
int64_t scratch_size(int64_t m, int64_t n, int64_t k, bool b_contiguous);
template <class T>
int64_t scratch_size(const Matmul<T>& product) {
  return scratch_size(product.m, product.n, product.k, product.b_column == 1);
}

/// Runs the product with the widest vectors of this machine. T: float, double, uint32_t (any integer up to 32 bits),
/// uint64_t.
template <class T>
void matmul(const Matmul<T>& product);

/// The same, compiled for each instruction set that matmul() chooses from.
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
