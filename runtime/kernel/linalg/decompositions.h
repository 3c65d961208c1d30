#pragma once
/// Decompositions of one row-major matrix, computed in double for every dtype of the operand. The sign of a vector,
/// which the definitions leave open, is such that one element is positive: the first whose magnitude is within a
/// thousandth of the greatest.
#include <cstdint>

namespace ag::kernel {

/// a = Q R by Householder reflections, as in LAPACK (so R may have a negative diagonal). `a` [rows, columns] becomes R
/// with zeros below the diagonal; `q` [rows, width] gets the first `width` columns of Q.
void qr_factor(double* a, int64_t rows, int64_t columns, double* q, int64_t width);

/// a = V diag(values) V^T for a symmetric matrix, by divide and conquer; only the lower triangle is read. Values are
/// ascending. The columns of `vectors` have length 1, and the sign that the top of this file defines. A matrix that has
/// an infinity or NaN results in NaN. `a` is overwritten.
void symmetric_eigen(double* a, int64_t n, double* values, double* vectors);

/// a = U diag(s) V^T by one-sided Jacobi rotations. `s` has min(rows, columns) values, descending. `u` [rows, u_width]
/// gets the first columns of U, `vt` [vt_height, columns] the first rows of V^T, both orthonormal. Each column of U
/// that belongs to a value has the sign that the top of this file defines. A matrix that has an infinity or NaN results
/// in NaN.
void singular_values(const double* a, int64_t rows, int64_t columns, double* s, double* u, int64_t u_width, double* vt,
                     int64_t vt_height);

}  // namespace ag::kernel
