#pragma once
/// Factorizations of square matrices, row-major, in place. T: float or double. Loops run in index order, products and
/// sums are rounded separately.
#include <cstdint>

namespace ag::kernel {

/// P a = L U by rows with partial pivoting: of the candidates of greatest magnitude the first one is the pivot. L (unit
/// diagonal left out) and U take the place of a. pivots[k]: the row that row k was exchanged with. Returns the sign of
/// the permutation, or 0 where a pivot is zero or NaN; then `zero_pivot` is its row and the rest is not factorized.
template <class T>
int lu_factor(T* a, int64_t n, int64_t* pivots, int64_t& zero_pivot);

/// Replaces the n × columns matrix b by the x with a x = b, from the factorization of a.
template <class T>
void lu_solve(const T* lu, int64_t n, const int64_t* pivots, T* b, int64_t columns);

/// The lower triangular L with L L^T = a, of which the lower triangle is read; zeros above. False where a is not
/// positive definite; then `row` is the first row that shows it.
template <class T>
bool cholesky_factor(T* a, int64_t n, int64_t& row);

}  // namespace ag::kernel
