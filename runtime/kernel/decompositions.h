#pragma once
/// Decompositions of one matrix, row-major, computed in double whatever the dtype of the operand. What they leave open,
/// the sign of a vector, is decided by one element: the first whose magnitude is the greatest but for a thousandth. It
/// is positive.
#include <cstdint>

namespace ag::kernel {

/// a = Q R by Householder reflections, as LAPACK does it (so R may have a negative diagonal). `a` [rows, columns]
/// becomes R with zeros below the diagonal; `q` [rows, width] gets the first `width` columns of Q.
void qr_factor(double* a, int64_t rows, int64_t columns, double* q, int64_t width);

/// a = V diag(values) V^T of a symmetric matrix, of which the lower triangle is read, by rotations of Jacobi. Values
/// are ascending; the columns of `vectors` are of length 1, and the element of greatest magnitude in each, of several
/// the first, is positive. A matrix that has an infinity or NaN gives NaN. `a` is overwritten.
void symmetric_eigen(double* a, int64_t n, double* values, double* vectors);

/// a = U diag(s) V^T by one-sided rotations of Jacobi. `s`: the lesser of rows and columns, descending. `u` [rows,
/// u_width] gets the first columns of U, `vt` [vt_height, columns] the first rows of V^T, both orthonormal; the element
/// of greatest magnitude of each column of U that belongs to a value, of several the first, is positive. A matrix that
/// has an infinity or NaN gives NaN.
void singular_values(const double* a, int64_t rows, int64_t columns, double* s, double* u, int64_t u_width, double* vt,
                     int64_t vt_height);

}  // namespace ag::kernel
