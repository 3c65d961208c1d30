#pragma once
/// Symmetric tridiagonal matrices.
#include <cstdint>
#include <vector>

#include "kernel/linalg/reflections.h"

namespace ag::kernel {

/// A = Q T Q^T for a symmetric A, where T is tridiagonal and Q the product of the reflections of all panels.
struct Tridiagonal {
  std::vector<double> diagonal, off_diagonal;
  std::vector<Panel> panels;
};

/// Reduces a symmetric matrix of n rows, both triangles of which are set; `a` is overwritten. Panels of columns are
/// reduced one by one, and the other columns by products of blocks (J. Dongarra, D. Sorensen and S. Hammarling, "Block
/// reduction of matrices to condensed forms for eigenvalue computations", Journal of Computational and Applied
/// Mathematics 27, 1989).
Tridiagonal reduce_to_tridiagonal(double* a, int64_t n);

/// Computes the eigenvalues, ascending, and the eigenvectors of a tridiagonal matrix. The values replace the diagonal,
/// the vectors become the rows of `vectors`, and the off-diagonal elements are overwritten. All numbers are finite.
void tridiagonal_eigen(std::vector<double>& diagonal, std::vector<double>& off_diagonal, double* vectors);

}  // namespace ag::kernel
