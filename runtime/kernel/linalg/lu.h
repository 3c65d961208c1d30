#pragma once
/// Factorizations of row-major square matrices, in place. T: float or double. Matrices of up to kEliminatedRows rows
/// (symmetric ones: kEliminatedSymmetricRows) are eliminated in index order, with products and sums rounded separately.
/// Larger ones are halved recursively (S. Toledo, "Locality of reference in LU decomposition with partial pivoting",
/// SIAM Journal on Matrix Analysis and Applications 18, 1997), so that most of the work is products of blocks.
#include <cstdint>

namespace ag::kernel {

/// P a = L U by rows with partial pivoting: the pivot is the first of the candidates of greatest magnitude. L (without
/// its unit diagonal) and U overwrite a. pivots[k] is the row that row k was exchanged with. Returns the sign of the
/// permutation, or 0 if a pivot is zero or NaN; then `zero_pivot` is its row and the rest is not factorized.
template <class T>
int lu_factor(T* a, int64_t n, int64_t* pivots, int64_t& zero_pivot);

/// Replaces the n × columns matrix b by the x with a x = b, from the factorization of a.
template <class T>
void lu_solve(const T* lu, int64_t n, const int64_t* pivots, T* b, int64_t columns);

/// Replaces the n × columns matrix b by the x with a x = b for a triangular a, of which the lower or the upper triangle
/// is read. The diagonal has no zeros.
template <class T>
void triangular_solve(const T* a, int64_t n, bool lower, T* b, int64_t columns);

/// Computes the lower triangular L with L L^T = a, with zeros above. Only the lower triangle of a is read. Returns
/// false if a is not positive definite; then `row` is the first row that shows it.
template <class T>
bool cholesky_factor(T* a, int64_t n, int64_t& row);

}  // namespace ag::kernel
