#pragma once
/// Algorithms of tools/bench --sweep as anyone writes them over elements and rows, in loops over numbers of the host.
#include "ag/ag.h"

namespace bench {

/// y[i] = x[i] / 4 + 3 y[i - 1] / 4.
AG_CONVERT ag::Tensor smoothed(ag::Tensor x);
/// The elements in order, by exchanging neighbours.
AG_CONVERT ag::Tensor exchanged(ag::Tensor x);
/// How many letters differ between floor(4 x) and the same backwards, at the least: of all beginnings.
AG_CONVERT ag::Tensor edit_distances(ag::Tensor x);
/// Rows minus multiples of the rows above, so that nothing is left below the diagonal.
AG_CONVERT ag::Tensor eliminated(ag::Tensor x);
/// Rows made orthogonal to those above, of length 1 (modified Gram–Schmidt).
AG_CONVERT ag::Tensor orthogonal_rows(ag::Tensor x);
/// The Cholesky factor, element by element.
AG_CONVERT ag::Tensor factor(ag::Tensor x);
/// The least sums of lengths from each place to each other (Floyd and Warshall).
AG_CONVERT ag::Tensor shortest_paths(ag::Tensor x);

}  // namespace bench
